//! The log of a tournament: a line that says which, and a line for every game. What is in it need not be played again.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use divvy_lab::{Arena, Played};
use divvy_rules::Record;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::whole;

pub(crate) struct Log {
    path: PathBuf,
    file: File,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    arena: Arena,
}

impl Log {
    /// Begins a log, or goes on with one, and says what was played.
    pub(crate) fn open(
        path: &Path,
        arena: &Arena,
        resume: bool,
    ) -> Result<(Self, Vec<Played>), Failure> {
        let found = match std::fs::read(path) {
            Ok(_) if !resume => {
                return Err(Failure::Usage(format!(
                    "--log: {} exists; --resume goes on with it, another name begins anew",
                    path.display()
                )));
            }
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(trouble(path, &error)),
        };
        let played = match &found {
            Some(bytes) => read(path, bytes, arena)?,
            None => Vec::new(),
        };
        // Written anew, so that a line which was cut off is not in the way.
        whole::write(path, |out| {
            line(out, &Head { arena: arena.clone() })?;
            played.iter().try_for_each(|game| line(out, game))
        })?;
        let file = OpenOptions::new().append(true).open(path).map_err(|e| trouble(path, &e))?;
        Ok((Self { path: path.to_owned(), file }, played))
    }

    pub(crate) fn add(&mut self, game: &Played) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        let written = line(&mut bytes, game).and_then(|()| self.file.write_all(&bytes));
        written.map_err(|error| trouble(&self.path, &error))
    }
}

fn line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// The games of a log of the same tournament.
fn read(path: &Path, bytes: &[u8], arena: &Arena) -> Result<Vec<Played>, Failure> {
    let wrong = |place: usize, why: &str| {
        Failure::Running(anyhow::anyhow!("{}, line {place}: {why}", path.display()))
    };
    let text = String::from_utf8_lossy(bytes);
    // What has no end was being written when something went wrong.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut lines = whole.lines().enumerate();
    let Some((_, head)) = lines.next() else { return Ok(Vec::new()) };
    let head: Head =
        serde_json::from_str(head).map_err(|_| wrong(1, "this is not the log of a tournament"))?;
    if arena.continued(&head.arena, 0).is_none() {
        return Err(wrong(
            1,
            "the log is of another tournament: game, options, players, --seed and --reskin must be the \
             same, and --games not less",
        ));
    }
    let game = |(index, line): (usize, &str)| {
        let game = serde_json::from_str::<Played>(line).ok().filter(|game| {
            let known = game.position.parse::<Record>().is_ok();
            known && head.arena.pair(game.number) == Some(game.players)
        });
        let number = game.as_ref().and_then(|game| arena.continued(&head.arena, game.number));
        game.zip(number)
            .map(|(game, number)| Played { number, ..game })
            .ok_or_else(|| wrong(index + 1, "this is not a game of the tournament"))
    };
    lines.map(game).collect()
}

fn trouble(path: &Path, error: &io::Error) -> Failure {
    Failure::Running(anyhow::anyhow!("cannot write {}: {error}", path.display()))
}

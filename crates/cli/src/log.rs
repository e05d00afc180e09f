//! The log of a tournament: a line that says which, and a line for every game. What is in it need not be played again, and
//! is never written again: if the tournament gets more games, a line that says so follows, by which the games after it
//! are numbered.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use divvy_lab::{Arena, Played};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::output;

/// The log. That of a tournament is locked as long as it is open: two tournaments in one would lose games.
pub(crate) struct Log {
    path: PathBuf,
    file: File,
}

#[derive(Serialize, Deserialize)]
struct Head {
    arena: Arena,
    /// How the games after it were judged; logs of older versions do not say.
    #[serde(default)]
    judged: u32,
}

/// How games are judged now: it grows with every change of what a decision is, or of what is drawn by chance.
pub(crate) const JUDGED: u32 = 1;

impl Log {
    /// Begins a log of so many games, or goes on with one, and says what was played.
    pub(crate) fn open(
        path: &Path,
        arena: &Arena,
        count: usize,
        resume: bool,
    ) -> Result<(Self, Vec<Played>), Failure> {
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            return Err(Failure::Usage(format!("--log: {} is no file", path.display())));
        }
        if !resume && path.exists() {
            return Err(Failure::Usage(format!(
                "--log: {} exists; --resume goes on with it, another name begins anew",
                path.display()
            )));
        }
        let failed = |error: io::Error| trouble(path, &error);
        let options = OpenOptions::new().read(true).append(true).create(true).clone();
        let mut file = options.open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let file = path.display();
                return Err(Failure::Running(format!("{file} is in use by another divvy")));
            }
            // Some file systems have no locks.
            Err(TryLockError::Error(_)) => {}
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        // What has no end was being written when something went wrong.
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let mut log = Self { path: path.to_owned(), file };
        let head = Head { arena: arena.clone(), judged: JUDGED };
        if whole == 0 {
            if !line(&head)?.starts_with(&text) {
                return Err(wrong(path, 1, NOT_A_LOG));
            }
            log.truncate(0)?;
            log.write(&head)?;
            return Ok((log, Vec::new()));
        }
        let (last, played) = read(path, &String::from_utf8_lossy(&text[..whole]), arena)?;
        if last.judged != JUDGED && played.len() < count {
            return Err(wrong(path, 1, ANOTHER_VERSION));
        }
        log.truncate(whole)?;
        if last.arena != *arena {
            log.write(&head)?;
        }
        Ok((log, played))
    }

    /// A log of games that belong to no tournament, to which more are added. Several processes may do so.
    pub(crate) fn append(path: &Path) -> Result<Self, Failure> {
        let open = || {
            let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
            let mut last = [b'\n'];
            if file.seek(SeekFrom::End(-1)).is_ok() {
                file.read_exact(&mut last)?;
            }
            // A line that was cut off stays one of its own.
            if last != [b'\n'] {
                file.write_all(b"\n")?;
            }
            Ok(file)
        };
        let file = open().map_err(|error| trouble(path, &error))?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Adds a line, in one piece, so that it is there or not.
    pub(crate) fn write(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        self.file.write_all(&line(value)?).map_err(|error| trouble(&self.path, &error))
    }

    fn truncate(&mut self, length: usize) -> Result<(), Failure> {
        let cut = self.file.set_len(length as u64);
        cut.and_then(|()| self.file.seek(SeekFrom::End(0)).map(drop))
            .map_err(|error| trouble(&self.path, &error))
    }
}

const NOT_A_LOG: &str = "this is not the log of a tournament";
const ANOTHER_VERSION: &str = "another version of divvy has judged these games, so they can be reported but not gone on with: \
                               --log with another name begins anew";
const NOT_A_GAME: &str = "this is not a game of the tournament";

fn line(value: &impl Serialize) -> Result<Vec<u8>, Failure> {
    let mut line = Vec::new();
    output::line(&mut line, value)?;
    Ok(line)
}

/// The games of a log of the same tournament, or of the same with fewer games, as they are numbered in this one; and the
/// tournament as the log has it last.
fn read(path: &Path, text: &str, arena: &Arena) -> Result<(Head, Vec<Played>), Failure> {
    let (mut last, mut played): (Option<Head>, _) = (None, Vec::new());
    for (index, line) in text.lines().enumerate() {
        // Few lines are heads, and games are long: only what begins like one is read as one.
        let head = line.starts_with(r#"{"arena""#).then(|| serde_json::from_str::<Head>(line).ok());
        if let Some(head) = head.flatten() {
            if arena.continued(&head.arena, 0).is_none() {
                return Err(wrong(path, index + 1, &another(arena, &head.arena)));
            }
            last = Some(head);
            continue;
        }
        let Head { arena: head, .. } = last.as_ref().ok_or_else(|| wrong(path, 1, NOT_A_LOG))?;
        let game = serde_json::from_str(line).ok().filter(|game| head.has_played(game));
        let game = game.and_then(|game: Played| {
            let number = arena.continued(head, game.number)?;
            Some(Played { number, ..game })
        });
        played.push(game.ok_or_else(|| wrong(path, index + 1, NOT_A_GAME))?);
    }
    Ok((last.ok_or_else(|| wrong(path, 1, NOT_A_LOG))?, played))
}

/// Why a log cannot be gone on with.
fn another(arena: &Arena, logged: &Arena) -> String {
    let differing = arena.differing_settings(logged);
    let same = ["game, options, players, --seed and --reskin"].into_iter().chain(differing);
    let same = same.collect::<Vec<_>>().join(", ");
    format!("the log is of another tournament: {same} must be the same, and --games not less")
}

fn wrong(path: &Path, place: usize, why: &str) -> Failure {
    Failure::Running(format!("{}, line {place}: {why}", path.display()))
}

fn trouble(path: &Path, error: &io::Error) -> Failure {
    Failure::Running(format!("cannot write {}: {error}", path.display()))
}

//! `divvy saved`

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use divvy_match::{Match, Occupant};
use divvy_rules::{Game, Player};
use divvy_store::{Saved, Store};
use divvy_words as words;
use serde::Serialize;

use crate::args::SavedArgs;
use crate::failure::{Failure, INTERRUPTED};
use crate::line::{Line, fitted, quoted};
use crate::{output, terminal};

pub(crate) fn run(args: &SavedArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let store = Store::of_user()?;
    match &args.delete {
        Some(file) => delete(&store, file, args.yes, out),
        None if args.json => Ok(output::json(out, &List::of(&store.list()?))?),
        None => write_text(store.list()?, out),
    }
}

fn write_text(list: Vec<Saved>, out: &mut dyn Write) -> Result<(), Failure> {
    if list.is_empty() {
        writeln!(out, "No unfinished games.")?;
    }
    for saved in list {
        match saved.game {
            Ok(game) => {
                let age = SystemTime::now().duration_since(saved.modified).unwrap_or_default();
                let in_use = if saved.in_use { ", open in another window" } else { "" };
                let line = format!("{}, {}{in_use}", words::describe(&game), words::ago(age));
                writeln!(out, "{}", fitted(&line))?;
                writeln!(out, "  divvy play --resume {}", quoted(&saved.path))?;
            }
            Err(error) => writeln!(out, "{}", fitted(&format!("Not readable: {error}")))?,
        }
    }
    Ok(())
}

/// Deletes a game, on a terminal after a question.
fn delete(store: &Store, file: &Path, yes: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let path = store.find(file)?;
    let what = Store::read(&path)
        .map_or_else(|_| path.display().to_string(), |game| words::describe(&game));
    if !yes && terminal::is_one() {
        writeln!(out, "{}", fitted(&what))?;
        let answer = match terminal::input()?.read("Delete this game? (yes or no): ", out)? {
            Line::Text(answer) => answer.trim().to_ascii_lowercase(),
            Line::End => String::new(),
            Line::Interrupted => return Err(Failure::Exit(INTERRUPTED)),
        };
        if !matches!(answer.as_str(), "y" | "yes") {
            return Ok(writeln!(out, "Nothing was deleted.")?);
        }
    }
    store.delete(&path)?;
    Ok(writeln!(out, "{}", fitted(&format!("Deleted: {what}")))?)
}

/// The list as data. The README explains every key.
#[derive(Serialize)]
struct List<'a> {
    saved: Vec<Entry<'a>>,
    unreadable: Vec<Unreadable<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    path: &'a PathBuf,
    game: Game,
    /// The round at hand.
    notation: String,
    moves: usize,
    to_move: u8,
    over: bool,
    /// The one with the first move first, as in notation.
    players: [Seated<'a>; 2],
    round: usize,
    rounds: u32,
    changed: String,
    in_use: bool,
}

#[derive(Serialize)]
struct Seated<'a> {
    name: &'a str,
    who: &'a Occupant,
}

#[derive(Serialize)]
struct Unreadable<'a> {
    path: &'a PathBuf,
    error: String,
}

impl<'a> List<'a> {
    fn of(list: &'a [Saved]) -> Self {
        let entries =
            list.iter().filter_map(|saved| Some(Entry::of(saved, saved.game.as_ref().ok()?)));
        let unreadable = list.iter().filter_map(|saved| {
            let error = saved.game.as_ref().err()?.to_string();
            Some(Unreadable { path: &saved.path, error })
        });
        Self { saved: entries.collect(), unreadable: unreadable.collect() }
    }
}

impl<'a> Entry<'a> {
    fn of(saved: &'a Saved, game: &'a Match) -> Self {
        let round = game.round();
        let record = round.record();
        let seated = |player: Player| {
            let seat = round.seat_of(player);
            Seated { name: game.name(seat), who: game.occupant(seat) }
        };
        Self {
            path: &saved.path,
            game: game.rules().game(),
            notation: record.to_string(),
            moves: record.moves().len(),
            to_move: record.to_move().number(),
            over: round.is_over(),
            players: Player::BOTH.map(seated),
            round: game.round_number(),
            rounds: game.plan().rounds(),
            changed: output::time(saved.modified),
            in_use: saved.in_use,
        }
    }
}

//! A move on its way from a request into the game.

use std::fmt::Display;

use divvy_rules::{Number, PlayEnding, Player, Record};
use divvy_wire::{clip, whole};
use divvy_words as words;
use serde::Serialize;
use serde_json::value::RawValue;

use super::problem::{Problem, problem};

/// What the field `move` takes.
pub(super) const TAKES: &str = "a whole number such as 6";

/// A move that was played or taken back.
#[derive(Serialize)]
pub(super) struct Played {
    #[serde(rename = "move")]
    number: Number,
    player: Player,
    skipped: Vec<Player>,
}

/// Plays one move. Nothing has changed after an error.
pub(super) fn advance(
    record: &mut Record,
    value: u32,
    written: &impl Display,
) -> Result<Played, Problem> {
    ready(record)?;
    let number = record.rules().board().number(value);
    let made = number.and_then(|number| record.play(number).map(|()| number));
    let number = made.map_err(|refusal| {
        let written = clip(&written.to_string());
        problem!(IllegalMove, "{written} is {}", words::reason(refusal))
    })?;
    let (player, skipped) = last_turns(record);
    Ok(Played { number, player, skipped })
}

/// Takes the last move back, with the skipped turns that followed it.
pub(super) fn take_back(record: &mut Record) -> Result<Played, Problem> {
    let (player, skipped) = last_turns(record);
    let none = || problem!(NothingToUndo, "there is no move to take back");
    let number = record.undo().ok_or_else(none)?;
    Ok(Played { number, player, skipped })
}

/// Who made the last move, and whose turns were skipped after it.
fn last_turns(record: &Record) -> (Player, Vec<Player>) {
    let place = record.moves().len();
    (record.mover(place.saturating_sub(1)), record.skipped_after(place).collect())
}

/// Whether the game goes on.
pub(super) fn ready(record: &Record) -> Result<(), Problem> {
    let winner = match record.ending() {
        None => return Ok(()),
        Some(PlayEnding::Abandoned { turns }) => {
            let name = words::name(record.rules().game());
            return Err(problem!(TurnLimit, "a game of {name} goes on for {turns} turns at most"));
        }
        Some(PlayEnding::Stuck { loser }) => loser.other(),
        Some(PlayEnding::Reached { winner, .. }) => winner,
    };
    Err(problem!(GameOver, "the game is over: Player {} has won", winner.number()))
}

/// The number that a move means, and the way it is written. What no board can have becomes 0.
pub(super) fn number(value: &RawValue) -> Option<(u32, &str)> {
    whole(value).map(|text| (text.parse().unwrap_or(0), text))
}

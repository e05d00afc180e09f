//! A move on its way from a request into the game.

use std::fmt::Display;

use divvy_match::{TURN_LIMIT, is_abandoned};
use divvy_rules::{Player, Position, Record};
use divvy_wire::{clip, whole};
use divvy_words as words;
use serde_json::value::RawValue;

use super::problem::{ErrorCode, Problem};
use super::reply::{Played, Undone, turn};

/// Plays one move. Nothing has changed after an error.
pub(super) fn advance(
    record: &mut Record,
    value: u32,
    written: &impl Display,
) -> Result<Played, Problem> {
    ready(record)?;
    let before = turns(record);
    let player = record.position().to_move();
    let number = record.rules().board().number(value);
    let made = number.and_then(|number| Ok((number, record.play(number)?)));
    let (number, _) = made.map_err(|refusal| {
        let message = format!("{} is {}", clip(&written.to_string()), words::reason(refusal));
        Problem::new(ErrorCode::IllegalMove, message)
    })?;
    let skipped = skipped(player, before, turns(record));
    Ok(Played { number, player: player.number(), skipped, turn: turn(record) })
}

/// Takes the last move back, with the skipped turns that followed it.
pub(super) fn take_back(record: &mut Record) -> Result<Undone, Problem> {
    let after = turns(record);
    let number = record
        .undo()
        .ok_or_else(|| Problem::new(ErrorCode::NothingToUndo, "there is no move to take back"))?;
    let player = record.position().to_move();
    let skipped = skipped(player, turns(record), after);
    Ok(Undone { number, player: player.number(), skipped, turn: turn(record) })
}

/// How many turns a race has had; 0 for the other games, in which none is skipped.
const fn turns(record: &Record) -> u32 {
    match record.position() {
        Position::Race(race) => race.turns(),
        Position::Removal(_) => 0,
    }
}

/// Whose turns were skipped after a move of this player, which changed the number of turns from `before` to `after`.
/// Where the limit is reached the game is over, and no more turns are skipped.
fn skipped(player: Player, before: u32, after: u32) -> Vec<u8> {
    let count = after.min(TURN_LIMIT).saturating_sub(before + 1) as usize;
    [player.other(), player].map(Player::number).into_iter().cycle().take(count).collect()
}

pub(super) fn ready(record: &Record) -> Result<(), Problem> {
    let position = record.position();
    if let Some(winner) = position.winner() {
        let message = format!("the game is over: Player {} has won", winner.number());
        return Err(Problem::new(ErrorCode::GameOver, message));
    }
    if is_abandoned(record) {
        let name = words::name(record.rules().game());
        let message = format!("a game of {name} goes on for {TURN_LIMIT} turns at most");
        return Err(Problem::new(ErrorCode::TurnLimit, message));
    }
    Ok(())
}

/// The number that a move means, and the way it is written. What no board has becomes 0, which no board has
/// either.
pub(super) fn number(value: &RawValue) -> Option<(u32, &str)> {
    whole(value).map(|text| (text.parse().unwrap_or(0), text))
}

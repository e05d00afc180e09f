//! A move on its way from a request into the game.

use std::fmt::Display;

use divvy_match::TURN_LIMIT;
use divvy_rules::{Player, Position, Record};
use divvy_wire::{clip, whole};
use divvy_words as words;
use serde_json::value::RawValue;

use super::problem::{ErrorCode, Problem};
use super::reply::Played;

/// Plays one move. Nothing has changed after an error.
pub(super) fn advance(
    record: &mut Record,
    value: u32,
    written: &impl Display,
) -> Result<Played, Problem> {
    ready(record)?;
    let player = record.position().to_move().number();
    let number = record.rules().board().number(value);
    let made = number.and_then(|number| Ok((number, record.play(number)?)));
    let (number, skips) = made.map_err(|refusal| {
        let message = format!("{} is {}", clip(&written.to_string()), words::reason(refusal));
        Problem::new(ErrorCode::IllegalMove, message)
    })?;
    let skipped = skips.players().map(Player::number).collect();
    Ok(Played { number, player, skipped, turn: (&*record).into() })
}

pub(super) fn ready(record: &Record) -> Result<(), Problem> {
    let position = record.position();
    if let Some(winner) = position.winner() {
        let message = format!("the game is over: Player {} has won", winner.number());
        return Err(Problem::new(ErrorCode::GameOver, message));
    }
    match position {
        Position::Race(race) if race.turns() >= TURN_LIMIT => {
            let name = words::name(record.rules().game());
            let message = format!("a game of {name} goes on for {TURN_LIMIT} turns at most");
            Err(Problem::new(ErrorCode::TurnLimit, message))
        }
        Position::Race(_) | Position::Removal(_) => Ok(()),
    }
}

/// The number that a move means, and the way it is written. What no board has becomes 0, which no board has
/// either.
pub(super) fn number(value: &RawValue) -> Option<(u32, &str)> {
    whole(value).map(|text| (text.parse().unwrap_or(0), text))
}

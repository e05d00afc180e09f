//! What is wrong with a game in notation.

use divvy_rules::{IllegalMove, NotationError, Refusal, UnknownGame};

use crate::audience::reason;
use crate::spelling::{Spelling, option_error, unknown_option};

/// What is wrong with a game in notation, in a sentence without a full stop.
pub fn notation_error(error: &NotationError) -> String {
    match error {
        NotationError::Game(given) => format!("{given:?} is {UnknownGame}"),
        NotationError::Option(given) => unknown_option(given, Spelling::Notation),
        NotationError::Rules(error) => option_error(error, Spelling::Notation),
        NotationError::NotANumber { place, text } => {
            format!("move {place} is not a number: {text:?}")
        }
        NotationError::Illegal(error) => illegal_move(error),
    }
}

/// A move in a list that the rules refuse.
pub fn illegal_move(IllegalMove { place, value, refusal }: &IllegalMove) -> String {
    let why = match refusal {
        // At a prompt the specs say "a factor or multiple of"; here it is said which.
        Refusal::Related { to } if *value > to.get() => format!("a multiple of {to}"),
        Refusal::Related { to } => format!("a factor of {to}"),
        refusal => reason(*refusal).to_string(),
    };
    format!("move {place} cannot be played: {value} is {why}")
}

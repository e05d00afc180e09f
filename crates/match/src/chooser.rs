//! What sits at a seat without a person, seen from the match.

use std::time::Duration;

use divvy_rules::Number;

use crate::{Match, Seat};

/// Chooses moves: a bot, a program, or anything else that can be asked.
pub trait Chooser: Send {
    /// The number to play in the round at hand, where it is this player's turn. It is legal.
    /// A player without a legal answer loses the round.
    fn choose(&mut self, game: &Match) -> Result<Number, Forfeit>;

    /// Tells that a game, the `number`th from 1 on, begins in which it sits at this seat, before its first turn.
    fn begin(&mut self, _game: &Match, _seat: Seat, _number: u64) {}

    /// Tells how that game ended.
    fn end(&mut self, _game: &Match, _seat: Seat) {}

    /// How long it took to start, once it has given its first answer; none the next time it is asked.
    fn take_start(&mut self) -> Option<Duration> {
        None
    }

    /// Takes what was wrong with answers that were not legal moves since the last call.
    fn take_refused(&mut self) -> Vec<String> {
        Vec::new()
    }
}

/// Why a player loses a round without having been beaten. The text is the reason that is stored with the match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Forfeit {
    #[error("it did not start ({0})")]
    NotStarted(String),
    #[error("it gave no answer within {} s", .0.as_secs_f64())]
    TooSlow(Duration),
    /// It ended, or closed its output. The last line of its standard error, if that was kept.
    #[error("it ended without an answer{}", .0.as_ref().map_or_else(String::new, |words| format!("; its last words: {words}")))]
    Ended(Option<String>),
    #[error("after {tries} tries, {problem}")]
    Illegal { tries: u32, problem: String },
    #[error("it cannot play here ({0})")]
    Unable(String),
}

//! What can happen to a match, what it changes, and why it may be refused.

use divvy_rules::{Number, Refusal};
use serde::{Deserialize, Serialize};

use crate::{Names, Seat};

/// Something that happened to a match. The list of these, behind a setup, is what is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    Moved {
        number: u32,
    },
    /// Moves were taken back.
    Undone {
        /// How many; if it is not stored, as many as bring a person to move ([`crate::Match::undo_plies`]).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plies: Option<u32>,
    },
    /// The moves that were taken back last were played again.
    Redone,
    Resigned {
        /// Who; if it is not stored, the player to move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
    },
    /// The player to move lost the round by breaking the rules of conduct, as a program does that does not answer.
    Forfeited {
        reason: String,
    },
    NextRound,
    Renamed {
        names: Names,
    },
}

/// What an event did to a match.
#[derive(Clone, Debug)]
pub enum Change {
    Moved {
        seat: Seat,
        number: Number,
    },
    /// Moves were taken back, the last one first.
    Undone(Vec<Number>),
    /// Moves were played again, in their order.
    Redone(Vec<Number>),
    Resigned(Seat),
    /// A player lost the round without having been beaten.
    Forfeited(Seat),
    NextRound,
    Renamed,
}

/// What a seat can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    Move,
    Undo,
    Redo,
    Resign,
    Hint,
    NextRound,
    Rematch,
    /// Look at the round move by move.
    Review,
}

/// Why an action is not possible now, or not for this seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Denied {
    #[error("the round is over")]
    RoundOver,
    #[error("the round is not over")]
    RoundNotOver,
    #[error("the other seat is to move")]
    NotYourTurn,
    #[error("there is no move to take back")]
    NothingToUndo,
    #[error("there is no move to play again")]
    NothingToRedo,
    #[error("the match is over")]
    MatchOver,
    #[error("the match is not over")]
    MatchNotOver,
}

/// Why an event cannot happen. The match is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventError {
    #[error("{number} is {refusal}")]
    IllegalMove { number: u32, refusal: Refusal },
    #[error(transparent)]
    Denied(#[from] Denied),
}

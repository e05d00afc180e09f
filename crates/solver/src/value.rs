//! What a position is worth to the player to move.

use serde::Serialize;

/// How a game ends with best play, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The player to move can force a win.
    Win,
    /// The opponent can.
    Loss,
    /// Neither can, and the game never ends (a race with blocking only).
    Draw,
}

impl Outcome {
    /// The same, seen by the opponent.
    pub const fn flipped(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Value {
    pub outcome: Outcome,
    /// After how many moves, if the winner hurries and the loser resists; none for a draw or if not worked out.
    pub depth: Option<u32>,
}

/// A board on which this question needs more memory than is reasonable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} is solved up to size {limit}, and this board has size {size}")]
pub struct TooLarge {
    /// The kind of game.
    pub what: &'static str,
    pub size: u32,
    pub limit: u32,
}

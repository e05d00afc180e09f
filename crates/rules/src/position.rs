//! What every game's position can answer, whichever family it belongs to.

use serde::Serialize;

use crate::{Board, Number, NumberSet, RacePosition, RemovalPosition};

/// The two players of one game: who makes the first move, and who answers it.
///
/// Which person that is changes from round to round and is not the rules' business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(into = "u8")]
pub enum Player {
    /// Makes the first move.
    First,
    /// Answers it.
    Second,
}

impl Player {
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    pub const fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// Whose turn it is after this number of turns, skipped ones included.
    pub(crate) const fn of_turn(turns: u32) -> Player {
        if turns.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    pub const fn index(self) -> usize {
        self as usize
    }

    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

impl From<Player> for u8 {
    fn from(player: Player) -> u8 {
        player.number()
    }
}

/// Why a number cannot be played. Front ends put it into their reader's words; the text here is for
/// programmers, and completes "8 is …".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Refusal {
    #[error("outside {board}")]
    OutOfRange { board: Board },
    #[error("already taken")]
    AlreadyTaken,
    #[error("not a factor or multiple of {to}")]
    NotRelated {
        /// The last number, or the node the player stands on.
        to: Number,
    },
    #[error("a factor or multiple of {to}")]
    Related { to: Number },
    #[error("not an even number")]
    NotEven,
    #[error("not less than half of {size}")]
    NotBelowHalf { size: u32 },
    #[error("the node left on the turn before")]
    LeftLastTurn,
    #[error("the node the player is on")]
    AlreadyThere,
    #[error("the node the opponent is on")]
    OpponentThere,
    #[error("no move any more: the game is over")]
    GameOver,
}

/// A position of any of the games.
///
/// What differs between the families (the last number, the tokens) is reached by matching.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    Removal(RemovalPosition),
    Race(RacePosition),
}

impl Position {
    pub const fn board(&self) -> Board {
        match self {
            Position::Removal(position) => position.rules().board(),
            Position::Race(position) => position.rules().board(),
        }
    }

    /// Who is to move. Once the game is over: who would have been.
    pub const fn to_move(&self) -> Player {
        match self {
            Position::Removal(position) => position.to_move(),
            Position::Race(position) => position.to_move(),
        }
    }

    /// The numbers that may be played now, empty once the game is over.
    pub fn legal(&self) -> NumberSet {
        match self {
            Position::Removal(position) => position.legal(),
            Position::Race(position) => position.legal(),
        }
    }

    pub fn winner(&self) -> Option<Player> {
        match self {
            Position::Removal(position) => position.winner(),
            Position::Race(position) => position.winner(),
        }
    }

    pub fn is_over(&self) -> bool {
        self.winner().is_some()
    }

    /// Whether a race has gone on for this many turns, skipped ones included, without a winner. Never true of the other
    /// games, whose numbers run out.
    pub fn has_lasted(&self, turns: u32) -> bool {
        matches!(self, Position::Race(race) if race.turns() >= turns && race.winner().is_none())
    }

    pub fn check(&self, number: Number) -> Result<(), Refusal> {
        match self {
            Position::Removal(position) => position.check(number),
            Position::Race(position) => position.check(number),
        }
    }

    /// Whether playing a number now would end the game. Never true of one that may not be played.
    pub fn ends_with(&self, number: Number) -> bool {
        self.check(number).is_ok()
            && match self {
                Position::Removal(position) => !position.has_follower(number),
                Position::Race(position) => position.rules().target() == number,
            }
    }

    /// Plays a number, and skips the turns of players who then have no legal move (ruling Z2).
    /// Nothing has changed if it is refused.
    pub fn play(&mut self, number: Number) -> Result<(), Refusal> {
        match self {
            Position::Removal(position) => position.play(number),
            Position::Race(position) => position.play(number),
        }
    }
}

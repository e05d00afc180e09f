//! The two seats of a match.

use divvy_rules::Player;
use serde::{Deserialize, Serialize};

/// A seat of a match. It keeps its player for all rounds; which seat opens a round alternates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub enum Seat {
    One,
    Two,
}

impl Seat {
    pub const BOTH: [Seat; 2] = [Seat::One, Seat::Two];

    pub const fn other(self) -> Seat {
        match self {
            Seat::One => Seat::Two,
            Seat::Two => Seat::One,
        }
    }

    /// Where a player of the rules sits in a round that this seat opens.
    pub const fn seat_of(self, player: Player) -> Seat {
        match player {
            Player::First => self,
            Player::Second => self.other(),
        }
    }

    pub const fn index(self) -> usize {
        self as usize
    }

    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.number()
    }
}

impl TryFrom<u8> for Seat {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        match number {
            1 => Ok(Seat::One),
            2 => Ok(Seat::Two),
            _ => Err("a seat is 1 or 2"),
        }
    }
}

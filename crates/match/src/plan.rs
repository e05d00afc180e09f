//! How many rounds a match has.

use serde::{Deserialize, Serialize};

/// How many rounds a match has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Plan {
    /// One game, without talk of rounds and scores.
    #[default]
    Single,
    /// This number of rounds, all of them played.
    Rounds(SeriesLength),
    /// At most this number of rounds: it stops when the one behind cannot catch up.
    BestOf(SeriesLength),
}

/// The length of a series: 1 to [`SeriesLength::MOST`] rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "u32", try_from = "u32")]
pub struct SeriesLength(u32);

impl SeriesLength {
    pub const MOST: u32 = 1_000;

    /// So many rounds, if that is a length.
    pub fn new(rounds: u32) -> Option<Self> {
        (1..=Self::MOST).contains(&rounds).then_some(Self(rounds))
    }
}

impl From<SeriesLength> for u32 {
    fn from(length: SeriesLength) -> u32 {
        length.0
    }
}

impl TryFrom<u32> for SeriesLength {
    type Error = String;

    fn try_from(rounds: u32) -> Result<Self, String> {
        Self::new(rounds).ok_or_else(|| format!("a series has 1 to {} rounds", Self::MOST))
    }
}

impl Plan {
    /// The most rounds this match can have.
    pub const fn rounds(self) -> u32 {
        match self {
            Plan::Single => 1,
            Plan::Rounds(length) | Plan::BestOf(length) => length.0,
        }
    }
}

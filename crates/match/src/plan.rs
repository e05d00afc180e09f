//! How many rounds a match has.

use serde::{Deserialize, Serialize};

/// How many rounds a match has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Plan {
    /// One game, without talk of rounds and scores.
    #[default]
    Single,
    /// All of so many rounds.
    Rounds(Length),
    /// So many rounds at the most: it stops when the one behind cannot catch up.
    BestOf(Length),
}

/// The length of a series: 1 to [`Length::MOST`] rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "u32", try_from = "u32")]
pub struct Length(u32);

impl Length {
    pub const MOST: u32 = 1_000;

    /// So many rounds, if that is a length.
    pub fn new(rounds: u32) -> Option<Self> {
        (1..=Self::MOST).contains(&rounds).then_some(Self(rounds))
    }
}

impl From<Length> for u32 {
    fn from(length: Length) -> u32 {
        length.0
    }
}

impl TryFrom<u32> for Length {
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

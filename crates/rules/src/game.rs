//! The five games by name.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::RuleOption;

/// One of the five games. Each is a preset: a family of rules and the options it takes.
///
/// ```
/// use divvy_rules::Game;
///
/// assert_eq!("chain-reaction".parse(), Ok(Game::ChainReaction));
/// assert_eq!(Game::ALL.len(), 5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Game {
    /// Take a number that is neither a factor nor a multiple of the last one.
    TrapAvoidance,
    /// Remove a factor or a multiple of the last number.
    MultipleMadness,
    /// The same rules as Multiple Madness, in other words.
    ChainReaction,
    /// Walk from factor to multiple; the first at the target wins.
    NumberMaze,
    /// The same rules as Multiple Madness, in other words again.
    SequenceDuel,
}

impl Game {
    /// All five, in the order in which they are listed everywhere.
    pub const ALL: [Game; 5] = [
        Game::TrapAvoidance,
        Game::MultipleMadness,
        Game::ChainReaction,
        Game::NumberMaze,
        Game::SequenceDuel,
    ];

    /// The name that commands, files and links use.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Game::TrapAvoidance => "trap-avoidance",
            Game::MultipleMadness => "multiple-madness",
            Game::ChainReaction => "chain-reaction",
            Game::NumberMaze => "number-maze",
            Game::SequenceDuel => "sequence-duel",
        }
    }

    /// The rule options that this game takes.
    #[must_use]
    pub const fn options(self) -> &'static [RuleOption] {
        use RuleOption::{Block, One, Opening, Size, Start, Target, WithoutOne};
        match self {
            Game::TrapAvoidance => &[Size, Opening, WithoutOne, One],
            Game::MultipleMadness | Game::ChainReaction | Game::SequenceDuel => {
                &[Size, Opening, WithoutOne]
            }
            Game::NumberMaze => &[Size, WithoutOne, Start, Target, Block],
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// A name that none of the games has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a game: the games are {}", Game::ALL.map(Game::id).join(", "))]
pub struct UnknownGame;

impl FromStr for Game {
    type Err = UnknownGame;

    fn from_str(id: &str) -> Result<Self, UnknownGame> {
        Game::ALL.into_iter().find(|game| game.id() == id).ok_or(UnknownGame)
    }
}

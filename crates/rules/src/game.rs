//! The five games by name.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::RuleOption;

crate::named! {
    /// One of the five games. Each is a preset: a family of rules and the options it takes.
    ///
    /// ```
    /// use divvy_rules::Game;
    ///
    /// assert_eq!("chain-reaction".parse(), Ok(Game::ChainReaction));
    /// assert_eq!(Game::ALL.len(), 5);
    /// ```
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Game: id {
        /// Take a number that is neither a factor nor a multiple of the last one.
        TrapAvoidance = "trap-avoidance",
        /// Remove a factor or a multiple of the last number.
        MultipleMadness = "multiple-madness",
        /// The same rules as Multiple Madness, in other words.
        ChainReaction = "chain-reaction",
        /// Walk from factor to multiple; the first at the target wins.
        NumberMaze = "number-maze",
        /// The same rules as Multiple Madness, in other words again.
        SequenceDuel = "sequence-duel",
    }
}

impl Game {
    /// The rule options that this game takes.
    pub fn options(self) -> impl Iterator<Item = RuleOption> {
        RuleOption::ALL.into_iter().filter(move |option| option.belongs_to(self))
    }
}

/// A name that none of the games has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a game: the games are {}", Game::NAMES.join(", "))]
pub struct UnknownGame;

impl FromStr for Game {
    type Err = UnknownGame;

    fn from_str(id: &str) -> Result<Self, UnknownGame> {
        Game::named(id).ok_or(UnknownGame)
    }
}

//! The five games by name.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::RuleOption;

crate::named! {
    /// One of the five games. Each is a preset: a family of rules and the options it takes.
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
    /// The game that a person means by what they typed: its name in any case, its initials, or the beginning of its
    /// name, if no other game begins so.
    ///
    /// ```
    /// use divvy_rules::Game;
    ///
    /// for typed in ["chain-reaction", "Chain Reaction", "CR", "chain"] {
    ///     assert_eq!(Game::meant(typed), Some(Game::ChainReaction));
    /// }
    /// assert_eq!(Game::meant("chess"), None);
    /// ```
    pub fn meant(typed: &str) -> Option<Game> {
        let typed = typed.trim().to_ascii_lowercase().replace([' ', '_'], "-");
        let has_initials = |game: &Game| {
            let initials = game.id().split('-').filter_map(|word| word.chars().next());
            initials.eq(typed.chars())
        };
        let mut begin_so =
            Game::ALL.into_iter().filter(|game| !typed.is_empty() && game.id().starts_with(&typed));
        let beginning = begin_so.next().filter(|_| begin_so.next().is_none());
        Game::named(&typed).or_else(|| Game::ALL.into_iter().find(has_initials)).or(beginning)
    }

    pub fn options(self) -> impl Iterator<Item = RuleOption> {
        RuleOption::ALL.into_iter().filter(move |option| option.belongs_to(self))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a game: the games are {}", Game::NAMES.join(", "))]
pub struct UnknownGame;

impl FromStr for Game {
    type Err = UnknownGame;

    fn from_str(id: &str) -> Result<Self, UnknownGame> {
        Game::named(id).ok_or(UnknownGame)
    }
}

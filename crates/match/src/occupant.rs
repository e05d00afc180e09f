//! Who sits at a seat: a person, one of our own players, or another program.

use std::fmt;
use std::str::FromStr;

use divvy_rules::named;
use serde::{Deserialize, Serialize};

named! {
    /// One of the players that come with divvy: two that do not know who wins, then those that do, the weakest first.
    pub enum Bot: name {
        Random = "random",
        /// The move that leaves the fewest replies: the specs' own tip.
        Greedy = "greedy",
        /// Perfect play with many slips.
        Easy = "easy",
        /// Perfect play with some slips.
        Medium = "medium",
        /// Perfect play with few slips.
        Hard = "hard",
        /// Perfect play.
        Perfect = "perfect",
    }
}

impl Bot {
    /// Whether it has to know who wins.
    pub const fn needs_solver(self) -> bool {
        !matches!(self, Bot::Random | Bot::Greedy)
    }

    /// The next stronger or weaker one of those that know who wins.
    pub fn beside(self, stronger: bool) -> Option<Self> {
        let known: Vec<Bot> = Bot::ALL.into_iter().filter(|bot| bot.needs_solver()).collect();
        let place = known.iter().position(|bot| *bot == self)?;
        known.get(if stronger { place + 1 } else { place.checked_sub(1)? }).copied()
    }

    /// How often, out of 100 positions in which it could keep a win and could lose it, it loses it. A win in one that the
    /// solver sees it never misses.
    pub const fn slips(self) -> u32 {
        match self {
            Bot::Easy => 33,
            Bot::Medium => 15,
            Bot::Hard => 5,
            Bot::Random | Bot::Greedy | Bot::Perfect => 0,
        }
    }
}

impl FromStr for Bot {
    type Err = UnknownPlayer;

    fn from_str(name: &str) -> Result<Self, UnknownPlayer> {
        Bot::named(name).ok_or(UnknownPlayer)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Occupant {
    #[default]
    Human,
    /// One of ours.
    Bot(Bot),
    /// A program, by its command line: name and arguments between spaces.
    Program(String),
}

/// A word that names no player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("takes human, {}, or cmd:PROGRAM ARGS", Bot::NAMES.join(", "))]
pub struct UnknownPlayer;

impl FromStr for Occupant {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<Self, UnknownPlayer> {
        match text.strip_prefix("cmd:") {
            Some(command) if command.trim().is_empty() => Err(UnknownPlayer),
            Some(command) => Ok(Occupant::Program(command.to_owned())),
            None if text == "human" => Ok(Occupant::Human),
            None => text.parse().map(Occupant::Bot),
        }
    }
}

impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Occupant::Human => f.write_str("human"),
            Occupant::Bot(bot) => bot.fmt(f),
            Occupant::Program(command) => write!(f, "cmd:{command}"),
        }
    }
}

impl From<Occupant> for String {
    fn from(occupant: Occupant) -> String {
        occupant.to_string()
    }
}

impl TryFrom<String> for Occupant {
    type Error = UnknownPlayer;

    fn try_from(text: String) -> Result<Self, UnknownPlayer> {
        text.parse()
    }
}

//! Who sits at a seat: a person, one of our own players, or a program of somebody else's.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of the players that come with divvy.
///
/// ```
/// use divvy_play::Bot;
///
/// assert_eq!("hard".parse(), Ok(Bot::Hard));
/// assert!(Bot::Easy.slips() > Bot::Hard.slips());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bot {
    /// Any legal move.
    Random,
    /// The move that leaves the fewest replies: the specs' own tip.
    Greedy,
    /// Perfect play with many slips.
    Easy,
    /// Perfect play with some slips.
    Medium,
    /// Perfect play with few slips.
    Hard,
    /// Perfect play.
    Perfect,
}

impl Bot {
    /// All of them: two that do not know who wins, then those that do, the weakest first.
    pub const ALL: [Bot; 6] =
        [Bot::Random, Bot::Greedy, Bot::Easy, Bot::Medium, Bot::Hard, Bot::Perfect];

    /// The name as it is typed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Bot::Random => "random",
            Bot::Greedy => "greedy",
            Bot::Easy => "easy",
            Bot::Medium => "medium",
            Bot::Hard => "hard",
            Bot::Perfect => "perfect",
        }
    }

    /// Whether it has to know who wins.
    #[must_use]
    pub const fn needs_solver(self) -> bool {
        !matches!(self, Bot::Random | Bot::Greedy)
    }

    /// How often, out of 100 moves, it makes a random one instead of the best.
    #[must_use]
    pub const fn slips(self) -> u32 {
        match self {
            Bot::Random => 100,
            Bot::Easy => 50,
            Bot::Medium => 25,
            Bot::Hard => 10,
            Bot::Greedy | Bot::Perfect => 0,
        }
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Bot {
    type Err = UnknownPlayer;

    fn from_str(name: &str) -> Result<Self, UnknownPlayer> {
        Bot::ALL.into_iter().find(|bot| bot.name() == name).ok_or(UnknownPlayer)
    }
}

/// Who sits at a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Occupant {
    /// A person.
    #[default]
    Human,
    /// One of ours.
    Bot(Bot),
    /// A program, by its command line: name and arguments between spaces.
    Program(String),
}

/// A word that stands for nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("takes human, {}, or cmd:PROGRAM ARGS", Bot::ALL.map(Bot::name).join(", "))]
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

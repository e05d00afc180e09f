//! What the two players are called.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Seat;

/// The names of the two seats: `Player 1` and `Player 2` unless something else is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "[String; 2]", try_from = "[String; 2]")]
pub struct Names([String; 2]);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NamesError {
    #[error("takes two names with a comma between, such as Red,Blue")]
    Count,
    #[error("takes two names with a comma between, neither of them empty")]
    Empty,
    #[error("takes two different names")]
    Same,
    #[error("takes names of at most {} characters", Names::LONGEST)]
    TooLong,
    #[error("takes names of printable characters")]
    Control,
}

impl Names {
    /// The most characters a name may have.
    pub const LONGEST: usize = 40;

    /// Two names, with the spaces around them dropped.
    pub fn new(one: &str, two: &str) -> Result<Self, NamesError> {
        let names = [one.trim(), two.trim()];
        if names.iter().any(|name| name.is_empty()) {
            return Err(NamesError::Empty);
        }
        if names.iter().any(|name| name.chars().any(is_unprintable)) {
            return Err(NamesError::Control);
        }
        if names.iter().any(|name| name.chars().count() > Self::LONGEST) {
            return Err(NamesError::TooLong);
        }
        if names[0] == names[1] {
            return Err(NamesError::Same);
        }
        Ok(Self(names.map(str::to_owned)))
    }

    pub fn of(&self, seat: Seat) -> &str {
        &self.0[seat.index()]
    }
}

impl Default for Names {
    fn default() -> Self {
        Self(Seat::BOTH.map(|seat| format!("Player {}", seat.number())))
    }
}

impl FromStr for Names {
    type Err = NamesError;

    fn from_str(text: &str) -> Result<Self, NamesError> {
        match text.split(',').collect::<Vec<_>>()[..] {
            [one, two] => Self::new(one, two),
            _ => Err(NamesError::Count),
        }
    }
}

impl From<Names> for [String; 2] {
    fn from(names: Names) -> Self {
        names.0
    }
}

impl TryFrom<[String; 2]> for Names {
    type Error = NamesError;

    fn try_from([one, two]: [String; 2]) -> Result<Self, NamesError> {
        Self::new(&one, &two)
    }
}

/// Whether a character would do something to the text around it instead of standing there: control characters, line
/// separators, and marks that turn the direction of writing.
pub fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}')
}

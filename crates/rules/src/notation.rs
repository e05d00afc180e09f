//! One line of text for a whole game: `multiple-madness;size=30;opening=even:6,3,9`.
//!
//! Game, then options that differ from the default, then the moves after a colon. Every character may
//! stand in a URL as it is. When reading, spaces are allowed around every part and instead of commas.

use std::fmt;
use std::str::FromStr;

use crate::record::IllegalMove;
use crate::{Board, Game, Record, RuleOption, Rules, RulesError};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    #[error("{0:?} is {error}", error = crate::UnknownGame)]
    Game(String),
    #[error("{0:?} is not an option: the options are {all}", all = RuleOption::NAMES.join(", "))]
    Option(String),
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error("move {place} is not a number: {text:?}")]
    NotANumber {
        /// Its place in the list, counted from 1.
        place: usize,
        text: String,
    },
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

impl fmt::Display for Rules {
    /// The part of the notation before the colon.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut options = self.options();
        if options.number(RuleOption::Size) == Some(Board::DEFAULT_SIZE) {
            options.set(RuleOption::Size, None);
        }
        let separator = if options.is_empty() { "" } else { ";" };
        write!(f, "{}{separator}{options}", self.game())
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.rules())?;
        for (index, number) in self.moves().iter().enumerate() {
            write!(f, "{}{number}", if index == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

impl FromStr for Rules {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let (id, options) = text.split_once(';').unwrap_or((text, ""));
        let game: Game = id.trim().parse().map_err(|_| NotationError::Game(clip(id.trim())))?;
        Ok(Rules::new(game, &options.parse()?)?)
    }
}

impl FromStr for Record {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let (rules, moves) = text.split_once(':').unwrap_or((text, ""));
        let rules: Rules = rules.parse()?;
        Ok(Record::with_moves(rules, parse_moves(moves)?)?)
    }
}

/// Reads a list of moves: numbers between commas or spaces. Their legality is another question.
pub fn parse_moves(text: &str) -> Result<Vec<u32>, NotationError> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let parts = text.split(',').flat_map(|part| {
        // An empty part between two commas is an error; spaces around a number are not.
        let words = part.split_whitespace();
        words.chain(part.trim().is_empty().then_some(""))
    });
    let numbers = parts.enumerate().map(|(index, part)| {
        let not_a_number = || NotationError::NotANumber { place: index + 1, text: clip(part) };
        digits(part).ok_or_else(not_a_number)
    });
    numbers.collect()
}

/// A plain number. One too large for any board is still a number, and refused as such later.
pub(crate) fn digits(text: &str) -> Option<u32> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(u32::MAX))
}

/// The beginning of a text from elsewhere, short enough for a message.
pub(crate) fn clip(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

//! The rule options as data: what they are called, what they take, and which games have them.
//!
//! Notation, arguments, forms, JSON and documents loop over [`RuleOption::ALL`]. What an option means is known to
//! [`Rules::new`](crate::Rules::new) alone.

use std::fmt;
use std::str::FromStr;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::notation::{NotationError, clip, digits};
use crate::{Board, Game, Memory, One, Opening};

crate::named! {
    /// A rule option. Its name stands in notation and, behind two dashes, on the command line.
    pub enum RuleOption: name {
        Size = "size",
        Opening = "opening",
        WithoutOne = "without-one",
        /// What the number 1 means in Trap Avoidance.
        One = "one",
        /// For how many turns a number sets traps in Trap Avoidance.
        Memory = "memory",
        /// Where both players of the race begin.
        Start = "start",
        Target = "target",
        /// A player may not enter the node that the opponent stands on.
        Block = "block",
        /// The number that is struck before the first move, which answers it.
        From = "from",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    Number,
    /// One of these words, the default first.
    Choice(&'static [&'static str]),
    /// Nothing: it is given or not.
    Flag,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OptionValue {
    Number(u32),
    /// One of the option's words.
    Choice(&'static str),
    /// A flag has no value of its own.
    Flag,
}

impl RuleOption {
    /// The option's name as a key in JSON.
    pub const fn key(self) -> &'static str {
        match self {
            RuleOption::WithoutOne => "without_one",
            other => other.name(),
        }
    }

    pub const fn kind(self) -> OptionKind {
        match self {
            RuleOption::Size | RuleOption::Start | RuleOption::Target | RuleOption::From => {
                OptionKind::Number
            }
            RuleOption::Opening => OptionKind::Choice(Opening::NAMES),
            RuleOption::One => OptionKind::Choice(One::NAMES),
            RuleOption::Memory => OptionKind::Choice(Memory::NAMES),
            RuleOption::WithoutOne | RuleOption::Block => OptionKind::Flag,
        }
    }

    pub const fn belongs_to(self, game: Game) -> bool {
        match self {
            RuleOption::Size | RuleOption::WithoutOne => true,
            RuleOption::Opening | RuleOption::From => !matches!(game, Game::NumberMaze),
            RuleOption::One | RuleOption::Memory => matches!(game, Game::TrapAvoidance),
            RuleOption::Start | RuleOption::Target | RuleOption::Block => {
                matches!(game, Game::NumberMaze)
            }
        }
    }

    /// Reads a value as it is typed; a flag is typed without one.
    pub fn parse(self, typed: Option<&str>) -> Result<OptionValue, RulesError> {
        let value = match (self.kind(), typed) {
            (OptionKind::Number, Some(text)) => {
                digits(text).filter(|&number| number < u32::MAX).map(OptionValue::Number)
            }
            (OptionKind::Choice(words), Some(text)) => {
                words.iter().find(|word| **word == text).copied().map(OptionValue::Choice)
            }
            (OptionKind::Flag, None) => Some(OptionValue::Flag),
            _ => None,
        };
        value.ok_or_else(|| self.refuses(format!("{:?}", clip(typed.unwrap_or_default()))))
    }

    /// The error for a value that the option does not take, as its writer spelled it.
    pub fn refuses(self, given: impl Into<String>) -> RulesError {
        RulesError { option: self, problem: OptionProblem::Value(given.into()) }
    }

    const fn takes(self, value: OptionValue) -> bool {
        matches!(
            (self.kind(), value),
            (OptionKind::Number, OptionValue::Number(_))
                | (OptionKind::Choice(_), OptionValue::Choice(_))
                | (OptionKind::Flag, OptionValue::Flag)
        )
    }
}

/// Why options do not make rules: which option, and what is wrong with it.
///
/// The text here is for programmers; `divvy-words` has the sentences for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{option}: {problem}")]
pub struct RulesError {
    pub option: RuleOption,
    pub problem: OptionProblem,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionProblem {
    #[error("not an option of {0}")]
    NotOf(Game),
    #[error("excludes {0}")]
    Excludes(RuleOption),
    #[error("given twice")]
    Repeated,
    #[error("does not take {0}")]
    Value(String),
    #[error("no number is left")]
    EmptyBoard,
    #[error("needed on a board of size {size} without 1")]
    StartNeeded { size: u32 },
    #[error("{value} is outside {board}")]
    OffBoard { value: u32, board: Board },
    #[error("{0} is the start")]
    IsStart(u32),
    #[error("no walk leads from {start} to {target} on {board}")]
    Unreachable { start: u32, target: u32, board: Board },
}

/// Options as they are given, unchecked; those that are not given take their default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options([Option<OptionValue>; RuleOption::ALL.len()]);

impl Options {
    pub const fn get(&self, option: RuleOption) -> Option<OptionValue> {
        self.0[option as usize]
    }

    /// Gives an option a value, or takes it away. Whether the value fits is checked with the rules.
    pub fn set(&mut self, option: RuleOption, value: impl Into<Option<OptionValue>>) {
        self.0[option as usize] = value.into();
    }

    /// The same options with one more.
    #[must_use]
    pub fn with(mut self, option: RuleOption, value: OptionValue) -> Self {
        self.set(option, value);
        self
    }

    /// The options that are given, in the order of [`RuleOption::ALL`].
    pub fn given(&self) -> impl Iterator<Item = (RuleOption, OptionValue)> {
        RuleOption::ALL.into_iter().filter_map(|option| Some((option, self.get(option)?)))
    }

    pub fn is_empty(&self) -> bool {
        self.given().next().is_none()
    }

    pub const fn number(&self, option: RuleOption) -> Option<u32> {
        match self.get(option) {
            Some(OptionValue::Number(number)) => Some(number),
            _ => None,
        }
    }

    pub const fn choice(&self, option: RuleOption) -> Option<&'static str> {
        match self.get(option) {
            Some(OptionValue::Choice(word)) => Some(word),
            _ => None,
        }
    }

    pub const fn flag(&self, option: RuleOption) -> bool {
        matches!(self.get(option), Some(OptionValue::Flag))
    }

    /// The value in force: the one given, or the default. A flag or [`RuleOption::From`] has no default.
    pub fn in_force(&self, option: RuleOption) -> Option<OptionValue> {
        let default = || match (option, option.kind()) {
            (RuleOption::Size, _) => Some(OptionValue::Number(Board::DEFAULT_SIZE)),
            (RuleOption::Start, _) => Some(OptionValue::Number(1)),
            (RuleOption::Target, _) => self.in_force(RuleOption::Size),
            (_, OptionKind::Choice(words)) => words.first().copied().map(OptionValue::Choice),
            (_, OptionKind::Number | OptionKind::Flag) => None,
        };
        self.get(option).or_else(default)
    }

    /// The first option that a game does not have or that is given a value of the wrong kind.
    pub(crate) fn check(&self, game: Game) -> Result<(), RulesError> {
        for (option, value) in self.given() {
            if !option.belongs_to(game) {
                return Err(RulesError { option, problem: OptionProblem::NotOf(game) });
            }
            if !option.takes(value) {
                return Err(option.refuses(value.to_string()));
            }
        }
        Ok(())
    }
}

impl OptionValue {
    /// The value as a number, if it is one: also a choice between numbers.
    pub fn number(self) -> Option<u32> {
        match self {
            OptionValue::Number(number) => Some(number),
            OptionValue::Choice(word) => digits(word),
            OptionValue::Flag => None,
        }
    }
}

impl Serialize for OptionValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.number(), self) {
            (Some(number), _) => serializer.serialize_u32(number),
            (None, OptionValue::Choice(word)) => serializer.serialize_str(word),
            (None, OptionValue::Number(_) | OptionValue::Flag) => serializer.serialize_bool(true),
        }
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Number(number) => number.fmt(f),
            OptionValue::Choice(word) => word.fmt(f),
            OptionValue::Flag => Ok(()),
        }
    }
}

impl fmt::Display for Options {
    /// As in notation: `size=30;opening=even;without-one`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (option, value)) in self.given().enumerate() {
            let separator = if index == 0 { "" } else { ";" };
            match value {
                OptionValue::Flag => write!(f, "{separator}{option}")?,
                value => write!(f, "{separator}{option}={value}")?,
            }
        }
        Ok(())
    }
}

impl FromStr for Options {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut options = Options::default();
        if text.trim().is_empty() {
            return Ok(options);
        }
        for part in text.split(';').map(str::trim) {
            let (name, value) = match part.split_once('=') {
                Some((name, value)) => (name.trim_end(), Some(value.trim_start())),
                None => (part, None),
            };
            let option =
                RuleOption::named(name).ok_or_else(|| NotationError::Option(clip(name)))?;
            let value = option.parse(value)?;
            if options.get(option).is_some() {
                return Err(RulesError { option, problem: OptionProblem::Repeated }.into());
            }
            options.set(option, value);
        }
        Ok(options)
    }
}

impl Serialize for Options {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (option, value) in self.given() {
            map.serialize_entry(option.key(), &value)?;
        }
        map.end()
    }
}

/// A word of a choice in data, which may be a number.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a word or a number")]
enum Word {
    Text(String),
    Number(u32),
}

impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Map;

        impl<'de> Visitor<'de> for Map {
            type Value = Options;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("rule options")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Options, A::Error> {
                let mut options = Options::default();
                while let Some(key) = map.next_key::<String>()? {
                    let option = RuleOption::ALL.into_iter().find(|option| option.key() == key);
                    let unknown = || A::Error::custom(NotationError::Option(clip(&key)));
                    let option = option.ok_or_else(unknown)?;
                    if options.get(option).is_some() {
                        let problem = OptionProblem::Repeated;
                        return Err(A::Error::custom(RulesError { option, problem }));
                    }
                    let value = match option.kind() {
                        OptionKind::Number => {
                            map.next_value::<Option<_>>()?.map(OptionValue::Number)
                        }
                        OptionKind::Choice(_) => {
                            let word = map.next_value::<Option<Word>>()?.map(|word| match word {
                                Word::Text(text) => text,
                                Word::Number(number) => number.to_string(),
                            });
                            let value = word.map(|word| option.parse(Some(&word))).transpose();
                            value.map_err(A::Error::custom)?
                        }
                        OptionKind::Flag => {
                            let on = map.next_value::<Option<bool>>()?;
                            on.filter(|on| *on).map(|_| OptionValue::Flag)
                        }
                    };
                    options.set(option, value);
                }
                Ok(options)
            }
        }

        deserializer.deserialize_map(Map)
    }
}

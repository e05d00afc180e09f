//! One line of text for a whole game: `multiple-madness;size=30;opening=even:6,3,9`.
//!
//! Game, then options that differ from the default, then the moves after a colon. Every character may
//! stand in a URL as it is. When reading, spaces are allowed around every part and instead of commas.

use std::fmt;
use std::str::FromStr;

use crate::record::IllegalMove;
use crate::{Game, Options, Record, RuleOption, Rules, RulesError};

/// Why a text is not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// The part before the first `;` or `:` is no game.
    #[error("{0:?} is {error}", error = crate::UnknownGame)]
    Game(String),
    /// A part between the game and the moves is no option.
    #[error("{0:?} is not an option: the options are {all}", all = RuleOption::ALL.map(RuleOption::name).join(", "))]
    Option(String),
    /// An option's value is not one it takes.
    #[error("{option} {takes}, not {value:?}")]
    Value {
        /// The option.
        option: RuleOption,
        /// What it takes.
        takes: String,
        /// What stands there.
        value: String,
    },
    /// An option stands there twice.
    #[error("{0} is given twice")]
    Repeated(RuleOption),
    /// The options do not make rules.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A move is not a number.
    #[error("move {place} is not a number: {text:?}")]
    NotANumber {
        /// Its place in the list, counted from 1.
        place: usize,
        /// What stands there.
        text: String,
    },
    /// A move is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

impl fmt::Display for Rules {
    /// The part of the notation before the colon.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options { size, opening, without_one, one, start, target, block } = self.options();
        write!(f, "{}", self.game())?;
        if let Some(size) = size.filter(|&size| size != crate::Board::DEFAULT_SIZE) {
            write!(f, ";size={size}")?;
        }
        if let Some(opening) = opening {
            write!(f, ";opening={opening}")?;
        }
        if without_one {
            write!(f, ";without-one")?;
        }
        if let Some(one) = one {
            write!(f, ";one={one}")?;
        }
        if let Some(start) = start {
            write!(f, ";start={start}")?;
        }
        if let Some(target) = target {
            write!(f, ";target={target}")?;
        }
        if block {
            write!(f, ";block")?;
        }
        Ok(())
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
        let mut parts = text.split(';').map(str::trim);
        let id = parts.next().unwrap_or_default();
        let game: Game = id.parse().map_err(|_| NotationError::Game(clip(id)))?;
        let mut options = Options::default();
        let mut seen = Vec::new();
        for part in parts {
            let option = read_option(part, &mut options)?;
            if seen.contains(&option) {
                return Err(NotationError::Repeated(option));
            }
            seen.push(option);
        }
        Ok(Rules::new(game, &options)?)
    }
}

impl FromStr for Record {
    type Err = NotationError;

    /// ```
    /// use divvy_rules::Record;
    ///
    /// let record: Record = "sequence-duel; size=10 : 6 3 9 1".parse()?;
    /// assert_eq!(record.to_string(), "sequence-duel;size=10:6,3,9,1");
    ///
    /// let error = "sequence-duel:6,8".parse::<Record>().unwrap_err();
    /// assert_eq!(error.to_string(), "move 2 cannot be played: 8 is not a factor or multiple of 6");
    /// # Ok::<(), divvy_rules::NotationError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let (rules, moves) = text.split_once(':').unwrap_or((text, ""));
        let rules: Rules = rules.parse()?;
        Ok(Record::with_moves(rules, parse_moves(moves)?)?)
    }
}

/// Reads a list of moves: numbers between commas or spaces. Their legality is another question.
///
/// # Errors
/// The first part that is not a number.
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

/// Reads one option into its field and says which it was.
fn read_option(part: &str, options: &mut Options) -> Result<RuleOption, NotationError> {
    let (name, value) = match part.split_once('=') {
        Some((name, value)) => (name.trim_end(), Some(value.trim_start())),
        None => (part, None),
    };
    let option = RuleOption::ALL.into_iter().find(|option| option.name() == name);
    let option = option.ok_or_else(|| NotationError::Option(clip(name)))?;
    let bad_value = |takes: String| NotationError::Value {
        option,
        takes,
        value: clip(value.unwrap_or_default()),
    };
    let number = || match value.and_then(digits).filter(|&number| number < u32::MAX) {
        Some(number) => Ok(Some(number)),
        None => {
            Err(bad_value(format!("takes a whole number from 1 to {}", crate::Board::MAX_SIZE)))
        }
    };
    let flag = || match value {
        None => Ok(true),
        Some(_) => Err(bad_value("takes no value".to_owned())),
    };
    let word = value.unwrap_or_default();
    match option {
        RuleOption::Size => options.size = number()?,
        RuleOption::Start => options.start = number()?,
        RuleOption::Target => options.target = number()?,
        RuleOption::WithoutOne => options.without_one = flag()?,
        RuleOption::Block => options.block = flag()?,
        RuleOption::Opening => {
            options.opening =
                Some(word.parse().map_err(|e: crate::UnknownWord| bad_value(e.to_string()))?);
        }
        RuleOption::One => {
            options.one =
                Some(word.parse().map_err(|e: crate::UnknownWord| bad_value(e.to_string()))?);
        }
    }
    Ok(option)
}

/// A plain number. One too large for any board is still a number, and refused as such later.
fn digits(text: &str) -> Option<u32> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(u32::MAX))
}

/// The beginning of a text that somebody else chose, short enough for a message.
fn clip(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

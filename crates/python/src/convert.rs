//! Values from and to Python: games, options and numbers, with errors that say what would be right.

use divvy_rules::{
    Board, Game, Number, OptionKind, OptionValue, Options, Record, Refusal, RuleOption, Rules,
};
use divvy_words::{self as words, Spelling};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

/// An error with a sentence of divvy's.
pub(crate) fn value_error(message: impl ToString) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// A game by its name.
pub(crate) fn game(name: &str) -> PyResult<Game> {
    name.parse().map_err(|_| {
        let names = words::list::or(Game::NAMES);
        value_error(format!("{:?} is not a game: take {names}", divvy_wire::clip(name)))
    })
}

/// The rules of a game with options given by keyword: `size=30, opening="even"`. The size may also stand alone.
pub(crate) fn rules(
    name: &str,
    size: Option<&Bound<'_, PyAny>>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Rules> {
    let game = game(name)?;
    let mut options = options(keywords)?;
    if let Some(size) = size {
        options.set(RuleOption::Size, option_value(RuleOption::Size, size)?);
    }
    Rules::new(game, &options)
        .map_err(|error| value_error(words::option_error(&error, Spelling::Key)))
}

/// Options given by keyword. `from` is a word of Python's, so `from_` stands for it.
pub(crate) fn options(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
    let mut options = Options::default();
    for (key, value) in keywords.into_iter().flatten() {
        let key: String = key.extract()?;
        let name = key.strip_suffix('_').unwrap_or(&key);
        let option = RuleOption::ALL.into_iter().find(|option| option.key() == name);
        // As Python words it for every function: wrappers that try a keyword look for these words.
        let option = option.ok_or_else(|| {
            let (key, why) = (divvy_wire::clip(&key), words::unknown_option(&key, Spelling::Key));
            PyTypeError::new_err(format!("got an unexpected keyword argument '{key}': {why}"))
        })?;
        options.set(option, option_value(option, &value)?);
    }
    Ok(options)
}

/// Options as keywords.
pub(crate) fn keywords<'py>(py: Python<'py>, options: &Options) -> PyResult<Bound<'py, PyDict>> {
    let keywords = PyDict::new(py);
    for (option, value) in options.given() {
        match (value.number(), value) {
            (Some(number), _) => keywords.set_item(option.key(), number)?,
            (None, OptionValue::Choice(word)) => keywords.set_item(option.key(), word)?,
            (None, _) => keywords.set_item(option.key(), true)?,
        }
    }
    Ok(keywords)
}

/// The value of an option; `None` and `False` mean that it is not given.
fn option_value(option: RuleOption, value: &Bound<'_, PyAny>) -> PyResult<Option<OptionValue>> {
    if value.is_none() {
        return Ok(None);
    }
    let is_bool = value.is_instance_of::<PyBool>();
    let read = match option.kind() {
        OptionKind::Number if !is_bool => value.extract().ok().map(OptionValue::Number).map(Some),
        OptionKind::Flag if is_bool => {
            value.extract::<bool>().ok().map(|on| on.then_some(OptionValue::Flag))
        }
        OptionKind::Choice(_) => {
            // A choice between numbers may be given as one.
            let number = || value.extract::<u32>().ok().filter(|_| !is_bool);
            let word: Option<String> = value.extract().ok();
            let word = word.or_else(|| number().map(|number| number.to_string()));
            word.and_then(|word| option.parse(Some(&word)).ok()).map(Some)
        }
        OptionKind::Number | OptionKind::Flag => None,
    };
    read.ok_or_else(|| {
        let error = option.refuses(clipped(value));
        value_error(words::option_error(&error, Spelling::Key))
    })
}

/// A game in notation.
pub(crate) fn record(notation: &str) -> PyResult<Record> {
    notation.parse().map_err(|error| value_error(words::notation_error(&error)))
}

/// A number to play: Python's own or NumPy's, whatever has `__index__`, but no boolean. One that is too large for any
/// board is outside of this one.
pub(crate) fn number(board: Board, value: &Bound<'_, PyAny>) -> PyResult<Number> {
    // NumPy's booleans have `__index__` too before Python 3.11.
    let name = value.get_type().name()?;
    let is_bool = value.is_instance_of::<PyBool>() || name == "bool" || name == "bool_";
    let whole = match is_bool {
        true => None,
        false => value.call_method0(intern!(value.py(), "__index__")).ok(),
    };
    let whole = whole.ok_or_else(|| {
        PyTypeError::new_err(format!("a move is a whole number, not {}", clipped(value)))
    })?;
    let number = whole.extract::<u32>().unwrap_or(0);
    board.number(number).map_err(|refusal| value_error(words::illegal(clipped(value), refusal)))
}

/// A seed. Python's own error for one that does not fit would not say what was wrong.
pub(crate) struct Seed(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        value.extract().map(Self).map_err(|_| {
            let (most, given) = (u64::MAX, clipped(&value));
            value_error(format!("seed takes a whole number from 0 to {most}, not {given}"))
        })
    }
}

impl Seed {
    /// The seed, or one from the system.
    pub(crate) fn or_fresh(seed: Option<Self>) -> PyResult<u64> {
        seed.map_or_else(divvy_analysis::fresh_seed, |Seed(seed)| Ok(seed)).map_err(value_error)
    }
}

/// A whole number that is not negative. Python's own error for one that does not fit would not say what would be right; pyo3
/// adds the name of the argument.
pub(crate) struct Whole<T>(pub(crate) T);

impl<'py, T: FromPyObjectOwned<'py>> FromPyObject<'_, 'py> for Whole<T> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        value.extract().map(Self).map_err(|_| {
            let given = clipped(&value);
            value_error(format!("a whole number that is not negative is taken here, not {given}"))
        })
    }
}

/// A value in an error.
pub(crate) fn clipped(value: &Bound<'_, PyAny>) -> String {
    let text = value.repr().map_or_else(|_| "this".to_owned(), |text| text.to_string());
    divvy_wire::clip(&text)
}

/// A number that may not be played.
pub(crate) fn illegal(number: Number, refusal: Refusal) -> PyErr {
    value_error(words::illegal(number, refusal))
}

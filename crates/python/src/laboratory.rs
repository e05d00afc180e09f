//! The laboratory: proofs checked, games counted, fair boards, puzzles and the census.

use std::sync::atomic::Ordering;

use divvy_lab::{Census, fair as fair_boards, puzzle as puzzles};
use divvy_paths::{CountError, Counts, Longest, LongestError, Wins};
use divvy_rules::{Family, Record, RemovalRules, Rules};
use divvy_words as words;
use numpy::PyArray1;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt};
use serde::Serialize;

use crate::convert::{Seed, Whole, game, keywords, options, rules, value_error};
use crate::game::Game;
use crate::interrupt::interruptible;

/// Checks a certificate without trusting the solver, and says what it proves: `{"position": …, "winner": …}`.
///
/// Raises:
///     ValueError: naming the first point that fails.
#[pyfunction]
pub(crate) fn verify<'py>(py: Python<'py>, certificate: &str) -> PyResult<Bound<'py, PyDict>> {
    let proved =
        py.detach(|| divvy_verifier::verify(certificate.as_bytes())).map_err(value_error)?;
    let answer = PyDict::new(py);
    answer.set_item("position", proved.position.to_string())?;
    answer.set_item("winner", proved.winner)?;
    Ok(answer)
}

/// How many complete games there are, in all and for every opening, by winner:
/// `{"games": …, "first_player_wins": …, "second_player_wins": …, "by_opening": {2: {…}, …}}`.
///
/// Raises:
///     ValueError: for Number Maze, whose games need not end, and for Trap Avoidance with a memory of 2.
///     MemoryError: if `max_memory` bytes do not suffice.
#[pyfunction]
#[pyo3(signature = (game, size=None, *, max_memory=Whole(2 << 30), **options))]
pub(crate) fn count<'py>(
    py: Python<'py>,
    game: &str,
    size: Option<&Bound<'py, PyAny>>,
    max_memory: Whole<u64>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let rules = rules(game, size, options)?;
    let removal = removal(rules)?;
    let counts = interruptible(py, |stop| {
        Counts::of(removal, max_memory.0, |_| !stop.load(Ordering::Relaxed))
    })?;
    let counts = counts.map_err(|e| failed(matches!(e, CountError::Memory { .. }), e))?;
    let answer = split(py, &counts.total)?;
    let by_opening = PyDict::new(py);
    for (number, wins) in &counts.by_opening {
        by_opening.set_item(number.get(), split(py, wins)?)?;
    }
    answer.set_item("by_opening", by_opening)?;
    Ok(answer)
}

/// The longest possible game: `{"length": …, "left_out": …, "bound": …, "game": …}`. Every game leaves out at least `bound`
/// numbers; games that leave out fewer than `left_out` were searched for in vain.
///
/// Raises:
///     ValueError: for Number Maze, whose games need not end, and for Trap Avoidance with a memory of 2.
///     MemoryError: if `max_memory` bytes do not suffice.
#[pyfunction]
#[pyo3(signature = (game, size=None, *, max_memory=Whole(2 << 30), **options))]
pub(crate) fn longest<'py>(
    py: Python<'py>,
    game: &str,
    size: Option<&Bound<'py, PyAny>>,
    max_memory: Whole<u64>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let rules = rules(game, size, options)?;
    let removal = removal(rules)?;
    let found = interruptible(py, |stop| {
        Longest::of(removal, max_memory.0, |_| !stop.load(Ordering::Relaxed))
    })?;
    let found = found.map_err(|e| failed(matches!(e, LongestError::Memory { .. }), e))?;
    let moves = found.moves.iter().map(|number| number.get());
    let record = Record::with_moves(rules, moves).map_err(value_error)?;
    let answer = PyDict::new(py);
    answer.set_item("length", found.moves.len())?;
    answer.set_item("left_out", found.left_out)?;
    answer.set_item("bound", found.bound)?;
    answer.set_item("game", Py::new(py, Game { record })?)?;
    Ok(answer)
}

fn failed(for_memory: bool, error: impl ToString) -> PyErr {
    match for_memory {
        true => PyMemoryError::new_err(error.to_string()),
        false => value_error(error),
    }
}

/// The rules of a game whose games end.
fn removal(rules: Rules) -> PyResult<RemovalRules> {
    match rules.family() {
        Family::Removal(removal) => Ok(removal),
        Family::Race(_) => Err(value_error(words::endless(rules.game()))),
    }
}

fn split<'py>(py: Python<'py>, wins: &Wins) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let int = py.get_type::<PyInt>();
    let set = |key: &str, value: u128| dict.set_item(key, int.call1((value.to_string(),))?);
    set("games", wins.games())?;
    set("first_player_wins", wins.first)?;
    set("second_player_wins", wins.second)?;
    Ok(dict)
}

/// The fairest boards of a game, the best first: what `divvy fair --json` has in `boards`, without `command`. Options that
/// are given stay as they are, all others are tried. Six boards of sizes from 8 to 60 unless others are asked for.
#[pyfunction]
#[pyo3(signature = (game, sizes=(Whole(*fair_boards::SIZES.start()), Whole(*fair_boards::SIZES.end())), count=Whole(fair_boards::COUNT), **options))]
pub(crate) fn fair<'py>(
    py: Python<'py>,
    game: &str,
    sizes: (Whole<u32>, Whole<u32>),
    count: Whole<usize>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (game, given) = (self::game(game)?, self::options(options)?);
    let boards = interruptible(py, |stop| {
        let go_on = |_, _| !stop.load(Ordering::Relaxed);
        fair_boards::fair(game, &given, sizes.0.0..=sizes.1.0, count.0, go_on)
    })?;
    let boards = boards.map_err(value_error)?.unwrap_or_default();
    python(py, &boards)
}

/// The options of the board that is proposed for a game, as keywords.
#[pyfunction]
pub(crate) fn contest<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyDict>> {
    keywords(py, &divvy_analysis::contest(self::game(game)?))
}

/// A position in which exactly one move wins: what `divvy puzzle --json` has in `puzzles`. It ends when it is done, also
/// after Ctrl-C.
#[pyfunction]
#[pyo3(signature = (game, size=None, *, seed=Seed(0), **options))]
pub(crate) fn puzzle<'py>(
    py: Python<'py>,
    game: &str,
    size: Option<&Bound<'py, PyAny>>,
    seed: Seed,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = rules(game, size, options)?;
    let found = interruptible(py, |_| puzzles::find(rules, seed.0, 1))?.map_err(value_error)?;
    let puzzle = found.first().ok_or_else(|| value_error("no puzzle was found"))?;
    python(py, puzzle)
}

/// Who wins on each of the sizes from `first` to `last`: arrays `size`, `winner` (0 for a draw), `openings` and
/// `winning_openings`.
#[pyfunction]
#[pyo3(signature = (game, first, last, **options))]
pub(crate) fn census<'py>(
    py: Python<'py>,
    game: &str,
    first: Whole<u32>,
    last: Whole<u32>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let (Whole(first), Whole(last)) = (first, last);
    if first > last {
        return Err(value_error(format!(
            "sizes take the smaller one first, not {first} and {last}"
        )));
    }
    let census = Census::new(self::game(game)?, &self::options(options)?, first..=last);
    let census = census.map_err(value_error)?;
    let rows = interruptible(py, |stop| census.rows([], |_| !stop.load(Ordering::Relaxed)))?;
    let columns = PyDict::new(py);
    let rows = rows.values();
    let column = |key, values: Vec<u32>| columns.set_item(key, PyArray1::from_vec(py, values));
    column("size", rows.clone().map(|row| row.size).collect())?;
    column("winner", rows.clone().map(|row| row.winner.map_or(0, u32::from)).collect())?;
    column("openings", rows.clone().map(|row| row.openings).collect())?;
    column("winning_openings", rows.map(|row| row.winning_openings).collect())?;
    Ok(columns)
}

/// What becomes JSON as Python's own values.
pub(crate) fn python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(value_error)?;
    py.import("json")?.call_method1("loads", (text,))
}

//! The benchmark: sets of questions, and the score of answers.

use std::sync::atomic::Ordering;

use divvy_lab::bench;
use pyo3::prelude::*;

use crate::convert::{Seed, Whole, value_error};
use crate::interrupt::interruptible;
use crate::laboratory::python;

/// The questions about positions of a kind of rules: `related`, `unrelated` or `race`.
#[pyfunction]
pub(crate) fn bench_questions<'py>(
    py: Python<'py>,
    rules: &str,
    seed: Seed,
    positions: Whole<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let kind = bench::Kind::named(rules).ok_or_else(|| {
        let names = divvy_words::list::or(bench::Kind::NAMES);
        value_error(format!("rules takes {names}, not {:?}", divvy_wire::clip(rules)))
    })?;
    let questions = interruptible(py, |stop| {
        bench::questions_of(kind, seed.0, positions.0, &mut || !stop.load(Ordering::Relaxed))
    })?;
    python(py, &questions)
}

/// A set as `divvy bench make` writes it.
#[pyfunction]
pub(crate) fn bench_make(py: Python<'_>, seed: Seed, positions: Whole<usize>) -> PyResult<String> {
    let set = interruptible(py, |stop| {
        bench::make(seed.0, positions.0, &mut || !stop.load(Ordering::Relaxed))
    })?;
    set.map_err(value_error)
}

/// What `divvy bench score --json` says of answers to a set, both as lines of JSON.
#[pyfunction]
pub(crate) fn bench_score<'py>(
    py: Python<'py>,
    set: &str,
    answers: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let report = py.detach(|| bench::score(set, answers)).map_err(value_error)?;
    python(py, &report)
}

/// The whole number that a text answers with.
#[pyfunction]
pub(crate) fn bench_number(text: &str) -> Option<u64> {
    bench::number_in(text)
}

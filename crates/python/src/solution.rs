//! Solutions and reviews as Python sees them.

#![allow(clippy::too_many_arguments, reason = "pyo3 makes constructors that take every field")]

use divvy_analysis as analysis;
use divvy_match::{Names, Seat};
use divvy_rules::{Game, Number, Player, Record};
use divvy_solver::{Pairing, Solver, TooLarge};
use divvy_words::Audience;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

/// How an object is made again: its class, called with its fields.
type Reduced<'py> = (Bound<'py, PyType>, Bound<'py, PyTuple>);

fn reduced<'py>(object: &Bound<'py, PyAny>, fields: &[&str]) -> PyResult<Reduced<'py>> {
    let values = fields.iter().map(|field| object.getattr(*field));
    let values = values.collect::<PyResult<Vec<_>>>()?;
    Ok((object.get_type(), PyTuple::new(object.py(), values)?))
}

/// Everything about one position.
#[pyclass(module = "divvy_games", frozen, get_all, new = "from_fields")]
pub(crate) struct Solution {
    /// Who wins with best play, or has won, 1 or 2; `None` for a draw by endless play.
    winner: Option<u8>,
    /// The moves that win, ascending.
    winning: Vec<u32>,
    /// The move that `perfect` makes: one that wins, or the one that sets the hardest problem.
    best: Option<u32>,
    /// Moves until the end when the winner hurries and the loser resists; `None` where it was not worked out.
    depth: Option<u32>,
    /// Partners to answer with: why a removal position is won or lost. Empty in a race and with a memory of 2.
    pairs: Vec<(u32, u32)>,
}

impl Solution {
    pub(crate) fn of(record: &Record) -> Result<Self, TooLarge> {
        let mut solver = Solver::new(record.clone())?;
        let solution = solver.solution();
        let pairs = match solver.pairing(solution.best) {
            Some(Pairing::Won { pairs, .. } | Pairing::Lost { pairs }) => pairs,
            None => Vec::new(),
        };
        Ok(Self {
            winner: solution.winner.map(Player::number),
            winning: solution.winning.into_iter().map(Number::get).collect(),
            best: solution.best.map(Number::get),
            depth: solution.depth,
            pairs: pairs.into_iter().map(|(a, b)| (a.get(), b.get())).collect(),
        })
    }
}

#[pymethods]
impl Solution {
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduced(slf, &["winner", "winning", "best", "depth", "pairs"])
    }

    fn __repr__(&self) -> String {
        let or_none = |number: Option<u32>| number.map_or("None".to_owned(), |n| n.to_string());
        format!(
            "Solution(winner={}, winning={:?}, best={}, depth={})",
            or_none(self.winner.map(u32::from)),
            self.winning,
            or_none(self.best),
            or_none(self.depth)
        )
    }
}

/// One move of a game, and what it did.
#[pyclass(module = "divvy_games", frozen, get_all, new = "from_fields")]
pub(crate) struct ReviewedMove {
    /// Its place in the game, counted from 1.
    ply: usize,
    /// Who made it.
    player: u8,
    /// The number.
    number: u32,
    /// Who stood to win before it; `None` for a draw.
    before: Option<u8>,
    /// Who stood to win after it.
    after: Option<u8>,
    /// Whether the player gave a win or a draw away.
    slip: bool,
    /// After a slip: the moves that would have won.
    winning: Vec<u32>,
    /// The move and what it did, in words.
    text: String,
}

/// A game looked at move by move.
#[pyclass(module = "divvy_games", frozen, get_all, new = "from_fields")]
pub(crate) struct Review {
    /// The moves in order.
    moves: Vec<Py<ReviewedMove>>,
    /// Who stands to win at the end, or has won.
    winner: Option<u8>,
    /// The place of the slip that decided the game.
    decisive: Option<usize>,
    /// The whole game in words.
    summary: String,
}

impl Review {
    pub(crate) fn new(py: Python<'_>, game: Game, review: &analysis::Review) -> PyResult<Self> {
        let names = Names::default();
        let audience = Audience { game, names: &names, first: Seat::One, you: None };
        let moves = review.moves.iter().map(|reviewed| {
            Py::new(
                py,
                ReviewedMove {
                    ply: reviewed.ply,
                    player: reviewed.player.number(),
                    number: reviewed.number.get(),
                    before: reviewed.before.map(Player::number),
                    after: reviewed.after.map(Player::number),
                    slip: reviewed.slip,
                    winning: reviewed.winning.iter().map(|number| number.get()).collect(),
                    text: audience.reviewed(reviewed, review).to_string(),
                },
            )
        });
        Ok(Self {
            moves: moves.collect::<PyResult<_>>()?,
            winner: review.winner.map(Player::number),
            decisive: review.decisive,
            summary: audience.summary(review).to_string(),
        })
    }
}

#[pymethods]
impl ReviewedMove {
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let fields = ["ply", "player", "number", "before", "after", "slip", "winning", "text"];
        reduced(slf, &fields)
    }

    fn __repr__(&self) -> String {
        format!("ReviewedMove({}: {:?})", self.ply, self.text)
    }
}

#[pymethods]
impl Review {
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduced(slf, &["moves", "winner", "decisive", "summary"])
    }

    fn __repr__(&self) -> String {
        format!("Review({:?})", self.summary)
    }
}

//! How well a player plays, as the laboratory scores it.

use divvy_lab::score::{Figures, Score, judge};
use pyo3::prelude::*;

use crate::convert::value_error;
use crate::game::Game;

/// Decisions added up over many games: positions in which a player could win, and could give the win away.
#[pyclass(module = "divvy")]
#[derive(Default)]
pub(crate) struct Decisions {
    score: Score,
    /// Moves made in positions that could be won.
    #[pyo3(get)]
    won_positions: u32,
    /// Those of them that kept the win.
    #[pyo3(get)]
    won_kept: u32,
}

impl Decisions {
    fn figure(&self, figure: impl Fn(Figures) -> f64) -> f64 {
        self.score.figures().map_or(f64::NAN, figure)
    }
}

#[pymethods]
impl Decisions {
    /// Nothing added up yet.
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Adds the moves that a player, 1 or 2, made in a game after those that were given at its beginning.
    #[pyo3(signature = (game, player, given=0))]
    fn judge(&mut self, py: Python<'_>, game: &Game, player: u8, given: usize) -> PyResult<()> {
        let place = match player {
            1 => 0,
            2 => 1,
            _ => return Err(value_error(format!("player takes 1 or 2, not {player}"))),
        };
        let judged = py.detach(|| judge(&game.record, given)).map_err(value_error)?;
        let judged = &judged[place];
        self.won_positions += judged.won_positions;
        self.won_kept += judged.won_kept;
        judged.decisions.iter().for_each(|decision| self.score.add(decision));
        Ok(())
    }

    /// Adds what another one has added up.
    fn add(&mut self, other: &Self) {
        self.won_positions += other.won_positions;
        self.won_kept += other.won_kept;
        self.score.absorb(&other.score);
    }

    /// How many decisions there were.
    #[getter]
    fn count(&self) -> u32 {
        self.score.decisions
    }

    /// How many of them were different.
    #[getter]
    fn distinct(&self) -> usize {
        self.score.figures().map_or(0, |figures| figures.distinct_decisions)
    }

    /// In how many of them a winning move was played.
    #[getter]
    fn right(&self) -> u32 {
        self.score.right
    }

    /// The share of decisions in which a winning move was played; not a number where there was none.
    #[getter]
    fn accuracy(&self) -> f64 {
        self.figure(|figures| figures.accuracy)
    }

    /// The same where every different decision counts once.
    #[getter]
    fn distinct_accuracy(&self) -> f64 {
        self.figure(|figures| figures.distinct_accuracy)
    }

    /// A 95 % interval for that, by Wilson's formula.
    #[getter]
    fn interval(&self) -> (f64, f64) {
        self.score.figures().map_or((0.0, 1.0), |figures| figures.interval.into())
    }

    /// What a random mover scores in the same decisions.
    #[getter]
    fn chance(&self) -> f64 {
        self.figure(|figures| figures.chance)
    }

    /// What remains beyond chance: 0 for a random mover, 1 for perfect play.
    #[getter]
    fn skill(&self) -> f64 {
        self.figure(|figures| figures.skill)
    }
}

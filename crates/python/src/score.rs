//! How well a player plays, as the laboratory scores it.

use divvy_lab::score::{Figures, Score, Unit, judge};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::convert::{Whole, value_error};
use crate::game::Game;

/// Decisions added up over many games: positions in which a player could win, and could give the win away.
#[pyclass(module = "divvy_games")]
#[derive(Default)]
pub(crate) struct Decisions {
    score: Score,
    /// Positions that could be won and in which the player was asked.
    #[pyo3(get)]
    won_positions: u32,
    /// Those of them that it kept won.
    #[pyo3(get)]
    won_kept: u32,
}

impl Decisions {
    fn figure(&self, figure: impl Fn(Figures) -> f64) -> f64 {
        self.score.figures().map_or(f64::NAN, figure)
    }

    fn interval(&self, interval: impl Fn(Figures) -> [f64; 2]) -> (f64, f64) {
        self.score.figures().map_or([f64::NAN; 2], interval).into()
    }
}

/// Everything that is added up: won positions, those kept, units, decisions, wrong and expected ones, products.
type State = (u32, u32, u32, u32, u32, f64, [f64; 5]);

#[pymethods]
impl Decisions {
    /// Nothing added up yet.
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Adds one game: the moves that a player, 1 or 2, made in it after those that were given at its beginning. `failed` has
    /// the number of moves before each turn in which an answer was not legal or did not come; the turn after the
    /// last move may be among them.
    #[pyo3(signature = (game, player, given=Whole(0), failed=Vec::new()))]
    fn judge(
        &mut self,
        py: Python<'_>,
        game: &Game,
        player: Whole<u32>,
        given: Whole<usize>,
        failed: Vec<usize>,
    ) -> PyResult<()> {
        let place = match player.0 {
            1 => 0,
            2 => 1,
            other => return Err(value_error(format!("player takes 1 or 2, not {other}"))),
        };
        let judged = py.detach(|| judge(&game.record, given.0, &failed)).map_err(value_error)?;
        let judged = &judged[place];
        self.won_positions += judged.won_positions;
        self.won_kept += judged.won_kept;
        self.score.add_game(&judged.decisions);
        Ok(())
    }

    /// Adds what another one has added up.
    fn add(&mut self, other: &Self) {
        self.won_positions += other.won_positions;
        self.won_kept += other.won_kept;
        self.score.absorb(&other.score);
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (), State) {
        let Self { score: Score { units, all, products }, won_positions, won_kept } = *slf.borrow();
        let Unit { decisions, wrong, expected } = all;
        let state = (won_positions, won_kept, units, decisions, wrong, expected, products);
        (slf.get_type(), (), state)
    }

    fn __setstate__(&mut self, state: State) -> PyResult<()> {
        let (won_positions, won_kept, units, decisions, wrong, expected, products) = state;
        if wrong > decisions || units > decisions {
            return Err(value_error("these are no sums of decisions"));
        }
        let all = Unit { decisions, wrong, expected };
        *self = Self { score: Score { units, all, products }, won_positions, won_kept };
        Ok(())
    }

    /// How many decisions there were.
    #[getter]
    fn count(&self) -> u32 {
        self.score.all.decisions
    }

    /// In how many of them the first answer was a winning move.
    #[getter]
    fn right(&self) -> u32 {
        self.score.all.decisions - self.score.all.wrong
    }

    /// The share of decisions in which the first answer was a winning move; not a number where there was none.
    #[getter]
    fn accuracy(&self) -> f64 {
        self.figure(|figures| figures.accuracy)
    }

    /// A 95 % interval for that, over games.
    #[getter]
    fn accuracy_interval(&self) -> (f64, f64) {
        self.interval(|figures| figures.accuracy_interval)
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

    /// A 95 % interval for that, over games.
    #[getter]
    fn skill_interval(&self) -> (f64, f64) {
        self.interval(|figures| figures.skill_interval)
    }
}

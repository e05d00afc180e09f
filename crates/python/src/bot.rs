//! The players that come with divvy.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use divvy_analysis::Computer;
use divvy_match as matches;
use divvy_rules::seed_from;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::convert::{Seed, value_error};
use crate::game::Game;

/// A player that comes with divvy: random, greedy, easy, medium, hard or perfect. What it draws is new at each move; bots with
/// the same seed that are asked about the same positions in the same order answer the same.
///
/// >>> Bot("perfect").move(Game("multiple-madness"))
/// 11
#[pyclass(module = "divvy_games", frozen)]
pub(crate) struct Bot {
    bot: matches::Bot,
    seed: u64,
    /// How often it was asked for a move.
    asked: AtomicU64,
    /// Remembers what it worked out for the game it saw last.
    computer: Mutex<Computer>,
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (name, seed=None))]
    pub(crate) fn new(name: &str, seed: Option<Seed>) -> PyResult<Self> {
        let bot = name.parse().map_err(|_| {
            let names = divvy_words::list::or(matches::Bot::NAMES);
            value_error(format!("{:?} is not a bot: take {names}", divvy_wire::clip(name)))
        })?;
        let seed = Seed::or_fresh(seed)?;
        Ok(Self { bot, seed, asked: AtomicU64::new(0), computer: Mutex::default() })
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &'static str {
        self.bot.name()
    }

    /// The number that it plays in this position. The game is left as it is.
    ///
    /// Raises:
    ///     ValueError: if the game is over, or the board is too large for this bot.
    #[pyo3(name = "move")]
    fn choose(&self, py: Python<'_>, game: &Game) -> PyResult<u32> {
        let record = &game.record;
        // Two bots of one seed that play each other are asked at different plies, one bot at different times.
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        let seed = seed_from([self.seed, asked, record.moves().len() as u64]);
        let choice = py.detach(|| {
            // A panic of another thread leaves nothing half done in what is only a memory of positions.
            let mut computer = self.computer.lock().unwrap_or_else(|error| error.into_inner());
            computer.choose(self.bot, record, seed)
        });
        match choice {
            Ok(Some(number)) => Ok(number.get()),
            Ok(None) => Err(value_error("the game is over")),
            Err(error) => Err(value_error(divvy_words::too_large_for_bots(&error))),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (&'static str, u64), u64) {
        let bot = slf.get();
        (slf.get_type(), (bot.name(), bot.seed), bot.asked.load(Ordering::Relaxed))
    }

    fn __setstate__(&self, state: u64) {
        self.asked.store(state, Ordering::Relaxed);
    }

    fn __repr__(&self) -> String {
        format!("Bot('{}', seed={})", self.bot.name(), self.seed)
    }
}

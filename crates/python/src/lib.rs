//! The extension module behind the Python package `divvy_games`.
//!
//! Everything here is a thin dress around the crates of the workspace: values come in and go out as Python's own, errors
//! become `ValueError` with divvy's sentences, and long work lets other threads run and heeds Ctrl-C.

mod bench;
mod bot;
mod convert;
mod game;
mod interrupt;
mod laboratory;
mod observation;
mod score;
mod solution;
mod split_mix;
mod vector;

use pyo3::prelude::*;

#[pymodule]
mod _divvy {
    #[pymodule_export]
    use crate::bench::{bench_make, bench_number, bench_questions, bench_score};
    #[pymodule_export]
    use crate::bot::Bot;
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::laboratory::{census, contest, count, fair, longest, puzzle, verify};
    #[pymodule_export]
    use crate::score::Decisions;
    #[pymodule_export]
    use crate::solution::{Review, ReviewedMove, Solution};
    #[pymodule_export]
    use crate::vector::Boards;

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("GAMES", divvy_rules::Game::ALL.map(|game| game.id()))?;
        module.add("BOTS", divvy_match::Bot::ALL.map(|bot| bot.name()))?;
        // As Python writes versions: 1.0.0rc1.
        module.add("__version__", env!("CARGO_PKG_VERSION").replace("-rc.", "rc"))
    }
}

//! The laboratory: for people who study these games, teach with them, or build players.
//!
//! Everything here asks `rules`, `solver` and `play`; nothing decides anything about a game by itself, and nothing
//! prints: the program's commands do.

mod arena;
mod census;
pub mod engine;
pub mod fair;
mod plot;
pub mod puzzle;
mod xml;

pub use arena::{
    Arena, ArenaError, Differing, Given, GivenKind, Limits, MOST_GAMES, MOST_PLAYERS, Played,
    Rating, Report, Standing, Turns, Wording, ratings,
};
pub use census::{Census, CensusError, Row};
pub use engine::Engine;
pub use plot::Plot;

//! The laboratory: for people who study these games, teach with them, or build players.
//!
//! It asks the solver and the analysis; it neither decides what is legal nor touches disks, processes or terminals.

mod arena;
pub mod bench;
mod census;
pub mod engine;
pub mod fair;
mod lengths;
pub mod lesson;
mod part;
mod plot;
pub mod puzzle;
pub mod score;
mod sizes;

pub use arena::{
    Arena, ArenaError, Differing, ForfeitKind, ForfeitedGame, MOST_GAMES, MOST_PLAYERS, Played,
    Rating, Report, Standing, Turns, Wording, Workers, bots_only, play_randomly, ratings,
};
pub use census::{Census, CensusError, Row};
pub use engine::Engine;
pub use lengths::{Lengths, LongestRow};
pub use part::Part;
pub use plot::{plot_census, plot_lengths};

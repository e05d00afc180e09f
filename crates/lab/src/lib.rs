//! The laboratory: for people who study these games, teach with them, or build players.
//!
//! Everything here asks `rules`, `solver` and `play`; nothing decides anything about a game by itself, and nothing
//! prints: the program's commands do.

pub mod fair;
pub mod puzzle;

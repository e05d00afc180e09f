//! The JSON forms of positions, turns and reviews, and a reader for JSON objects that clients write.
//!
//! Commands, the engine, questions to programs and puzzles pick their keys from here, so that one key means one thing to
//! all of them. The state of a game in the web API differs in four keys, because a page shows a match and not a position:
//! `to_move` and `winner` are seats there and not players, `moves` are objects with the seat, skipped turns among them, and
//! `legal` is a list of runs, which stays short on large boards.

mod board;
mod object;
mod position;
mod review;
mod sentence;
mod transcript;

pub use board::{BoardData, RaceBoard, on_board};
pub use object::{FieldError, Object, clip, whole};
pub use position::{Announcement, PositionData, Question, SolvedData, TurnState, legal, tokens};
pub use review::ReviewedData;
pub use sentence::PartsData;
pub use transcript::Transcript;

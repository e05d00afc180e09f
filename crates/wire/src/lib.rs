//! The JSON forms of positions, boards, turns and reviews, and a reader for JSON objects that clients write.
//!
//! Commands, the engine, questions to programs and puzzles pick their keys from here, so that one key means one thing to
//! all of them. A board ([`BoardData`]) is another thing, because a page shows a match and not a position: it counts in seats
//! and not in players, `to_move` is null at the end, `moves` are objects with the seat, skipped turns among them, `legal` is a
//! list of runs, which stays short on large boards, `last` is null in a race, whose `race` has `walks`, and `notation` is what
//! others call `position`.

mod board;
mod hint;
mod lists;
mod object;
mod position;
mod review;
mod sentence;
mod transcript;
mod values;

pub use board::{BoardData, board_json};
pub use hint::HintData;
pub use lists::{BotsData, bots, games};
pub use object::{FieldError, Object, clip, whole};
pub use position::{Announcement, PositionData, Question, SolvedData, TurnState, legal, tokens};
pub use review::ReviewedData;
pub use sentence::PartsData;
pub use transcript::Transcript;
pub use values::ValuesData;

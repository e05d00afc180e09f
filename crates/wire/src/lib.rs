//! The JSON forms of positions, turns and reviews, and a reader for JSON objects that clients write.
//!
//! Commands, the engine, questions to programs, puzzles and the web API pick their keys from here, so that one key
//! means one thing everywhere.

mod object;
mod position;
mod review;

pub use object::{FieldError, Object, clip, whole};
pub use position::{
    Announcement, PositionData, Question, RaceData, SolvedData, TokenData, TurnData, TurnState,
    legal, tokens, turns,
};
pub use review::{ReviewData, ReviewedData, ReviewedMoveData};

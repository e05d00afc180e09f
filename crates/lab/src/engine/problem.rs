//! What can be wrong with a request: a code for programs, a message for people.

use divvy_rules::named;
use divvy_wire::FieldError;
use serde::Serialize;

named! {
    /// What is wrong with a request, for programs.
    #[derive(Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ErrorCode: name {
        LineTooLong = "line_too_long",
        /// The line is blank, not UTF-8, not JSON, or nested too deeply.
        InvalidJson = "invalid_json",
        NotAnObject = "not_an_object",
        UnknownCommand = "unknown_command",
        MissingField = "missing_field",
        UnknownField = "unknown_field",
        RepeatedField = "repeated_field",
        InvalidField = "invalid_field",
        InvalidOptions = "invalid_options",
        InvalidPosition = "invalid_position",
        NoGame = "no_game",
        IllegalMove = "illegal_move",
        GameOver = "game_over",
        /// A game of Number Maze has gone on for too long.
        TurnLimit = "turn_limit",
        NothingToUndo = "nothing_to_undo",
        TooLarge = "too_large",
    }
}

#[derive(Debug, Serialize)]
pub(super) struct Problem {
    pub(super) code: ErrorCode,
    pub(super) message: String,
}

/// A problem with its message, which is written as for `format!`.
macro_rules! problem {
    ($code:ident, $($message:tt)+) => {
        $crate::engine::problem::Problem {
            code: $crate::engine::problem::ErrorCode::$code,
            message: format!($($message)+),
        }
    };
}
pub(super) use problem;

impl From<FieldError> for Problem {
    fn from(error: FieldError) -> Self {
        let code = match &error {
            FieldError::Missing { .. } => ErrorCode::MissingField,
            FieldError::Unknown { .. } => ErrorCode::UnknownField,
            FieldError::Repeated(_) => ErrorCode::RepeatedField,
            FieldError::Invalid { .. } => ErrorCode::InvalidField,
            FieldError::UnknownOption(_) | FieldError::Option(_) => ErrorCode::InvalidOptions,
        };
        Self { code, message: error.to_string() }
    }
}

//! What can be wrong with a request: a code for programs, a message for people.

use divvy_rules::named;
use divvy_wire::FieldError;
use divvy_words::{Spelling, option_error, unknown_option};
use serde::Serialize;

named! {
    /// What is wrong with a request, for programs.
    #[derive(Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ErrorCode: name {
        /// The line is longer than the engine reads.
        LineTooLong = "line_too_long",
        /// The line is blank, not UTF-8, not JSON, or nested too deeply.
        InvalidJson = "invalid_json",
        /// The line is JSON, but not an object.
        NotAnObject = "not_an_object",
        /// There is no such command.
        UnknownCommand = "unknown_command",
        /// A field that the command needs is not there.
        MissingField = "missing_field",
        /// The command does not have this field.
        UnknownField = "unknown_field",
        /// A field stands there twice.
        RepeatedField = "repeated_field",
        /// A field has a value that it does not take.
        InvalidField = "invalid_field",
        /// The options do not make a game.
        InvalidOptions = "invalid_options",
        /// The position is not a game in notation.
        InvalidPosition = "invalid_position",
        /// No game has been begun.
        NoGame = "no_game",
        /// The rules refuse the move.
        IllegalMove = "illegal_move",
        /// The game is over.
        GameOver = "game_over",
        /// A game of Number Maze has gone on for too long.
        TurnLimit = "turn_limit",
        /// No move has been made.
        NothingToUndo = "nothing_to_undo",
        /// The board is too large to be solved.
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
        match &error {
            FieldError::Missing { .. } => problem!(MissingField, "{error}"),
            FieldError::Unknown { .. } => problem!(UnknownField, "{error}"),
            FieldError::Repeated(_) => problem!(RepeatedField, "{error}"),
            FieldError::Invalid { .. } => problem!(InvalidField, "{error}"),
            FieldError::UnknownOption(name) => {
                problem!(InvalidOptions, "{}", unknown_option(name, Spelling::Key))
            }
            FieldError::Option(error) => {
                problem!(InvalidOptions, "{}", option_error(error, Spelling::Key))
            }
        }
    }
}

//! What can be wrong with a request: a code for programs, a message for people.

use divvy_play::words;
use serde::Serialize;

/// The codes of the engine's error answers, with their spelling in one place.
macro_rules! codes {
    ($($(#[$doc:meta])* $code:ident = $name:literal),+ $(,)?) => {
        /// What kind of error an answer of the engine is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
        #[serde(rename_all = "snake_case")]
        pub enum ErrorCode { $($(#[$doc])* $code),+ }

        impl ErrorCode {
            /// All of them.
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$code),+];

            /// The code as it stands in an answer.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(ErrorCode::$code => $name),+ }
            }
        }
    };
}

codes! {
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
    /// Nobody can move any more.
    GameOver = "game_over",
    /// A game of Number Maze has gone on for too long.
    TurnLimit = "turn_limit",
    /// No move has been made.
    NothingToUndo = "nothing_to_undo",
    /// The board is too large to be solved.
    TooLarge = "too_large",
}

/// An error as it is answered.
#[derive(Debug, Serialize)]
pub(super) struct Problem {
    pub(super) code: ErrorCode,
    pub(super) message: String,
}

impl Problem {
    pub(super) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

/// The beginning of a text that somebody else chose, short enough for a message.
pub(super) fn clip(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown: String =
        text.chars().filter(|&c| !words::is_unprintable(c)).take(LONGEST + 1).collect();
    if let Some((end, _)) = shown.char_indices().nth(LONGEST) {
        shown.truncate(end);
        shown.push_str("...");
    }
    shown
}

//! What is said about games on disk.

use std::time::Duration;

/// When a player leaves a game that can be gone on with.
pub const GAME_IS_SAVED: &str = "The game is saved. To go on: divvy play --resume";

/// When a copy of a game is in a file, whose name a shell understands.
pub fn copy_is_saved(is_finished: bool, file: &str) -> String {
    let (what, command) = match is_finished {
        true => ("look at it", "review"),
        false => ("go on from there", "play --resume"),
    };
    format!("Saved. To {what}: divvy {command} {file}")
}

/// How long ago something was: `just now`, `3 hours ago`.
pub fn ago(age: Duration) -> String {
    let seconds = age.as_secs();
    let (count, unit) = match seconds {
        0..60 => return "just now".to_owned(),
        60..3_600 => (seconds / 60, "minute"),
        3_600..86_400 => (seconds / 3_600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

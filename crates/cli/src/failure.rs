//! How the program fails: which exit code, and the one line on stderr.

use std::fmt::Display;
use std::io;
use std::path::Path;
use std::sync::OnceLock;

use divvy_analysis::ProposalError;
use divvy_rules::RulesError;
use divvy_service::storage::StorageError;
use divvy_store::{SaveError, plain, plain_at, without_numbers};
use divvy_words::{Spelling, option_error, too_large_for_bots};

use crate::line::LineError;

pub(crate) const USAGE: u8 = 2;
/// Something failed while running, or the input ended too early.
pub(crate) const RUNNING: u8 = 1;
pub(crate) const INTERRUPTED: u8 = 130;

/// The command at work, as it was called.
static SPEAKER: OnceLock<String> = OnceLock::new();

/// Everything that is said on stderr from now on begins with the name of this command.
pub(crate) fn speak_as(command: String) {
    // It stays the same as long as the program runs.
    let _ = SPEAKER.set(command);
}

/// The command that speaks: `divvy play`.
pub(crate) fn speaker() -> &'static str {
    SPEAKER.get().map_or("divvy", String::as_str)
}

/// Why the program stops before its work is done.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was asked for makes no sense; nothing was started.
    Usage(String),
    /// It made sense and did not work.
    Running(String),
    /// With this exit code; all that is to be said has been written.
    Exit(u8),
    /// The reader of the output has left, which is no failure of a command that only prints.
    OutputClosed,
}

impl Failure {
    pub(crate) fn usage(why: impl Display) -> Self {
        Failure::Usage(why.to_string())
    }

    pub(crate) fn running(why: impl Display) -> Self {
        Failure::Running(why.to_string())
    }

    /// What could not be done with a file.
    pub(crate) fn file(action: &str, path: &Path, why: impl Display) -> Self {
        Failure::Running(format!("cannot {action} {}: {why}", path.display()))
    }

    /// What the system did not do with a file.
    pub(crate) fn system(action: &str, path: &Path, error: &io::Error) -> Self {
        Self::file(action, path, plain_at(path, error))
    }

    /// What is wrong, and for wrong usage where the right one is told.
    pub(crate) fn message(&self) -> Option<String> {
        match self {
            Failure::Usage(message) => {
                let stop = if message.ends_with('?') { "" } else { "." };
                Some(format!("{message}{stop} See {} --help", speaker()))
            }
            // Libraries say more than a reader needs.
            Failure::Running(message) => Some(without_numbers(message)),
            Failure::Exit(_) | Failure::OutputClosed => None,
        }
    }

    /// What went wrong, to stand inside another message.
    pub(crate) fn reason(self) -> String {
        match self {
            Failure::Usage(message) | Failure::Running(message) => message,
            Failure::Exit(_) | Failure::OutputClosed => "its reader has left".to_owned(),
        }
    }

    pub(crate) const fn exit_code(&self) -> u8 {
        match self {
            Failure::Usage(_) => USAGE,
            Failure::Running(_) => RUNNING,
            Failure::Exit(code) => *code,
            Failure::OutputClosed => 0,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::OutputClosed,
            _ => Failure::running(plain(&error)),
        }
    }
}

/// Errors that say all there is to be said.
trait WhileRunning: Display {}

impl WhileRunning for SaveError {}
impl WhileRunning for LineError {}
impl WhileRunning for StorageError {}

impl<E: WhileRunning> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure::running(error)
    }
}

impl From<RulesError> for Failure {
    fn from(error: RulesError) -> Self {
        Failure::Usage(option_error(&error, Spelling::Argument))
    }
}

impl From<ProposalError> for Failure {
    fn from(error: ProposalError) -> Self {
        match error {
            ProposalError::Rules(error) => error.into(),
            ProposalError::TooLarge(error) => Failure::Usage(too_large_for_bots(&error)),
            ProposalError::NoRandomness(error) => {
                Failure::Running(format!("{error}; --seed does without"))
            }
        }
    }
}

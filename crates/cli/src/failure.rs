//! How the program fails: which exit code, and the one line on stderr.

use std::io;
use std::process::ExitCode;

use divvy_analysis::ProposalError;
use divvy_rules::RulesError;
use divvy_store::SaveError;
use divvy_words::{Spelling, option_error, too_large_for_bots};

use crate::line::LineError;

/// Wrong usage.
pub(crate) const USAGE: u8 = 2;
/// Something failed while running, or the input ended too early.
pub(crate) const RUNNING: u8 = 1;
/// Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

/// Why the program stops before its work is done.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was asked for makes no sense; nothing was started.
    Usage(String),
    /// It made sense and did not work.
    Running(anyhow::Error),
    /// The reader of the output has left, which is no failure of a command that only prints.
    OutputClosed,
}

impl Failure {
    pub(crate) fn message(&self) -> Option<String> {
        match self {
            Failure::Usage(message) => {
                Some(format!("error: {message}\n\nFor more information, try 'divvy --help'."))
            }
            Failure::Running(error) => Some(format!("divvy: {error}")),
            Failure::OutputClosed => None,
        }
    }

    /// What went wrong, to stand inside another message.
    pub(crate) fn reason(&self) -> String {
        match self {
            Failure::Usage(message) => message.clone(),
            Failure::Running(error) => error.to_string(),
            Failure::OutputClosed => "its reader has left".to_owned(),
        }
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Usage(_) => ExitCode::from(USAGE),
            Failure::Running(_) => ExitCode::from(RUNNING),
            Failure::OutputClosed => ExitCode::SUCCESS,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::OutputClosed,
            _ => Failure::Running(error.into()),
        }
    }
}

impl From<SaveError> for Failure {
    fn from(error: SaveError) -> Self {
        Failure::Running(error.into())
    }
}

impl From<ProposalError> for Failure {
    fn from(error: ProposalError) -> Self {
        match error {
            ProposalError::Rules(error) => error.into(),
            ProposalError::TooLarge(error) => Failure::Usage(too_large_for_bots(&error)),
            ProposalError::NoRandomness(error) => {
                Failure::Running(anyhow::anyhow!("{error}; --seed does without"))
            }
        }
    }
}

impl From<RulesError> for Failure {
    fn from(error: RulesError) -> Self {
        Failure::Usage(option_error(&error, Spelling::Argument))
    }
}

impl From<LineError> for Failure {
    fn from(error: LineError) -> Self {
        Failure::Running(error.into())
    }
}

//! Why a game, or the service that runs it, does not do what it was asked for.

use std::borrow::Cow;

use divvy_analysis::{NoRandomness, ProposalError};
use divvy_match::EventError;
use divvy_rules::RulesError;
use divvy_solver::TooLarge;
use divvy_wire::FieldError;
use divvy_words::web::AddressLimit;
use divvy_words::{Spelling, option_error, refused, too_large_for_bots, web};

/// Why a request failed, with the message for the client.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The request makes no sense in any state.
    #[error("{0}")]
    Invalid(String),
    #[error("{0}")]
    NotFound(&'static str),
    /// It is not for this viewer.
    #[error("{0}")]
    Forbidden(&'static str),
    /// The rules, or the state of the game, do not allow it.
    #[error("{0}")]
    Refused(Cow<'static, str>),
    /// The board or the answer is too large.
    #[error("{0}")]
    TooLarge(String),
    /// The board is too large to be solved.
    #[error("{0}")]
    NotSolvable(String),
    /// One address has had too much of this; seconds until more is accepted.
    #[error("{}", web::over_limit(*.0, *.1))]
    OverLimit(AddressLimit, u64),
    /// The server or its storage cannot do this now; a retry may succeed.
    #[error("{0}")]
    Unavailable(&'static str),
    /// The stored game cannot be read. A retry does not help.
    #[error(
        "what is kept of this game is damaged, and it cannot be shown; the server's log says more"
    )]
    Damaged,
}

impl GameError {
    /// Its status and code in answers to programs, those of HTTP.
    pub const fn status(&self) -> (u16, &'static str) {
        match self {
            Self::Invalid(_) => (400, "bad_request"),
            Self::NotFound(_) => (404, "not_found"),
            Self::Forbidden(_) => (403, "forbidden"),
            Self::Refused(_) => (422, "refused"),
            Self::TooLarge(_) => (413, "too_large"),
            Self::NotSolvable(_) => (422, "not_solvable"),
            Self::OverLimit(..) => (429, "rate_limited"),
            Self::Unavailable(_) => (503, "unavailable"),
            Self::Damaged => (500, "damaged"),
        }
    }

    /// The state of the game does not allow it.
    pub const fn now(why: &'static str) -> Self {
        Self::Refused(Cow::Borrowed(why))
    }
}

impl From<NoRandomness> for GameError {
    fn from(_: NoRandomness) -> Self {
        Self::Unavailable(web::NO_RANDOMNESS)
    }
}

impl From<TooLarge> for GameError {
    fn from(error: TooLarge) -> Self {
        Self::NotSolvable(error.to_string())
    }
}

impl From<EventError> for GameError {
    fn from(error: EventError) -> Self {
        Self::Refused(refused(error).into())
    }
}

impl From<FieldError> for GameError {
    fn from(error: FieldError) -> Self {
        Self::Invalid(error.to_string())
    }
}

impl From<RulesError> for GameError {
    fn from(error: RulesError) -> Self {
        Self::Invalid(option_error(&error, Spelling::Key))
    }
}

impl From<ProposalError> for GameError {
    fn from(error: ProposalError) -> Self {
        match error {
            ProposalError::Rules(error) => error.into(),
            ProposalError::TooLarge(error) => Self::NotSolvable(too_large_for_bots(&error)),
            ProposalError::NoRandomness(error) => error.into(),
        }
    }
}

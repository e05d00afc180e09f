//! Errors of requests: status, code and message. Internal details go to the log only.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use divvy_analysis::{NoRandomness, ProposalError};
use divvy_rules::RulesError;
use divvy_solver::TooLarge;
use divvy_wire::FieldError;
use divvy_words::web::AddressLimit;
use divvy_words::{Spelling, option_error, unknown_option, web};
use serde_json::json;

use super::cache::no_store;
use crate::game::{EventError, NotAllowed};
use crate::registry::Snapshot;
use crate::storage::StorageError;

/// Why a request failed, with the message for the client.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum ApiError {
    #[error("{0}")]
    BadRequest(String),
    /// There is no such game or page.
    #[error("{0}")]
    NotFound(&'static str),
    /// The viewer may not do this.
    #[error("{0}")]
    Forbidden(&'static str),
    /// The request is for a name that this server does not answer to.
    #[error("{0}")]
    Misdirected(String),
    /// The request refers to an older version of the game; with the current one.
    #[error("{0}")]
    Stale(&'static str, Snapshot),
    /// The rules, or the state of the game, do not allow it.
    #[error("{0}")]
    Refused(String),
    /// The body or the board is too large.
    #[error("{0}")]
    TooLarge(String),
    #[error("the body must be JSON, with Content-Type: application/json")]
    NotJson,
    #[error("this address does not take that method; see /api/v1/openapi.json")]
    Method,
    /// The board is too large to be solved.
    #[error("{0}")]
    NotSolvable(#[from] TooLarge),
    /// One address has had too much of this; seconds until more is accepted.
    #[error("{}", web::over_limit(*.0, *.1))]
    RateLimited(AddressLimit, u64),
    /// The server or its storage cannot do this now; a retry may succeed.
    #[error("{0}")]
    Unavailable(&'static str),
    /// The stored game cannot be read. A retry does not help.
    #[error(
        "what is kept of this game is damaged, and it cannot be shown; the server's log says more"
    )]
    Damaged,
}

impl ApiError {
    const fn status(&self) -> (StatusCode, &'static str) {
        match self {
            Self::BadRequest(_) => (StatusCode::BAD_REQUEST, "bad_request"),
            Self::NotFound(_) => (StatusCode::NOT_FOUND, "not_found"),
            Self::Forbidden(_) => (StatusCode::FORBIDDEN, "forbidden"),
            Self::Misdirected(_) => (StatusCode::MISDIRECTED_REQUEST, "misdirected"),
            Self::Stale(..) => (StatusCode::CONFLICT, "stale"),
            Self::Refused(_) => (StatusCode::UNPROCESSABLE_ENTITY, "refused"),
            Self::TooLarge(_) => (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            Self::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type"),
            Self::Method => (StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed"),
            Self::NotSolvable(_) => (StatusCode::UNPROCESSABLE_ENTITY, "not_solvable"),
            Self::RateLimited(..) => (StatusCode::TOO_MANY_REQUESTS, "rate_limited"),
            Self::Unavailable(_) => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
            Self::Damaged => (StatusCode::INTERNAL_SERVER_ERROR, "damaged"),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code) = self.status();
        let error = json!({ "error": { "code": code, "message": self.to_string() } });
        let body = match &self {
            Self::Stale(_, snapshot) => snapshot.within(&error),
            _ => error.to_string().into_bytes(),
        };
        let (mut retry_after, mut over) = (None, None);
        match self {
            Self::RateLimited(limit, seconds) => (retry_after, over) = (Some(seconds), Some(limit)),
            Self::Unavailable(_) => retry_after = Some(1),
            _ => {}
        }
        let mut response = (status, no_store("application/json", body)).into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if let Some(limit) = over {
            // For the metrics.
            response.extensions_mut().insert(limit);
        }
        response
    }
}

/// The caller logs the details, because it knows the game.
impl From<StorageError> for ApiError {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Unavailable(_) => Self::Unavailable(web::STORAGE_IS_AWAY),
            StorageError::Busy => Self::Unavailable(web::STORAGE_IS_BUSY),
            StorageError::Invalid(_) => Self::Refused(error.to_string()),
            StorageError::Damaged(_) | StorageError::DamagedGame { .. } => Self::Damaged,
        }
    }
}

impl From<NoRandomness> for ApiError {
    fn from(_: NoRandomness) -> Self {
        Self::Unavailable(web::NO_RANDOMNESS)
    }
}

impl From<EventError> for ApiError {
    fn from(error: EventError) -> Self {
        match error {
            EventError::Refused(_) => Self::Refused(error.to_string()),
            EventError::NotAllowed(error) => error.into(),
            EventError::Contradiction => Self::Damaged,
        }
    }
}

impl From<ProposalError> for ApiError {
    fn from(error: ProposalError) -> Self {
        match error {
            ProposalError::Rules(error) => error.into(),
            ProposalError::TooLarge(error) => error.into(),
            ProposalError::NoRandomness(error) => error.into(),
        }
    }
}

impl From<RulesError> for ApiError {
    fn from(error: RulesError) -> Self {
        Self::BadRequest(option_error(&error, Spelling::Key))
    }
}

impl From<FieldError> for ApiError {
    fn from(error: FieldError) -> Self {
        match error {
            FieldError::Option(error) => error.into(),
            FieldError::UnknownOption(name) => {
                Self::BadRequest(unknown_option(&name, Spelling::Key))
            }
            error => Self::BadRequest(error.to_string()),
        }
    }
}

impl From<NotAllowed> for ApiError {
    fn from(error: NotAllowed) -> Self {
        match error {
            NotAllowed::Viewer(message) => Self::Forbidden(message),
            NotAllowed::Now(message) => Self::Refused(message.to_owned()),
        }
    }
}

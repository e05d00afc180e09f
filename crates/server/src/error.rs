//! How a request fails: which status, and what the answer says. Nothing of the inside is ever in it.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use divvy_play::ProposalError;
use divvy_solver::TooLarge;
use serde_json::json;

use crate::game::Impossible;
use crate::hub::Told;
use crate::storage::StorageError;
use crate::token::NoRandomness;

/// Why a request was not done.
#[derive(Debug)]
pub(crate) enum ApiError {
    /// It makes no sense.
    BadRequest(String),
    /// There is no such thing.
    NotFound(&'static str),
    /// Not for whoever asked.
    Forbidden(&'static str),
    /// It is about a state that is no longer; the state as it is now.
    Stale(&'static str, Told),
    /// The rules say no.
    Refused(String),
    /// The body or the board is too large.
    TooLarge(String),
    /// The body is not JSON.
    NotJson,
    /// Not this way.
    Method,
    /// The board is too large to be solved.
    NotSolvable(TooLarge),
    /// Too many of these at once; so many seconds until the next.
    RateLimited(&'static str, u64),
    /// Something that is needed cannot be reached.
    Unavailable(&'static str),
    /// What is kept of the game makes no sense. Trying again does not help.
    Damaged,
}

impl ApiError {
    const fn status(&self) -> (StatusCode, &'static str) {
        match self {
            ApiError::BadRequest(_) => (StatusCode::BAD_REQUEST, "bad_request"),
            ApiError::NotFound(_) => (StatusCode::NOT_FOUND, "not_found"),
            ApiError::Forbidden(_) => (StatusCode::FORBIDDEN, "forbidden"),
            ApiError::Stale(..) => (StatusCode::CONFLICT, "stale"),
            ApiError::Refused(_) => (StatusCode::UNPROCESSABLE_ENTITY, "refused"),
            ApiError::TooLarge(_) => (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            ApiError::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type"),
            ApiError::Method => (StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed"),
            ApiError::NotSolvable(_) => (StatusCode::UNPROCESSABLE_ENTITY, "not_solvable"),
            ApiError::RateLimited(..) => (StatusCode::TOO_MANY_REQUESTS, "rate_limited"),
            ApiError::Unavailable(_) => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
            ApiError::Damaged => (StatusCode::INTERNAL_SERVER_ERROR, "damaged"),
        }
    }

    pub(crate) fn message(&self) -> String {
        match self {
            ApiError::BadRequest(message)
            | ApiError::Refused(message)
            | ApiError::TooLarge(message) => message.clone(),
            ApiError::NotFound(message)
            | ApiError::Forbidden(message)
            | ApiError::Stale(message, _)
            | ApiError::Unavailable(message) => (*message).to_owned(),
            ApiError::NotJson => {
                "the body must be JSON, with Content-Type: application/json".to_owned()
            }
            ApiError::Method => "this address does not take that method; see /api".to_owned(),
            ApiError::NotSolvable(error) => error.to_string(),
            ApiError::RateLimited(what, seconds) => {
                format!("too many {what} from this address; try again in {seconds} s")
            }
            ApiError::Damaged => "what is kept of this game is damaged, and it cannot be shown; \
                                  the server's log says more"
                .to_owned(),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code) = self.status();
        let mut body = json!({ "error": { "code": code, "message": self.message() } });
        let wait = match self {
            ApiError::Stale(_, state) => {
                body["game"] = state.value();
                None
            }
            ApiError::RateLimited(_, seconds) => Some(seconds),
            ApiError::Unavailable(_) => Some(1),
            _ => None,
        };
        let mut response = (status, Json(body)).into_response();
        if let Some(seconds) = wait {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<StorageError> for ApiError {
    fn from(error: StorageError) -> Self {
        tracing::warn!(%error, "storage");
        match error {
            StorageError::Unavailable(_) => {
                ApiError::Unavailable("the storage cannot be reached; try again")
            }
            StorageError::Damaged(_) => ApiError::Damaged,
        }
    }
}

impl From<NoRandomness> for ApiError {
    fn from(_: NoRandomness) -> Self {
        ApiError::Unavailable("the system gives no randomness; try again")
    }
}

impl From<Impossible> for ApiError {
    fn from(error: Impossible) -> Self {
        ApiError::Refused(error.to_string())
    }
}

impl From<ProposalError> for ApiError {
    fn from(error: ProposalError) -> Self {
        match error {
            ProposalError::Rules(_) => ApiError::BadRequest(error.to_string()),
            ProposalError::TooLarge(error) => ApiError::NotSolvable(error),
            ProposalError::NoRandomness(_) => NoRandomness.into(),
        }
    }
}

//! Errors of requests: status, code and message. Internal details go to the log only.

use axum::Extension;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use divvy_table::GameError;
use serde_json::json;

use super::cache::no_store;
use divvy_service::Snapshot;

/// Why a request failed, with the message for the client: what a game says, and what only HTTP knows.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum ApiError {
    #[error(transparent)]
    Game(GameError),
    /// The request is for a name that this server does not answer to.
    #[error("{0}")]
    Misdirected(String),
    /// The request refers to an older version of the game; with the current one.
    #[error("{0}")]
    Stale(&'static str, Snapshot),
    #[error("the body must be JSON, with Content-Type: application/json")]
    NotJson,
    #[error("this address does not take that method; see /api/v1/openapi.json")]
    Method,
}

impl ApiError {
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        GameError::Invalid(message.into()).into()
    }

    fn status(&self) -> (StatusCode, &'static str) {
        match self {
            Self::Game(error) => {
                let (status, code) = error.status();
                (StatusCode::from_u16(status).unwrap_or_default(), code)
            }
            Self::Misdirected(_) => (StatusCode::MISDIRECTED_REQUEST, "misdirected"),
            Self::Stale(..) => (StatusCode::CONFLICT, "stale"),
            Self::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type"),
            Self::Method => (StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed"),
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
        let response = (status, no_store("application/json", body));
        match self {
            // The limit is for the metrics.
            Self::Game(GameError::OverLimit(limit, seconds)) => {
                ([(header::RETRY_AFTER, seconds)], Extension(limit), response).into_response()
            }
            Self::Game(GameError::Unavailable(_)) => {
                ([(header::RETRY_AFTER, 1)], response).into_response()
            }
            _ => response.into_response(),
        }
    }
}

impl<E: Into<GameError>> From<E> for ApiError {
    fn from(error: E) -> Self {
        Self::Game(error.into())
    }
}

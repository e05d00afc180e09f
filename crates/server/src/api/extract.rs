//! Extractors for bodies, query strings and game ids, with messages for people.

use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::http::error::ApiError;
use crate::http::middleware::REQUEST_TIMEOUT;
use crate::storage::GameId;

/// A JSON body.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        // A client that never sends the body must not hold the connection for ever.
        let body =
            tokio::time::timeout(REQUEST_TIMEOUT, axum::Json::<T>::from_request(request, state));
        let Ok(body) = body.await else {
            return Err(ApiError::BadRequest("the body did not arrive in time".to_owned()));
        };
        match body {
            Ok(axum::Json(body)) => Ok(Self(body)),
            Err(JsonRejection::MissingJsonContentType(_)) => Err(ApiError::NotJson),
            Err(JsonRejection::BytesRejection(error)) => {
                Err(if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
                    ApiError::TooLarge("the body is too large".to_owned())
                } else {
                    ApiError::BadRequest("the body broke off".to_owned())
                })
            }
            Err(error) => {
                Err(ApiError::BadRequest(format!("the body makes no sense: {}", inner(&error))))
            }
        }
    }
}

/// The message of serde without the prefix of axum and without names of Rust types.
fn inner(error: &JsonRejection) -> String {
    let text = error.body_text();
    plain(text.split_once(": ").map_or(text.as_str(), |(_, inner)| inner))
}

/// `options.size: invalid value: integer `-5`, expected u32 at line 1 column 9` for people:
/// `options.size takes a whole number from 0 to 4294967295, not -5`.
fn plain(text: &str) -> String {
    let parts = text.split_once(", expected ").and_then(|(found, expected)| {
        let (path, found) =
            found.split_once("invalid type: ").or_else(|| found.split_once("invalid value: "))?;
        Some((path.trim_end_matches([':', ' ']), found, expected))
    });
    let Some((path, found, expected)) = parts else { return text.to_owned() };
    let expected = expected.split(" at line ").next().unwrap_or(expected);
    let expected = match expected {
        "u32" => "a whole number from 0 to 4294967295",
        "usize" | "u64" => "a whole number from 0 up",
        "a string" => "a text",
        "a boolean" => "true or false",
        other if other.starts_with("struct ") => "an object",
        other => other,
    };
    let found = match found {
        "map" => "an object",
        "sequence" => "a list",
        other => other.split_once(' ').map_or(other, |(_, value)| value.trim_matches('`')),
    };
    let path = if path.is_empty() { "it" } else { path };
    format!("{path} takes {expected}, not {found}")
}

/// The query string.
pub(super) struct QueryParams<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        match query {
            Ok(Query(params)) => Ok(Self(params)),
            Err(error) => Err(ApiError::BadRequest(query_message(&error.body_text()))),
        }
    }
}

/// `Failed to deserialize query string: number: invalid digit found in string` for people: `number takes a whole number`.
fn query_message(text: &str) -> String {
    let inner = text.split_once(": ").map_or(text, |(_, inner)| inner);
    match inner.split_once(": ") {
        Some((name, _)) => format!("{name} takes a whole number"),
        None => format!("behind the question mark of the address: {inner}"),
    }
}

/// The id of the game in the path.
pub(super) struct GamePath(pub(super) GameId);

impl<S: Send + Sync> FromRequestParts<S> for GamePath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let name = Path::<String>::from_request_parts(parts, state).await.ok();
        name.and_then(|Path(name)| GameId::parse(&name))
            .map(Self)
            .ok_or(ApiError::NotFound("there is no such game, or no longer"))
    }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn messages_name_no_rust_types() {
        for (serde, words) in [
            (
                "options.size: invalid value: integer `-5`, expected u32 at line 1 column 9",
                "options.size takes a whole number from 0 to 4294967295, not -5",
            ),
            (
                "number: invalid type: string \"six\", expected u32 at line 1 column 9",
                "number takes a whole number from 0 to 4294967295, not \"six\"",
            ),
            (
                "invalid type: sequence, expected struct CreateGame at line 1 column 0",
                "it takes an object, not a list",
            ),
            (
                "agree: invalid type: null, expected a boolean at line 1 column 0",
                "agree takes true or false, not null",
            ),
            ("missing field `mode` at line 1 column 2", "missing field `mode` at line 1 column 2"),
        ] {
            assert_eq!(plain(serde), words);
        }
    }
}

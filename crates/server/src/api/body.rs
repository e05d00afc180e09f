//! Bodies and names that make sense, or a clear answer that they do not.

use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::error::ApiError;
use crate::server::PATIENCE;
use crate::storage::GameId;

/// A JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        // A body that never comes must not hold a place for ever.
        let body = tokio::time::timeout(PATIENCE, axum::Json::<T>::from_request(request, state));
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

/// What serde has to say, without what axum puts around it.
fn inner(error: &JsonRejection) -> String {
    let text = error.body_text();
    text.split_once(": ").map_or(text.clone(), |(_, inner)| inner.to_owned())
}

/// What stands behind the question mark of an address.
pub(super) struct Asked<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        match query {
            Ok(Query(asked)) => Ok(Self(asked)),
            Err(error) => Err(ApiError::BadRequest(error.body_text())),
        }
    }
}

/// The game that an address names.
pub(super) struct Named(pub(super) GameId);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let name = Path::<String>::from_request_parts(parts, state).await.ok();
        name.and_then(|Path(name)| GameId::parse(&name))
            .map(Self)
            .ok_or(ApiError::NotFound("there is no such game, or no longer"))
    }
}

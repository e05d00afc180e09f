//! The machine-readable description of the API.

use axum::http::HeaderMap;
use axum::response::Response;

use crate::http::cache::revalidated;

pub(crate) const DOCUMENT: &str = include_str!("../../openapi.json");

/// `GET /openapi.json`
pub(super) async fn openapi(headers: HeaderMap) -> Response {
    revalidated(&headers, "application/json", DOCUMENT)
}

//! The machine-readable description of the API.

use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::response::Response;

use crate::http::cache::Content;

pub(crate) const DOCUMENT: &str = include_str!("../../openapi.json");

/// `GET /openapi.json`
pub(super) async fn openapi(headers: HeaderMap) -> Response {
    static CONTENT: LazyLock<Content> =
        LazyLock::new(|| Content::new("application/json", DOCUMENT));
    CONTENT.revalidated(&headers)
}

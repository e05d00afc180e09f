//! Responses that browsers may keep, and responses that no cache may.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use crate::game::token::hex;

/// A response that browsers may cache and have to revalidate by its ETag.
pub(crate) fn revalidated(
    request: &HeaderMap,
    content_type: &'static str,
    content: impl IntoResponse + AsRef<[u8]>,
) -> Response {
    let tag = format!("\"{}\"", hash(content.as_ref()));
    let known = request.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let mut response = match known {
        Some(tags) if tags.split(',').any(|known| known.trim().trim_start_matches("W/") == tag) => {
            StatusCode::NOT_MODIFIED.into_response()
        }
        _ => ([(header::CONTENT_TYPE, content_type)], content).into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// A response that no cache may keep, because it depends on the viewer or on the moment.
pub(crate) fn no_store(content_type: &'static str, body: impl IntoResponse) -> Response {
    let headers = [(header::CONTENT_TYPE, content_type), (header::CACHE_CONTROL, "no-store")];
    (headers, body).into_response()
}

/// Sixteen hexadecimal digits that identify a content.
pub(crate) fn hash(content: &[u8]) -> String {
    hex(&Sha256::digest(content)[..8])
}

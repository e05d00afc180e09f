//! The pages: files that are part of the program, and pages of rules that need no script.

use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::server::Server;

/// All pages.
pub(crate) fn routes() -> Router<Arc<Server>> {
    Router::new()
}

/// Nothing is here.
pub(crate) async fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "There is no such page.").into_response()
}

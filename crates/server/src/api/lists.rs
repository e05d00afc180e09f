//! What is the same for all viewers: the games, the bots, the description of the API.

use std::sync::{Arc, LazyLock};

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use divvy_wire::BotsData;
use serde_json::Value;

use crate::http::cache::Content;
use crate::server::Server;

/// `GET /games`: the five games and their options.
pub(super) async fn games(State(server): State<Arc<Server>>) -> Json<Value> {
    Json(divvy_wire::games(server.config.limits.max_size))
}

pub(super) async fn bots() -> Json<BotsData> {
    Json(divvy_wire::bots())
}

pub(super) async fn openapi(headers: HeaderMap) -> Response {
    static CONTENT: LazyLock<Content> =
        LazyLock::new(|| Content::new("application/json", include_str!("../../openapi.json")));
    CONTENT.revalidated(&headers)
}

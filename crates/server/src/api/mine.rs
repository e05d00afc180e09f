//! The unfinished games of a viewer.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::extract::QueryParams;
use super::private_json;
use crate::game::view::GameSummary;
use crate::http::error::ApiError;
use crate::http::viewer::Viewer;
use crate::server::Server;
use crate::storage::GameId;

/// The most games of one request: each may have to be loaded from the storage.
const MAX_GAMES: usize = 12;

/// The ids of games that the browser remembers, separated by commas.
#[derive(Debug, Deserialize)]
pub(super) struct MineQuery {
    games: String,
}

/// `GET /mine`: those of the given games that are unfinished and in which the viewer has a seat. The server cannot find
/// them by itself, because it stores only salted hashes of tokens.
pub(super) async fn mine(
    State(server): State<Arc<Server>>,
    viewer: Viewer,
    QueryParams(MineQuery { games }): QueryParams<MineQuery>,
) -> Result<Response, ApiError> {
    let mut mine = Vec::new();
    for id in games.split(',').filter_map(GameId::parse).take(MAX_GAMES) {
        let handle = match server.games.get(&id).await {
            Ok(handle) => handle,
            Err(ApiError::NotFound(_)) => continue,
            Err(error) => return Err(error),
        };
        let summary = handle.read(|state| {
            let seats = state.seats(viewer.token.as_ref());
            let unfinished = !seats.is_empty() && !state.match_().is_finished();
            // A summary always has a JSON form.
            unfinished
                .then(|| serde_json::to_value(GameSummary::new(id.as_str(), state, seats)).ok())
        });
        mine.extend::<Option<Value>>(summary.await.flatten());
    }
    Ok(private_json(&json!({ "games": mine })))
}

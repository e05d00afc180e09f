//! The games of a viewer.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use divvy_table::{GameError, GameId, GameState, summary};
use serde::Deserialize;
use serde_json::json;

use super::extract::QueryParams;
use super::private_json;
use crate::http::error::ApiError;
use crate::http::middleware::ClientAddress;
use crate::http::viewer::Viewer;
use crate::server::Server;

/// The most games of one request: each may have to be loaded from the storage.
const MAX_GAMES: usize = 12;

#[derive(Debug, Deserialize)]
pub(super) struct MineQuery {
    /// The ids of games that the browser remembers, separated by commas.
    games: String,
    /// Whether finished games are listed too.
    #[serde(default)]
    finished: bool,
}

/// `GET /mine`: those of the given games in which the viewer has a seat. The server cannot find
/// them by itself, because it stores only salted hashes of tokens. Each game costs as much as a request for it.
pub(super) async fn mine(
    State(server): State<Arc<Server>>,
    viewer: Viewer,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    QueryParams(MineQuery { games, finished }): QueryParams<MineQuery>,
) -> Result<Response, ApiError> {
    let mut ids: Vec<GameId> = Vec::new();
    for id in games.split(',').filter_map(GameId::parse) {
        if ids.len() < MAX_GAMES && !ids.contains(&id) {
            ids.push(id);
        }
    }
    // The first is paid for by the request.
    server.service.quotas.requests.spend(address, ids.len().saturating_sub(1) as u32)?;
    let registry = &server.service.games;
    let mut mine = Vec::new();
    for id in &ids {
        let shown = |state: &GameState| {
            let seats = state.seats(viewer.token.as_ref());
            let is_shown = !seats.is_empty() && (finished || !state.is_finished());
            is_shown.then(|| summary(id, state, &seats))
        };
        let read = async { registry.read(&registry.get(id).await?, shown).await };
        match read.await {
            Ok(summary) => mine.extend(summary),
            // The page has the others to show; the log names a game that cannot be read.
            Err(GameError::NotFound(_) | GameError::Damaged) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(private_json(&json!({ "games": mine })))
}

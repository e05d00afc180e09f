//! The unfinished games of a viewer.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::extract::QueryParams;
use super::private_json;
use crate::game::GameState;
use crate::game::token::SeatToken;
use crate::http::error::ApiError;
use crate::http::viewer::Viewer;
use crate::registry::Snapshot;
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
        match unfinished(&server, &id, viewer.token.as_ref()).await {
            Ok(snapshot) => mine.extend(snapshot.map(|snapshot| summary(&snapshot.value()))),
            // The page has the others to show; the log names a game that cannot be read.
            Err(ApiError::NotFound(_) | ApiError::Damaged) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(private_json(&json!({ "games": mine })))
}

/// The game, if it is unfinished and the token holds a seat.
async fn unfinished(
    server: &Server,
    id: &GameId,
    token: Option<&SeatToken>,
) -> Result<Option<Snapshot>, ApiError> {
    let handle = server.games.get(id).await?;
    let snapshot = |state: &GameState| {
        let shown = !state.seats(token).is_empty() && !state.is_finished();
        shown.then(|| handle.snapshot_of(state, token))
    };
    server.games.read(&handle, snapshot).await
}

/// What the list shows of a game: part of its state, with the same keys.
fn summary(state: &Value) -> Value {
    const SHOWN: [&str; 10] =
        ["id", "name", "mode", "round", "rounds", "to_move", "ply", "over", "finished", "status"];
    let part = |object: &Value, keys: &[&str]| -> Value {
        keys.iter().map(|key| ((*key).to_owned(), object[*key].clone())).collect()
    };
    let mut summary = part(state, &SHOWN);
    summary["players"] =
        [0, 1].map(|seat| part(&state["players"][seat], &["name", "taken"])).into();
    summary["you"] = part(&state["you"], &["seats"]);
    summary
}

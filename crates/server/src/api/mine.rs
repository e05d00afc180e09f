//! Somebody's games that are not finished.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::body::Asked;
use super::private;
use crate::error::ApiError;
use crate::identity::Identity;
use crate::server::Server;
use crate::storage::GameId;
use crate::view::Listed;

/// The most games that one question is answered for: each may have to be read from the storage.
const MOST: usize = 12;

/// Games that a browser remembers.
#[derive(Debug, Deserialize)]
pub(super) struct Remembered {
    games: String,
}

/// Which of these games still want whoever asks: those in which they have a seat, and which are not finished. Who holds
/// which seats cannot be looked up the other way round, because only salted hashes are kept.
pub(super) async fn mine(
    State(server): State<Arc<Server>>,
    identity: Identity,
    Asked(Remembered { games }): Asked<Remembered>,
) -> Result<Response, ApiError> {
    let mut mine = Vec::new();
    for id in games.split(',').filter_map(GameId::parse).take(MOST) {
        let live = match server.hub.game(&id).await {
            Ok(live) => live,
            Err(ApiError::NotFound(_)) => continue,
            Err(error) => return Err(error),
        };
        let listed = live.look(|table| {
            let seats = table.seats(identity.token.as_ref());
            let wanted = !seats.is_empty() && !table.game().is_finished();
            // A listed game has no keys or numbers that JSON does not.
            wanted.then(|| serde_json::to_value(Listed::of(id.as_str(), table, seats)).ok())
        });
        mine.extend::<Option<Value>>(listed.await.flatten());
    }
    Ok(private(&json!({ "games": mine })))
}

//! The JSON API under `/api/v1`. A handler reads the request and asks [`crate::registry`] for a change or a snapshot. What
//! the viewer may do is checked in the handlers, what an event does to a game is decided in [`crate::game`].

mod analysis;
mod create;
mod events;
pub(crate) mod extract;
mod join;
mod lists;
mod mine;
mod play;
mod rematch;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use divvy_words::web;
use serde::Serialize;

use crate::http::error::ApiError;
use crate::registry::{Snapshot, Updated};
use crate::server::Server;

/// The largest body that holds a whole game, in bytes: a game on a board of 10,000 numbers takes less than half of it.
const MAX_GAME_BODY: usize = 128 * 1024;

pub(crate) fn routes() -> Router<Arc<Server>> {
    let whole_game = DefaultBodyLimit::max(MAX_GAME_BODY);
    Router::new()
        .route("/games", get(lists::games).post(create::create))
        .route("/bots", get(lists::bots))
        .route("/mine", get(mine::mine))
        .route("/token", post(create::token))
        .route("/games/{id}", get(play::state))
        .route("/games/{id}/join", post(join::join))
        .route("/games/{id}/move", post(play::play))
        .route("/games/{id}/why", get(play::why))
        .route("/games/{id}/undo", post(play::undo))
        .route("/games/{id}/undo/answer", post(play::answer_undo))
        .route("/games/{id}/resign", post(play::resign))
        .route("/games/{id}/next-round", post(play::next_round))
        .route("/games/{id}/rematch", post(rematch::rematch))
        .route("/games/{id}/rematch/answer", post(rematch::answer_rematch))
        .route("/games/{id}/hint", get(analysis::hint))
        .route("/games/{id}/review", get(analysis::review))
        .route("/games/{id}/events", get(events::events))
        .route("/review", get(analysis::review_query).post(analysis::review_body).layer(whole_game))
        .method_not_allowed_fallback(async || ApiError::Method)
        .fallback(async || ApiError::NotFound("there is no such address; see /api"))
}

/// A JSON response that no cache may keep, because it depends on the viewer.
fn private_json(value: &impl Serialize) -> Response {
    // What is answered always has a JSON form.
    no_store("application/json", serde_json::to_string(value).unwrap_or_default())
}

fn snapshot_response(snapshot: &Snapshot) -> Response {
    no_store("application/json", snapshot.json())
}

pub(crate) fn no_store(content_type: &'static str, body: impl IntoResponse) -> Response {
    let headers = [(header::CONTENT_TYPE, content_type), (header::CACHE_CONTROL, "no-store")];
    (headers, body).into_response()
}

fn update_response(updated: Updated) -> Result<Response, ApiError> {
    match updated {
        Updated::Applied(snapshot) => Ok(snapshot_response(&snapshot)),
        Updated::Stale(snapshot) => Err(stale(snapshot)),
    }
}

fn stale(snapshot: Snapshot) -> ApiError {
    ApiError::Stale(web::GAME_HAS_GONE_ON, snapshot)
}

fn set_cookie(response: &mut Response, cookie: Option<HeaderValue>) {
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
}

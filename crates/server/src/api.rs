//! The JSON API under `/api/v1`. Each handler says what is asked for; what comes of it is decided in [`crate::game`].

mod begin;
pub(crate) mod body;
mod events;
mod games;
mod mine;
mod play;
mod think;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::Value;

use crate::error::ApiError;
use crate::hub::{Changed, Told};
use crate::server::Server;

/// The largest body that holds a whole game, in bytes: one on a board of 10,000 numbers has less than half of it.
const LARGEST_GAME: usize = 128 * 1024;

/// All addresses of the API.
pub(crate) fn routes() -> Router<Arc<Server>> {
    let whole_game = DefaultBodyLimit::max(LARGEST_GAME);
    Router::new()
        .route("/games", get(games::list).post(begin::begin))
        .route("/bots", get(games::bots))
        .route("/mine", get(mine::mine))
        .route("/token", post(begin::token))
        .route("/games/{id}", get(play::state))
        .route("/games/{id}/join", post(begin::join))
        .route("/games/{id}/move", post(play::number))
        .route("/games/{id}/why", get(play::why))
        .route("/games/{id}/undo", post(play::undo))
        .route("/games/{id}/undo/answer", post(play::answer_undo))
        .route("/games/{id}/resign", post(play::resign))
        .route("/games/{id}/next-round", post(play::next_round))
        .route("/games/{id}/rematch", post(begin::rematch))
        .route("/games/{id}/rematch/answer", post(begin::answer_rematch))
        .route("/games/{id}/hint", get(think::hint))
        .route("/games/{id}/review", get(think::review))
        .route("/games/{id}/events", get(events::events))
        .route("/review", get(think::review_asked).post(think::review_sent).layer(whole_game))
        .method_not_allowed_fallback(async || ApiError::Method)
        .fallback(async || ApiError::NotFound("there is no such address; see /api"))
}

/// An answer that no cache may keep: it differs from person to person.
pub(crate) fn private(value: &Value) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (headers, value.to_string()).into_response()
}

/// A state as an answer.
fn told(state: &Told) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (headers, state.json()).into_response()
}

/// The answer to an attempt to change a game.
fn answer(changed: Changed) -> Result<Response, ApiError> {
    match changed {
        Changed::Yes(state) => Ok(told(&state)),
        Changed::Overtaken(state) => Err(overtaken(state)),
    }
}

fn overtaken(state: Told) -> ApiError {
    ApiError::Stale("the game has gone on; here it is as it is now", state)
}

//! The JSON API under `/api/v1`. A handler reads the request and asks `divvy_service` for a change or a snapshot; what the
//! viewer may do, and what that does to a game, is decided in `divvy_table`.

mod analysis;
mod create;
mod engine;
mod events;
mod extract;
mod lists;
mod mine;
mod play;
mod qr;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::{get, post};
use divvy_table::GameError;
use divvy_words::web;
use serde::Serialize;

use crate::http::cache::no_store;
use crate::http::error::ApiError;
use crate::http::middleware;
use crate::server::Server;
use divvy_service::Snapshot;

/// The largest body that holds a whole game, in bytes: a game on a board of 10,000 numbers takes less than half of it.
const MAX_GAME_BODY: usize = 128 * 1024;

pub(crate) fn routes(server: &Arc<Server>) -> Router<Arc<Server>> {
    // What needs the solver or begins a game.
    let costly = from_fn_with_state(Arc::clone(server), middleware::charge_more);
    let reviews = get(analysis::review_query).post(analysis::review_body);
    let timed = Router::new()
        .route("/games", post(create::create).layer(costly.clone()))
        .route("/engine", post(engine::ask).layer(DefaultBodyLimit::max(MAX_GAME_BODY)))
        .route("/token", post(create::token))
        .route("/qr", post(qr::qr))
        .route("/games/{id}/join", post(create::join))
        .route("/games/{id}/invite", post(create::invite))
        .route("/games/{id}/invite/check", post(create::check_invite))
        .route("/games/{id}/move", play::command("move"))
        .route("/games/{id}/undo", play::command("undo"))
        .route("/games/{id}/undo/answer", play::command("undo/answer"))
        .route("/games/{id}/resign", play::command("resign"))
        .route("/games/{id}/claim", play::command("claim"))
        .route("/games/{id}/next-round", play::command("next-round"))
        .route("/games/{id}/rematch", post(play::rematch).layer(costly.clone()))
        .route("/games/{id}/rematch/answer", play::command("rematch/answer").layer(costly.clone()))
        .route("/games/{id}/hint", get(analysis::hint).layer(costly.clone()))
        .route("/games/{id}/review", get(analysis::review).layer(costly.clone()))
        .route("/review", reviews.layer(DefaultBodyLimit::max(MAX_GAME_BODY)).layer(costly))
        .route_layer(from_fn(middleware::limit_time));
    Router::new()
        .route("/openapi.json", get(lists::openapi))
        .route("/games", get(lists::games))
        .route("/bots", get(lists::bots))
        .route("/mine", get(mine::mine))
        .route("/games/{id}", get(play::state))
        .route("/games/{id}/why", get(play::why))
        .route("/games/{id}/events", get(events::events))
        .merge(timed)
        .method_not_allowed_fallback(async || ApiError::Method)
        .fallback(async || ApiError::from(GameError::NotFound(web::NO_SUCH_ADDRESS)))
}

/// A JSON response that no cache may keep, because it depends on the viewer.
fn private_json(value: &impl Serialize) -> Response {
    // What is answered always has a JSON form.
    no_store("application/json", serde_json::to_string(value).unwrap_or_default())
}

fn snapshot_response(snapshot: &Snapshot) -> Response {
    no_store("application/json", snapshot.json())
}

fn stale(snapshot: Snapshot) -> ApiError {
    ApiError::Stale(web::GAME_HAS_GONE_ON, snapshot)
}

fn set_cookie(cookie: Option<HeaderValue>) -> HeaderMap {
    cookie.into_iter().map(|cookie| (header::SET_COOKIE, cookie)).collect()
}

//! Hints and reviews.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use divvy_match::Seat;
use divvy_table::{GameAction, HintQuestion, SharedGame, Subject};
use serde::Deserialize;

use super::extract::{GameRequest, JsonBody, QueryParams};
use super::{private_json, stale};
use crate::http::cache::no_store;
use crate::http::error::ApiError;
use crate::http::middleware::ClientAddress;
use crate::server::Server;
use divvy_service::ReviewKey;

#[derive(Debug, Deserialize)]
pub(super) struct HintQuery {
    ply: usize,
}

/// `GET /games/{id}/hint`: who wins, by which move, and why.
pub(super) async fn hint(
    request: GameRequest,
    QueryParams(HintQuery { ply }): QueryParams<HintQuery>,
) -> Result<Response, ApiError> {
    let question = request.read(|state, seats| HintQuestion::new(state, seats, ply)).await??;
    let Some(question) = question else { return Err(stale(request.snapshot().await?)) };
    let advice = request.server.service.advice(question.record.clone(), request.address).await?;
    Ok(private_json(&question.answer(&advice)))
}

/// `GET /games/{id}/review`: a finished round, move by move.
pub(super) async fn review(request: GameRequest) -> Result<Response, ApiError> {
    let finished = request.read(|state, seats| {
        let you = if let [seat] = seats { Some(*seat) } else { None };
        state.may(GameAction::Review, &[]).map(|()| (state.version(), state.game().clone(), you))
    });
    let (version, game, you) = finished.await??;
    let told_to = you.map_or(0, Seat::number).to_string();
    let key = ReviewKey::of(&[request.handle.id().as_str(), &version.to_string(), &told_to]);
    let review = request.server.service.review(key, request.address, move || Ok((game, you)));
    let review = review.await?;
    Ok(no_store("application/json", review))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReviewQuery {
    game: String,
}

/// `GET /review`: the review of the game in the URL.
pub(super) async fn review_query(
    State(server): State<Arc<Server>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    QueryParams(ReviewQuery { game }): QueryParams<ReviewQuery>,
) -> Result<Response, ApiError> {
    review_game(&server, address, SharedGame { game, ..SharedGame::default() }).await
}

/// `POST /review`: the review of the game in the body, because a URL has no room for a long one.
pub(super) async fn review_body(
    State(server): State<Arc<Server>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    body: JsonBody,
) -> Result<Response, ApiError> {
    review_game(&server, address, SharedGame::read(&body.0)?).await
}

async fn review_game(
    server: &Server,
    address: IpAddr,
    game: SharedGame,
) -> Result<Response, ApiError> {
    let [one, two] = game.names.as_ref().map_or(["", ""], |[one, two]| [one, two]);
    let [resigned, you] =
        [game.resigned, game.you].map(|seat| seat.map_or(0, Seat::number).to_string());
    let key = ReviewKey::of(&[&game.game, one, two, &resigned, &you]);
    let max_size = server.config.limits.max_size;
    let shared = move || Ok((game.to_match(max_size)?, game.you));
    Ok(no_store("application/json", server.service.review(key, address, shared).await?))
}

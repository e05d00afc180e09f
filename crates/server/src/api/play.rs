//! Reading a game, and changing it: moves, undo, resigning, the next round, rematches.

use std::sync::Arc;

use axum::response::Response;
use axum::routing::{MethodRouter, post};
use divvy_analysis::fresh_seed;
use divvy_table::{Command, GameError, GameId};
use serde::Deserialize;

use super::extract::{GameRequest, JsonBody, QueryParams};
use super::{private_json, snapshot_response};
use crate::http::error::ApiError;
use crate::server::Server;

pub(super) async fn state(request: GameRequest) -> Result<Response, ApiError> {
    let snapshot = request.snapshot().await?;
    request.server.service.play_bot_turns(&request.handle, request.address);
    Ok(snapshot_response(&snapshot))
}

/// `POST /games/{id}/NAME`: runs the command with this name that the body describes.
pub(super) fn command(name: &'static str) -> MethodRouter<Arc<Server>> {
    post(async move |request: GameRequest, body: JsonBody| run(request, name, &body.0).await)
}

/// `POST /games/{id}/rematch`, which needs no body: offers a rematch, or begins it.
pub(super) async fn rematch(request: GameRequest) -> Result<Response, ApiError> {
    run(request, "rematch", b"").await
}

async fn run(request: GameRequest, name: &str, body: &[u8]) -> Result<Response, ApiError> {
    let new = || Ok::<_, GameError>((GameId::random()?, fresh_seed()?));
    let command = Command::read(name, body, new)?;
    request.run(command.ok_or(GameError::NotFound(divvy_words::web::NO_SUCH_ADDRESS))?).await
}

#[derive(Debug, Deserialize)]
pub(super) struct WhyQuery {
    number: u32,
}

/// `GET /games/{id}/why`: why the viewer cannot play a number now, with the message that the move would get.
pub(super) async fn why(
    request: GameRequest,
    QueryParams(WhyQuery { number }): QueryParams<WhyQuery>,
) -> Result<Response, ApiError> {
    let why = request.read(|state, seats| divvy_table::why(state, seats, number)).await?;
    Ok(private_json(&why))
}

//! Creating games and tokens.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use divvy_match::{First, Length};
use divvy_rules::Game;
use divvy_table::{GameProposal, Mode, SeatToken};
use serde_json::json;
use serde_json::value::RawValue;

use super::extract::{JsonBody, ONE_OR_TWO, TWO_NAMES};
use super::{invitation_response, private_json, set_cookie};
use crate::http::error::ApiError;
use crate::http::middleware::ClientAddress;
use crate::http::viewer::Viewer;
use crate::server::Server;

fn first(value: &RawValue) -> Option<First> {
    match value.get() {
        "1" => Some(First::One),
        "2" => Some(First::Two),
        "\"random\"" => Some(First::Random),
        _ => None,
    }
}

fn proposal(body: &JsonBody) -> Result<GameProposal, ApiError> {
    let fields =
        body.fields(&["game", "options", "mode", "bot", "seat", "first", "best_of", "names"])?;
    let rounds = format!("a number from 1 to {}", Length::MOST);
    Ok(GameProposal {
        game: fields.choice("game", Game::NAMES, Game::named)?,
        options: fields.options("options")?,
        mode: fields.choice("mode", Mode::NAMES, Mode::named)?,
        bot: fields.text("bot")?,
        seat: fields.optional("seat", ONE_OR_TWO)?,
        first: fields.read("first", "1, 2 or \"random\"", first)?,
        best_of: fields.number("best_of", &rounds)?,
        names: fields.optional("names", TWO_NAMES)?,
        seed: None,
    })
}

/// `POST /games`
pub(super) async fn create(
    State(server): State<Arc<Server>>,
    viewer: Viewer,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    body: JsonBody,
) -> Result<Response, ApiError> {
    let proposal = proposal(&body)?;
    let (token, cookie) = viewer.token_or_new()?;
    let (handle, invite) = server.service.begin(&proposal, &token, address).await?;
    let snapshot = handle.snapshot(Some(&token)).await;
    let body = invitation_response(&snapshot, invite.as_ref());
    let mut response = (StatusCode::CREATED, body).into_response();
    if let Ok(location) = HeaderValue::from_str(&format!("/api/v1/games/{}", handle.id())) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    set_cookie(&mut response, cookie);
    Ok(response)
}

/// `POST /token`: a token for a program.
pub(super) async fn token() -> Result<Response, ApiError> {
    Ok(private_json(&json!({ "token": SeatToken::random()?.text() })))
}

//! Creating games and tokens.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use divvy_match::{First, Length, Seat};
use divvy_rules::{Game, Options};
use divvy_table::{GameProposal, Mode, SeatToken};
use serde_json::json;
use serde_json::value::RawValue;

use super::extract::{JsonBody, body};
use super::{invitation_response, private_json, set_cookie};
use crate::http::error::ApiError;
use crate::http::middleware::ClientAddress;
use crate::http::viewer::Viewer;
use crate::server::Server;

body! {
    /// A request for a game.
    struct CreateGame {
        game: Game = choice(Game::NAMES, Game::named),
        options: Options = options(),
        mode: Mode = choice(Mode::NAMES, Mode::named),
        /// The opponent, in mode computer.
        bot: Option<String> = text(),
        /// The seat of the client.
        seat: Option<Seat> = optional("1 or 2"),
        first: Option<First> = read("1, 2 or \"random\"", first),
        best_of: Option<u32> = number(&format!("a number from 1 to {}", Length::MOST)),
        names: Option<[String; 2]> = optional("two names"),
    }
}

fn first(value: &RawValue) -> Option<First> {
    match value.get() {
        "1" => Some(First::One),
        "2" => Some(First::Two),
        "\"random\"" => Some(First::Random),
        _ => None,
    }
}

impl From<CreateGame> for GameProposal {
    fn from(request: CreateGame) -> Self {
        let CreateGame { game, options, mode, bot, seat, first, best_of, names } = request;
        Self { game, options, mode, bot, seat, first, best_of, names, seed: None }
    }
}

/// `POST /games`
pub(super) async fn create(
    State(server): State<Arc<Server>>,
    viewer: Viewer,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    JsonBody(request): JsonBody<CreateGame>,
) -> Result<Response, ApiError> {
    let (token, cookie) = viewer.token_or_new()?;
    let (handle, invite) = server.service.begin(&request.into(), &token, address).await?;
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

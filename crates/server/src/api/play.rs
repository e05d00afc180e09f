//! Reading a game, and changing it: moves, undo, resigning, the next round.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::Response;
use divvy_play::Seat;
use serde::Deserialize;
use serde_json::json;

use super::extract::{GamePath, JsonBody, QueryParams};
use super::{private_json, snapshot_response, update_response};
use crate::game::token::SeatToken;
use crate::game::{Event, GameState, Mode};
use crate::games::GameHandle;
use crate::http::error::ApiError;
use crate::http::viewer::Viewer;
use crate::server::Server;

/// A request about one game.
pub(super) struct GameRequest {
    server: Arc<Server>,
    handle: Arc<GameHandle>,
    token: Option<SeatToken>,
}

impl FromRequestParts<Arc<Server>> for GameRequest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Self, ApiError> {
        let GamePath(id) = GamePath::from_request_parts(parts, server).await?;
        let token = Viewer::from_request_parts(parts, server).await?.token;
        let handle = server.games.get(&id).await?;
        Ok(Self { server: Arc::clone(server), handle, token })
    }
}

impl GameRequest {
    /// Changes the game by the event that `decide` returns for the viewer's seats, if `is_expected` finds the game in the
    /// state that the client expects. Refuses viewers without a seat.
    async fn update(
        &self,
        is_expected: impl FnOnce(&GameState) -> bool + Send,
        decide: impl FnOnce(&GameState, &[Seat]) -> Result<Event, ApiError> + Send,
    ) -> Result<Response, ApiError> {
        let token = self.token.as_ref();
        let updated = self.server.games.update(&self.handle, token, |state| {
            let seats = state.seats(token);
            if seats.is_empty() {
                return Err(ApiError::Forbidden("you are watching this game"));
            }
            if !is_expected(state) {
                return Ok(None);
            }
            decide(state, &seats).map(Some)
        });
        let response = update_response(updated.await?)?;
        self.server.solver.play_bot_turns(&self.server.games, &self.handle);
        Ok(response)
    }
}

/// The state that the client expects the game to be in.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Expected {
    ply: usize,
    #[serde(default)]
    version: Option<u32>,
}

impl Expected {
    fn matches(&self, state: &GameState) -> bool {
        state.ply() == self.ply && has_version(state, self.version)
    }
}

fn has_version(state: &GameState, version: Option<u32>) -> bool {
    version.is_none_or(|version| version == state.version())
}

/// Checks that both seats are taken and the round is not over.
fn check_in_progress(state: &GameState) -> Result<(), ApiError> {
    if !Seat::BOTH.iter().all(|seat| state.is_taken(*seat)) {
        return Err(ApiError::Refused("the other seat is still free".to_owned()));
    }
    if state.match_().round().is_over() {
        return Err(ApiError::Refused("the game is over".to_owned()));
    }
    Ok(())
}

/// Checks that the player to move holds one of these seats.
fn check_turn(state: &GameState, seats: &[Seat]) -> Result<(), ApiError> {
    check_in_progress(state)?;
    if seats.contains(&state.match_().round().to_move()) {
        Ok(())
    } else {
        Err(ApiError::Refused("it is not your turn".to_owned()))
    }
}

/// `GET /games/{id}`
pub(super) async fn state(request: GameRequest) -> Response {
    request.server.solver.play_bot_turns(&request.server.games, &request.handle);
    snapshot_response(&request.handle.snapshot(request.token.as_ref()).await)
}

/// A number, and the state in which it is to be played.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Move {
    number: u32,
    ply: usize,
    #[serde(default)]
    version: Option<u32>,
}

/// `POST /games/{id}/move`
pub(super) async fn play(
    request: GameRequest,
    JsonBody(Move { number, ply, version }): JsonBody<Move>,
) -> Result<Response, ApiError> {
    let expected = Expected { ply, version };
    let played = request.update(
        |state| expected.matches(state),
        |state, seats| check_turn(state, seats).map(|()| Event::Moved { number }),
    );
    let response = played.await?;
    request.server.metrics.moves.inc();
    Ok(response)
}

#[derive(Debug, Deserialize)]
pub(super) struct WhyQuery {
    number: u32,
}

/// `GET /games/{id}/why`: why the viewer cannot play a number now, with the message that the move would get.
pub(super) async fn why(
    request: GameRequest,
    QueryParams(WhyQuery { number }): QueryParams<WhyQuery>,
) -> Response {
    let token = request.token.as_ref();
    let refusal = request.handle.read(|state| {
        let refused = check_turn(state, &state.seats(token))
            .and_then(|()| Ok(state.clone().apply(&Event::Moved { number })?));
        refused.err().map(|error| error.message())
    });
    let refusal = refusal.await;
    private_json(&json!({ "number": number, "legal": refusal.is_none(), "why": refusal }))
}

/// `POST /games/{id}/undo`: undoes, or asks the friend to agree to it.
pub(super) async fn undo(
    request: GameRequest,
    JsonBody(expected): JsonBody<Expected>,
) -> Result<Response, ApiError> {
    let undo = |state: &GameState, seats: &[Seat]| match state.setup().mode {
        Mode::Friend => {
            let by = seats.first().copied().unwrap_or(Seat::One);
            Ok(Event::UndoAsked { by })
        }
        Mode::Local | Mode::Computer => Ok(Event::Undone),
    };
    request.update(|state| expected.matches(state), undo).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnswerUndo {
    agree: bool,
    /// The version in which the request stands, so that it is not answered twice.
    #[serde(default)]
    version: Option<u32>,
}

/// `POST /games/{id}/undo/answer`: agrees to an undo, or declines.
pub(super) async fn answer_undo(
    request: GameRequest,
    JsonBody(AnswerUndo { agree, version }): JsonBody<AnswerUndo>,
) -> Result<Response, ApiError> {
    let answer = |state: &GameState, seats: &[Seat]| match state.undo_request() {
        Some(by) if seats.contains(&by.other()) => {
            Ok(if agree { Event::Undone } else { Event::UndoDeclined })
        }
        Some(_) => Err(ApiError::Refused("the other player is asked".to_owned())),
        None => Err(ApiError::Refused("there is no request to take back".to_owned())),
    };
    request.update(|state| has_version(state, version), answer).await
}

/// `POST /games/{id}/resign`: a viewer with both seats resigns for the player to move.
pub(super) async fn resign(
    request: GameRequest,
    JsonBody(expected): JsonBody<Expected>,
) -> Result<Response, ApiError> {
    let resign = |state: &GameState, seats: &[Seat]| {
        check_in_progress(state)?;
        let to_move = state.match_().round().to_move();
        let by = if seats.contains(&to_move) { to_move } else { to_move.other() };
        Ok(Event::Resigned { by: Some(by) })
    };
    request.update(|state| expected.matches(state), resign).await
}

/// The round that is over.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NextRound {
    round: usize,
}

/// `POST /games/{id}/next-round`: both players may send it; for the second it is stale.
pub(super) async fn next_round(
    request: GameRequest,
    JsonBody(NextRound { round }): JsonBody<NextRound>,
) -> Result<Response, ApiError> {
    let is_expected = |state: &GameState| state.match_().round_number() == round;
    request.update(is_expected, |_, _| Ok(Event::NextRound)).await
}

//! Reading a game, and changing it: moves, undo, resigning, the next round.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::Response;
use divvy_match::{Event, Seat};
use divvy_wire::{FieldError, Object};
use serde::Deserialize;
use serde_json::json;

use super::extract::{Body, GamePath, JsonBody, QueryParams};
use super::{private_json, snapshot_response, update_response};
use crate::game::token::SeatToken;
use crate::game::{GameAction, GameEvent, GameState, Mode};
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
    /// Changes the game by the event that `event` makes for the viewer's seats, if the viewer may do `action` and
    /// `is_expected` finds the game in the state that the client expects.
    async fn update(
        &self,
        action: GameAction,
        is_expected: impl FnOnce(&GameState) -> bool + Send,
        event: impl FnOnce(&GameState, &[Seat]) -> GameEvent + Send,
    ) -> Result<Response, ApiError> {
        let token = self.token.as_ref();
        let updated = self.server.games.update(&self.handle, token, |state| {
            let seats = state.seats(token);
            let allowed = state.may(action, &seats);
            // A viewer without a seat is refused whatever the state; a player is told of a newer state first.
            if !seats.is_empty() && !is_expected(state) {
                return Ok(None);
            }
            allowed?;
            Ok(Some(event(state, &seats)))
        });
        let response = update_response(updated.await?)?;
        self.server.solver.play_bot_turns(&self.server.games, &self.handle);
        Ok(response)
    }
}

/// The state that the client expects the game to be in.
#[derive(Debug)]
pub(super) struct Expected {
    ply: usize,
    version: Option<u32>,
}

const PLY: &str = "a whole number from 0 up";

impl Body for Expected {
    const FIELDS: &'static [&'static str] = &["ply", "version"];

    fn read(fields: &Object<'_>) -> Result<Self, FieldError> {
        let ply = Object::needed("ply", PLY, fields.number("ply", PLY)?)?;
        Ok(Self { ply, version: fields.number("version", PLY)? })
    }
}

impl Expected {
    fn matches(&self, state: &GameState) -> bool {
        state.ply() == self.ply && has_version(state, self.version)
    }
}

fn has_version(state: &GameState, version: Option<u32>) -> bool {
    version.is_none_or(|version| version == state.version())
}

/// `GET /games/{id}`
pub(super) async fn state(request: GameRequest) -> Response {
    request.server.solver.play_bot_turns(&request.server.games, &request.handle);
    snapshot_response(&request.handle.snapshot(request.token.as_ref()).await)
}

/// A number, and the state in which it is to be played.
#[derive(Debug)]
pub(super) struct Move {
    number: u32,
    expected: Expected,
}

impl Body for Move {
    const FIELDS: &'static [&'static str] = &["number", "ply", "version"];

    fn read(fields: &Object<'_>) -> Result<Self, FieldError> {
        const NUMBER: &str = "a whole number from 0 to 4294967295";
        let number = Object::needed("number", NUMBER, fields.number("number", NUMBER)?)?;
        Ok(Self { number, expected: Expected::read(fields)? })
    }
}

/// `POST /games/{id}/move`
pub(super) async fn play(
    request: GameRequest,
    JsonBody(Move { number, expected }): JsonBody<Move>,
) -> Result<Response, ApiError> {
    let moved = |_: &GameState, _: &[Seat]| GameEvent::Match(Event::Moved { number });
    let played = request.update(GameAction::Move, |state| expected.matches(state), moved);
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
        let allowed = state.may(GameAction::Move, &state.seats(token)).map_err(ApiError::from);
        let moved = GameEvent::Match(Event::Moved { number });
        let refused = allowed.and_then(|()| Ok(state.check(&moved)?));
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
        Mode::Friend => GameEvent::UndoAsked { by: seats.first().copied().unwrap_or(Seat::One) },
        Mode::Local | Mode::Computer => GameEvent::Match(Event::Undone { plies: None }),
    };
    request.update(GameAction::Undo, |state| expected.matches(state), undo).await
}

#[derive(Debug)]
pub(super) struct AnswerUndo {
    agree: bool,
    /// The version in which the request stands, so that it is not answered twice.
    version: Option<u32>,
}

impl Body for AnswerUndo {
    const FIELDS: &'static [&'static str] = &["agree", "version"];

    fn read(fields: &Object<'_>) -> Result<Self, FieldError> {
        let agree = Object::needed("agree", "true or false", fields.flag("agree")?)?;
        Ok(Self { agree, version: fields.number("version", PLY)? })
    }
}

/// `POST /games/{id}/undo/answer`: agrees to an undo, or declines.
pub(super) async fn answer_undo(
    request: GameRequest,
    JsonBody(AnswerUndo { agree, version }): JsonBody<AnswerUndo>,
) -> Result<Response, ApiError> {
    let answer = |_: &GameState, _: &[Seat]| match agree {
        true => GameEvent::Match(Event::Undone { plies: None }),
        false => GameEvent::UndoDeclined,
    };
    request.update(GameAction::AnswerUndo, |state| has_version(state, version), answer).await
}

/// `POST /games/{id}/resign`: a viewer with both seats resigns for the player to move.
pub(super) async fn resign(
    request: GameRequest,
    JsonBody(expected): JsonBody<Expected>,
) -> Result<Response, ApiError> {
    let resign = |state: &GameState, seats: &[Seat]| {
        let to_move = state.match_().round().to_move();
        let by = if seats.contains(&to_move) { to_move } else { to_move.other() };
        GameEvent::Match(Event::Resigned { by: Some(by) })
    };
    request.update(GameAction::Resign, |state| expected.matches(state), resign).await
}

/// The round that is over.
#[derive(Debug)]
pub(super) struct NextRound {
    round: usize,
}

impl Body for NextRound {
    const FIELDS: &'static [&'static str] = &["round"];

    fn read(fields: &Object<'_>) -> Result<Self, FieldError> {
        const ROUND: &str = "the number of the round that is over";
        Ok(Self { round: Object::needed("round", ROUND, fields.number("round", ROUND)?)? })
    }
}

/// `POST /games/{id}/next-round`: both players may send it; for the second it is stale.
pub(super) async fn next_round(
    request: GameRequest,
    JsonBody(NextRound { round }): JsonBody<NextRound>,
) -> Result<Response, ApiError> {
    let is_expected = |state: &GameState| state.match_().round_number() == round;
    let next = |_: &GameState, _: &[Seat]| GameEvent::Match(Event::NextRound);
    request.update(GameAction::NextRound, is_expected, next).await
}

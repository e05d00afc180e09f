//! Reading a game, and changing it: moves, undo, resigning, the next round.

use axum::response::Response;
use divvy_match::{Event, Refused, Seat};
use serde::Deserialize;
use serde_json::json;

use super::extract::{GameRequest, JsonBody, QueryParams, body};
use super::{private_json, snapshot_response, update_response};
use crate::game::view::reader;
use crate::game::{EventError, GameAction, GameEvent, GameState, Mode};
use crate::http::error::ApiError;
use crate::registry::Decision;

/// Changes the game by the event that `event` makes for the viewer's seats, if the viewer may do `action` and
/// `is_expected` finds the game in the state that the client expects.
async fn update(
    request: &GameRequest,
    action: GameAction,
    is_expected: impl Fn(&GameState) -> bool + Sync,
    event: impl Fn(&GameState, &[Seat]) -> GameEvent + Sync,
) -> Result<Response, ApiError> {
    let updated = request.update(|state, seats| {
        let allowed = state.may(action, seats);
        // A viewer without a seat is refused whatever the state; a player is told of a newer state first.
        if !seats.is_empty() && !is_expected(state) {
            return Ok(Decision::Stale);
        }
        allowed?;
        Ok(Decision::Apply(event(state, seats)))
    });
    let response = update_response(updated.await?)?;
    request.play_bot_turns();
    Ok(response)
}

const WHOLE_NUMBER: &str = "a whole number from 0 up";

body! {
    /// The state that the client expects the game to be in.
    struct Expected {
        ply: usize = needed_number(WHOLE_NUMBER),
        version: Option<u32> = number(WHOLE_NUMBER),
    }
}

impl Expected {
    fn matches(&self, state: &GameState) -> bool {
        state.ply() == self.ply && has_version(state, self.version)
    }
}

fn has_version(state: &GameState, version: Option<u32>) -> bool {
    version.is_none_or(|version| version == state.version)
}

/// `GET /games/{id}`
pub(super) async fn state(request: GameRequest) -> Result<Response, ApiError> {
    let snapshot = request.snapshot().await?;
    request.play_bot_turns();
    Ok(snapshot_response(&snapshot))
}

body! {
    /// A number, and the state in which it is to be played.
    struct Move {
        number: u32 = needed_number("a whole number from 0 to 4294967295"),
        ply: usize = needed_number(WHOLE_NUMBER),
        version: Option<u32> = number(WHOLE_NUMBER),
    }
}

/// `POST /games/{id}/move`
pub(super) async fn play(
    request: GameRequest,
    JsonBody(Move { number, ply, version }): JsonBody<Move>,
) -> Result<Response, ApiError> {
    let expected = Expected { ply, version };
    let moved = |_: &GameState, _: &[Seat]| GameEvent::Match(Event::Moved { number });
    let played = update(&request, GameAction::Move, |state| expected.matches(state), moved);
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
) -> Result<Response, ApiError> {
    let refusal = request.read(|state, seats| {
        let moved = GameEvent::Match(Event::Moved { number });
        let allowed = state.may(GameAction::Move, seats).map_err(EventError::from);
        let refused = allowed.and_then(|()| state.check(&moved)).err();
        let sentence = match refused {
            Some(EventError::Refused(Refused::Number { number, refusal })) => {
                Some(reader(state, seats).refusal(&state.match_, number, refusal))
            }
            _ => None,
        };
        (refused.map(|error| ApiError::from(error).to_string()), sentence)
    });
    let (why, sentence) = refusal.await?;
    Ok(private_json(
        &json!({ "number": number, "legal": why.is_none(), "why": why, "sentence": sentence }),
    ))
}

/// `POST /games/{id}/undo`: undoes, or asks the friend to agree to it.
pub(super) async fn undo(
    request: GameRequest,
    JsonBody(expected): JsonBody<Expected>,
) -> Result<Response, ApiError> {
    let undo = |state: &GameState, seats: &[Seat]| match state.setup.mode {
        Mode::Friend => GameEvent::UndoAsked { by: seats.first().copied().unwrap_or(Seat::One) },
        Mode::Local | Mode::Computer => GameEvent::Match(Event::Undone { plies: None }),
    };
    update(&request, GameAction::Undo, |state| expected.matches(state), undo).await
}

body! {
    struct AnswerUndo {
        agree: bool = needed("true or false"),
        /// The version in which the request stands, so that it is not answered twice.
        version: Option<u32> = number(WHOLE_NUMBER),
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
    update(&request, GameAction::AnswerUndo, |state| has_version(state, version), answer).await
}

/// `POST /games/{id}/resign`: a viewer with both seats resigns for the player to move.
pub(super) async fn resign(
    request: GameRequest,
    JsonBody(expected): JsonBody<Expected>,
) -> Result<Response, ApiError> {
    let resign = |state: &GameState, seats: &[Seat]| {
        let to_move = state.match_.round().to_move();
        let by = if seats.contains(&to_move) { to_move } else { to_move.other() };
        GameEvent::Match(Event::Resigned { by: Some(by) })
    };
    update(&request, GameAction::Resign, |state| expected.matches(state), resign).await
}

body! {
    struct NextRound {
        round: usize = needed_number("the number of the round that is over"),
    }
}

/// `POST /games/{id}/next-round`: both players may send it; for the second it is stale.
pub(super) async fn next_round(
    request: GameRequest,
    JsonBody(NextRound { round }): JsonBody<NextRound>,
) -> Result<Response, ApiError> {
    let is_expected = |state: &GameState| state.match_.round_number() == round;
    let next = |_: &GameState, _: &[Seat]| GameEvent::Match(Event::NextRound);
    update(&request, GameAction::NextRound, is_expected, next).await
}

//! Reading a game, and changing it: moves, undo, resigning, the next round, rematches.

use axum::response::Response;
use divvy_analysis::fresh_seed;
use divvy_match::{Event, Refused};
use divvy_table::{Command, Expected, GameAction, GameError, GameId, RematchDraw, speaking_to};
use serde::Deserialize;
use serde_json::json;

use super::extract::{GameRequest, JsonBody, QueryParams, body};
use super::{private_json, snapshot_response};
use crate::http::error::ApiError;

const WHOLE_NUMBER: &str = "a whole number from 0 up";

body! {
    /// The state that the client expects the game to be in.
    struct ExpectedState {
        ply: usize = needed_number(WHOLE_NUMBER),
        version: Option<u32> = number(WHOLE_NUMBER),
    }
}

impl From<ExpectedState> for Expected {
    fn from(ExpectedState { ply, version }: ExpectedState) -> Self {
        Self { ply, version }
    }
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
    request.run(Command::Move(number, Expected { ply, version })).await
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
        if let Err(error) = state.may(GameAction::Move, seats) {
            return (Some(error), None);
        }
        let refused = state.game().check(&Event::Moved { number }).err();
        let sentence = refused.and_then(|refused| match refused {
            Refused::Number { number, refusal } => {
                Some(speaking_to(state, seats).refusal(state.game().round(), number, refusal))
            }
            Refused::Denied(_) => None,
        });
        (refused.map(GameError::from), sentence)
    });
    let (why, sentence) = refusal.await?;
    let why = why.map(|error| error.to_string());
    Ok(private_json(
        &json!({ "number": number, "legal": why.is_none(), "why": why, "sentence": sentence }),
    ))
}

/// `POST /games/{id}/undo`: undoes, or asks the friend to agree to it.
pub(super) async fn undo(
    request: GameRequest,
    JsonBody(expected): JsonBody<ExpectedState>,
) -> Result<Response, ApiError> {
    request.run(Command::Undo(expected.into())).await
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
    request.run(Command::AnswerUndo { agree, version }).await
}

/// `POST /games/{id}/resign`: a viewer with both seats resigns for the player to move.
pub(super) async fn resign(
    request: GameRequest,
    JsonBody(expected): JsonBody<ExpectedState>,
) -> Result<Response, ApiError> {
    request.run(Command::Resign(expected.into())).await
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
    request.run(Command::NextRound(round)).await
}

/// `POST /games/{id}/rematch`: offers a rematch, or begins it.
pub(super) async fn rematch(request: GameRequest) -> Result<Response, ApiError> {
    request.run(Command::Rematch(draw()?)).await
}

body! {
    struct AnswerRematch {
        agree: bool = needed("true or false"),
    }
}

/// `POST /games/{id}/rematch/answer`: accepts or declines.
pub(super) async fn answer_rematch(
    request: GameRequest,
    JsonBody(AnswerRematch { agree }): JsonBody<AnswerRematch>,
) -> Result<Response, ApiError> {
    let answer = if agree { Command::AcceptRematch(draw()?) } else { Command::DeclineRematch };
    request.run(answer).await
}

fn draw() -> Result<RematchDraw, ApiError> {
    Ok(RematchDraw { id: GameId::random()?, seed: fresh_seed()? })
}

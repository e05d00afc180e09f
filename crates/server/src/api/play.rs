//! Reading a game, and changing it: moves, undo, resigning, the next round, rematches.

use axum::response::Response;
use divvy_analysis::fresh_seed;
use divvy_match::{Event, EventError};
use divvy_table::{Command, Expected, GameAction, GameError, GameId, speaking_to};
use divvy_wire::{FieldError, Object};
use serde::Deserialize;
use serde_json::json;

use super::extract::{GameRequest, JsonBody, QueryParams, TRUE_OR_FALSE};
use super::{private_json, snapshot_response};
use crate::http::error::ApiError;

const WHOLE_NUMBER: &str = "a whole number from 0 up";

/// The state that the client expects the game to be in: all that a command takes that has nothing more.
pub(super) fn expected(body: &JsonBody) -> Result<Expected, ApiError> {
    Ok(expected_by(&body.fields(&["ply", "version"])?)?)
}

fn expected_by(fields: &Object<'_>) -> Result<Expected, FieldError> {
    let ply = fields.needed_number("ply", WHOLE_NUMBER)?;
    Ok(Expected { ply, version: fields.number("version", WHOLE_NUMBER)? })
}

pub(super) async fn state(request: GameRequest) -> Result<Response, ApiError> {
    let snapshot = request.snapshot().await?;
    request.server.service.play_bot_turns(&request.handle, request.address);
    Ok(snapshot_response(&snapshot))
}

pub(super) fn play(body: &JsonBody) -> Result<Command, ApiError> {
    let fields = body.fields(&["number", "ply", "version"])?;
    let number = fields.needed_number("number", "a whole number from 0 to 4294967295")?;
    Ok(Command::Move(number, expected_by(&fields)?))
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
            return (Some(error), [None, None]);
        }
        let refused = state.game().check(&Event::Moved { number }).err();
        let sentences = match refused {
            Some(EventError::IllegalMove { number, refusal }) => {
                let to = speaking_to(state, seats);
                let [reason, instead] = to.refusal(state.game().round(), number, refusal);
                [Some(format!("{reason} {instead}")), Some(reason)]
            }
            Some(EventError::Denied(_)) | None => [None, None],
        };
        (refused.map(GameError::from), sentences)
    });
    let (why, [sentence, reason]) = refusal.await?;
    let why = why.map(|error| error.to_string());
    Ok(private_json(&json!({
        "number": number,
        "legal": why.is_none(),
        "why": why,
        "sentence": sentence,
        "reason": reason,
    })))
}

/// `POST /games/{id}/undo/answer`: agrees to an undo, or declines.
pub(super) fn answer_undo(body: &JsonBody) -> Result<Command, ApiError> {
    let fields = body.fields(&["agree", "version"])?;
    let agree = fields.needed("agree", TRUE_OR_FALSE)?;
    Ok(Command::AnswerUndo { agree, version: fields.number("version", WHOLE_NUMBER)? })
}

/// `POST /games/{id}/next-round`: both players may send it; for the second it is stale.
pub(super) fn next_round(body: &JsonBody) -> Result<Command, ApiError> {
    let takes = "the number of the round that is over";
    Ok(Command::NextRound(body.fields(&["round"])?.needed_number("round", takes)?))
}

/// `POST /games/{id}/rematch`: offers a rematch, or begins it.
pub(super) async fn rematch(request: GameRequest) -> Result<Response, ApiError> {
    request.run(Command::Rematch(GameId::random()?, fresh_seed()?)).await
}

/// `POST /games/{id}/rematch/answer`: accepts or declines.
pub(super) fn answer_rematch(body: &JsonBody) -> Result<Command, ApiError> {
    Ok(match body.fields(&["agree"])?.needed("agree", TRUE_OR_FALSE)? {
        true => Command::AcceptRematch(GameId::random()?, fresh_seed()?),
        false => Command::DeclineRematch,
    })
}

//! Offering a rematch, answering the offer, and creating the new game.

use axum::response::Response;
use divvy_match::{Seat, Setup};

use super::create::seed_for;
use super::extract::{GameRequest, JsonBody, body};
use super::update_response;
use crate::game::token::random_game_id;
use crate::game::{GameAction, GameEvent, GameSetup, GameState, Mode};
use crate::http::error::ApiError;
use crate::registry::Decision;
use crate::storage::GameId;

/// `POST /games/{id}/rematch`: offers a rematch, or begins it.
pub(super) async fn rematch(request: GameRequest) -> Result<Response, ApiError> {
    offer_or_begin(&request, GameAction::Rematch).await
}

/// Offers a rematch, or begins it if the other player has offered one or needs not be asked.
async fn offer_or_begin(request: &GameRequest, action: GameAction) -> Result<Response, ApiError> {
    let id = random_game_id()?;
    let mut begins = false;
    let updated = request.update(|state, seats| {
        let decision = decide(state, seats, action, &id)?;
        let begun = std::mem::replace(&mut begins, matches!(decision, Decision::BeginRematch(..)));
        if begins && !begun {
            // It may be decided again, but begins one game.
            request.server.quotas.begin_game(request.address)?;
        }
        Ok(decision)
    });
    let response = update_response(updated.await?)?;
    if begins {
        let server = &request.server;
        server.metrics.games_created.inc();
        let handle = server.games.get(&id).await?;
        server.solver.play_bot_turns(&server.games, &handle, request.address);
    }
    Ok(response)
}

fn decide(
    state: &GameState,
    seats: &[Seat],
    action: GameAction,
    id: &GameId,
) -> Result<Decision, ApiError> {
    // Both players may send the request at the same time.
    if action == GameAction::Rematch && state.rematch_has_begun() && !seats.is_empty() {
        return Ok(Decision::Done);
    }
    state.may(action, seats)?;
    match seats.first() {
        Some(&by) if state.setup.mode == Mode::Friend && state.rematch_offer().is_none() => {
            Ok(Decision::Apply(GameEvent::RematchOffered { by }))
        }
        _ => Ok(Decision::BeginRematch(id.clone(), Box::new(rematch_setup(state)?))),
    }
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
    if agree {
        return offer_or_begin(&request, GameAction::AnswerRematch).await;
    }
    let declined = request.update(|state, seats| {
        state.may(GameAction::AnswerRematch, seats)?;
        Ok(Decision::Apply(GameEvent::RematchDeclined))
    });
    update_response(declined.await?)
}

/// The same match with the same holders; the other player opens.
fn rematch_setup(state: &GameState) -> Result<GameSetup, ApiError> {
    let Setup { names, first, seed, .. } = state.match_.rematch(seed_for(state.setup.mode)?);
    let holders = state.holders.clone();
    Ok(GameSetup { names, first, seed, holders, invite: None, ..state.setup.clone() })
}

//! Offering a rematch, answering the offer, and creating the new game.

use axum::response::Response;
use divvy_match::{Seat, Setup};

use super::create::seed_for;
use super::extract::{GameRequest, JsonBody, body};
use super::{snapshot_response, update_response};
use crate::game::token::random_game_id;
use crate::game::{GameAction, GameEvent, GameSetup, GameState, Mode, Rematch};
use crate::http::error::ApiError;

/// `POST /games/{id}/rematch`: offers a rematch, or begins it.
pub(super) async fn rematch(request: GameRequest) -> Result<Response, ApiError> {
    let setup = match request.read(next_step).await? {
        RematchStep::Begun => return Ok(snapshot_response(&request.snapshot().await)),
        RematchStep::Offer(by) => {
            let offer = request.update(|_, _| Ok(Some(GameEvent::RematchOffered { by })));
            return update_response(offer.await?);
        }
        RematchStep::Create(setup) => *setup,
    };
    let server = &request.server;
    let new_id = random_game_id()?;
    let new_game = server.games.create(new_id.clone(), setup).await?;
    let rematched = request.update(|state, _| {
        // Both players may accept at the same time; the game that is linked first counts.
        let first = !matches!(state.rematch, Some(Rematch::Begun { .. }));
        Ok(first.then(|| GameEvent::Rematched { game: new_id.to_string() }))
    });
    let response = update_response(rematched.await?)?;
    server.metrics.games_created.inc();
    server.solver.play_bot_turns(&server.games, &new_game);
    Ok(response)
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
        request.read(|state, seats| state.may(GameAction::AnswerRematch, seats)).await?;
        return rematch(request).await;
    }
    let declined = request.update(|state, seats| {
        state.may(GameAction::AnswerRematch, seats)?;
        Ok(Some(GameEvent::RematchDeclined))
    });
    update_response(declined.await?)
}

/// What a request for a rematch leads to.
enum RematchStep {
    /// It has begun already.
    Begun,
    /// The other player has to agree.
    Offer(Seat),
    /// The new game begins.
    Create(Box<GameSetup>),
}

fn next_step(state: &GameState, seats: &[Seat]) -> Result<RematchStep, ApiError> {
    let begun = matches!(state.rematch, Some(Rematch::Begun { .. }));
    if begun && !seats.is_empty() {
        return Ok(RematchStep::Begun);
    }
    state.may(GameAction::Rematch, seats)?;
    let offered = matches!(state.rematch, Some(Rematch::Offered { .. }));
    match seats.first() {
        Some(&by) if state.setup.mode == Mode::Friend && !offered => Ok(RematchStep::Offer(by)),
        _ => rematch_setup(state).map(Box::new).map(RematchStep::Create),
    }
}

/// The same match with the same holders; the other player opens.
fn rematch_setup(state: &GameState) -> Result<GameSetup, ApiError> {
    let Setup { names, first, seed, .. } = state.match_.rematch(seed_for(state.setup.mode)?);
    let holders = state.holders.clone();
    Ok(GameSetup { names, first, seed, holders, invite: None, ..state.setup.clone() })
}

//! Offering a rematch, answering the offer, and creating the new game.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use divvy_match::{Seat, Setup};
use divvy_wire::{FieldError, Object};

use super::create::seed_for;
use super::extract::{Body, GamePath, JsonBody};
use super::{snapshot_response, stale, update_response};
use crate::game::token::random_game_id;
use crate::game::{GameAction, GameEvent, GameSetup, GameState, Mode, Rematch};
use crate::games::Updated;
use crate::http::error::ApiError;
use crate::http::viewer::Viewer;
use crate::server::Server;

/// `POST /games/{id}/rematch`: offers a rematch, or begins it.
pub(super) async fn rematch(
    State(server): State<Arc<Server>>,
    GamePath(id): GamePath,
    viewer: Viewer,
) -> Result<Response, ApiError> {
    let handle = server.games.get(&id).await?;
    let token = viewer.token.as_ref();
    let setup = match handle.read(|state| next_step(state, &state.seats(token))).await? {
        RematchStep::Begun => return Ok(snapshot_response(&handle.snapshot(token).await)),
        RematchStep::Offer(by) => {
            let offer = |_: &GameState| Ok(Some(GameEvent::RematchOffered { by }));
            return update_response(server.games.update(&handle, token, offer).await?);
        }
        RematchStep::Create(setup) => *setup,
    };
    let new_id = random_game_id()?;
    let new_game = server.games.create(new_id.clone(), setup).await?;
    let rematched = |state: &GameState| {
        // Both players may accept at the same time; the game that is linked first counts.
        let first = !matches!(state.rematch(), Some(Rematch::Begun(_)));
        Ok(first.then(|| GameEvent::Rematched { game: new_id.to_string() }))
    };
    match server.games.update(&handle, token, rematched).await? {
        Updated::Applied(snapshot) => {
            server.metrics.games_created.inc();
            server.solver.play_bot_turns(&server.games, &new_game);
            Ok(snapshot_response(&snapshot))
        }
        Updated::Stale(snapshot) => Err(stale(snapshot)),
    }
}

#[derive(Debug)]
pub(super) struct AnswerRematch {
    agree: bool,
}

impl Body for AnswerRematch {
    const FIELDS: &'static [&'static str] = &["agree"];

    fn read(fields: &Object<'_>) -> Result<Self, FieldError> {
        Ok(Self { agree: Object::needed("agree", "true or false", fields.flag("agree")?)? })
    }
}

/// `POST /games/{id}/rematch/answer`: accepts or declines.
pub(super) async fn answer_rematch(
    server: State<Arc<Server>>,
    GamePath(id): GamePath,
    viewer: Viewer,
    JsonBody(AnswerRematch { agree }): JsonBody<AnswerRematch>,
) -> Result<Response, ApiError> {
    let handle = server.games.get(&id).await?;
    let token = viewer.token.as_ref();
    let may_answer = |state: &GameState| state.may(GameAction::AnswerRematch, &state.seats(token));
    if agree {
        handle.read(may_answer).await?;
        return rematch(server, GamePath(id), viewer).await;
    }
    let decline = |state: &GameState| {
        may_answer(state)?;
        Ok(Some(GameEvent::RematchDeclined))
    };
    update_response(server.games.update(&handle, token, decline).await?)
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
    let begun = matches!(state.rematch(), Some(Rematch::Begun(_)));
    if begun && !seats.is_empty() {
        return Ok(RematchStep::Begun);
    }
    state.may(GameAction::Rematch, seats)?;
    let offered = matches!(state.rematch(), Some(Rematch::Offered(_)));
    match seats.first() {
        Some(&by) if state.setup().mode == Mode::Friend && !offered => Ok(RematchStep::Offer(by)),
        _ => rematch_setup(state).map(Box::new).map(RematchStep::Create),
    }
}

/// The same match with the same holders; the other player opens.
fn rematch_setup(state: &GameState) -> Result<GameSetup, ApiError> {
    let Setup { names, first, seed, .. } = state.match_().rematch(seed_for(state.setup().mode)?);
    let holders = state.holders().clone();
    Ok(GameSetup { names, first, seed, holders, invite: None, ..state.setup().clone() })
}

//! Offering a rematch, answering the offer, and creating the new game.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use divvy_play::Seat;
use serde::Deserialize;

use super::create::seed_for;
use super::extract::{GamePath, JsonBody};
use super::{snapshot_response, stale, update_response};
use crate::game::token::random_game_id;
use crate::game::{Event, GameSetup, GameState, Mode, Rematch};
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
            let offer = |_: &GameState| Ok(Some(Event::RematchOffered { by }));
            return update_response(server.games.update(&handle, token, offer).await?);
        }
        RematchStep::Create(setup) => *setup,
    };
    let new_id = random_game_id()?;
    let new_game = server.games.create(new_id.clone(), setup).await?;
    let rematched = |state: &GameState| {
        // Both players may accept at the same time; the game that is linked first counts.
        let first = !matches!(state.rematch(), Some(Rematch::Begun(_)));
        Ok(first.then(|| Event::Rematched { game: new_id.to_string() }))
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

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnswerRematch {
    agree: bool,
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
    let check = |state: &GameState| {
        let seats = state.seats(token);
        match state.rematch() {
            _ if seats.is_empty() => Err(ApiError::Forbidden("you are watching this game")),
            Some(Rematch::Offered(by)) if seats.contains(&by.other()) => Ok(()),
            Some(Rematch::Offered(_)) => {
                Err(ApiError::Refused("the other player is asked".to_owned()))
            }
            _ => Err(ApiError::Refused("there is no offer of a rematch".to_owned())),
        }
    };
    if agree {
        handle.read(check).await?;
        return rematch(server, GamePath(id), viewer).await;
    }
    let decline = |state: &GameState| check(state).map(|()| Some(Event::RematchDeclined));
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
    let Some(&seat) = seats.first() else {
        return Err(ApiError::Forbidden("only those who play can ask for a rematch"));
    };
    if !state.match_().is_finished() {
        return Err(ApiError::Refused("the match is not over".to_owned()));
    }
    match state.rematch() {
        Some(Rematch::Begun(_)) => Ok(RematchStep::Begun),
        None if state.setup().mode == Mode::Friend => Ok(RematchStep::Offer(seat)),
        Some(Rematch::Declined(by)) if *by == seat => Ok(RematchStep::Offer(seat)),
        Some(Rematch::Declined(_)) => {
            Err(ApiError::Refused("your opponent does not want to play again".to_owned()))
        }
        Some(Rematch::Offered(by)) if *by == seat => Ok(RematchStep::Offer(seat)),
        None | Some(Rematch::Offered(_)) => {
            rematch_setup(state).map(Box::new).map(RematchStep::Create)
        }
    }
}

/// The same match with the same holders; the other player opens.
fn rematch_setup(state: &GameState) -> Result<GameSetup, ApiError> {
    let match_ = state.match_();
    let seed = seed_for(state.setup().mode)?;
    Ok(GameSetup {
        names: match_.names().clone(),
        first: match_.rematch(seed).round().first(),
        seed,
        holders: state.holders().clone(),
        invite: None,
        ..state.setup().clone()
    })
}

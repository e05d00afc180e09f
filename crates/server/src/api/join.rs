//! Joining a game by a link.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use divvy_match::Seat;
use divvy_wire::{FieldError, Object};

use super::create::parse_names;
use super::extract::{Body, GamePath, JsonBody};
use super::{set_cookie, snapshot_response, update_response};
use crate::game::token::SeatToken;
use crate::game::{GameAction, GameEvent, GameState, NotAllowed};
use crate::http::error::ApiError;
use crate::http::viewer::Viewer;
use crate::server::Server;

#[derive(Debug)]
pub(super) struct JoinGame {
    invite: String,
    name: String,
}

impl Body for JoinGame {
    const FIELDS: &'static [&'static str] = &["invite", "name"];

    fn read(fields: &Object<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            invite: Object::needed("invite", "the text in the link", fields.text("invite")?)?,
            name: fields.text("name")?.unwrap_or_default(),
        })
    }
}

/// `POST /games/{id}/join`: takes the free seat.
pub(super) async fn join(
    State(server): State<Arc<Server>>,
    GamePath(id): GamePath,
    viewer: Viewer,
    JsonBody(request): JsonBody<JoinGame>,
) -> Result<Response, ApiError> {
    let handle = server.games.get(&id).await?;
    let (token, cookie) = viewer.token_or_new()?;
    // A client that repeats the request, because the response was lost, has the seat already.
    if handle.read(|state| has_joined(state, &token)).await {
        return Ok(snapshot_response(&handle.snapshot(Some(&token)).await));
    }
    if handle.read(|state| seat_for(state, &request, &token)).await?.is_none() {
        let snapshot = handle.snapshot(Some(&token)).await;
        return Err(ApiError::Stale("the seat is taken; you can watch", snapshot));
    }
    let joined =
        server.games.update(&handle, Some(&token), |state| joined(state, &request, &token));
    let mut response = update_response(joined.await?)?;
    set_cookie(&mut response, cookie);
    Ok(response)
}

/// The event that seats the client.
fn joined(
    state: &GameState,
    request: &JoinGame,
    token: &SeatToken,
) -> Result<Option<GameEvent>, ApiError> {
    let seat = seat_for(state, request, token)?;
    let seat = seat.ok_or(ApiError::Forbidden("this link does not give a seat"))?;
    let names = Seat::BOTH.map(|one| match one == seat && !request.name.trim().is_empty() {
        true => request.name.clone(),
        false => state.match_().name(one).to_owned(),
    });
    if names[0].trim() == names[1].trim() {
        let name = names[0].trim();
        let why = format!("{name} is the name of your opponent; please choose another");
        return Err(ApiError::BadRequest(why));
    }
    let names = parse_names(&names[0], &names[1])?;
    Ok(Some(GameEvent::Joined { seat, holder: token.hash(&state.setup().salt), names }))
}

/// Whether the token holds a seat that was free at the beginning.
fn has_joined(state: &GameState, token: &SeatToken) -> bool {
    let free = |seat: &Seat| state.setup().holders[seat.index()].is_none();
    state.seats(Some(token)).iter().any(free)
}

/// The seat that the invitation gives; `None` if it is taken.
fn seat_for(
    state: &GameState,
    request: &JoinGame,
    token: &SeatToken,
) -> Result<Option<Seat>, ApiError> {
    let setup = state.setup();
    let shown = SeatToken::parse(&request.invite).map(|invite| invite.hash(&setup.salt));
    let valid = match (&setup.invite, &shown) {
        (Some(invite), Some(shown)) => invite.matches(shown),
        _ => false,
    };
    if !valid {
        return Err(ApiError::Forbidden("this link does not give a seat"));
    }
    match state.may(GameAction::Join, &state.seats(Some(token))) {
        Err(error @ NotAllowed::Viewer(_)) => Err(error.into()),
        Ok(()) | Err(NotAllowed::Now(_)) => {
            Ok(Seat::BOTH.into_iter().find(|seat| !state.is_taken(*seat)))
        }
    }
}

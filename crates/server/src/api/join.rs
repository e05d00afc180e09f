//! Joining a game by a link.

use axum::response::Response;
use divvy_match::Seat;

use super::create::parse_names;
use super::extract::{GameRequest, JsonBody, body};
use super::{set_cookie, snapshot_response, update_response};
use crate::game::token::SeatToken;
use crate::game::{GameAction, GameEvent, GameState, NotAllowed};
use crate::http::error::ApiError;

body! {
    struct JoinGame {
        invite: String = needed_text("the text in the link"),
        name: Option<String> = text(),
    }
}

/// `POST /games/{id}/join`: takes the free seat.
pub(super) async fn join(
    GameRequest { server, handle, viewer }: GameRequest,
    JsonBody(request): JsonBody<JoinGame>,
) -> Result<Response, ApiError> {
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
    let chosen = request.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
    let [one, two] = Seat::BOTH.map(|one| match chosen {
        Some(name) if one == seat => name,
        _ => state.match_.name(one).trim(),
    });
    if one == two {
        let why = format!("{one} is the name of your opponent; please choose another");
        return Err(ApiError::BadRequest(why));
    }
    let names = parse_names(one, two)?;
    Ok(Some(GameEvent::Joined { seat, holder: token.hash(&state.setup.salt), names }))
}

/// Whether the token holds a seat that was free at the beginning.
fn has_joined(state: &GameState, token: &SeatToken) -> bool {
    let free = |seat: &Seat| state.setup.holders[seat.index()].is_none();
    state.seats(Some(token)).iter().any(free)
}

/// The seat that the invitation gives; `None` if it is taken.
fn seat_for(
    state: &GameState,
    request: &JoinGame,
    token: &SeatToken,
) -> Result<Option<Seat>, ApiError> {
    let setup = &state.setup;
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

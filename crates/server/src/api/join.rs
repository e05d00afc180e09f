//! Joining a game by a link, and making the link anew.

use axum::response::Response;
use divvy_match::Seat;
use divvy_words::web;

use super::create::parse_names;
use super::extract::{GameRequest, JsonBody, body};
use super::{invitation_response, set_cookie, snapshot_response, stale};
use crate::game::token::SeatToken;
use crate::game::{GameAction, GameEvent, GameState, NotAllowed};
use crate::http::error::ApiError;
use crate::registry::{Decision, Updated};

body! {
    struct JoinGame {
        invite: String = needed_text("the text in the link"),
        name: Option<String> = text(),
    }
}

/// `POST /games/{id}/join`: takes the free seat.
pub(super) async fn join(
    GameRequest { server, handle, viewer, address }: GameRequest,
    JsonBody(request): JsonBody<JoinGame>,
) -> Result<Response, ApiError> {
    server.quotas.change(address)?;
    let (token, cookie) = viewer.token_or_new()?;
    let joined =
        server.games.update(&handle, Some(&token), |state| decide(state, &request, &token));
    match joined.await? {
        Updated::Applied(snapshot) => {
            let mut response = snapshot_response(&snapshot);
            set_cookie(&mut response, cookie);
            Ok(response)
        }
        Updated::Stale(snapshot) => Err(ApiError::Stale(web::SEAT_IS_TAKEN, snapshot)),
    }
}

body! {
    struct Invite {
        /// Whether no invitation replaces the one before.
        cancel: Option<bool> = optional("true or false"),
    }
}

/// `POST /games/{id}/invite`: a new invitation, which replaces the one before, or none.
pub(super) async fn invite(
    request: GameRequest,
    JsonBody(Invite { cancel }): JsonBody<Invite>,
) -> Result<Response, ApiError> {
    let invite = if cancel == Some(true) { None } else { Some(SeatToken::random()?) };
    let invited = request.update(|state, seats| {
        state.may(GameAction::Invite, seats)?;
        let invite = invite.as_ref().map(|invite| invite.hash(&state.setup.salt));
        Ok(Decision::Apply(GameEvent::Invited { invite }))
    });
    match invited.await? {
        Updated::Applied(snapshot) => Ok(invitation_response(&snapshot, invite.as_ref())),
        Updated::Stale(snapshot) => Err(stale(snapshot)),
    }
}

fn decide(state: &GameState, request: &JoinGame, token: &SeatToken) -> Result<Decision, ApiError> {
    // A client that repeats the request, because the response was lost, has the seat already.
    if has_joined(state, token) {
        return Ok(Decision::Done);
    }
    if !is_invited(state, request) {
        return Err(ApiError::Forbidden(web::NO_INVITATION));
    }
    match state.may(GameAction::Join, &state.seats(Some(token))) {
        Ok(()) => {}
        // It was free when the link was sent.
        Err(NotAllowed::Now(_)) => return Ok(Decision::Stale),
        Err(error) => return Err(error.into()),
    }
    match Seat::BOTH.into_iter().find(|seat| !state.is_taken(*seat)) {
        Some(seat) => joined(state, seat, request, token).map(Decision::Apply),
        None => Ok(Decision::Stale),
    }
}

/// The event that seats the client.
fn joined(
    state: &GameState,
    seat: Seat,
    request: &JoinGame,
    token: &SeatToken,
) -> Result<GameEvent, ApiError> {
    let chosen = request.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
    let [one, two] = Seat::BOTH.map(|one| match chosen {
        Some(name) if one == seat => name,
        _ => state.match_.name(one).trim(),
    });
    if one == two {
        return Err(ApiError::BadRequest(web::name_of_opponent(one)));
    }
    let names = parse_names(one, two)?;
    Ok(GameEvent::Joined { seat, holder: token.hash(&state.setup.salt), names })
}

/// Whether the token holds a seat that was free at the beginning.
fn has_joined(state: &GameState, token: &SeatToken) -> bool {
    let free = |seat: &Seat| state.setup.holders[seat.index()].is_none();
    state.seats(Some(token)).iter().any(free)
}

/// Whether the request shows the invitation of this game.
fn is_invited(state: &GameState, request: &JoinGame) -> bool {
    let shown = SeatToken::parse(&request.invite).map(|invite| invite.hash(&state.setup.salt));
    match (&state.invite, &shown) {
        (Some(invite), Some(shown)) => invite.matches(shown),
        _ => false,
    }
}

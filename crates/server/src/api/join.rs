//! Joining a game by a link, and making the link anew.

use axum::response::Response;
use divvy_service::{Client, Updated};
use divvy_table::{Command, SeatToken};
use divvy_words::web;

use super::extract::{GameRequest, JsonBody, body};
use super::{invitation_response, set_cookie, snapshot_response, stale};
use crate::http::error::ApiError;

body! {
    struct JoinGame {
        invite: String = needed_text("the text in the link"),
        name: Option<String> = text(),
    }
}

/// `POST /games/{id}/join`: takes the free seat.
pub(super) async fn join(
    GameRequest { server, handle, viewer, address }: GameRequest,
    JsonBody(JoinGame { invite, name }): JsonBody<JoinGame>,
) -> Result<Response, ApiError> {
    let (token, cookie) = viewer.token_or_new()?;
    let client = Client { token: Some(&token), address };
    match server.service.run(&handle, &Command::Join { invite, name }, client).await? {
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
    let command = Command::Invite(invite.clone());
    match request.update(&command).await? {
        Updated::Applied(snapshot) => Ok(invitation_response(&snapshot, invite.as_ref())),
        Updated::Stale(snapshot) => Err(stale(snapshot)),
    }
}

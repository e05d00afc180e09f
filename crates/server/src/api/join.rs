//! Joining a game by a link, and making the link anew.

use axum::response::Response;
use divvy_service::{Client, Updated};
use divvy_table::{Command, SeatToken};
use divvy_words::web;

use super::extract::{GameRequest, JsonBody, TRUE_OR_FALSE};
use super::{invitation_response, set_cookie, snapshot_response, stale};
use crate::http::error::ApiError;

/// `POST /games/{id}/join`: takes the free seat.
pub(super) async fn join(
    GameRequest { server, handle, viewer, address }: GameRequest,
    body: JsonBody,
) -> Result<Response, ApiError> {
    let fields = body.fields(&["invite", "name"])?;
    let invite = fields.needed_text("invite", "the text in the link")?;
    let command = Command::Join { invite, name: fields.text("name")? };
    let (token, cookie) = viewer.token_or_new()?;
    let client = Client { token: Some(&token), address };
    match server.service.run(&handle, &command, client).await? {
        Updated::Applied(snapshot) => {
            let mut response = snapshot_response(&snapshot);
            set_cookie(&mut response, cookie);
            Ok(response)
        }
        Updated::Stale(snapshot) => Err(ApiError::Stale(web::SEAT_IS_TAKEN, snapshot)),
    }
}

/// `POST /games/{id}/invite`: a new invitation, which replaces the one before, or none.
pub(super) async fn invite(request: GameRequest, body: JsonBody) -> Result<Response, ApiError> {
    let cancel = body.fields(&["cancel"])?.optional("cancel", TRUE_OR_FALSE)?;
    let invite = if cancel == Some(true) { None } else { Some(SeatToken::random()?) };
    let command = Command::Invite(invite.clone());
    match request.update(&command).await? {
        Updated::Applied(snapshot) => Ok(invitation_response(&snapshot, invite.as_ref())),
        Updated::Stale(snapshot) => Err(stale(snapshot)),
    }
}

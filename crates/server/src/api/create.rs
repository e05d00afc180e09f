//! Creating games and tokens, joining a game by a link, and making the link anew.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use divvy_service::{Client, Snapshot, Updated};
use divvy_table::{Command, GameProposal, SeatToken};
use divvy_words::web;
use serde_json::json;

use super::extract::{GameRequest, JsonBody, TRUE_OR_FALSE};
use super::{private_json, set_cookie, snapshot_response};
use crate::http::cache::no_store;
use crate::http::error::ApiError;
use crate::http::middleware::ClientAddress;
use crate::http::viewer::Viewer;
use crate::server::Server;

pub(super) async fn create(
    State(server): State<Arc<Server>>,
    viewer: Viewer,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    body: JsonBody,
) -> Result<Response, ApiError> {
    let proposal = GameProposal::read(&body.0)?;
    let (token, cookie) = viewer.token_or_new()?;
    let (handle, invite) = server.service.begin(&proposal, &token, address).await?;
    let snapshot = handle.snapshot(Some(&token)).await;
    let body = invitation_response(&snapshot, invite.as_ref());
    let location = [(header::LOCATION, format!("/api/v1/games/{}", handle.id()))];
    Ok((StatusCode::CREATED, location, set_cookie(cookie), body).into_response())
}

/// `POST /token`: a token for a program.
pub(super) async fn token() -> Result<Response, ApiError> {
    Ok(private_json(&json!({ "token": SeatToken::random()?.text() })))
}

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
    let snapshot = match server.service.run(&handle, &command, client).await? {
        Updated::Applied(snapshot) => snapshot,
        Updated::Stale(snapshot) => return Err(ApiError::Stale(web::SEAT_IS_TAKEN, snapshot)),
    };
    Ok((set_cookie(cookie), snapshot_response(&snapshot)).into_response())
}

/// `POST /games/{id}/invite`: a new invitation, which replaces the one before, or none.
pub(super) async fn invite(request: GameRequest, body: JsonBody) -> Result<Response, ApiError> {
    let cancel = body.fields(&["cancel"])?.optional("cancel", TRUE_OR_FALSE)?;
    let invite = if cancel == Some(true) { None } else { Some(SeatToken::random()?) };
    let snapshot = request.update(Command::Invite(invite.clone())).await?;
    Ok(invitation_response(&snapshot, invite.as_ref()))
}

/// `POST /games/{id}/invite/check`: whether an invitation gives the free seat now, for the friend who has opened its link.
pub(super) async fn check_invite(
    request: GameRequest,
    body: JsonBody,
) -> Result<Response, ApiError> {
    let invite = body.fields(&["invite"])?.needed_text("invite", "the text in the link")?;
    let told = request.read(|state, _| divvy_table::invitation(state, &invite)).await?;
    Ok(private_json(&told))
}

/// A game, and the invitation to its free seat if there is one.
fn invitation_response(snapshot: &Snapshot, invite: Option<&SeatToken>) -> Response {
    let invite = json!({ "invite": invite.map(SeatToken::text) });
    no_store("application/json", snapshot.within(&invite))
}

//! Looking at a game, and moving in it.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::Response;
use divvy_play::Seat;
use serde::Deserialize;

use serde_json::json;

use super::body::{Asked, Body, Named};
use super::{answer, private, told};
use crate::error::ApiError;
use crate::game::{Event, Mode, Table};
use crate::hub::Live;
use crate::identity::Identity;
use crate::server::Server;
use crate::token::Token;

/// The state of a game.
pub(super) async fn state(asking: Asking) -> Response {
    asking.server.thinking.let_bots_move(&asking.server.hub, &asking.live);
    told(&asking.live.state(asking.token.as_ref()).await)
}

/// A number, and the ply it is meant for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Move {
    number: u32,
    ply: usize,
    #[serde(default)]
    version: Option<u32>,
}

/// The ply that something is meant for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct At {
    ply: usize,
    #[serde(default)]
    version: Option<u32>,
}

/// Who asks, and about which game.
pub(super) struct Asking {
    server: Arc<Server>,
    live: Arc<Live>,
    token: Option<Token>,
}

impl FromRequestParts<Arc<Server>> for Asking {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Self, ApiError> {
        let Named(id) = Named::from_request_parts(parts, server).await?;
        let token = Identity::from_request_parts(parts, server).await?.token;
        let live = server.hub.game(&id).await?;
        Ok(Self { server: Arc::clone(server), live, token })
    }
}

impl Asking {
    /// Changes the game if `is_meant` says that it still stands where whoever asks thinks it does. Watchers only watch.
    async fn change(
        &self,
        is_meant: impl FnOnce(&Table) -> bool + Send,
        decide: impl FnOnce(&Table, &[Seat]) -> Result<Event, ApiError> + Send,
    ) -> Result<Response, ApiError> {
        let token = self.token.as_ref();
        let changed = self.server.hub.change(&self.live, token, |table| {
            let seats = table.seats(token);
            if seats.is_empty() {
                return Err(ApiError::Forbidden("you are watching this game"));
            }
            if !is_meant(table) {
                return Ok(None);
            }
            decide(table, &seats).map(Some)
        });
        let changed = answer(changed.await?)?;
        self.server.thinking.let_bots_move(&self.server.hub, &self.live);
        Ok(changed)
    }
}

/// Whether a game has this version, if one is named.
fn has_version(table: &Table, version: Option<u32>) -> bool {
    version.is_none_or(|version| version == table.version())
}

impl At {
    fn is_meant(&self, table: &Table) -> bool {
        table.ply() == self.ply && has_version(table, self.version)
    }
}

/// Whether the round is going on.
fn going_on(table: &Table) -> Result<(), ApiError> {
    if !Seat::BOTH.iter().all(|seat| table.is_taken(*seat)) {
        return Err(ApiError::Refused("the other seat is still free".to_owned()));
    }
    if table.game().round().is_over() {
        return Err(ApiError::Refused("the game is over".to_owned()));
    }
    Ok(())
}

/// Whether whoever asks may move now.
fn my_turn(table: &Table, seats: &[Seat]) -> Result<(), ApiError> {
    going_on(table)?;
    if seats.contains(&table.game().round().to_move()) {
        Ok(())
    } else {
        Err(ApiError::Refused("it is not your turn".to_owned()))
    }
}

/// Plays a number.
pub(super) async fn number(
    asking: Asking,
    Body(Move { number, ply, version }): Body<Move>,
) -> Result<Response, ApiError> {
    let at = At { ply, version };
    let made = asking.change(
        |table| at.is_meant(table),
        |table, seats| my_turn(table, seats).map(|()| Event::Moved { number }),
    );
    let made = made.await?;
    asking.server.metrics.moves.add(1);
    Ok(made)
}

/// A number that somebody thinks of playing.
#[derive(Debug, Deserialize)]
pub(super) struct Choice {
    number: u32,
}

/// Why a number cannot be played now by whoever asks, in the words in which the move would be refused.
pub(super) async fn why(asking: Asking, Asked(Choice { number }): Asked<Choice>) -> Response {
    let token = asking.token.as_ref();
    let refusal = asking.live.look(|table| {
        let refused = my_turn(table, &table.seats(token))
            .and_then(|()| Ok(table.clone().apply(&Event::Moved { number })?));
        refused.err().map(|error| error.message())
    });
    let refusal = refusal.await;
    private(&json!({ "number": number, "legal": refusal.is_none(), "why": refusal }))
}

/// Takes back, or asks a friend to agree to it.
pub(super) async fn undo(asking: Asking, Body(at): Body<At>) -> Result<Response, ApiError> {
    let undo = |table: &Table, seats: &[Seat]| match table.setup().mode {
        Mode::Friend => {
            let by = seats.first().copied().unwrap_or(Seat::One);
            Ok(Event::UndoAsked { by })
        }
        Mode::Local | Mode::Computer => Ok(Event::Undone),
    };
    asking.change(|table| at.is_meant(table), undo).await
}

/// What a friend says to taking back.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Agreement {
    agree: bool,
    /// The version in which the question stands; one that was answered already is not answered again.
    #[serde(default)]
    version: Option<u32>,
}

/// Agrees to take back, or does not.
pub(super) async fn answer_undo(
    asking: Asking,
    Body(Agreement { agree, version }): Body<Agreement>,
) -> Result<Response, ApiError> {
    let answer = |table: &Table, seats: &[Seat]| match table.undo() {
        Some(by) if seats.contains(&by.other()) => {
            Ok(if agree { Event::Undone } else { Event::UndoDeclined })
        }
        Some(_) => Err(ApiError::Refused("the other player is asked".to_owned())),
        None => Err(ApiError::Refused("nobody has asked to take back".to_owned())),
    };
    asking.change(|table| has_version(table, version), answer).await
}

/// Gives the round up, whoever is to move. At one screen it is the player whose turn it is.
pub(super) async fn resign(asking: Asking, Body(at): Body<At>) -> Result<Response, ApiError> {
    let resign = |table: &Table, seats: &[Seat]| {
        going_on(table)?;
        let to_move = table.game().round().to_move();
        let by = if seats.contains(&to_move) { to_move } else { to_move.other() };
        Ok(Event::Resigned { by: Some(by) })
    };
    asking.change(|table| at.is_meant(table), resign).await
}

/// The round that is over.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct After {
    round: usize,
}

/// Begins the next round. Both press the button; the second finds it done.
pub(super) async fn next_round(
    asking: Asking,
    Body(After { round }): Body<After>,
) -> Result<Response, ApiError> {
    let is_meant = |table: &Table| table.game().round_number() == round;
    asking.change(is_meant, |_, _| Ok(Event::NextRound)).await
}

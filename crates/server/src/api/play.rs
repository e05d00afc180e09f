//! Looking at a game, and moving in it.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use divvy_play::Seat;
use serde::Deserialize;

use super::body::{Body, Named};
use super::{answer, private};
use crate::error::ApiError;
use crate::game::{Event, Mode, Table};
use crate::hub::{Changed, Live};
use crate::identity::Identity;
use crate::server::Server;
use crate::token::Token;

/// The state of a game.
pub(super) async fn state(
    State(server): State<Arc<Server>>,
    Named(id): Named,
    identity: Identity,
) -> Result<Response, ApiError> {
    let live = server.hub.game(&id).await?;
    server.thinking.let_bots_move(&server.hub, &live);
    Ok(private(&live.state(identity.token.as_ref()).await))
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

/// Who asks, and what about.
struct Asking<'a> {
    server: &'a Arc<Server>,
    live: &'a Arc<Live>,
    token: Option<&'a Token>,
}

impl Asking<'_> {
    /// The seats of whoever asks; watchers only watch.
    fn seats(&self, table: &Table) -> Result<Vec<Seat>, ApiError> {
        let seats = table.seats(self.token);
        if seats.is_empty() {
            Err(ApiError::Forbidden("you are watching this game"))
        } else {
            Ok(seats)
        }
    }

    /// Changes the game if it still stands where whoever asks thinks it does.
    async fn change_at(
        &self,
        ply: usize,
        version: Option<u32>,
        decide: impl FnOnce(&Table, &[Seat]) -> Result<Event, ApiError> + Send,
    ) -> Result<Response, ApiError> {
        let mut stale = false;
        let changed = self.server.hub.change(self.live, self.token, |table| {
            let seats = self.seats(table)?;
            if table.ply() != ply || version.is_some_and(|version| version != table.version()) {
                stale = true;
                return Err(ApiError::BadRequest(String::new()));
            }
            decide(table, &seats)
        });
        let changed = changed.await;
        if stale {
            let state = self.live.state(self.token).await;
            let why = "the game has gone on; here it is as it is now";
            return Err(ApiError::Stale(why, state));
        }
        answer(changed?)
    }
}

/// The seat that is to move, if whoever asks may move for it.
fn my_turn(table: &Table, seats: &[Seat]) -> Result<Seat, ApiError> {
    let round = table.game().round();
    if !Seat::BOTH.iter().all(|seat| table.is_taken(*seat)) {
        return Err(ApiError::Refused("the other seat is still free".to_owned()));
    }
    if round.is_over() {
        return Err(ApiError::Refused("the game is over".to_owned()));
    }
    let seat = round.to_move();
    if seats.contains(&seat) {
        Ok(seat)
    } else {
        Err(ApiError::Refused("it is not your turn".to_owned()))
    }
}

/// Plays a number.
pub(super) async fn number(
    State(server): State<Arc<Server>>,
    Named(id): Named,
    identity: Identity,
    Body(Move { number, ply, version }): Body<Move>,
) -> Result<Response, ApiError> {
    let live = server.hub.game(&id).await?;
    let asking = Asking { server: &server, live: &live, token: identity.token.as_ref() };
    let response = asking
        .change_at(ply, version, |table, seats| {
            my_turn(table, seats)?;
            Ok(Event::Moved { number })
        })
        .await?;
    server.metrics.moves.add(1);
    server.thinking.let_bots_move(&server.hub, &live);
    Ok(response)
}

/// Takes back, or asks a friend to agree to it.
pub(super) async fn undo(
    State(server): State<Arc<Server>>,
    Named(id): Named,
    identity: Identity,
    Body(At { ply, version }): Body<At>,
) -> Result<Response, ApiError> {
    let live = server.hub.game(&id).await?;
    let asking = Asking { server: &server, live: &live, token: identity.token.as_ref() };
    asking
        .change_at(ply, version, |table, seats| match table.setup().mode {
            Mode::Friend => {
                let by = seats.first().copied().unwrap_or(Seat::One);
                Ok(Event::UndoAsked { by })
            }
            Mode::Local | Mode::Computer => Ok(Event::Undone),
        })
        .await
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
    State(server): State<Arc<Server>>,
    Named(id): Named,
    identity: Identity,
    Body(Agreement { agree, version }): Body<Agreement>,
) -> Result<Response, ApiError> {
    let live = server.hub.game(&id).await?;
    let asking = Asking { server: &server, live: &live, token: identity.token.as_ref() };
    let ply = live.look(Table::ply).await;
    asking
        .change_at(ply, version, |table, seats| match table.undo() {
            Some(by) if seats.contains(&by.other()) => {
                Ok(if agree { Event::Undone } else { Event::UndoDeclined })
            }
            Some(_) => Err(ApiError::Refused("the other player is asked".to_owned())),
            None => Err(ApiError::Refused("nobody has asked to take back".to_owned())),
        })
        .await
}

/// Gives the round up.
pub(super) async fn resign(
    State(server): State<Arc<Server>>,
    Named(id): Named,
    identity: Identity,
    Body(At { ply, version }): Body<At>,
) -> Result<Response, ApiError> {
    let live = server.hub.game(&id).await?;
    let asking = Asking { server: &server, live: &live, token: identity.token.as_ref() };
    asking
        .change_at(ply, version, |table, seats| {
            my_turn(table, seats)?;
            Ok(Event::Resigned)
        })
        .await
}

/// The round that is over.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct After {
    round: usize,
}

/// Begins the next round.
pub(super) async fn next_round(
    State(server): State<Arc<Server>>,
    Named(id): Named,
    identity: Identity,
    Body(After { round }): Body<After>,
) -> Result<Response, ApiError> {
    let live = server.hub.game(&id).await?;
    let token = identity.token.as_ref();
    let asking = Asking { server: &server, live: &live, token };
    let mut begun = false;
    let changed = server.hub.change(&live, token, |table| {
        asking.seats(table)?;
        if table.game().round_number() != round {
            begun = true;
            return Err(ApiError::BadRequest(String::new()));
        }
        Ok(Event::NextRound)
    });
    let changed = changed.await;
    if begun {
        // Both press the button; the second finds it done.
        return answer(Changed::Overtaken(live.state(token).await));
    }
    server.thinking.let_bots_move(&server.hub, &live);
    answer(changed?)
}

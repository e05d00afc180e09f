//! Live updates: server-sent events, one for each change of the game.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::json;
use tokio::sync::watch;

use super::begin::leave;
use super::body::Named;
use crate::error::ApiError;
use crate::hub::{Beat, Live, Presence};
use crate::identity::Identity;
use crate::limits::Place;
use crate::server::{Client, Server};
use crate::token::Token;

/// How often a silent stream shows that it is alive.
const BREATH: Duration = Duration::from_secs(20);

/// A page that is open.
struct Watching {
    live: Arc<Live>,
    token: Option<Token>,
    beat: watch::Receiver<Beat>,
    stopping: watch::Receiver<bool>,
    /// The last version that was sent.
    sent: Option<u32>,
    /// The comings and goings that were told.
    presence: Option<u32>,
    ended: bool,
    server: Arc<Server>,
    /// One of those that its address may have.
    _place: Place,
    /// Whoever watches is here until this goes.
    _presence: Presence,
}

/// Everything that happens to a game from now on; first the state, unless the reader has it.
pub(super) async fn events(
    State(server): State<Arc<Server>>,
    Named(id): Named,
    identity: Identity,
    Extension(Client(address)): Extension<Client>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let place = server.streams.take(address).ok_or(ApiError::RateLimited("open streams", 5))?;
    let live = server.hub.game(&id).await?;
    server.thinking.let_bots_move(&server.hub, &live);
    // A browser has its token before it takes a seat: the answer to that may get lost.
    let (token, cookie) = identity.or_fresh()?;
    let seats = live.look(|table| table.seats(Some(&token))).await;
    let sent = headers
        .get("last-event-id")
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.parse().ok());
    let beat = live.watch();
    let presence = server.hub.arrive(&live, seats);
    let watching = Watching {
        stopping: server.stopping(),
        server,
        live,
        token: Some(token),
        beat,
        sent,
        presence: None,
        ended: false,
        _place: place,
        _presence: presence,
    };
    watching.server.metrics.streams.add(1);
    let stream = stream::unfold(watching, |mut watching| async move {
        let event = watching.next().await?;
        Some((Ok::<Bytes, Infallible>(event), watching))
    });
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
        // A proxy must not collect them.
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    let mut response = (headers, Body::from_stream(stream)).into_response();
    leave(&mut response, cookie);
    Ok(response)
}

impl Watching {
    /// What to send next, as soon as there is something.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if self.ended {
                return None;
            }
            let beat = *self.beat.borrow_and_update();
            if beat.gone {
                self.ended = true;
                return Some(reconnect());
            }
            let news = self.sent != Some(beat.version);
            if news || self.presence != Some(beat.presence) {
                self.presence = Some(beat.presence);
                return Some(if news { self.state().await } else { self.here() });
            }
            tokio::select! {
                changed = self.beat.changed() => {
                    if changed.is_err() {
                        return None;
                    }
                }
                stopped = self.stopping.wait_for(|stopping| *stopping) => {
                    drop(stopped);
                    self.ended = true;
                    return Some(reconnect());
                }
                () = tokio::time::sleep(BREATH) => return Some(Bytes::from_static(b":\n\n")),
            }
        }
    }

    /// The state as it is now, which may be newer than what woke us.
    async fn state(&mut self) -> Bytes {
        let state = self.live.state(self.token.as_ref()).await;
        self.sent = Some(state.version);
        state.event()
    }

    fn here(&self) -> Bytes {
        let here = json!({ "here": self.live.here() });
        format!("event: presence\ndata: {here}\n\n").into()
    }
}

/// Tells a page to come back in a moment.
fn reconnect() -> Bytes {
    Bytes::from_static(b"event: reconnect\nretry: 1000\ndata: {}\n\n")
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.server.metrics.streams.sub(1);
    }
}

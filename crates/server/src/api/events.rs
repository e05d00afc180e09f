//! Live updates: a stream of server-sent events for each open page.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use divvy_service::{Handle, PresenceGuard, Published};
use divvy_table::{GameError, GameState, SeatToken, Subject};
use divvy_words::web::AddressLimit;
use futures_util::stream;
use serde_json::json;
use tokio::sync::watch;

use super::extract::GameRequest;
use super::set_cookie;
use crate::http::error::ApiError;
use crate::http::limits::Counted;
use crate::http::unread;
use crate::server::Server;

/// How often an idle stream sends a comment, to show that it is alive.
const KEEP_ALIVE: Duration = Duration::from_secs(20);

struct EventStream {
    handle: Arc<Handle<GameState>>,
    token: SeatToken,
    published: watch::Receiver<Published>,
    server: Arc<Server>,
    address: IpAddr,
    /// The version that was sent last.
    sent_version: Option<u32>,
    /// [`Published::presence`] when presence was sent last.
    sent_presence: Option<u32>,
    ended: bool,
    _permit: Counted,
    _presence: PresenceGuard<GameState>,
}

/// `GET /games/{id}/events`: first the state, unless `Last-Event-ID` says that the client has it; then each change.
pub(super) async fn events(
    GameRequest { server, handle, viewer, address }: GameRequest,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let permit = server
        .stream_limiter
        .acquire(address)
        .ok_or(GameError::OverLimit(AddressLimit::Streams, 5))?;
    // A browser gets its token before it takes a seat, because the response to that may be lost.
    let (token, cookie) = viewer.token_or_new()?;
    let kind = server.service.games.read(&handle, |state| state.viewer(Some(&token))).await?;
    server.service.play_bot_turns(&handle, address);
    let sent_version = headers
        .get("last-event-id")
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.parse().ok());
    let published = handle.subscribe();
    let presence = server.service.games.page_opened(&handle, &kind);
    let events = EventStream {
        server,
        address,
        handle,
        token,
        published,
        sent_version,
        sent_presence: None,
        ended: false,
        _permit: permit,
        _presence: presence,
    };
    let body = stream::unfold(events, async |mut events| {
        Some((Ok::<Bytes, Infallible>(events.next().await?), events))
    });
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
        // nginx must not buffer the stream.
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, set_cookie(cookie), Body::from_stream(body)).into_response())
}

impl EventStream {
    /// Waits for the next event; `None` at the end of the stream. The last one tells the page to reconnect after a second.
    async fn next(&mut self) -> Option<Bytes> {
        if self.ended {
            return None;
        }
        let event = match self.news().await {
            Some(event) => unread::event(&self.server.unread, self.address, event),
            None => None,
        };
        self.ended = event.is_none();
        Some(event.unwrap_or(Bytes::from_static(b"event: reconnect\nretry: 1000\ndata: {}\n\n")))
    }

    /// `None` if the game or the server is not served here any more.
    async fn news(&mut self) -> Option<Bytes> {
        let mut shutdown = self.server.shutdown();
        loop {
            let published = *self.published.borrow_and_update();
            if published.closed {
                return None;
            }
            let new_version = self.sent_version != Some(published.version);
            if new_version || self.sent_presence != Some(published.presence) {
                self.sent_presence = Some(published.presence);
                if !new_version {
                    let presence = json!({ "here": self.handle.present_seats() });
                    return Some(format!("event: presence\ndata: {presence}\n\n").into());
                }
                // It may be newer than what was published when the stream woke up.
                let snapshot = self.handle.snapshot(Some(&self.token)).await;
                self.sent_version = Some(snapshot.version);
                return Some(snapshot.event());
            }
            tokio::select! {
                changed = self.published.changed() => changed.ok()?,
                _ = shutdown.wait_for(|stopped| *stopped) => return None,
                () = tokio::time::sleep(KEEP_ALIVE) => return Some(Bytes::from_static(b":\n\n")),
            }
        }
    }
}

//! Large answers and events: counted for each address until the client has read them, answers sent in pieces. A client that
//! asks for many and reads none must not fill the memory.

use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::Method;
use axum::response::{IntoResponse, Response};
use divvy_table::GameError;
use divvy_words::web::AddressLimit;
use hyper::body::{Frame, SizeHint};

use crate::server::Server;
use divvy_service::household;
use divvy_service::lock;

/// Answers up to this size are not counted, and larger ones are sent in pieces of it.
const PIECE: usize = 64 * 1024;

/// Events up to this size are not counted: a connection buffers as much.
const SMALL_EVENT: usize = 16 * 1024;

/// The most bytes of large answers and events that one address has not read yet.
const MAX_UNREAD: usize = 24 * 1024 * 1024;

/// After how many seconds a client may try again: answers that are not read are given up about then.
const RETRY: u64 = 15;

/// Counts the bytes of large answers and events that are not sent yet, for each address.
#[derive(Debug)]
pub(crate) struct UnreadAnswers {
    /// 0 for no limit.
    max: usize,
    bytes: Mutex<HashMap<IpAddr, usize>>,
}

impl UnreadAnswers {
    pub(crate) fn new(is_limited: bool) -> Arc<Self> {
        Arc::new(Self { max: if is_limited { MAX_UNREAD } else { 0 }, bytes: Mutex::default() })
    }

    /// Whether the address may be sent so many bytes more.
    fn check(&self, address: IpAddr, more: usize) -> Result<(), GameError> {
        if self.max == 0 {
            return Ok(());
        }
        let unread = lock(&self.bytes).get(&household(address)).copied().unwrap_or_default();
        // One answer always fits.
        match unread > 0 && unread + more > self.max {
            true => Err(GameError::OverLimit(AddressLimit::Unread, RETRY)),
            false => Ok(()),
        }
    }

    /// The bytes of an event, counted until they are sent; `None` if the address has too much unread. Streams share the bytes
    /// of a snapshot, but those that are not read may each keep another version of a game.
    pub(crate) fn event(self: &Arc<Self>, address: IpAddr, bytes: Bytes) -> Option<Bytes> {
        if bytes.len() <= SMALL_EVENT {
            return Some(bytes);
        }
        self.check(address, bytes.len()).ok()?;
        let _unread = Some(self.count(address, bytes.len()));
        Some(Bytes::from_owner(Counted { bytes, _unread }))
    }

    fn count(self: &Arc<Self>, address: IpAddr, bytes: usize) -> Unread {
        *lock(&self.bytes).entry(household(address)).or_default() += bytes;
        Unread { answers: Arc::clone(self), address: household(address), bytes }
    }
}

/// Counts an answer until it is dropped.
#[derive(Debug)]
struct Unread {
    answers: Arc<UnreadAnswers>,
    address: IpAddr,
    bytes: usize,
}

impl Drop for Unread {
    fn drop(&mut self) {
        let mut all = lock(&self.answers.bytes);
        if let Some(unread) = all.get_mut(&self.address) {
            *unread -= self.bytes;
            if *unread == 0 {
                all.remove(&self.address);
            }
        }
    }
}

/// Whether a request changes nothing, so that its answer can be refused.
pub(crate) fn only_reads(request: &Request) -> bool {
    request.method() == Method::GET || request.uri().path().ends_with("/review")
}

/// Refuses an address that has had too much, or has not read what it was sent.
pub(crate) fn check(server: &Server, address: IpAddr) -> Result<(), GameError> {
    server.unread.check(address, 0)?;
    server.service.quotas.has_traffic(address)
}

/// Counts what is sent to an address, and sends large answers in pieces. An answer to a change that was made is always sent.
pub(crate) fn meter(
    server: &Server,
    address: IpAddr,
    only_reads: bool,
    mut response: Response,
) -> Response {
    let length = response.body().size_hint().exact().unwrap_or_default();
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    if length > PIECE {
        response = match server.unread.check(address, length) {
            Err(error) if only_reads => super::error::ApiError::from(error).into_response(),
            _ => in_pieces(response, length, server.unread.count(address, length)),
        };
    }
    server.service.quotas.sent(address, response.body().size_hint().exact().unwrap_or_default());
    if let Some(&limit) = response.extensions().get::<AddressLimit>() {
        server.metrics.refused(limit);
    }
    response
}

fn in_pieces(response: Response, length: usize, unread: Unread) -> Response {
    response.map(|body| {
        let (rest, left) = (Bytes::new(), length as u64);
        Body::new(Pieces { body, rest, left, unread: Some(unread) })
    })
}

/// A body in pieces, so that a connection takes the next one only when the last was sent.
struct Pieces {
    body: Body,
    /// What the body gave and was not sent yet.
    rest: Bytes,
    /// How many bytes are still to come.
    left: u64,
    /// Given to the first bytes, because pieces share their memory.
    unread: Option<Unread>,
}

/// Bytes that are counted until the last piece of them is sent.
struct Counted {
    bytes: Bytes,
    _unread: Option<Unread>,
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        while self.rest.is_empty() {
            let Some(frame) = ready!(Pin::new(&mut self.body).poll_frame(context)?) else {
                return Poll::Ready(None);
            };
            match frame.into_data() {
                Ok(bytes) => {
                    let _unread = self.unread.take();
                    self.rest = Bytes::from_owner(Counted { bytes, _unread });
                }
                Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
            }
        }
        let length = self.rest.len().min(PIECE);
        self.left = self.left.saturating_sub(length as u64);
        let piece = self.rest.split_to(length);
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}

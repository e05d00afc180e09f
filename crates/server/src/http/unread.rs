//! Large answers and events are counted for each address until they are sent: a client that asks for many and reads none must
//! not fill the memory. The system gives connections up whose clients read nothing for a while (`serve.rs`).

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::response::{IntoResponse, Response};
use divvy_words::web::AddressLimit;

use super::error::ApiError;
use crate::lock;
use crate::network::household;

/// Answers and events up to this size are not counted: a connection buffers as much.
const SMALL: usize = 16 * 1024;

/// The most bytes that one address has not read yet.
const MAX_UNREAD: usize = 24 * 1024 * 1024;

/// After how many seconds a client may try again: answers that are not read are given up about then.
const RETRY: u64 = 15;

/// Counts the bytes that are not sent yet, for each address.
#[derive(Debug)]
pub(crate) struct Unread {
    max: usize,
    bytes: Mutex<HashMap<IpAddr, usize>>,
}

impl Unread {
    pub(crate) fn new(is_limited: bool) -> Arc<Self> {
        let max = if is_limited { MAX_UNREAD } else { usize::MAX };
        Arc::new(Self { max, bytes: Mutex::default() })
    }

    /// Whether the address may be sent so many bytes more. One answer always fits.
    pub(crate) fn check(&self, address: IpAddr, more: usize) -> Result<(), ApiError> {
        match lock(&self.bytes).get(&household(address)) {
            Some(unread) if unread.saturating_add(more) > self.max => {
                Err(ApiError::RateLimited(AddressLimit::Unread, RETRY))
            }
            _ => Ok(()),
        }
    }

    /// The bytes of an event, counted; `None` if the address has too much unread. Streams share the bytes of a snapshot, but
    /// those that are not read may each keep another version of a game.
    pub(crate) fn event(self: &Arc<Self>, address: IpAddr, bytes: Bytes) -> Option<Bytes> {
        if bytes.len() <= SMALL {
            return Some(bytes);
        }
        self.check(address, bytes.len()).ok()?;
        Some(self.counted(address, bytes))
    }

    /// An answer, counted; one that `may_be_refused` is an error if the address has too much unread.
    pub(crate) async fn answer(
        self: &Arc<Self>,
        address: IpAddr,
        may_be_refused: bool,
        response: Response,
    ) -> Response {
        let length = response.body().size_hint().exact().unwrap_or_default();
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        if length <= SMALL {
            return response;
        }
        if let Err(error) = self.check(address, length)
            && may_be_refused
        {
            return error.into_response();
        }
        let (parts, body) = response.into_parts();
        // It is in memory already: a stream has no size.
        let bytes = to_bytes(body, length).await.unwrap_or_default();
        Response::from_parts(parts, Body::from(self.counted(address, bytes)))
    }

    fn counted(self: &Arc<Self>, address: IpAddr, bytes: Bytes) -> Bytes {
        let address = household(address);
        *lock(&self.bytes).entry(address).or_default() += bytes.len();
        Bytes::from_owner(Counted { unread: Arc::clone(self), address, bytes })
    }
}

/// Bytes that are counted until they are dropped.
struct Counted {
    unread: Arc<Unread>,
    address: IpAddr,
    bytes: Bytes,
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut all = lock(&self.unread.bytes);
        if let Some(unread) = all.get_mut(&self.address) {
            *unread -= self.bytes.len();
            if *unread == 0 {
                all.remove(&self.address);
            }
        }
    }
}

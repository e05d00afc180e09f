//! Large answers and events are counted for each address until they are sent: a client that asks for many and reads none must
//! not fill the memory. The system gives connections up whose clients read nothing for a while (`serve.rs`).

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::response::{IntoResponse, Response};
use divvy_table::GameError;
use divvy_words::web::AddressLimit;

use super::error::ApiError;
use super::limits::{AddressCounts, Counted};

/// Answers and events up to this size are not counted: a connection buffers as much.
const SMALL: usize = 16 * 1024;

/// The most bytes that one address has not read yet.
pub(crate) const MAX_UNREAD: usize = 24 * 1024 * 1024;

/// After how many seconds a client may try again: answers that are not read are given up about then.
const RETRY: u64 = 15;

/// Refuses an address that cannot be sent so many bytes more.
pub(crate) fn check(unread: &AddressCounts, address: IpAddr, more: usize) -> Result<(), GameError> {
    let has_room = unread.has_room(address, more).then_some(());
    has_room.ok_or(GameError::OverLimit(AddressLimit::Unread, RETRY))
}

/// The bytes of an event, counted; `None` if the address has too much unread. Streams share the bytes of a snapshot, but
/// those that are not read may each keep another version of a game.
pub(crate) fn event(unread: &Arc<AddressCounts>, address: IpAddr, bytes: Bytes) -> Option<Bytes> {
    match bytes.len() {
        0..=SMALL => Some(bytes),
        length => unread.has_room(address, length).then(|| counted(unread, address, bytes)),
    }
}

/// An answer, counted; one that `may_be_refused` is an error if the address has too much unread.
pub(crate) async fn answer(
    unread: &Arc<AddressCounts>,
    address: IpAddr,
    may_be_refused: bool,
    response: Response,
) -> Response {
    let length = response.body().size_hint().exact().unwrap_or_default();
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    if length <= SMALL {
        return response;
    }
    if let Err(error) = check(unread, address, length)
        && may_be_refused
    {
        return ApiError::from(error).into_response();
    }
    let (parts, body) = response.into_parts();
    // It is in memory already: a stream has no size.
    let bytes = to_bytes(body, length).await.unwrap_or_default();
    Response::from_parts(parts, Body::from(counted(unread, address, bytes)))
}

fn counted(unread: &Arc<AddressCounts>, address: IpAddr, bytes: Bytes) -> Bytes {
    let _counted = unread.add(address, bytes.len());
    Bytes::from_owner(UnreadBytes { bytes, _counted })
}

/// Bytes that are counted until they are dropped.
struct UnreadBytes {
    bytes: Bytes,
    _counted: Counted,
}

impl AsRef<[u8]> for UnreadBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

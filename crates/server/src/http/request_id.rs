//! An id for each request, so that an answer can be found in the log.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::{HeaderMap, HeaderName};

pub(crate) const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// The longest id that is taken from a proxy.
const MAX_LENGTH: usize = 64;

/// Makes ids that do not tell how many requests there were.
#[derive(Debug, Default)]
pub(crate) struct RequestIds {
    keys: RandomState,
    next: AtomicU64,
}

impl RequestIds {
    /// The id that a trusted proxy gave, if it is one, or a new one.
    pub(crate) fn of(&self, headers: &HeaderMap, trusted: bool) -> String {
        let given = headers.get(HEADER).filter(|_| trusted).and_then(|id| id.to_str().ok());
        let new =
            || format!("{:016x}", self.keys.hash_one(self.next.fetch_add(1, Ordering::Relaxed)));
        given.filter(|id| is_id(id)).map_or_else(new, str::to_owned)
    }
}

/// Letters, digits and a few signs: it goes into logs as it is.
fn is_id(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte);
    (1..=MAX_LENGTH).contains(&text.len()) && text.bytes().all(allowed)
}

//! Reviews as JSON: made once for all clients that ask for the same one, and kept for a while.

use std::sync::{Arc, Mutex};

use bytes::Bytes;
use divvy_table::GameError;
use serde_json::json;
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

use crate::lock;

/// The most bytes of reviews that are kept.
const MAX_KEPT: usize = 16 * 1024 * 1024;

/// Identifies what is reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReviewKey([u8; 32]);

impl ReviewKey {
    /// Of these parts, all of which matter.
    pub fn of(parts: &[&str]) -> Self {
        // As JSON they do not run into each other.
        Self(Sha256::digest(json!(parts).to_string()).into())
    }
}

type Made = Result<Bytes, GameError>;

/// Reviews that were made or are being made, the one that was asked for last at the end.
#[derive(Debug, Default)]
pub(crate) struct Reviews(Mutex<Vec<(ReviewKey, Arc<OnceCell<Made>>)>>);

impl Reviews {
    /// The review with this key. If there is none, `make` makes it, unless another client does so: then this one waits, and
    /// makes its own only if that client leaves, or has nothing left of its budget or lost its place.
    pub(crate) async fn get(&self, key: ReviewKey, make: impl Future<Output = Made>) -> Made {
        let review = self.find(key);
        let made = review.get_or_try_init(async || match make.await {
            Err(error @ (GameError::OverLimit(..) | GameError::Unavailable(_))) => Err(error),
            made => Ok(made),
        });
        let made = made.await?.clone();
        self.limit();
        made
    }

    fn find(&self, key: ReviewKey) -> Arc<OnceCell<Made>> {
        let mut kept = lock(&self.0);
        // What failed, or was left by all its clients, is made again.
        kept.retain(|(_, review)| Arc::strong_count(review) > 1 || size(review) > 0);
        let place = kept.iter().position(|(kept, _)| *kept == key);
        let review = place.map(|place| kept.remove(place).1).unwrap_or_default();
        kept.push((key, Arc::clone(&review)));
        review
    }

    /// Forgets what was asked for the longest ago, until so much is left as is kept.
    fn limit(&self) {
        let mut kept = lock(&self.0);
        let mut bytes: usize = kept.iter().map(|(_, review)| size(review)).sum();
        kept.retain(|(_, review)| {
            let keeps = bytes <= MAX_KEPT || size(review) == 0;
            bytes -= if keeps { 0 } else { size(review) };
            keeps
        });
    }
}

/// The bytes of a review that is made, and 0 of any other.
fn size(review: &OnceCell<Made>) -> usize {
    review.get().and_then(|made| made.as_ref().ok()).map_or(0, Bytes::len)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use divvy_words::web::AddressLimit;
    use futures_util::FutureExt;
    use tokio::sync::oneshot;

    use super::*;

    fn key(name: &str) -> ReviewKey {
        ReviewKey::of(&[name])
    }

    fn of_size(bytes: usize) -> impl Future<Output = Made> + Send {
        std::future::ready(Ok(vec![0; bytes].into()))
    }

    async fn not_made() -> Made {
        Err(GameError::Damaged)
    }

    #[tokio::test]
    async fn a_review_is_made_once_for_all_unless_its_maker_leaves_or_cannot_pay() {
        let reviews = Reviews::default();
        let [(make, made), (left, never_made), (fail, failed)] =
            [(); 3].map(|()| oneshot::channel());
        let first = reviews.get(key("made"), async { made.await.unwrap() });
        let leaving = reviews.get(key("left"), async { never_made.await.unwrap() });
        let failing = reviews.get(key("failed"), async { failed.await.unwrap() });
        let mut makers = [first.boxed(), leaving.boxed(), failing.boxed()];
        let own = ["made", "left", "failed"].map(|name| reviews.get(key(name), of_size(2)));
        let mut waiting = own.map(FutureExt::boxed);
        for client in makers.iter_mut().chain(&mut waiting) {
            assert!(client.now_or_never().is_none());
        }
        let [first, leaving, failing] = makers;
        make.send(Ok(Bytes::from_static(b"{}{}"))).unwrap();
        assert_eq!(first.await.unwrap().len(), 4);
        drop(leaving);
        assert!(left.is_closed());
        fail.send(Err(GameError::OverLimit(AddressLimit::Processor, 1))).unwrap();
        assert!(matches!(failing.await, Err(GameError::OverLimit(..))));
        for (client, (name, bytes)) in
            waiting.into_iter().zip([("made", 4), ("left", 2), ("failed", 2)])
        {
            assert_eq!(client.await.unwrap().len(), bytes, "{name}");
            assert_eq!(reviews.get(key(name), not_made()).await.unwrap().len(), bytes);
        }
        // What cannot be made is tried again.
        assert!(reviews.get(key("other"), not_made()).await.is_err());
        assert!(reviews.get(key("other"), of_size(1)).await.is_ok());
    }

    #[tokio::test]
    async fn what_was_used_last_is_kept_up_to_so_many_bytes() {
        let reviews = Reviews::default();
        for name in ["a", "b", "c"] {
            reviews.get(key(name), of_size(MAX_KEPT / 3)).await.unwrap();
        }
        assert!(reviews.get(key("a"), not_made()).await.is_ok());
        reviews.get(key("d"), of_size(MAX_KEPT / 3)).await.unwrap();
        assert!(reviews.get(key("b"), not_made()).await.is_err());
        assert!(reviews.get(key("a"), not_made()).await.is_ok());
        // One that is larger than all that is kept leaves nothing.
        reviews.get(key("e"), of_size(MAX_KEPT + 1)).await.unwrap();
        assert!(lock(&reviews.0).is_empty());
    }
}

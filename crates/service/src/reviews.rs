//! Reviews as JSON: made once for all clients that ask for the same one, and kept for a while.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use divvy_analysis::Review;
use divvy_match::Match;
use divvy_table::{GameError, MAX_EVENTS, ReviewView};
use divvy_words::web;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared, WeakShared, ready};
use sha2::{Digest, Sha256};

use crate::lock;

/// The most bytes of reviews that are kept.
const MAX_KEPT: usize = 16 * 1024 * 1024;

/// The most numbers that a review lists as moves that would have won.
const MAX_WINNING: usize = 500_000;

/// Identifies what is reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReviewKey([u8; 32]);

impl ReviewKey {
    /// Of these parts, all of which matter.
    pub fn of(parts: &[&str]) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Self(hasher.finalize().into())
    }
}

type Made = Result<Bytes, GameError>;
type Making = BoxFuture<'static, Made>;

/// Reviews that were made or are being made.
#[derive(Debug, Default)]
pub(crate) struct Reviews(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The one that was used last at the end.
    kept: Vec<(ReviewKey, Bytes)>,
    /// Once all clients that wait for one are gone, it is not made any more.
    making: HashMap<ReviewKey, WeakShared<Making>>,
}

impl Reviews {
    /// The review with this key, which `make` makes if there is none.
    pub(crate) async fn get(
        self: &Arc<Self>,
        key: ReviewKey,
        mut make: impl Future<Output = Made> + Send + 'static,
    ) -> Made {
        loop {
            let (making, own) = self.begin(key, make);
            match (making.await, own) {
                // It was made for another address, which had nothing left or lost its place.
                (Err(GameError::OverLimit(..) | GameError::Unavailable(_)), Some(own)) => {
                    make = own
                }
                (made, _) => return made,
            }
        }
    }

    /// The review that is kept or is being made, and `make` back; if there is none, the one that `make` makes.
    fn begin<F>(self: &Arc<Self>, key: ReviewKey, make: F) -> (Shared<Making>, Option<F>)
    where
        F: Future<Output = Made> + Send + 'static,
    {
        let mut state = lock(&self.0);
        if let Some(json) = state.find(key) {
            return (ready(Ok(json)).boxed().shared(), None);
        }
        if let Some(making) = state.making.get(&key).and_then(WeakShared::upgrade) {
            return (making, Some(make));
        }
        let reviews = Arc::clone(self);
        let making = async move {
            let made = make.await;
            lock(&reviews.0).keep(key, &made);
            made
        };
        let making = making.boxed().shared();
        state.making.retain(|_, making| making.upgrade().is_some());
        state.making.extend(making.downgrade().map(|weak| (key, weak)));
        (making, None)
    }
}

impl State {
    fn find(&mut self, key: ReviewKey) -> Option<Bytes> {
        let place = self.kept.iter().position(|(kept, _)| *kept == key)?;
        let found = self.kept.remove(place);
        let json = found.1.clone();
        self.kept.push(found);
        Some(json)
    }

    fn keep(&mut self, key: ReviewKey, made: &Made) {
        self.making.remove(&key);
        if let Ok(json) = made {
            self.kept.push((key, json.clone()));
            let mut bytes: usize = self.kept.iter().map(|(_, json)| json.len()).sum();
            while bytes > MAX_KEPT && !self.kept.is_empty() {
                bytes -= self.kept.remove(0).1.len();
            }
        }
    }
}

/// Reviews the round at hand.
pub(crate) fn review_json(game: &Match) -> Made {
    let record = game.round().record();
    if record.moves().len() > MAX_EVENTS as usize {
        return Err(GameError::TooLarge(web::longest_review(MAX_EVENTS)));
    }
    let mut winning = 0;
    let review = Review::watched(record, |reviewed| {
        winning += reviewed.winning.len();
        winning <= MAX_WINNING
    })?;
    let review = review.ok_or_else(|| GameError::TooLarge(web::REVIEW_TOO_LARGE.to_owned()))?;
    // A view always has a JSON form.
    Ok(serde_json::to_vec(&ReviewView::new(game, &review)).unwrap_or_default().into())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use divvy_words::web::AddressLimit;
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
    async fn a_review_is_made_once_for_all_that_wait_and_not_for_those_that_left() {
        let reviews = Arc::new(Reviews::default());
        let (make, made) = oneshot::channel();
        let first = {
            let reviews = Arc::clone(&reviews);
            let make = async move { Ok(made.await.unwrap()) };
            tokio::spawn(async move { reviews.get(key("a"), make).await })
        };
        tokio::task::yield_now().await;
        let second = {
            let reviews = Arc::clone(&reviews);
            tokio::spawn(async move { reviews.get(key("a"), not_made()).await })
        };
        tokio::task::yield_now().await;
        // The first client leaves, the second still gets it, and so do later ones.
        first.abort();
        let _ = first.await;
        make.send(Bytes::from_static(b"{}")).unwrap();
        assert_eq!(second.await.unwrap().unwrap(), "{}");
        assert_eq!(reviews.get(key("a"), not_made()).await.unwrap(), "{}");
        // With its last client the work is dropped.
        let (mut make, made) = oneshot::channel::<Bytes>();
        let only = {
            let reviews = Arc::clone(&reviews);
            let make = async move { Ok(made.await.unwrap()) };
            tokio::spawn(async move { reviews.get(key("b"), make).await })
        };
        tokio::task::yield_now().await;
        only.abort();
        make.closed().await;
        assert!(reviews.get(key("b"), not_made()).await.is_err());
    }

    #[tokio::test]
    async fn a_review_that_another_address_cannot_pay_for_is_made_for_this_one() {
        let reviews = Arc::new(Reviews::default());
        let (fail, failed) = oneshot::channel();
        let first = reviews.get(key("a"), async move { failed.await.unwrap() });
        let mut first = std::pin::pin!(first);
        assert!(first.as_mut().now_or_never().is_none());
        let second = reviews.get(key("a"), of_size(2));
        let mut second = std::pin::pin!(second);
        assert!(second.as_mut().now_or_never().is_none());
        fail.send(Err(GameError::OverLimit(AddressLimit::Processor, 1))).unwrap();
        assert_eq!(second.await.unwrap().len(), 2);
        assert!(matches!(first.await, Err(GameError::OverLimit(..))));
    }

    #[tokio::test]
    async fn what_was_used_last_is_kept_up_to_so_many_bytes() {
        let reviews = Arc::new(Reviews::default());
        for name in ["a", "b", "c"] {
            reviews.get(key(name), of_size(MAX_KEPT / 3)).await.unwrap();
        }
        assert!(reviews.get(key("a"), not_made()).await.is_ok());
        reviews.get(key("d"), of_size(MAX_KEPT / 3)).await.unwrap();
        assert!(reviews.get(key("b"), not_made()).await.is_err());
        assert!(reviews.get(key("a"), not_made()).await.is_ok());
        // One that is larger than all that is kept leaves nothing.
        reviews.get(key("e"), of_size(MAX_KEPT + 1)).await.unwrap();
        assert!(lock(&reviews.0).kept.is_empty());
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        assert_ne!(ReviewKey::of(&["ab", "c"]), ReviewKey::of(&["a", "bc"]));
    }
}

//! Reviews as JSON: made once for all clients that ask for the same one, and kept for a while.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use divvy_analysis::Review;
use divvy_match::Match;
use divvy_words::web;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, WeakShared};
use sha2::{Digest, Sha256};

use crate::game::review::ReviewView;
use crate::http::error::ApiError;
use crate::lock;
use crate::registry::MAX_EVENTS;
use crate::solver_pool::Worker;

/// The most bytes of reviews that are kept.
const MAX_KEPT: usize = 16 * 1024 * 1024;

/// The most numbers that a review lists as moves that would have won.
const MAX_WINNING: usize = 500_000;

/// Identifies what is reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ReviewKey([u8; 32]);

impl ReviewKey {
    /// Of these parts, all of which matter.
    pub(crate) fn of(parts: &[&str]) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Self(hasher.finalize().into())
    }
}

type Made = Result<Bytes, ApiError>;

/// Reviews that were made or are being made.
#[derive(Debug, Default)]
pub(crate) struct Reviews(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The one that was used last at the end.
    kept: Vec<(ReviewKey, Bytes)>,
    /// Once all clients that wait for one are gone, it is not made any more.
    making: HashMap<ReviewKey, WeakShared<BoxFuture<'static, Made>>>,
}

impl Reviews {
    /// The review with this key, which `make` makes if there is none.
    pub(crate) async fn get(
        self: &Arc<Self>,
        key: ReviewKey,
        make: impl Future<Output = Made> + Send + 'static,
    ) -> Made {
        let making = {
            let mut state = lock(&self.0);
            if let Some(json) = state.find(key) {
                return Ok(json);
            }
            let made = state.making.get(&key).and_then(WeakShared::upgrade);
            made.unwrap_or_else(|| {
                let reviews = Arc::clone(self);
                let making = async move {
                    let made = make.await;
                    lock(&reviews.0).keep(key, &made);
                    made
                };
                let making = making.boxed().shared();
                state.making.retain(|_, making| making.upgrade().is_some());
                state.making.extend(making.downgrade().map(|weak| (key, weak)));
                making
            })
        };
        making.await
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

/// Reviews the round at hand, and lets other jobs run in between.
pub(crate) fn review_json(game: &Match, worker: &mut Worker) -> Made {
    let record = game.round().record();
    if record.moves().len() > MAX_EVENTS as usize {
        return Err(ApiError::TooLarge(web::longest_review(MAX_EVENTS)));
    }
    let mut winning = 0;
    let review = Review::watched(record, |reviewed| {
        winning += reviewed.winning.len();
        winning <= MAX_WINNING && worker.goes_on()
    })?;
    match review {
        // A view always has a JSON form.
        Some(review) => {
            Ok(serde_json::to_vec(&ReviewView::new(game, &review)).unwrap_or_default().into())
        }
        None if winning > MAX_WINNING => Err(ApiError::TooLarge(web::REVIEW_TOO_LARGE.to_owned())),
        None => Err(ApiError::Unavailable(web::REVIEW_CANCELLED)),
    }
}

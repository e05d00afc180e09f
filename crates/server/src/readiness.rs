//! Whether the storage can be reached, for those who ask all the time: load balancers, and whoever finds the address.

use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use crate::storage::Storage;

/// How long an answer is good for.
const FRESH: Duration = Duration::from_secs(1);

/// The last answer, and when it was asked for.
#[derive(Debug, Default)]
pub(crate) struct Readiness(Mutex<Option<(Instant, bool)>>);

impl Readiness {
    /// Whether the storage can be reached. Those who ask at the same time share one answer.
    pub(crate) async fn of(&self, storage: &dyn Storage, now: Instant) -> bool {
        let mut last = self.0.lock().await;
        match *last {
            Some((at, ready)) if now.saturating_duration_since(at) < FRESH => ready,
            _ => {
                let ready = storage.ping().await.is_ok();
                *last = Some((now, ready));
                ready
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::fake::Fake;

    #[tokio::test]
    async fn the_storage_is_asked_once_a_second_at_the_most() {
        let (storage, readiness, begin) = (Fake::new(), Readiness::default(), Instant::now());
        let later = |millis| begin + Duration::from_millis(millis);
        assert!(readiness.of(storage.as_ref(), begin).await);
        storage.lose_answers(true);
        assert!(readiness.of(storage.as_ref(), later(999)).await);
        assert_eq!(storage.pings(), 1);
        assert!(!readiness.of(storage.as_ref(), later(1_000)).await);
        storage.lose_answers(false);
        assert!(!readiness.of(storage.as_ref(), later(1_999)).await);
        assert!(readiness.of(storage.as_ref(), later(2_000)).await);
        assert_eq!(storage.pings(), 3);
    }
}

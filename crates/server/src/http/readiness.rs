//! The check behind `/readyz`, cached because load balancers ask all the time.

use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use crate::storage::Storage;

/// How long a result is reused.
const MAX_AGE: Duration = Duration::from_secs(1);

/// The last result, and when the storage was asked.
#[derive(Debug, Default)]
pub(crate) struct Readiness(Mutex<Option<(Instant, bool)>>);

impl Readiness {
    /// Whether the storage can be reached. Requests at the same time share one result.
    pub(crate) async fn check(&self, storage: &dyn Storage, now: Instant) -> bool {
        let mut last = self.0.lock().await;
        match *last {
            Some((at, ready)) if now.saturating_duration_since(at) < MAX_AGE => ready,
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
    use crate::storage::fake::FakeStorage;

    #[tokio::test]
    async fn the_storage_is_asked_once_a_second_at_the_most() {
        let (storage, readiness, begin) =
            (FakeStorage::new(), Readiness::default(), Instant::now());
        let later = |millis| begin + Duration::from_millis(millis);
        assert!(readiness.check(storage.as_ref(), begin).await);
        storage.set_unreachable(true);
        assert!(readiness.check(storage.as_ref(), later(999)).await);
        assert_eq!(storage.pings(), 1);
        assert!(!readiness.check(storage.as_ref(), later(1_000)).await);
        storage.set_unreachable(false);
        assert!(!readiness.check(storage.as_ref(), later(1_999)).await);
        assert!(readiness.check(storage.as_ref(), later(2_000)).await);
        assert_eq!(storage.pings(), 3);
    }
}

//! The check behind `/readyz`, cached because load balancers ask all the time.

use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::storage::Storage;

/// How long a result is reused.
const MAX_AGE: Duration = Duration::from_secs(1);

/// The last result, and when the storage was asked.
#[derive(Debug, Default)]
pub(crate) struct Readiness(Mutex<Option<(Instant, bool)>>);

impl Readiness {
    /// Whether the storage can be written to. Requests at the same time share one result.
    pub(crate) async fn check(&self, storage: &dyn Storage) -> bool {
        let mut last = self.0.lock().await;
        match *last {
            Some((at, ready)) if at.elapsed() < MAX_AGE => ready,
            _ => {
                let ready = storage.check_writable().await.is_ok();
                // After the answer: those who waited for it share it, however long it took.
                *last = Some((Instant::now(), ready));
                ready
            }
        }
    }
}

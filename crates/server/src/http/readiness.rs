//! The check behind `/readyz`, cached because load balancers ask all the time.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use divvy_service::storage::WriteQueue;

/// How long a result is reused.
const MAX_AGE: Duration = Duration::from_secs(1);

/// A storage that has not written within this time is not ready, nor is one with so much to write.
const TIMEOUT: Duration = Duration::from_secs(3);

/// The last result, and when the storage had answered. Locked while the storage is asked.
#[derive(Debug, Default)]
pub(crate) struct Readiness(Arc<Mutex<Option<(Instant, bool)>>>);

impl Readiness {
    /// Whether the storage can be written to. Requests at the same time share one result.
    pub(crate) async fn check(&self, writes: &WriteQueue) -> bool {
        let mut last = Arc::clone(&self.0).lock_owned().await;
        if let Some((at, ready)) = *last
            && at.elapsed() < MAX_AGE
        {
            return ready;
        }
        let writes = writes.clone();
        // In a task that keeps the lock: however many clients give up, the storage is asked once at a time.
        let check = tokio::spawn(async move {
            let ready = matches!(timeout(TIMEOUT, writes.check_writable()).await, Ok(Ok(())));
            // After the answer: those who waited for it share it, however long it took.
            *last = Some((Instant::now(), ready));
            ready
        });
        check.await.unwrap_or(false)
    }
}

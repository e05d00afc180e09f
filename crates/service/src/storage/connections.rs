//! A few connections that are opened when they are needed. Each is taken out of its slot for a call and put back only if
//! the call succeeds: after an error, a timeout or a caller that went away it may be in the middle of a statement or of a
//! transaction. It is then closed, which rolls back, so that no statement ever joins the transaction of another call.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use sqlx::{ConnectOptions, Connection};
use tokio::sync::Mutex;

/// A connection that was idle for longer than this is tested before it is used.
const TEST_AFTER: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub(super) struct Connections<C: Connection> {
    options: C::Options,
    /// Each lock is held while its connection is in use. With when it was used last.
    slots: Vec<Mutex<Option<(C, Instant)>>>,
    next: AtomicUsize,
}

impl<C: Connection> Connections<C> {
    /// Opens none yet.
    pub(super) fn new(options: &C::Options, count: usize) -> Self {
        let slots = (0..count).map(|_| Mutex::new(None)).collect();
        Self { options: options.clone(), slots, next: AtomicUsize::new(0) }
    }

    /// Does something on a connection: one statement, or a transaction to its end.
    pub(super) async fn with<T>(
        &self,
        call: impl AsyncFnOnce(&mut C) -> Result<T, sqlx::Error>,
    ) -> Result<T, sqlx::Error> {
        let mut slot = match self.slots.iter().find_map(|slot| slot.try_lock().ok()) {
            Some(slot) => slot,
            None => {
                let next = self.next.fetch_add(1, Ordering::Relaxed) % self.slots.len();
                self.slots[next].lock().await
            }
        };
        let idle = match slot.take() {
            Some((mut connection, used)) if used.elapsed() >= TEST_AFTER => {
                connection.ping().await.is_ok().then_some(connection)
            }
            idle => idle.map(|(connection, _)| connection),
        };
        let mut connection = match idle {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        let result = call(&mut connection).await?;
        *slot = Some((connection, Instant::now()));
        Ok(result)
    }

    /// Closes the connections that are open, once they are not in use.
    pub(super) async fn close(&self) {
        for slot in &self.slots {
            if let Some((connection, _)) = slot.lock().await.take() {
                let _ = connection.close().await;
            }
        }
    }
}

//! A few connections that are opened when they are needed and closed after any error, so that a database that is gone
//! is noticed soon and one that is back is used at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};
use tokio::sync::Mutex;

use crate::storage::StorageError;

/// How long a call may take, from the wait for a connection to its result.
pub(super) const TIMEOUT: Duration = Duration::from_secs(2);

/// A connection that was idle for longer than this is tested before it is used.
const TEST_AFTER: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub(super) struct Connections {
    options: PgConnectOptions,
    /// Each lock is held while its connection is in use.
    slots: Vec<Mutex<Option<IdleConnection>>>,
    next: AtomicUsize,
}

#[derive(Debug)]
struct IdleConnection {
    connection: PgConnection,
    since: Instant,
}

impl Connections {
    /// Opens none yet.
    pub(super) fn new(options: &PgConnectOptions, count: usize) -> Self {
        let slots = (0..count).map(|_| Mutex::default()).collect();
        Self { options: options.clone(), slots, next: AtomicUsize::new(0) }
    }

    /// Calls the database within [`TIMEOUT`].
    pub(super) async fn call<T>(
        &self,
        call: impl AsyncFnOnce(&mut PgConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, StorageError> {
        self.call_within(TIMEOUT, call).await
    }

    /// The connection is kept only if the call succeeds: an error, a timeout or a cancelled caller may leave it in the
    /// middle of a statement.
    pub(super) async fn call_within<T>(
        &self,
        timeout: Duration,
        call: impl AsyncFnOnce(&mut PgConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, StorageError> {
        within(timeout, async {
            let mut slot = match self.slots.iter().find_map(|slot| slot.try_lock().ok()) {
                Some(slot) => slot,
                None => {
                    let next = self.next.fetch_add(1, Ordering::Relaxed) % self.slots.len();
                    self.slots[next].lock().await
                }
            };
            let mut connection = match slot.take() {
                Some(idle) => self.tested(idle).await?,
                None => self.options.connect().await?,
            };
            let result = call(&mut connection).await?;
            *slot = Some(IdleConnection { connection, since: Instant::now() });
            Ok(result)
        })
        .await
    }

    async fn tested(&self, mut idle: IdleConnection) -> Result<PgConnection, sqlx::Error> {
        if idle.since.elapsed() < TEST_AFTER || idle.connection.ping().await.is_ok() {
            Ok(idle.connection)
        } else {
            self.options.connect().await
        }
    }
}

pub(super) async fn within<T>(
    timeout: Duration,
    call: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, StorageError> {
    match tokio::time::timeout(timeout, call).await {
        Ok(Ok(result)) => Ok(result),
        Ok(Err(error @ sqlx::Error::ColumnDecode { .. })) => {
            Err(StorageError::Damaged(error.to_string()))
        }
        Ok(Err(error)) => Err(StorageError::Unavailable(error.to_string())),
        Err(_) => Err(StorageError::Unavailable("it does not answer".to_owned())),
    }
}

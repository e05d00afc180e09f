//! Connections that are made when they are needed and thrown away when something went wrong on them, so that a
//! database that is gone is noticed soon and one that is back is used at once.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};
use tokio::sync::{Mutex, MutexGuard};

use crate::storage::StorageError;

/// How long anything may take, from the wait for a connection to the answer.
const TIMEOUT: Duration = Duration::from_secs(2);

/// A connection that was not used for so long is tried before it is relied on.
const TEST_AFTER: Duration = Duration::from_millis(500);

/// A few connections.
#[derive(Debug)]
pub(super) struct Connections {
    options: PgConnectOptions,
    slots: Vec<Mutex<Option<Idle>>>,
    next: AtomicUsize,
}

/// A connection that nobody is using.
#[derive(Debug)]
struct Idle {
    connection: PgConnection,
    since: Instant,
}

impl Connections {
    /// So many connections, none of which is made yet.
    pub(super) fn new(options: &PgConnectOptions, count: usize) -> Self {
        let slots = (0..count).map(|_| Mutex::default()).collect();
        Self { options: options.clone(), slots, next: AtomicUsize::new(0) }
    }

    /// A connection that works, for the caller alone. It is closed unless it is given back: an error, a time-out or a
    /// caller who stopped waiting leave it in the middle of something.
    pub(super) async fn take(&self) -> Result<Leased<'_>, sqlx::Error> {
        let mut slot = match self.slots.iter().find_map(|slot| slot.try_lock().ok()) {
            Some(slot) => slot,
            None => {
                let next = self.next.fetch_add(1, Ordering::Relaxed) % self.slots.len();
                self.slots[next].lock().await
            }
        };
        if let Some(mut idle) = slot.take()
            && (idle.since.elapsed() < TEST_AFTER || idle.connection.ping().await.is_ok())
        {
            return Ok(Leased { slot, connection: idle.connection });
        }
        Ok(Leased { slot, connection: self.options.connect().await? })
    }
}

/// A connection in use.
pub(super) struct Leased<'a> {
    slot: MutexGuard<'a, Option<Idle>>,
    connection: PgConnection,
}

impl Leased<'_> {
    /// Everything went well: somebody else may use it.
    pub(super) fn release(mut self) {
        *self.slot = Some(Idle { connection: self.connection, since: Instant::now() });
    }
}

impl Deref for Leased<'_> {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.connection
    }
}

impl DerefMut for Leased<'_> {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.connection
    }
}

/// Does something with the database, and gives up when that takes too long.
pub(super) async fn in_time<T>(
    work: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, StorageError> {
    in_time_or(TIMEOUT, work).await
}

/// Does something with the database, and gives up after so long.
pub(super) async fn in_time_or<T>(
    limit: Duration,
    work: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, StorageError> {
    match tokio::time::timeout(limit, work).await {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(error @ sqlx::Error::ColumnDecode { .. })) => {
            Err(StorageError::Damaged(error.to_string()))
        }
        Ok(Err(error)) => Err(StorageError::Unavailable(error.to_string())),
        Err(_) => Err(StorageError::Unavailable("it does not answer".to_owned())),
    }
}

//! A storage in memory that tests can slow down and cut off, and that counts its calls.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use divvy_service::storage::{
    GameId, GameWrite, MemoryStorage, Notification, Storage, StorageError, StorageReads,
    StoredEvent, StoredGame, WriteOutcome,
};
use tokio::sync::{OwnedMutexGuard, broadcast};

#[derive(Debug)]
pub(crate) struct FakeStorage {
    games: MemoryStorage,
    /// Reads of these games are answered once the lock is free.
    blocked: Mutex<HashMap<GameId, Arc<tokio::sync::Mutex<()>>>>,
    unreachable: AtomicBool,
    loads: AtomicU32,
    event_reads: AtomicU32,
    pings: AtomicU32,
    notifications: broadcast::Sender<Notification>,
    messages: broadcast::Sender<String>,
}

impl FakeStorage {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self {
            games: MemoryStorage::default(),
            blocked: Mutex::default(),
            unreachable: AtomicBool::new(false),
            loads: AtomicU32::new(0),
            event_reads: AtomicU32::new(0),
            pings: AtomicU32::new(0),
            notifications: broadcast::Sender::new(64),
            messages: broadcast::Sender::new(64),
        })
    }

    /// How many games are stored.
    pub(crate) fn games(&self) -> usize {
        self.games.games()
    }

    pub(crate) fn loads(&self) -> u32 {
        self.loads.load(Ordering::Relaxed)
    }

    pub(crate) fn event_reads(&self) -> u32 {
        self.event_reads.load(Ordering::Relaxed)
    }

    pub(crate) fn pings(&self) -> u32 {
        self.pings.load(Ordering::Relaxed)
    }

    /// The messages that are broadcast from now on.
    pub(crate) fn messages(&self) -> broadcast::Receiver<String> {
        self.messages.subscribe()
    }

    pub(crate) fn notify(&self, notification: Notification) {
        self.notifications.send(notification).unwrap();
    }

    /// From now on every call fails, and writes are not stored.
    pub(crate) fn set_unreachable(&self, unreachable: bool) {
        self.unreachable.store(unreachable, Ordering::Relaxed);
    }

    /// Blocks reads of this game until the guard is dropped.
    pub(crate) async fn block(&self, id: &GameId) -> OwnedMutexGuard<()> {
        let gate = Arc::clone(self.blocked.lock().unwrap().entry(id.clone()).or_default());
        gate.lock_owned().await
    }

    async fn wait_while_blocked(&self, id: &GameId) {
        let gate = self.blocked.lock().unwrap().get(id).cloned();
        if let Some(gate) = gate {
            drop(gate.lock().await);
        }
    }

    fn reach(&self) -> Result<(), StorageError> {
        match self.unreachable.load(Ordering::Relaxed) {
            true => Err(StorageError::Unavailable("it does not answer".to_owned())),
            false => Ok(()),
        }
    }
}

#[async_trait]
impl StorageReads for FakeStorage {
    async fn load(&self, id: &GameId) -> Result<Option<StoredGame>, StorageError> {
        let found = self.games.load(id).await;
        self.loads.fetch_add(1, Ordering::Relaxed);
        self.wait_while_blocked(id).await;
        self.reach()?;
        found
    }

    async fn events_after(
        &self,
        id: &GameId,
        number: u32,
    ) -> Result<Vec<StoredEvent>, StorageError> {
        let found = self.games.events_after(id, number).await;
        self.event_reads.fetch_add(1, Ordering::Relaxed);
        self.wait_while_blocked(id).await;
        self.reach()?;
        found
    }

    async fn count_inactive(&self, _: i64) -> Result<[u64; 2], StorageError> {
        Ok([0, self.games() as u64])
    }

    async fn broadcast(&self, message: String) {
        drop(self.messages.send(message));
    }

    fn subscribe(&self) -> Option<broadcast::Receiver<Notification>> {
        Some(self.notifications.subscribe())
    }
}

#[async_trait]
impl Storage for FakeStorage {
    async fn write(&self, writes: Vec<GameWrite>) -> Result<Vec<WriteOutcome>, StorageError> {
        self.reach()?;
        self.games.write(writes).await
    }

    async fn check_writable(&self) -> Result<(), StorageError> {
        self.pings.fetch_add(1, Ordering::Relaxed);
        self.reach()
    }
}

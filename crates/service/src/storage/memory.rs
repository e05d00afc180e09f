//! Games that last as long as the process, for a service that one client uses.

use std::collections::HashMap;
use std::sync::Mutex;

use async_trait::async_trait;
use tokio::sync::broadcast;

use super::{
    AdminChanges, GameId, GameWrite, NewGame, Notification, Storage, StorageError, StorageReads,
    StoredEvent, StoredGame, WriteOutcome,
};
use crate::lock;

/// A storage in memory.
#[derive(Debug, Default)]
pub struct MemoryStorage(Mutex<HashMap<GameId, StoredGame>>);

impl MemoryStorage {
    /// How many games are stored.
    pub fn games(&self) -> usize {
        lock(&self.0).len()
    }
}

fn store(games: &mut HashMap<GameId, StoredGame>, write: GameWrite) -> WriteOutcome {
    let (appended, new) = match write {
        GameWrite::Create(new) => (None, Some(new)),
        GameWrite::Append { id, event } => (Some((id, event)), None),
        GameWrite::AppendAndCreate { id, event, new } => (Some((id, event)), Some(new)),
    };
    if let Some((id, event)) = appended {
        match games.get_mut(&id) {
            Some(game) if event.number as usize == game.events.len() + 1 => game.events.push(event),
            _ => return WriteOutcome::Conflict,
        }
    }
    if let Some(NewGame { id, at, setup }) = new {
        games.insert(id, StoredGame { setup, at, events: Vec::new() });
    }
    WriteOutcome::Stored
}

#[async_trait]
impl StorageReads for MemoryStorage {
    async fn load(&self, id: &GameId) -> Result<Option<StoredGame>, StorageError> {
        Ok(lock(&self.0).get(id).cloned())
    }

    async fn events_after(
        &self,
        id: &GameId,
        number: u32,
    ) -> Result<Vec<StoredEvent>, StorageError> {
        let events = lock(&self.0).get(id).map(|game| game.events.clone()).unwrap_or_default();
        Ok(events.into_iter().filter(|event| event.number > number).collect())
    }

    async fn count_inactive(&self, _since: i64) -> Result<[u64; 2], StorageError> {
        Ok([0; 2])
    }

    async fn admin_changes(&self, _after: Option<i64>) -> Result<AdminChanges, StorageError> {
        Ok(AdminChanges { last: 0, changes: Vec::new() })
    }

    async fn broadcast(&self, _message: String) {}

    fn subscribe(&self) -> Option<broadcast::Receiver<Notification>> {
        None
    }
}

#[async_trait]
impl Storage for MemoryStorage {
    async fn write(&self, writes: Vec<GameWrite>) -> Result<Vec<WriteOutcome>, StorageError> {
        let mut games = lock(&self.0);
        Ok(writes.into_iter().map(|write| store(&mut games, write)).collect())
    }

    async fn delete_inactive(&self, _since: i64) -> Result<u64, StorageError> {
        Ok(0)
    }

    async fn check_writable(&self) -> Result<(), StorageError> {
        Ok(())
    }
}

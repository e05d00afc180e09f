//! Games that last as long as the process, for a service that one client uses.

use std::collections::HashMap;
use std::sync::Mutex;

use async_trait::async_trait;

use super::{
    GameId, GameWrite, NewGame, Storage, StorageError, StorageReads, StoredEvent, StoredGame,
    WriteOutcome,
};
use crate::lock;

#[derive(Debug, Default)]
pub struct MemoryStorage(Mutex<HashMap<GameId, StoredGame>>);

impl MemoryStorage {
    pub fn games(&self) -> usize {
        lock(&self.0).len()
    }
}

fn store(games: &mut HashMap<GameId, StoredGame>, write: &GameWrite) -> WriteOutcome {
    let (event, new) = write.parts();
    if let Some((id, event)) = event {
        match games.get_mut(id).map(|game| &mut game.events) {
            Some(events) if event.number as usize == events.len() + 1 => events.push(event.clone()),
            _ => return WriteOutcome::Conflict,
        }
    }
    if let Some(NewGame { id, at, setup }) = new.cloned() {
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
        let mut events = self.load(id).await?.map(|game| game.events).unwrap_or_default();
        events.retain(|event| event.number > number);
        Ok(events)
    }

    fn forget(&self, id: &GameId) {
        lock(&self.0).remove(id);
    }
}

#[async_trait]
impl Storage for MemoryStorage {
    async fn write(&self, writes: Vec<GameWrite>) -> Result<Vec<WriteOutcome>, StorageError> {
        let mut games = lock(&self.0);
        Ok(writes.iter().map(|write| store(&mut games, write)).collect())
    }
}

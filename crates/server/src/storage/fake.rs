//! A storage in memory that fails and dawdles as a test wants, and says what was asked of it.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;
use tokio::sync::{OwnedMutexGuard, broadcast};

use super::{Entry, GameId, Kept, Notice, Storage, StorageError, Write, Written};

#[derive(Debug)]
pub(crate) struct Fake {
    games: Mutex<HashMap<GameId, Kept>>,
    /// Whoever has looked at one of these waits for the answer.
    slow: Mutex<HashMap<GameId, Arc<tokio::sync::Mutex<()>>>>,
    loses_answers: AtomicBool,
    loads: AtomicU32,
    looks: AtomicU32,
    pings: AtomicU32,
    notices: broadcast::Sender<Notice>,
    said: broadcast::Sender<String>,
}

impl Fake {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self {
            games: Mutex::default(),
            slow: Mutex::default(),
            loses_answers: AtomicBool::new(false),
            loads: AtomicU32::new(0),
            looks: AtomicU32::new(0),
            pings: AtomicU32::new(0),
            notices: broadcast::Sender::new(64),
            said: broadcast::Sender::new(64),
        })
    }

    pub(crate) fn loads(&self) -> u32 {
        self.loads.load(Ordering::Relaxed)
    }

    pub(crate) fn looks(&self) -> u32 {
        self.looks.load(Ordering::Relaxed)
    }

    pub(crate) fn pings(&self) -> u32 {
        self.pings.load(Ordering::Relaxed)
    }

    /// What is said from now on.
    pub(crate) fn said(&self) -> broadcast::Receiver<String> {
        self.said.subscribe()
    }

    pub(crate) fn notify(&self, notice: Notice) {
        self.notices.send(notice).unwrap();
    }

    /// From now on writes are not kept and not answered in time, and nothing else can be reached.
    pub(crate) fn lose_answers(&self, loses: bool) {
        self.loses_answers.store(loses, Ordering::Relaxed);
    }

    /// Nobody gets this game, or what happened to it, until the answer is dropped.
    pub(crate) async fn hold_up(&self, id: &GameId) -> OwnedMutexGuard<()> {
        let gate = Arc::clone(self.slow.lock().unwrap().entry(id.clone()).or_default());
        gate.lock_owned().await
    }

    async fn dawdle(&self, id: &GameId) {
        let gate = self.slow.lock().unwrap().get(id).cloned();
        if let Some(gate) = gate {
            drop(gate.lock().await);
        }
    }

    fn reach(&self) -> Result<(), StorageError> {
        match self.loses_answers.load(Ordering::Relaxed) {
            true => Err(StorageError::Unavailable("it does not answer".to_owned())),
            false => Ok(()),
        }
    }

    fn keep(&self, write: Write) -> Written {
        let mut games = self.games.lock().unwrap();
        match write {
            Write::Begin { id, at, setup } => {
                games.insert(id, Kept { setup, at, entries: Vec::new() });
                Written::Kept
            }
            Write::Add { id, entry } => match games.get_mut(&id) {
                Some(game) if entry.number as usize == game.entries.len() + 1 => {
                    game.entries.push(entry);
                    Written::Kept
                }
                _ => Written::Taken,
            },
        }
    }
}

impl Storage for Fake {
    fn write(&self, writes: Vec<Write>) -> BoxFuture<'_, Result<Vec<Written>, StorageError>> {
        Box::pin(async move {
            self.reach()?;
            Ok(writes.into_iter().map(|write| self.keep(write)).collect())
        })
    }

    fn load(&self, id: &GameId) -> BoxFuture<'_, Result<Option<Kept>, StorageError>> {
        let id = id.clone();
        Box::pin(async move {
            let found = self.games.lock().unwrap().get(&id).cloned();
            self.loads.fetch_add(1, Ordering::Relaxed);
            self.dawdle(&id).await;
            self.reach()?;
            Ok(found)
        })
    }

    fn after(&self, id: &GameId, number: u32) -> BoxFuture<'_, Result<Vec<Entry>, StorageError>> {
        let id = id.clone();
        Box::pin(async move {
            let after = |game: &Kept| game.entries[number as usize..].to_vec();
            let found = self.games.lock().unwrap().get(&id).map(after);
            self.looks.fetch_add(1, Ordering::Relaxed);
            self.dawdle(&id).await;
            self.reach()?;
            Ok(found.unwrap_or_default())
        })
    }

    fn forget_before(&self, _: i64) -> BoxFuture<'_, Result<u64, StorageError>> {
        Box::pin(async { Ok(0) })
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), StorageError>> {
        Box::pin(async {
            self.pings.fetch_add(1, Ordering::Relaxed);
            self.reach()
        })
    }

    fn say(&self, words: String) -> BoxFuture<'_, ()> {
        Box::pin(async move { drop(self.said.send(words)) })
    }

    fn notices(&self) -> Option<broadcast::Receiver<Notice>> {
        Some(self.notices.subscribe())
    }
}

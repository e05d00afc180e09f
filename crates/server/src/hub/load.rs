//! From what is kept of a game to the game: all of it, or what another process has added.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};

use super::{Hub, LONGEST_WAIT, Live, SHORTEST_WAIT, lock};
use crate::error::ApiError;
use crate::game::{Event, Setup, Table};
use crate::storage::{Entry, GameId, Kept, StorageError};

/// A game that is on its way.
#[derive(Debug)]
pub(super) struct Loading {
    /// For all who wait for it. None if there is no such game.
    game: Loaded,
    /// There were news of it in the meantime, which it may lack.
    pub(super) behind: Arc<AtomicBool>,
}

type Loaded = Shared<BoxFuture<'static, Result<Option<Arc<Live>>, StorageError>>>;

/// Games with more events than this are played again away from the threads that serve requests.
const SHORT: usize = 64;

impl Hub {
    /// Whoever asks for a game while it is loaded waits for the same load: after a restart thousands may come back to
    /// one game at once.
    pub(super) fn loading(self: &Arc<Self>, id: &GameId) -> Loaded {
        let mut loading = lock(&self.loading);
        let new = || {
            let behind = Arc::new(AtomicBool::new(false));
            let (hub, id, news) = (Arc::clone(self), id.clone(), Arc::clone(&behind));
            // It comes to its end, and is forgotten, even if everybody has left.
            let task = self.runtime.spawn(async move {
                let loaded = hub.load(&id).await;
                // Only now, when whoever brings news finds the game among the others.
                if let (Ok(Some(live)), true) = (&loaded, news.load(Ordering::SeqCst)) {
                    hub.catch_up_soon(live);
                }
                lock(&hub.loading).remove(&id);
                loaded
            });
            let stopped = |_| Err(StorageError::Unavailable("stopped".to_owned()));
            let game = async move { task.await.unwrap_or_else(stopped) }.boxed().shared();
            Loading { game, behind }
        };
        loading.entry(id.clone()).or_insert_with(new).game.clone()
    }

    async fn load(&self, id: &GameId) -> Result<Option<Arc<Live>>, StorageError> {
        let Some(kept) = self.storage.load(id).await? else { return Ok(None) };
        let table = if kept.entries.len() <= SHORT {
            replayed(&kept)?
        } else {
            let replay = tokio::task::spawn_blocking(move || replayed(&kept));
            replay.await.unwrap_or_else(|_| Err(damaged("it cannot be played again")))?
        };
        let mut games = lock(&self.games);
        // Somebody may have begun it in the meantime, and gone on.
        let live =
            games.entry(id.clone()).or_insert_with(|| Arc::new(Live::new(id.clone(), table)));
        Ok(Some(Arc::clone(live)))
    }

    /// Adds what the storage knows and this process does not.
    pub(super) async fn catch_up(
        self: &Arc<Self>,
        live: &Arc<Live>,
        table: &mut Table,
    ) -> Result<(), ApiError> {
        // First: whatever is added from now on sets it again.
        live.behind.store(false, Ordering::SeqCst);
        let added = self
            .storage
            .after(&live.id, table.version())
            .await
            .and_then(|entries| entries.iter().try_for_each(|entry| apply(table, entry)));
        live.tell(table);
        match &added {
            Ok(()) => {}
            // Whoever watches comes back, and is told why there is nothing to see.
            Err(StorageError::Damaged(_)) => self.forget(live),
            Err(StorageError::Unavailable(_)) => self.catch_up_soon(live),
        }
        added.map_err(ApiError::from)
    }

    /// Catches up as soon as the storage can be reached, so that whoever watches is told. Nobody waits for it.
    pub(super) fn catch_up_soon(self: &Arc<Self>, live: &Arc<Live>) {
        live.behind.store(true, Ordering::SeqCst);
        if live.catching_up.swap(true, Ordering::SeqCst) {
            // Somebody is at it.
            return;
        }
        let (hub, live) = (Arc::clone(self), Arc::clone(live));
        self.runtime.spawn(async move {
            let mut wait = SHORTEST_WAIT;
            loop {
                match hub.catch_up_now(&live).await {
                    Err(ApiError::Unavailable(_)) => {
                        tokio::time::sleep(wait).await;
                        wait = (wait * 2).min(LONGEST_WAIT);
                        continue;
                    }
                    Err(_) => return,
                    Ok(()) => live.catching_up.store(false, Ordering::SeqCst),
                }
                // There may have been news just before the flag fell.
                let more = live.behind.load(Ordering::SeqCst);
                if !more || live.catching_up.swap(true, Ordering::SeqCst) {
                    return;
                }
            }
        });
    }

    /// Catches up unless somebody else has.
    async fn catch_up_now(self: &Arc<Self>, live: &Arc<Live>) -> Result<(), ApiError> {
        let mut table = live.table.lock().await;
        // Who holds up one game, with its lock, does not hold up others.
        let _place = self.catching_up.acquire().await;
        if live.behind.load(Ordering::SeqCst) {
            self.catch_up(live, &mut table).await
        } else {
            Ok(())
        }
    }
}

/// The game that was kept.
fn replayed(kept: &Kept) -> Result<Table, StorageError> {
    let setup: Setup = serde_json::from_str(&kept.setup).map_err(|_| damaged("its setup"))?;
    let mut table = Table::new(setup);
    for entry in &kept.entries {
        apply(&mut table, entry)?;
    }
    Ok(table)
}

fn apply(table: &mut Table, entry: &Entry) -> Result<(), StorageError> {
    if entry.number != table.version() + 1 {
        return Err(damaged("the order of its events"));
    }
    let event: Event = serde_json::from_str(&entry.event).map_err(|_| damaged("an event"))?;
    table.apply(&event).map_err(|_| damaged("an event that cannot be"))
}

fn damaged(what: &str) -> StorageError {
    StorageError::Damaged(what.to_owned())
}

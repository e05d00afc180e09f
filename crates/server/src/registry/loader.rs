//! Loads games from the storage, and refreshes games that another process has changed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};

use super::{FIRST_RETRY, GameHandle, GameRegistry, LONGEST_RETRY};
use crate::game::{GameEvent, GameSetup, GameState};
use crate::http::error::ApiError;
use crate::lock;
use crate::storage::{GameId, StorageError, StoredEvent, StoredGame};

/// A game that is being loaded.
#[derive(Debug)]
pub(super) struct Loading {
    result: SharedLoad,
    /// There were notifications about the game in the meantime, so the load may lack events.
    pub(super) outdated: Arc<AtomicBool>,
}

/// The result for all requests that wait for the same game. `None` if there is no such game.
type SharedLoad = Shared<BoxFuture<'static, Result<Option<Arc<GameHandle>>, StorageError>>>;

/// Games with more events than this are replayed on a blocking thread.
const REPLAY_INLINE: usize = 64;

impl GameRegistry {
    /// Loads a game once for all requests that ask for it at the same time: after a restart thousands of streams may
    /// return to one game at once.
    pub(super) fn load_shared(self: &Arc<Self>, id: &GameId) -> SharedLoad {
        let mut loading = lock(&self.loading);
        let start = || {
            let outdated = Arc::new(AtomicBool::new(false));
            let (games, id, notified) = (Arc::clone(self), id.clone(), Arc::clone(&outdated));
            // In a task of its own, so that the entry is removed even if every client disconnects.
            let task = self.runtime.spawn(async move {
                let loaded = games.load(&id).await;
                // Checked only now, when later notifications find the game in the registry.
                if let (Ok(Some(handle)), true) = (&loaded, notified.load(Ordering::SeqCst)) {
                    games.refresh_in_background(handle);
                }
                lock(&games.loading).remove(&id);
                loaded
            });
            let stopped = |_| Err(StorageError::Unavailable("stopped".to_owned()));
            let result = async move { task.await.unwrap_or_else(stopped) }.boxed().shared();
            Loading { result, outdated }
        };
        loading.entry(id.clone()).or_insert_with(start).result.clone()
    }

    async fn load(&self, id: &GameId) -> Result<Option<Arc<GameHandle>>, StorageError> {
        let Some(stored) = self.storage.load(id).await? else { return Ok(None) };
        let state = if stored.events.len() <= REPLAY_INLINE {
            replay(&stored)?
        } else {
            let replay = tokio::task::spawn_blocking(move || replay(&stored));
            replay.await.unwrap_or_else(|_| Err(damaged("it cannot be played again")))?
        };
        let mut games = lock(&self.games);
        // An entry from the meantime is newer than what was read.
        let handle =
            games.entry(id.clone()).or_insert_with(|| Arc::new(GameHandle::new(id.clone(), state)));
        Ok(Some(Arc::clone(handle)))
    }

    /// Applies the events that the storage has and `state` lacks.
    pub(super) async fn refresh(
        self: &Arc<Self>,
        handle: &Arc<GameHandle>,
        state: &mut GameState,
    ) -> Result<(), ApiError> {
        // Before the read: an event that is appended during the read sets it again.
        handle.outdated.store(false, Ordering::SeqCst);
        let refreshed = self
            .storage
            .events_after(&handle.id, state.version)
            .await
            .and_then(|events| events.iter().try_for_each(|event| apply(state, event)));
        handle.publish(state);
        match &refreshed {
            Ok(()) => {}
            // The streams end; clients that reconnect get the error.
            Err(StorageError::Damaged(_)) => self.close(handle),
            Err(StorageError::Unavailable(_)) => self.refresh_in_background(handle),
        }
        refreshed.map_err(ApiError::from)
    }

    /// Refreshes a game as soon as the storage can be reached, so that subscribers get the new state.
    pub(super) fn refresh_in_background(self: &Arc<Self>, handle: &Arc<GameHandle>) {
        handle.outdated.store(true, Ordering::SeqCst);
        if handle.refreshing.swap(true, Ordering::SeqCst) {
            return;
        }
        let (games, handle) = (Arc::clone(self), Arc::clone(handle));
        self.runtime.spawn(async move {
            let mut delay = FIRST_RETRY;
            loop {
                match games.refresh_if_outdated(&handle).await {
                    Err(ApiError::Unavailable(_)) => {
                        tokio::time::sleep(delay).await;
                        delay = (delay * 2).min(LONGEST_RETRY);
                        continue;
                    }
                    Err(_) => return,
                    Ok(()) => handle.refreshing.store(false, Ordering::SeqCst),
                }
                // The game may have become outdated again just before `refreshing` was cleared.
                let again = handle.outdated.load(Ordering::SeqCst);
                if !again || handle.refreshing.swap(true, Ordering::SeqCst) {
                    return;
                }
            }
        });
    }

    async fn refresh_if_outdated(
        self: &Arc<Self>,
        handle: &Arc<GameHandle>,
    ) -> Result<(), ApiError> {
        let mut state = handle.state.lock().await;
        // After the lock: a game that is locked for long takes no permit from the others.
        let _permit = self.refreshes.acquire().await;
        if handle.outdated.load(Ordering::SeqCst) {
            self.refresh(handle, &mut state).await
        } else {
            Ok(())
        }
    }
}

fn replay(stored: &StoredGame) -> Result<GameState, StorageError> {
    let setup: GameSetup = serde_json::from_str(&stored.setup).map_err(|_| damaged("its setup"))?;
    let mut state = GameState::new(setup);
    for event in &stored.events {
        apply(&mut state, event)?;
    }
    Ok(state)
}

fn apply(state: &mut GameState, stored: &StoredEvent) -> Result<(), StorageError> {
    if stored.number != state.version + 1 {
        return Err(damaged("the order of its events"));
    }
    let event: GameEvent = serde_json::from_str(&stored.text).map_err(|_| damaged("an event"))?;
    state.apply(&event).map_err(|_| damaged("an event that cannot be"))
}

fn damaged(what: &str) -> StorageError {
    StorageError::Damaged(what.to_owned())
}

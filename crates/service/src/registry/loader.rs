//! Loads games from the storage, and refreshes games that another process has changed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use divvy_table::{GameError, GameId, Subject};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use tracing::Instrument;

use super::{FIRST_RETRY, Handle, LONGEST_RETRY, Registry, unavailable};
use crate::lock;
use crate::storage::{StorageError, StoredEvent, StoredGame};

/// A game that is being loaded.
#[derive(Debug)]
pub(super) struct Loading<S: Subject> {
    result: SharedLoad<S>,
    /// There were notifications about the game in the meantime, so the load may lack events.
    pub(super) outdated: Arc<AtomicBool>,
}

/// The result for all requests that wait for the same game. `None` if there is no such game.
type SharedLoad<S> = Shared<BoxFuture<'static, Result<Option<Arc<Handle<S>>>, StorageError>>>;

/// Games with more events than this are replayed on a blocking thread.
const REPLAY_INLINE: usize = 64;

impl<S: Subject> Registry<S> {
    /// Loads a game once for all requests that ask for it at the same time: after a restart thousands of streams may
    /// return to one game at once.
    pub(super) fn load_shared(self: &Arc<Self>, id: &GameId) -> SharedLoad<S> {
        let mut loading = lock(&self.loading);
        let start = || {
            let outdated = Arc::new(AtomicBool::new(false));
            let (games, id, notified) = (Arc::clone(self), id.clone(), Arc::clone(&outdated));
            // In a task of its own, so that the entry is removed even if every client disconnects.
            let load = async move {
                let loaded = games.load(&id).await;
                games.log_failure(&id, &loaded);
                // Checked only now, when later notifications find the game in the registry.
                if let (Ok(Some(handle)), true) = (&loaded, notified.load(Ordering::SeqCst)) {
                    games.refresh_in_background(handle);
                }
                lock(&games.loading).remove(&id);
                loaded
            };
            let task = self.runtime.spawn(load.in_current_span());
            let stopped = |_| Err(StorageError::Unavailable("stopped".to_owned()));
            let result = async move { task.await.unwrap_or_else(stopped) }.boxed().shared();
            Loading { result, outdated }
        };
        loading.entry(id.clone()).or_insert_with(start).result.clone()
    }

    async fn load(&self, id: &GameId) -> Result<Option<Arc<Handle<S>>>, StorageError> {
        let confirmed = Instant::now();
        let Some(stored) = self.storage.load(id).await? else { return Ok(None) };
        let state = if stored.events.len() <= REPLAY_INLINE {
            replay(id, &stored)?
        } else {
            let id = id.clone();
            let replay = tokio::task::spawn_blocking(move || replay(&id, &stored));
            replay.await.map_err(|error| StorageError::Unavailable(error.to_string()))??
        };
        Ok(Some(self.insert(id.clone(), state, confirmed)))
    }

    /// Drops a game that was deleted.
    pub fn on_deleted(self: &Arc<Self>, id: &GameId) {
        // Loads first: one that ends in between is then found in the registry.
        let loading = lock(&self.loading).get(id).map(|loading| loading.result.clone());
        if let Some(loading) = loading {
            let games = Arc::clone(self);
            self.runtime.spawn(async move {
                if let Ok(Some(handle)) = loading.await {
                    games.close(&handle);
                }
            });
        }
        let handle = lock(&self.games).get(id).cloned();
        if let Some(handle) = handle {
            self.close(&handle);
        }
    }

    /// Applies the events that other processes had stored at this time, unless that is done already. Requests that wait
    /// for the lock at the same time share the answer of the storage.
    pub(super) async fn bring_up_to_date(
        self: &Arc<Self>,
        handle: &Arc<Handle<S>>,
        state: &mut S,
        since: Instant,
    ) -> Result<(), GameError> {
        let is_confirmed = !self.shared || *lock(&handle.confirmed) >= since;
        match is_confirmed && !handle.outdated.load(Ordering::SeqCst) {
            true => Ok(()),
            false => self.refresh(handle, state).await,
        }
    }

    /// Applies the events that the storage has and `state` lacks.
    pub(super) async fn refresh(
        self: &Arc<Self>,
        handle: &Arc<Handle<S>>,
        state: &mut S,
    ) -> Result<(), GameError> {
        let confirmed = Instant::now();
        // Before the read: an event that is appended during the read sets it again.
        handle.outdated.store(false, Ordering::SeqCst);
        let unfinished = OutdatedOnDrop(handle);
        let refreshed =
            self.storage.events_after(&handle.id, state.version()).await.and_then(|events| {
                events.iter().try_for_each(|event| apply(&handle.id, state, event))
            });
        std::mem::forget(unfinished);
        self.log_failure(&handle.id, &refreshed);
        handle.publish(state);
        match &refreshed {
            Ok(()) => *lock(&handle.confirmed) = confirmed,
            // The streams end; clients that reconnect get the error.
            Err(StorageError::Damaged(_) | StorageError::DamagedGame { .. }) => self.close(handle),
            Err(_) => self.refresh_in_background(handle),
        }
        refreshed.map_err(unavailable)
    }

    /// The log names the game, the event and the cause; clients are told only that there is something.
    fn log_failure<T>(&self, game: &GameId, result: &Result<T, StorageError>) {
        match result {
            Ok(_) => {}
            Err(StorageError::DamagedGame { event, cause, .. }) => {
                tracing::error!(%game, event, cause, "a game is damaged");
            }
            Err(error) => self.warn_of(error, game, "a game could not be read"),
        }
    }

    /// Refreshes a game as soon as the storage can be reached, so that subscribers get the new state.
    pub(super) fn refresh_in_background(self: &Arc<Self>, handle: &Arc<Handle<S>>) {
        handle.outdated.store(true, Ordering::SeqCst);
        if handle.refreshing.swap(true, Ordering::SeqCst) {
            return;
        }
        let (games, handle) = (Arc::clone(self), Arc::clone(handle));
        self.runtime.spawn(async move {
            let mut delay = FIRST_RETRY;
            loop {
                match games.refresh_if_outdated(&handle).await {
                    Err(GameError::Unavailable(_)) => {
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

    /// Never waits for the game while it holds a permit, nor for a permit while it holds the game: neither a game that is
    /// locked for long nor many games that are being refreshed delay requests to others.
    async fn refresh_if_outdated(
        self: &Arc<Self>,
        handle: &Arc<Handle<S>>,
    ) -> Result<(), GameError> {
        while handle.outdated.load(Ordering::SeqCst) {
            let permit = self.refreshes.acquire().await;
            if let Ok(mut state) = handle.state.try_lock() {
                return self.refresh(handle, &mut state).await;
            }
            drop(permit);
            // A change that holds the lock refreshes the game itself, if it has not read it yet.
            drop(handle.state.lock().await);
        }
        Ok(())
    }
}

/// The client may disconnect while the storage is read, and the state still lacks the events then.
struct OutdatedOnDrop<'a, S: Subject>(&'a Handle<S>);

impl<S: Subject> Drop for OutdatedOnDrop<'_, S> {
    fn drop(&mut self) {
        self.0.outdated.store(true, Ordering::SeqCst);
    }
}

/// The state after all events of a stored game.
pub(crate) fn replay<S: Subject>(id: &GameId, stored: &StoredGame) -> Result<S, StorageError> {
    let setup = serde_json::from_str(&stored.setup)
        .map_err(|error| StorageError::damaged(id, 0, &error))?;
    let mut state = S::new(setup);
    for event in &stored.events {
        apply(id, &mut state, event)?;
    }
    Ok(state)
}

/// Applies the next event of a stored game.
pub(crate) fn apply<S: Subject>(
    id: &GameId,
    state: &mut S,
    stored: &StoredEvent,
) -> Result<(), StorageError> {
    let next = state.version() + 1;
    let damaged = |cause: &dyn std::fmt::Display| StorageError::damaged(id, next, cause);
    if stored.number != next {
        return Err(damaged(&format!("event {} is in its place", stored.number)));
    }
    let event = serde_json::from_str(&stored.text).map_err(|error| damaged(&error))?;
    state.apply(&event).map_err(|error| match error {
        GameError::Damaged => damaged(&"it contradicts the events before it"),
        error => damaged(&error),
    })
}

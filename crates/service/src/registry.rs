//! The games in the memory of this process.
//!
//! Every change takes the same way (`update`): under the game's lock the event is checked, written to the storage, and only
//! then applied and published to subscribers. If another process stored an event first, this process refreshes its copy and
//! the request is decided again.

mod handle;
mod loader;
mod peers;
mod presence;
mod snapshot;
mod update;

use std::collections::HashMap;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use divvy_table::{GameError, GameId, SeatToken, Subject};
use divvy_words::web;
use serde::Serialize;
use tokio::sync::Semaphore;

pub use self::handle::{Handle, PresenceGuard, Published};
use self::loader::Loading;
pub(crate) use self::loader::{apply, replay};
pub use self::snapshot::Snapshot;
pub use self::update::Updated;
use crate::repeated_warning::RepeatedWarning;
use crate::storage::{
    GameWrite, NewGame, Storage, StorageError, StorageReads, WriteOutcome, WriteQueue,
};
use crate::{lock, now};

/// How many games are refreshed from the storage at once; after a lost connection all of them are.
const MAX_REFRESHES: usize = 8;

/// Delays between retries after the storage failed: the first, and the longest.
pub(crate) const FIRST_RETRY: Duration = Duration::from_millis(200);
pub(crate) const LONGEST_RETRY: Duration = Duration::from_secs(5);

/// All games in memory, or other [`Subject`]s.
#[derive(Debug)]
pub struct Registry<S: Subject> {
    pub storage: Arc<dyn StorageReads>,
    /// The only way to write.
    pub writes: WriteQueue,
    /// Requests that the storage failed: on a full disk these may be all.
    failures: Mutex<RepeatedWarning>,
    games: Mutex<HashMap<GameId, Arc<Handle<S>>>>,
    loading: Mutex<HashMap<GameId, Loading<S>>>,
    refreshes: Semaphore,
    /// Whether other processes may write to the storage.
    shared: bool,
    /// Identifies this process among those that share the storage.
    process: String,
    /// The sequence number of the next message to the other processes.
    next_message: AtomicU64,
    runtime: tokio::runtime::Handle,
}

impl<S: Subject> Registry<S> {
    /// Must be called within a tokio runtime. `process` names this one among those that share the storage.
    pub fn new(storage: Arc<dyn Storage>, process: String) -> Arc<Self> {
        let notifications = storage.subscribe();
        let games = Arc::new(Self {
            shared: notifications.is_some(),
            writes: WriteQueue::new(Arc::clone(&storage)),
            storage,
            failures: Mutex::default(),
            games: Mutex::default(),
            loading: Mutex::default(),
            refreshes: Semaphore::new(MAX_REFRESHES),
            process,
            next_message: AtomicU64::new(0),
            runtime: tokio::runtime::Handle::current(),
        });
        if let Some(notifications) = notifications {
            peers::spawn(&games, notifications);
        }
        games
    }

    /// Logs that the storage failed, unless that was logged just now.
    fn warn_of(&self, error: &StorageError, game: &GameId, what: &str) {
        if let Some(repeated) = lock(&self.failures).is_due(Instant::now()) {
            tracing::warn!(%game, %error, repeated, "{what}");
        }
    }

    pub fn count(&self) -> usize {
        lock(&self.games).len()
    }

    pub async fn create(&self, id: GameId, setup: S::Setup) -> Result<Arc<Handle<S>>, GameError> {
        let (new, confirmed) = (new_game(&id, &setup)?, Instant::now());
        match self.writes.write(GameWrite::Create(new)).await {
            Ok(WriteOutcome::Stored) => Ok(self.insert(id, S::new(setup), confirmed)),
            // Ids are 128 random bits, so this does not happen by chance.
            Ok(WriteOutcome::Conflict) => Err(GameError::Unavailable(web::TRY_AGAIN)),
            Err(error) => {
                self.warn_of(&error, &id, "a game could not be created");
                Err(unavailable(error))
            }
        }
    }

    /// Adds a game that the storage had in this state at this time. One that is there is at least as new: another process may
    /// have told its players of a game that was just stored, and a request of theirs may have loaded it here.
    fn insert(&self, id: GameId, state: S, confirmed: Instant) -> Arc<Handle<S>> {
        let new = || Arc::new(Handle::new(id.clone(), state, confirmed));
        Arc::clone(lock(&self.games).entry(id.clone()).or_insert_with(new))
    }

    /// A game, from memory or from the storage.
    pub async fn get(self: &Arc<Self>, id: &GameId) -> Result<Arc<Handle<S>>, GameError> {
        if let Some(handle) = lock(&self.games).get(id) {
            *lock(&handle.last_used) = Instant::now();
            return Ok(Arc::clone(handle));
        }
        let loaded = self.load_shared(id).await.map_err(unavailable)?;
        loaded.ok_or(GameError::NotFound(web::NO_SUCH_GAME))
    }

    /// Reads a game with every event that was acknowledged before this call, by any process.
    pub async fn read<T>(
        self: &Arc<Self>,
        handle: &Arc<Handle<S>>,
        read: impl FnOnce(&S) -> T,
    ) -> Result<T, GameError> {
        let since = Instant::now();
        let mut state = handle.state.lock().await;
        self.bring_up_to_date(handle, &mut state, since).await?;
        Ok(read(&state))
    }

    /// The game as the holder of this token sees it, with every event that was acknowledged before this call.
    pub async fn snapshot(
        self: &Arc<Self>,
        handle: &Arc<Handle<S>>,
        token: Option<&SeatToken>,
    ) -> Result<Snapshot, GameError> {
        self.read(handle, |state| handle.snapshot_of(state, token)).await
    }

    /// Drops a game that was deleted or cannot be read, and ends its event streams.
    fn close(&self, handle: &Arc<Handle<S>>) {
        let mut games = lock(&self.games);
        if games.get(&handle.id).is_some_and(|known| Arc::ptr_eq(known, handle)) {
            games.remove(&handle.id);
        }
        handle.published.send_modify(|published| published.closed = true);
    }

    /// Drops games from memory that have no subscribers and were last used before this time.
    pub fn evict_idle(&self, unused_since: Instant) {
        lock(&self.games).retain(|_, handle| {
            // Each event stream has a reference.
            Arc::strong_count(handle) > 1 || *lock(&handle.last_used) > unused_since
        });
    }
}

/// A game as it is stored when it begins.
fn new_game(id: &GameId, setup: &impl Serialize) -> Result<NewGame, GameError> {
    let setup =
        serde_json::to_string(setup).map_err(|_| GameError::Unavailable(web::GAME_HAS_NO_TEXT))?;
    Ok(NewGame { id: id.clone(), at: now(), setup })
}

/// What a client is told of a failure of the storage. The caller logs the details, because it knows the game.
pub(crate) fn unavailable(error: StorageError) -> GameError {
    match error {
        StorageError::Unavailable(_) => GameError::Unavailable(web::STORAGE_IS_AWAY),
        StorageError::Busy => GameError::Unavailable(web::STORAGE_IS_BUSY),
        StorageError::Invalid(_) => GameError::Refused(error.to_string().into()),
        StorageError::Damaged(_) | StorageError::DamagedGame { .. } => GameError::Damaged,
    }
}

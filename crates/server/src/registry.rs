//! The games in the memory of this process.
//!
//! Every change takes the same way: under the game's lock the event is checked, written to the storage, and only then
//! applied and published to subscribers. If another process stored an event first, this process refreshes its copy and the
//! request is decided again.

mod handle;
mod loader;
mod peers;
mod presence;
mod snapshot;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use divvy_match::Event;
use divvy_words::web;
use tokio::sync::{OwnedMutexGuard, Semaphore};

pub(crate) use self::handle::{GameHandle, PresenceGuard, Published};
use self::loader::Loading;
pub(crate) use self::snapshot::Snapshot;
use crate::game::token::SeatToken;
use crate::game::{GameEvent, GameSetup, GameState};
use crate::http::error::ApiError;
use crate::lock;
use crate::storage::{GameId, GameWrite, NewGame, Storage, StoredEvent, WriteOutcome, WriteQueue};

/// The most events of one game. Undoing and repeating moves could otherwise go on without end, and loading a game
/// replays all of its events. A series of a thousand rounds on the default board has fewer.
pub(crate) const MAX_EVENTS: u32 = 20_000;

/// How many games are refreshed from the storage at once; after a lost connection all of them are.
const MAX_REFRESHES: usize = 8;

/// Delays between retries after the storage failed: the first, and the longest.
pub(crate) const FIRST_RETRY: Duration = Duration::from_millis(200);
pub(crate) const LONGEST_RETRY: Duration = Duration::from_secs(5);

/// All games in memory.
#[derive(Debug)]
pub(crate) struct GameRegistry {
    storage: Arc<dyn Storage>,
    writes: WriteQueue,
    games: Mutex<HashMap<GameId, Arc<GameHandle>>>,
    loading: Mutex<HashMap<GameId, Loading>>,
    refreshes: Semaphore,
    /// Whether other processes may write to the storage.
    shared: bool,
    /// Identifies this process among those that share the storage.
    process: String,
    /// The sequence number of the next message to the other processes.
    next_message: AtomicU64,
    runtime: tokio::runtime::Handle,
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// What a request does to a game, decided in its current state.
#[derive(Debug)]
pub(crate) enum Decision {
    /// It causes this event.
    Apply(GameEvent),
    /// It begins the rematch, as a game with this id and setup.
    BeginRematch(GameId, Box<GameSetup>),
    /// What it asks for is done already.
    Done,
    /// It refers to an older version of the game.
    Stale,
}

/// The outcome of [`GameRegistry::update`], with the state after it.
#[derive(Debug)]
pub(crate) enum Updated {
    /// What was asked for is stored and applied.
    Applied(Snapshot),
    /// Nothing was changed: the request refers to an older version of the game.
    Stale(Snapshot),
}

/// What became of an event that was to be stored.
enum Stored {
    Applied(Snapshot),
    /// Another process was faster. The state has its events now.
    Conflict,
}

impl GameRegistry {
    /// Must be called within a tokio runtime.
    pub(crate) fn new(storage: Arc<dyn Storage>, process: String) -> Arc<Self> {
        let notifications = storage.subscribe();
        let games = Arc::new(Self {
            shared: notifications.is_some(),
            writes: WriteQueue::new(Arc::clone(&storage)),
            storage,
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

    pub(crate) fn storage(&self) -> &Arc<dyn Storage> {
        &self.storage
    }

    /// How many games are in memory.
    pub(crate) fn len(&self) -> usize {
        lock(&self.games).len()
    }

    /// Stores a new game.
    pub(crate) async fn create(
        &self,
        id: GameId,
        setup: GameSetup,
    ) -> Result<Arc<GameHandle>, ApiError> {
        let new = new_game(&id, &setup)?;
        match self.writes.write(GameWrite::Create(new)).await {
            Ok(WriteOutcome::Stored) => Ok(self.insert(id, setup)),
            // Ids are 128 random bits, so this does not happen by chance.
            Ok(WriteOutcome::Conflict) => Err(ApiError::Unavailable(web::TRY_AGAIN)),
            Err(error) => {
                tracing::warn!(game = %id, %error, "a game could not be created");
                Err(error.into())
            }
        }
    }

    /// Adds a game that was just stored.
    fn insert(&self, id: GameId, setup: GameSetup) -> Arc<GameHandle> {
        let handle = Arc::new(GameHandle::new(id.clone(), GameState::new(setup), Instant::now()));
        lock(&self.games).insert(id, Arc::clone(&handle));
        handle
    }

    /// A game, from memory or from the storage.
    pub(crate) async fn get(self: &Arc<Self>, id: &GameId) -> Result<Arc<GameHandle>, ApiError> {
        if let Some(handle) = lock(&self.games).get(id) {
            *lock(&handle.last_used) = Instant::now();
            return Ok(Arc::clone(handle));
        }
        let loaded = self.load_shared(id).await?;
        loaded.ok_or(ApiError::NotFound(web::NO_SUCH_GAME))
    }

    /// Reads a game with every event that was acknowledged before this call, by any process.
    pub(crate) async fn read<T>(
        self: &Arc<Self>,
        handle: &Arc<GameHandle>,
        read: impl FnOnce(&GameState) -> T,
    ) -> Result<T, ApiError> {
        let since = Instant::now();
        let mut state = handle.state.lock().await;
        self.bring_up_to_date(handle, &mut state, since).await?;
        Ok(read(&state))
    }

    /// The game as the holder of this token sees it, with every event that was acknowledged before this call.
    pub(crate) async fn snapshot(
        self: &Arc<Self>,
        handle: &Arc<GameHandle>,
        token: Option<&SeatToken>,
    ) -> Result<Snapshot, ApiError> {
        self.read(handle, |state| handle.snapshot_of(state, token)).await
    }

    /// Changes a game as `decide` says. It sees the current state, which no other task changes before the event is applied;
    /// if another process stores an event first, it is asked again in the state after that. After an error nothing has
    /// changed, except that an event may be stored although the storage did not confirm it.
    pub(crate) async fn update(
        self: &Arc<Self>,
        handle: &Arc<GameHandle>,
        token: Option<&SeatToken>,
        mut decide: impl FnMut(&GameState) -> Result<Decision, ApiError> + Send,
    ) -> Result<Updated, ApiError> {
        let since = Instant::now();
        loop {
            let mut state = Arc::clone(&handle.state).lock_owned().await;
            if handle.outdated.load(Ordering::SeqCst) {
                self.refresh(handle, &mut state).await?;
            }
            let mut decision = checked(&state, decide(&state));
            if !matches!(decision, Ok(Decision::Apply(_) | Decision::BeginRematch(..))) {
                // A change finds out by its number whether the state lacks events; any other answer has to ask.
                let version = state.version;
                self.bring_up_to_date(handle, &mut state, since).await?;
                if state.version != version {
                    decision = checked(&state, decide(&state));
                }
            }
            let (event, rematch) = match decision? {
                Decision::Apply(event) => (event, None),
                Decision::BeginRematch(id, setup) => (rematched(&id), Some((id, *setup))),
                Decision::Done => {
                    return Ok(Updated::Applied(handle.snapshot_of(&state, token)));
                }
                Decision::Stale => return Ok(Updated::Stale(handle.snapshot_of(&state, token))),
            };
            let (games, handle, token) = (Arc::clone(self), Arc::clone(handle), token.cloned());
            // In a task of its own: once the event is durable it must be applied, even if the client has disconnected.
            let stored = tokio::spawn(async move {
                games.store(&handle, token.as_ref(), state, &event, rematch).await
            });
            match stored.await.unwrap_or(Err(ApiError::Unavailable(web::NOT_DONE)))? {
                Stored::Applied(snapshot) => return Ok(Updated::Applied(snapshot)),
                Stored::Conflict => {}
            }
        }
    }

    /// Stores an event that the state accepts, with the rematch that it begins, and applies it if that succeeds. The guard
    /// keeps other changes out.
    async fn store(
        self: &Arc<Self>,
        handle: &Arc<GameHandle>,
        token: Option<&SeatToken>,
        mut state: OwnedMutexGuard<GameState>,
        event: &GameEvent,
        rematch: Option<(GameId, GameSetup)>,
    ) -> Result<Stored, ApiError> {
        let text = serde_json::to_string(event)
            .map_err(|_| ApiError::Unavailable(web::EVENT_HAS_NO_TEXT))?;
        let (id, number) = (handle.id.clone(), state.version + 1);
        let stored = StoredEvent { number, at: now(), text };
        let write = match &rematch {
            None => GameWrite::Append { id, event: stored },
            Some((new, setup)) => {
                let new = new_game(new, setup)?;
                GameWrite::AppendAndCreate { id, event: stored, new }
            }
        };
        match self.writes.write(write).await {
            Ok(WriteOutcome::Stored) => {
                state.apply(event)?;
                if let Some((new, setup)) = rematch {
                    self.insert(new, setup);
                }
                handle.publish(&state);
                Ok(Stored::Applied(handle.snapshot_of(&state, token)))
            }
            Ok(WriteOutcome::Conflict) => {
                self.refresh(handle, &mut state).await?;
                if state.version < number {
                    // No other process was faster: the game was deleted because it had been inactive for long.
                    self.close(handle);
                    return Err(ApiError::NotFound(web::GAME_IS_DELETED));
                }
                Ok(Stored::Conflict)
            }
            Err(error) => {
                tracing::warn!(game = %handle.id, event = number, %error, "an event could not be stored");
                // It may be stored all the same.
                self.refresh_in_background(handle);
                Err(error.into())
            }
        }
    }

    /// Drops a game that was deleted or cannot be read, and ends its event streams.
    fn close(&self, handle: &Arc<GameHandle>) {
        let mut games = lock(&self.games);
        if games.get(&handle.id).is_some_and(|known| Arc::ptr_eq(known, handle)) {
            games.remove(&handle.id);
        }
        handle.published.send_modify(|published| published.closed = true);
    }

    /// Drops games from memory that have no subscribers and were last used before this time.
    pub(crate) fn evict_idle(&self, unused_since: Instant) {
        lock(&self.games).retain(|_, handle| {
            Arc::strong_count(handle) > 1
                || handle.has_subscribers()
                || *lock(&handle.last_used) > unused_since
        });
    }
}

/// The event that links a game to its rematch.
fn rematched(id: &GameId) -> GameEvent {
    GameEvent::Rematched { game: id.to_string() }
}

/// The decision, unless the state does not accept its event.
fn checked(state: &GameState, decision: Result<Decision, ApiError>) -> Result<Decision, ApiError> {
    let decision = decision?;
    let check = |event: &GameEvent| {
        if state.version >= MAX_EVENTS && !is_allowed_after_limit(event) {
            return Err(ApiError::Refused(web::most_events(MAX_EVENTS)));
        }
        Ok(state.check(event)?)
    };
    match &decision {
        Decision::Apply(event) => check(event)?,
        Decision::BeginRematch(id, _) => check(&rematched(id))?,
        Decision::Done | Decision::Stale => {}
    }
    Ok(decision)
}

/// A game as it is stored when it begins.
fn new_game(id: &GameId, setup: &GameSetup) -> Result<NewGame, ApiError> {
    let setup =
        serde_json::to_string(setup).map_err(|_| ApiError::Unavailable(web::GAME_HAS_NO_TEXT))?;
    Ok(NewGame { id: id.clone(), at: now(), setup })
}

/// Whether an event is accepted after the limit of events: everything that brings a match that has become too long to its
/// end, and the rematch after it.
const fn is_allowed_after_limit(event: &GameEvent) -> bool {
    !matches!(
        event,
        GameEvent::Joined { .. }
            | GameEvent::UndoAsked { .. }
            | GameEvent::Match(Event::Moved { .. } | Event::Undone { .. } | Event::Redone)
    )
}

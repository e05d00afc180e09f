//! The games that are being played or watched through this process.
//!
//! Every change goes the same way: under the game's lock it is tried on a copy, kept by the storage, and only then
//! made; whoever watches is told. Another process that was faster wins, and this one catches up.

mod here;
mod live;
mod load;
mod news;
#[cfg(test)]
mod tests;
mod told;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::sync::{OwnedMutexGuard, Semaphore};

pub(crate) use self::live::{Beat, Live, Presence};
use self::load::Loading;
pub(crate) use self::told::Told;
use crate::error::ApiError;
use crate::game::{Event, Setup, Table};
use crate::storage::batch::Batch;
use crate::storage::{Entry, GameId, Storage, Write, Written};
use crate::token::Token;

/// The most events of one game. Moves that are taken back and made again would else go on for ever, and whoever loads
/// the game would have to go through all of them. A series of a thousand rounds on the usual board has fewer.
pub(crate) const MOST_EVENTS: u32 = 20_000;

/// How many games catch up with the storage at once; all of them have to after a connection was lost.
const AT_ONCE: usize = 8;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Whoever panicked with the lock held left a map, a time or a text; all are whole.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All games of this process.
pub(crate) struct Hub {
    storage: Arc<dyn Storage>,
    batch: Batch,
    games: Mutex<HashMap<GameId, Arc<Live>>>,
    loading: Mutex<HashMap<GameId, Loading>>,
    catching_up: Semaphore,
    /// What this process is called among those that share the storage.
    process: String,
    /// Numbers what it says.
    said: AtomicU64,
    runtime: tokio::runtime::Handle,
}

impl std::fmt::Debug for Hub {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hub").finish_non_exhaustive()
    }
}

/// How long to wait before the storage is asked again after it failed, at first and at the most.
pub(crate) const SHORTEST_WAIT: Duration = Duration::from_millis(200);
pub(crate) const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// Milliseconds since 1970.
#[must_use]
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// What became of an attempt to change a game.
#[derive(Debug)]
pub(crate) enum Changed {
    /// It was made; the state now.
    Yes(Told),
    /// The game had gone on; the state now.
    Overtaken(Told),
}

impl Hub {
    /// Games kept in this storage. It must be called within a runtime.
    #[must_use]
    pub(crate) fn new(storage: Arc<dyn Storage>, process: String) -> Arc<Self> {
        let hub = Arc::new(Self {
            batch: Batch::new(Arc::clone(&storage)),
            storage,
            games: Mutex::default(),
            loading: Mutex::default(),
            catching_up: Semaphore::new(AT_ONCE),
            process,
            said: AtomicU64::new(0),
            runtime: tokio::runtime::Handle::current(),
        });
        if let Some(notices) = hub.storage.notices() {
            news::listen(&hub, notices);
        }
        hub
    }

    /// The storage behind it.
    #[must_use]
    pub(crate) fn storage(&self) -> &Arc<dyn Storage> {
        &self.storage
    }

    /// How many games are in memory, and how many pages watch them.
    #[must_use]
    pub(crate) fn counts(&self) -> (usize, usize) {
        let games = lock(&self.games);
        (games.len(), games.values().map(|live| live.beat.receiver_count()).sum())
    }

    /// Begins a game.
    ///
    /// # Errors
    /// When it cannot be kept.
    pub(crate) async fn begin(&self, id: GameId, setup: Setup) -> Result<Arc<Live>, ApiError> {
        let text = serde_json::to_string(&setup)
            .map_err(|_| ApiError::Unavailable("the game cannot be written down"))?;
        let write = Write::Begin { id: id.clone(), at: now(), setup: text };
        match self.batch.write(write).await? {
            Written::Kept => {}
            // 128 random bits do not meet by chance.
            Written::Taken => return Err(ApiError::Unavailable("try again")),
        }
        let live = Arc::new(Live::new(id.clone(), Table::new(setup)));
        lock(&self.games).insert(id, Arc::clone(&live));
        Ok(live)
    }

    /// A game, from memory or from the storage.
    ///
    /// # Errors
    /// When there is none, or the storage cannot be reached.
    pub(crate) async fn game(self: &Arc<Self>, id: &GameId) -> Result<Arc<Live>, ApiError> {
        if let Some(live) = lock(&self.games).get(id) {
            *lock(&live.used) = Instant::now();
            return Ok(Arc::clone(live));
        }
        let loaded = self.loading(id).await?;
        loaded.ok_or(ApiError::NotFound("there is no such game, or no longer"))
    }

    /// Changes a game: `decide` says by which event, seeing the game as it is, and nobody changes it in between. No event
    /// means that what was asked for was about another state.
    ///
    /// # Errors
    /// What `decide` says, or when the rules refuse the event or the storage cannot be reached; nothing has
    /// changed then, except that a storage that cannot be reached may have kept the event.
    pub(crate) async fn change(
        self: &Arc<Self>,
        live: &Arc<Live>,
        token: Option<&Token>,
        decide: impl FnOnce(&Table) -> Result<Option<Event>, ApiError> + Send,
    ) -> Result<Changed, ApiError> {
        let mut table = Arc::clone(&live.table).lock_owned().await;
        if live.behind.load(Ordering::SeqCst) {
            self.catch_up(live, &mut table).await?;
        }
        let Some(event) = decide(&table)? else {
            return Ok(Changed::Overtaken(live.state_of(&table, token)));
        };
        if table.version() >= MOST_EVENTS && !is_an_end(&event) {
            return Err(ApiError::Refused(format!(
                "this game has had {MOST_EVENTS} moves and changes, which is the most; begin another"
            )));
        }
        let mut next = table.clone();
        next.apply(&event)?;
        let (hub, live, token) = (Arc::clone(self), Arc::clone(live), token.cloned());
        // What is kept must be made, even if whoever asked has left in the meantime.
        let made = tokio::spawn(async move { hub.make(&live, token, table, next, &event).await });
        made.await.unwrap_or(Err(ApiError::Unavailable("this could not be done")))
    }

    /// Keeps an event, and makes the change if that succeeds. Nobody else can change the game in between.
    async fn make(
        self: &Arc<Self>,
        live: &Arc<Live>,
        token: Option<Token>,
        mut table: OwnedMutexGuard<Table>,
        next: Table,
        event: &Event,
    ) -> Result<Changed, ApiError> {
        let text = serde_json::to_string(event)
            .map_err(|_| ApiError::Unavailable("the event cannot be written down"))?;
        let entry = Entry { number: next.version(), at: now(), event: text };
        match self.batch.write(Write::Add { id: live.id.clone(), entry }).await {
            Ok(Written::Kept) => {
                *table = next;
                live.tell(&table);
                Ok(Changed::Yes(live.state_of(&table, token.as_ref())))
            }
            Ok(Written::Taken) => {
                let before = table.version();
                self.catch_up(live, &mut table).await?;
                if table.version() == before {
                    // Nobody was faster: the game was removed, because nothing had happened in it for long.
                    self.forget(live);
                    return Err(ApiError::NotFound("this game is kept no longer"));
                }
                Ok(Changed::Overtaken(live.state_of(&table, token.as_ref())))
            }
            Err(error) => {
                // It may have been kept all the same.
                self.catch_up_soon(live);
                Err(error.into())
            }
        }
    }

    /// Lets a game go that is kept no longer or cannot be read, and whoever watches it.
    fn forget(&self, live: &Arc<Live>) {
        let mut games = lock(&self.games);
        if games.get(&live.id).is_some_and(|known| Arc::ptr_eq(known, live)) {
            games.remove(&live.id);
        }
        live.beat.send_modify(|beat| beat.gone = true);
    }

    /// Forgets games that nobody watches or has asked for lately; the storage has them.
    pub(crate) fn tidy(&self, unused_since: Instant) {
        lock(&self.games).retain(|_, live| {
            Arc::strong_count(live) > 1
                || live.beat.receiver_count() > 0
                || *lock(&live.used) > unused_since
        });
    }
}

/// Whether nothing that this brings about can go on for ever. A game that has become too long can still be given up, and
/// played again.
const fn is_an_end(event: &Event) -> bool {
    matches!(event, Event::Resigned { .. } | Event::RematchOffered { .. } | Event::Rematched { .. })
}

//! The games that are being played or watched through this process.
//!
//! Every change goes the same way: under the game's lock it is tried on a copy, kept by the storage, and only then
//! made; whoever watches is told. Another process that was faster wins, and this one catches up.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use divvy_play::Seat;
use serde_json::Value;
use tokio::sync::{OwnedMutexGuard, watch};

use crate::error::ApiError;
use crate::game::{Event, Setup, Table};
use crate::storage::batch::Batch;
use crate::storage::{Entry, GameId, Kept, Notice, Storage, StorageError, Write, Written};
use crate::token::Token;
use crate::view::State;

/// What watchers are told of: something happened, or somebody came or went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Beat {
    /// The game's version.
    pub(crate) version: u32,
    /// Counts comings and goings.
    pub(crate) presence: u32,
    /// The game is kept no longer.
    pub(crate) gone: bool,
}

/// A game in memory.
#[derive(Debug)]
pub(crate) struct Live {
    id: GameId,
    table: Arc<tokio::sync::Mutex<Table>>,
    beat: watch::Sender<Beat>,
    /// How many pages each seat has open, through this process.
    present: [AtomicU32; 2],
    /// Who has a page open elsewhere.
    elsewhere: Mutex<HashMap<String, [bool; 2]>>,
    used: Mutex<Instant>,
    /// The storage may know more than this: the last write or look at it failed.
    behind: AtomicBool,
    /// Somebody is thinking for a bot.
    pub(crate) thinking: AtomicBool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Whoever panicked with the lock held left a map or a time; both are whole.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Live {
    fn new(id: GameId, table: Table) -> Self {
        let beat = watch::Sender::new(Beat { version: table.version(), ..Beat::default() });
        Self {
            id,
            table: Arc::new(tokio::sync::Mutex::new(table)),
            beat,
            present: Default::default(),
            elsewhere: Mutex::default(),
            used: Mutex::new(Instant::now()),
            behind: AtomicBool::new(false),
            thinking: AtomicBool::new(false),
        }
    }

    /// News of it.
    #[must_use]
    pub(crate) fn watch(&self) -> watch::Receiver<Beat> {
        self.beat.subscribe()
    }

    /// Who has the page open, here or elsewhere.
    #[must_use]
    pub(crate) fn here(&self) -> [bool; 2] {
        let elsewhere = lock(&self.elsewhere);
        Seat::BOTH.map(|seat| {
            let index = seat.index();
            self.present[index].load(Ordering::Relaxed) > 0
                || elsewhere.values().any(|seats| seats[index])
        })
    }

    /// The state for whoever holds this token.
    pub(crate) async fn state(&self, token: Option<&Token>) -> Value {
        let table = self.table.lock().await;
        self.state_of(&table, token)
    }

    fn state_of(&self, table: &Table, token: Option<&Token>) -> Value {
        let state = State::of(self.id.as_str(), table, table.seats(token), self.here());
        // A state has no keys or numbers that JSON does not.
        serde_json::to_value(state).unwrap_or_default()
    }

    /// Whether somebody has the page open.
    pub(crate) fn is_watched(&self) -> bool {
        self.beat.receiver_count() > 0
    }

    /// Looks at the game.
    pub(crate) async fn look<T>(&self, look: impl FnOnce(&Table) -> T) -> T {
        look(&*self.table.lock().await)
    }

    fn tell(&self, table: &Table) {
        let version = table.version();
        self.beat.send_if_modified(|beat| {
            let news = beat.version != version;
            beat.version = version;
            news
        });
    }

    fn tell_presence(&self) {
        self.beat.send_modify(|beat| beat.presence = beat.presence.wrapping_add(1));
    }
}

/// A page that is open, as long as this lives.
#[derive(Debug)]
pub(crate) struct Presence {
    live: Arc<Live>,
    seats: Vec<Seat>,
    hub: Arc<Hub>,
}

impl Drop for Presence {
    fn drop(&mut self) {
        for seat in &self.seats {
            self.live.present[seat.index()].fetch_sub(1, Ordering::Relaxed);
        }
        if !self.seats.is_empty() {
            self.live.tell_presence();
            self.hub.say_presence(&self.live);
        }
    }
}

/// All games of this process.
pub(crate) struct Hub {
    storage: Arc<dyn Storage>,
    batch: Batch,
    games: Mutex<HashMap<GameId, Arc<Live>>>,
    /// What this process is called among those that share the storage.
    process: String,
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
    Yes(Value),
    /// The game had gone on; the state now.
    Overtaken(Value),
}

impl Hub {
    /// Games kept in this storage. It must be called within a runtime.
    #[must_use]
    pub(crate) fn new(storage: Arc<dyn Storage>, process: String) -> Arc<Self> {
        let hub = Arc::new(Self {
            batch: Batch::new(Arc::clone(&storage)),
            storage,
            games: Mutex::default(),
            process,
            runtime: tokio::runtime::Handle::current(),
        });
        if let Some(mut notices) = hub.storage.notices() {
            let hub = Arc::downgrade(&hub);
            tokio::spawn(async move {
                loop {
                    let notice = match notices.recv().await {
                        Ok(notice) => notice,
                        Err(tokio::sync::broadcast::error::RecvError::Lagged(_)) => Notice::Missed,
                        Err(tokio::sync::broadcast::error::RecvError::Closed) => return,
                    };
                    let Some(hub) = hub.upgrade() else { return };
                    hub.heard(notice).await;
                }
            });
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
    pub(crate) async fn game(&self, id: &GameId) -> Result<Arc<Live>, ApiError> {
        if let Some(live) = lock(&self.games).get(id) {
            *lock(&live.used) = Instant::now();
            return Ok(Arc::clone(live));
        }
        let kept = self.storage.load(id).await?;
        let kept = kept.ok_or(ApiError::NotFound("there is no such game, or no longer"))?;
        let table = replayed(&kept)?;
        let mut games = lock(&self.games);
        // Somebody may have loaded it in the meantime, and gone on.
        let live =
            games.entry(id.clone()).or_insert_with(|| Arc::new(Live::new(id.clone(), table)));
        Ok(Arc::clone(live))
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
        if live.behind.load(Ordering::Acquire) {
            self.catch_up(live, &mut table).await?;
        }
        let Some(event) = decide(&table)? else {
            return Ok(Changed::Overtaken(live.state_of(&table, token)));
        };
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
                self.look_again_later(live);
                Err(error.into())
            }
        }
    }

    /// Adds what the storage knows and this process does not.
    async fn catch_up(&self, live: &Live, table: &mut Table) -> Result<(), ApiError> {
        let entries = self.storage.after(&live.id, table.version()).await?;
        for entry in entries {
            apply(table, &entry)?;
        }
        live.behind.store(false, Ordering::Release);
        live.tell(table);
        Ok(())
    }

    /// Catches up as soon as the storage can be reached again, so that whoever watches is told.
    fn look_again_later(self: &Arc<Self>, live: &Arc<Live>) {
        if live.behind.swap(true, Ordering::AcqRel) {
            // Somebody is at it.
            return;
        }
        let (hub, live) = (Arc::clone(self), Arc::clone(live));
        self.runtime.spawn(async move {
            let mut wait = SHORTEST_WAIT;
            while live.behind.load(Ordering::Acquire) {
                tokio::time::sleep(wait).await;
                wait = (wait * 2).min(LONGEST_WAIT);
                let mut table = live.table.lock().await;
                // What cannot be reached now is tried again.
                let _ = hub.catch_up(&live, &mut table).await;
            }
        });
    }

    /// Lets a game go that is kept no longer, and whoever watches it.
    fn forget(&self, live: &Arc<Live>) {
        let mut games = lock(&self.games);
        if games.get(&live.id).is_some_and(|known| Arc::ptr_eq(known, live)) {
            games.remove(&live.id);
        }
        live.beat.send_modify(|beat| beat.gone = true);
    }

    /// Somebody opens the page of a game.
    #[must_use]
    pub(crate) fn arrive(self: &Arc<Self>, live: &Arc<Live>, seats: Vec<Seat>) -> Presence {
        for seat in &seats {
            live.present[seat.index()].fetch_add(1, Ordering::Relaxed);
        }
        if !seats.is_empty() {
            live.tell_presence();
            self.say_presence(live);
        }
        Presence { live: Arc::clone(live), seats, hub: Arc::clone(self) }
    }

    /// Tells the other processes who has the page of a game open here.
    fn say_presence(&self, live: &Live) {
        let [one, two] = [0, 1].map(|index| live.present[index].load(Ordering::Relaxed) > 0);
        let words = format!("{} {} {} {}", self.process, live.id, u8::from(one), u8::from(two));
        let storage = Arc::clone(&self.storage);
        self.runtime.spawn(async move { storage.say(words).await });
    }

    async fn heard(self: &Arc<Self>, notice: Notice) {
        let watched: Vec<Arc<Live>> = match notice {
            Notice::Changed(ids) => {
                let games = lock(&self.games);
                ids.iter().filter_map(|id| games.get(id).cloned()).collect()
            }
            Notice::Missed => lock(&self.games).values().cloned().collect(),
            Notice::Said(words) => {
                self.heard_presence(&words);
                Vec::new()
            }
        };
        for live in watched {
            let mut table = live.table.lock().await;
            if self.catch_up(&live, &mut table).await.is_err() {
                self.look_again_later(&live);
            }
        }
    }

    fn heard_presence(&self, words: &str) -> Option<()> {
        let mut words = words.split(' ');
        let (process, id) = (words.next()?, GameId::parse(words.next()?)?);
        let here = [words.next()? == "1", words.next()? == "1"];
        let live = lock(&self.games).get(&id).cloned()?;
        lock(&live.elsewhere).insert(process.to_owned(), here);
        live.tell_presence();
        Some(())
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

/// The game that was kept.
fn replayed(kept: &Kept) -> Result<Table, ApiError> {
    let setup: Setup = serde_json::from_str(&kept.setup).map_err(|_| damaged("its setup"))?;
    let mut table = Table::new(setup);
    for entry in &kept.entries {
        apply(&mut table, entry)?;
    }
    Ok(table)
}

fn apply(table: &mut Table, entry: &Entry) -> Result<(), ApiError> {
    if entry.number != table.version() + 1 {
        return Err(damaged("the order of its events"));
    }
    let event: Event = serde_json::from_str(&entry.event).map_err(|_| damaged("an event"))?;
    table.apply(&event).map_err(|_| damaged("an event that cannot be"))
}

fn damaged(what: &str) -> ApiError {
    StorageError::Damaged(what.to_owned()).into()
}

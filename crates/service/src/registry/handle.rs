//! A game in memory, with its subscribers.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use divvy_match::Seat;
use divvy_table::{GameId, SeatToken, Subject};
use tokio::sync::watch;

use super::Registry;
use super::presence::{Presence, SeatFlags};
use super::snapshot::Snapshot;
use crate::lock;

/// What is published to subscribers, who wait for a change of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Published {
    pub version: u32,
    /// Counts changes of presence.
    pub presence: u32,
    /// The game was deleted, or cannot be read.
    pub closed: bool,
}

/// The newest snapshot for each kind of viewer, with its version and who was present. They are kept even if no stream is
/// open: a client that asks again and again for a long game must not have it made each time.
type Snapshots<V> = ((u32, SeatFlags), HashMap<V, Snapshot>);

/// A game in memory.
#[derive(Debug)]
pub struct Handle<S: Subject> {
    pub(super) id: GameId,
    pub(super) state: Arc<tokio::sync::Mutex<S>>,
    pub(super) published: watch::Sender<Published>,
    pub(super) presence: Mutex<Presence>,
    snapshots: Mutex<Snapshots<S::Viewer>>,
    pub(super) last_used: Mutex<Instant>,
    /// When the storage was last asked for events that `state` might lack, if it answered.
    pub(super) confirmed: Mutex<Instant>,
    /// The storage may hold events that `state` lacks: a read or write failed, or another process appended some. It is
    /// cleared only under the lock of `state`, before the storage is read.
    pub(super) outdated: AtomicBool,
    /// A background task is refreshing `state`.
    pub(super) refreshing: AtomicBool,
    /// A task is choosing moves for the bots of this game.
    pub(crate) bots_running: AtomicBool,
}

impl<S: Subject> Handle<S> {
    /// `confirmed` is the time at which the storage had no more events than this state.
    pub(super) fn new(id: GameId, state: S, confirmed: Instant) -> Self {
        let published = Published { version: state.version(), ..Published::default() };
        Self {
            id,
            state: Arc::new(tokio::sync::Mutex::new(state)),
            published: watch::Sender::new(published),
            presence: Mutex::default(),
            snapshots: Mutex::default(),
            last_used: Mutex::new(Instant::now()),
            confirmed: Mutex::new(confirmed),
            outdated: AtomicBool::new(false),
            refreshing: AtomicBool::new(false),
            bots_running: AtomicBool::new(false),
        }
    }

    pub fn id(&self) -> &GameId {
        &self.id
    }

    /// What changes from now on.
    pub fn subscribe(&self) -> watch::Receiver<Published> {
        self.published.subscribe()
    }

    /// Whether an event stream is open.
    pub(crate) fn has_subscribers(&self) -> bool {
        self.published.receiver_count() > 0
    }

    /// The seats whose holders have the page open, through any process.
    pub fn present_seats(&self) -> [bool; 2] {
        lock(&self.presence).all()
    }

    /// How long the holder of a seat has had no page open.
    pub fn away(&self, seat: Seat) -> Duration {
        lock(&self.presence).away(seat.index())
    }

    /// Reads the state in memory; see [`Registry::read`] for one that lacks nothing.
    pub async fn read<T>(&self, read: impl FnOnce(&S) -> T) -> T {
        read(&*self.state.lock().await)
    }

    /// The game in memory as the holder of this token sees it.
    pub async fn snapshot(&self, token: Option<&SeatToken>) -> Snapshot {
        let state = self.state.lock().await;
        self.snapshot_of(&state, token)
    }

    pub(crate) fn snapshot_of(&self, state: &S, token: Option<&SeatToken>) -> Snapshot {
        let present = self.present_seats();
        let mut kept = lock(&self.snapshots);
        if kept.0 != (state.version(), present) {
            *kept = ((state.version(), present), HashMap::new());
        }
        let new = |viewer: &S::Viewer| Snapshot::new(&self.id, state, viewer, present);
        kept.1.entry(state.viewer(token)).or_insert_with_key(new).clone()
    }

    pub(super) fn publish(&self, state: &S) {
        let version = state.version();
        self.published.send_if_modified(|published| {
            let changed = published.version != version;
            published.version = version;
            changed
        });
    }

    pub(super) fn publish_presence(&self) {
        self.published.send_modify(|published| {
            published.presence = published.presence.wrapping_add(1);
        });
    }
}

/// Counts an open page as present until it is dropped.
#[derive(Debug)]
pub struct PresenceGuard<S: Subject> {
    pub(super) handle: Arc<Handle<S>>,
    pub(super) seats: Vec<usize>,
    pub(super) games: Arc<Registry<S>>,
}

impl<S: Subject> Drop for PresenceGuard<S> {
    fn drop(&mut self) {
        self.games.count_pages(&self.handle, &self.seats, -1);
    }
}

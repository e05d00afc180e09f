//! A game in memory, and whoever watches it.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use divvy_play::Seat;
use tokio::sync::watch;

use super::here::{Here, Seats};
use super::told::{Telling, Told};
use super::{Hub, lock};
use crate::game::Table;
use crate::storage::GameId;
use crate::token::Token;

/// What watchers are told of: something happened, or somebody came or went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Beat {
    /// The game's version.
    pub(crate) version: u32,
    /// Counts comings and goings.
    pub(crate) presence: u32,
    /// The game is kept no longer, or cannot be read.
    pub(crate) gone: bool,
}

/// A game in memory.
#[derive(Debug)]
pub(crate) struct Live {
    pub(super) id: GameId,
    pub(super) table: Arc<tokio::sync::Mutex<Table>>,
    pub(super) beat: watch::Sender<Beat>,
    pub(super) here: Mutex<Here>,
    telling: Mutex<Telling>,
    pub(super) used: Mutex<Instant>,
    /// The storage may know more than this: a write or a look at it failed, or another process added something. It is
    /// taken back under the lock of the table only, before the storage is asked.
    pub(super) behind: AtomicBool,
    /// Somebody is at it to catch up.
    pub(super) catching_up: AtomicBool,
    /// Somebody is thinking for a bot.
    pub(crate) thinking: AtomicBool,
}

impl Live {
    pub(super) fn new(id: GameId, table: Table) -> Self {
        let beat = watch::Sender::new(Beat { version: table.version(), ..Beat::default() });
        Self {
            id,
            table: Arc::new(tokio::sync::Mutex::new(table)),
            beat,
            here: Mutex::default(),
            telling: Mutex::default(),
            used: Mutex::new(Instant::now()),
            behind: AtomicBool::new(false),
            catching_up: AtomicBool::new(false),
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
    pub(crate) fn here(&self) -> Seats {
        lock(&self.here).all()
    }

    /// The state for whoever holds this token.
    pub(crate) async fn state(&self, token: Option<&Token>) -> Told {
        let table = self.table.lock().await;
        self.state_of(&table, token)
    }

    pub(super) fn state_of(&self, table: &Table, token: Option<&Token>) -> Told {
        let (seats, here) = (table.seats(token), self.here());
        lock(&self.telling).tell(&self.id, table, seats, here, self.is_watched())
    }

    /// Whether somebody has the page open.
    pub(crate) fn is_watched(&self) -> bool {
        self.beat.receiver_count() > 0
    }

    /// Looks at the game.
    pub(crate) async fn look<T>(&self, look: impl FnOnce(&Table) -> T) -> T {
        look(&*self.table.lock().await)
    }

    pub(super) fn tell(&self, table: &Table) {
        let version = table.version();
        self.beat.send_if_modified(|beat| {
            let news = beat.version != version;
            beat.version = version;
            news
        });
    }

    pub(super) fn tell_presence(&self) {
        self.beat.send_modify(|beat| beat.presence = beat.presence.wrapping_add(1));
    }
}

/// A page that is open, as long as this lives.
#[derive(Debug)]
pub(crate) struct Presence {
    pub(super) live: Arc<Live>,
    pub(super) seats: Vec<Seat>,
    pub(super) hub: Arc<Hub>,
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.hub.moved_in_or_out(&self.live, &self.seats, Here::leave);
    }
}

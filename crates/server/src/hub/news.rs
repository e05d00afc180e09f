//! What processes that share a storage tell each other: what was added to which game, and who has which page open.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Duration;

use divvy_play::Seat;
use tokio::sync::broadcast::{Receiver, error::RecvError};
use tokio::time::Instant;

use super::here::{Here, Message, Seats, messages, understood};
use super::load::Loading;
use super::{Hub, Live, Presence, lock};
use crate::storage::{GameId, Notice};

/// How often a process says again who has a page open through it. What it said may have been lost, and others may
/// have loaded a game since.
const REPEAT: Duration = Duration::from_secs(20);

/// A process that has been silent for so long has died.
const SILENCE: Duration = Duration::from_secs(65);

/// Listens to the other processes and speaks to them, as long as there is a hub.
pub(super) fn listen(hub: &Arc<Hub>, notices: Receiver<Notice>) {
    tokio::spawn(hear(Arc::downgrade(hub), notices));
    tokio::spawn(repeat(Arc::downgrade(hub)));
}

async fn hear(hub: Weak<Hub>, mut notices: Receiver<Notice>) {
    loop {
        let notice = match notices.recv().await {
            Ok(notice) => notice,
            Err(RecvError::Lagged(_)) => Notice::Missed,
            Err(RecvError::Closed) => return,
        };
        let Some(hub) = hub.upgrade() else { return };
        hub.heard(notice);
    }
}

async fn repeat(hub: Weak<Hub>) {
    loop {
        tokio::time::sleep(REPEAT).await;
        let Some(hub) = hub.upgrade() else { return };
        if let Some(since) = Instant::now().checked_sub(SILENCE) {
            hub.forget_silent(since);
        }
        hub.say(&hub.in_memory());
    }
}

impl Hub {
    /// Somebody opens the page of a game.
    #[must_use]
    pub(crate) fn arrive(self: &Arc<Self>, live: &Arc<Live>, seats: Vec<Seat>) -> Presence {
        self.moved_in_or_out(live, &seats, Here::arrive);
        Presence { live: Arc::clone(live), seats, hub: Arc::clone(self) }
    }

    /// Somebody comes or goes: whoever watches and the other processes are told.
    pub(super) fn moved_in_or_out(
        self: &Arc<Self>,
        live: &Arc<Live>,
        seats: &[Seat],
        way: impl FnOnce(&mut Here, &[Seat]),
    ) {
        if seats.is_empty() {
            return;
        }
        let said = {
            let mut here = lock(&live.here);
            way(&mut here, seats);
            // Numbered under the lock, so that whoever comes later has the higher number.
            (self.said.fetch_add(1, Ordering::Relaxed), here.own())
        };
        live.tell_presence();
        self.send(said.0, &[(live.id.to_string(), said.1)]);
    }

    fn in_memory(&self) -> Vec<Arc<Live>> {
        lock(&self.games).values().cloned().collect()
    }

    /// Tells the other processes who has a page of these games open here.
    fn say(self: &Arc<Self>, games: &[Arc<Live>]) {
        // Before anything is looked at: whoever comes or goes after that has a higher number.
        let number = self.said.fetch_add(1, Ordering::Relaxed);
        let games: Vec<(String, Seats)> = games
            .iter()
            .map(|live| (live.id.to_string(), lock(&live.here).own()))
            .filter(|(_, seats)| *seats != [false, false])
            .collect();
        self.send(number, &games);
    }

    fn send(self: &Arc<Self>, number: u64, games: &[(String, Seats)]) {
        let said: Vec<String> = messages(&self.process, number, games).collect();
        if said.is_empty() {
            return;
        }
        let storage = Arc::clone(&self.storage);
        self.runtime.spawn(async move {
            for words in said {
                storage.say(words).await;
            }
        });
    }

    /// Nobody waits for a game here: one whose storage is slow must not hold up what is said about others.
    fn heard(self: &Arc<Self>, notice: Notice) {
        let mark = |loading: &Loading| loading.behind.store(true, Ordering::SeqCst);
        let changed: Vec<Arc<Live>> = match notice {
            // What is being loaded comes first: once it is loaded it is among the games.
            Notice::Changed(ids) => {
                let loading = lock(&self.loading);
                ids.iter().filter_map(|id| loading.get(id)).for_each(mark);
                drop(loading);
                let games = lock(&self.games);
                ids.iter().filter_map(|id| games.get(id).cloned()).collect()
            }
            Notice::Missed => {
                lock(&self.loading).values().for_each(mark);
                self.in_memory()
            }
            Notice::Said(words) => return self.heard_presence(&words, Instant::now()),
        };
        for live in changed {
            self.catch_up_soon(&live);
        }
    }

    fn heard_presence(self: &Arc<Self>, words: &str, at: Instant) {
        let Some(Message { process, number, games }) = understood(words) else { return };
        let mut introduced = Vec::new();
        for (id, seats) in games {
            let Some(id) = GameId::parse(id) else { continue };
            let Some(live) = lock(&self.games).get(&id).cloned() else { continue };
            let heard = lock(&live.here).hear(process, number, seats, at);
            if heard.changed {
                live.tell_presence();
            }
            if heard.newcomer {
                introduced.push(live);
            }
        }
        if !introduced.is_empty() {
            self.say(&introduced);
        }
    }

    /// Forgets who was said to be here by processes that have been silent since.
    fn forget_silent(&self, since: Instant) {
        for live in self.in_memory() {
            let went = lock(&live.here).forget_silent(since);
            if went {
                live.tell_presence();
            }
        }
    }
}

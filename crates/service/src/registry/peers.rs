//! Notifications between processes that share a storage: which games have changed, and which players are present.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Duration;

use divvy_table::{GameId, Subject};
use tokio::sync::broadcast::{Receiver, error::RecvError};
use tokio::time::Instant;

use super::loader::Loading;
use super::presence::{PresenceMessage, SeatFlags};
use super::{Handle, PresenceGuard, Registry};
use crate::lock;
use crate::storage::Notification;

/// How often a process repeats which seats are present through it: a message may have been lost, and others may have
/// loaded a game since.
const REPEAT: Duration = Duration::from_secs(20);

/// A process that has sent nothing for so long is considered dead.
const PEER_TIMEOUT: Duration = Duration::from_secs(65);

/// Starts the tasks that receive notifications and repeat presence. They end when the registry is dropped.
pub(super) fn spawn<S: Subject>(games: &Arc<Registry<S>>, notifications: Receiver<Notification>) {
    tokio::spawn(receive(Arc::downgrade(games), notifications));
    tokio::spawn(repeat_presence(Arc::downgrade(games)));
}

async fn receive<S: Subject>(games: Weak<Registry<S>>, mut notifications: Receiver<Notification>) {
    loop {
        let notification = match notifications.recv().await {
            Ok(notification) => notification,
            Err(RecvError::Lagged(_)) => Notification::Missed,
            Err(RecvError::Closed) => return,
        };
        let Some(games) = games.upgrade() else { return };
        games.on_notification(notification);
    }
}

async fn repeat_presence<S: Subject>(games: Weak<Registry<S>>) {
    loop {
        tokio::time::sleep(REPEAT).await;
        let Some(games) = games.upgrade() else { return };
        if let Some(since) = Instant::now().checked_sub(PEER_TIMEOUT) {
            games.remove_dead_peers(since);
        }
        games.broadcast_presence_of(&games.in_memory());
    }
}

impl<S: Subject> Registry<S> {
    /// Counts an open page of a game until the guard is dropped.
    pub fn page_opened(
        self: &Arc<Self>,
        handle: &Arc<Handle<S>>,
        viewer: &S::Viewer,
    ) -> PresenceGuard<S> {
        let seats = S::seats_of(viewer);
        self.count_pages(handle, &seats, 1);
        PresenceGuard { handle: Arc::clone(handle), seats, games: Arc::clone(self) }
    }

    /// Changes how many pages are open at these seats, and tells subscribers and the other processes.
    pub(super) fn count_pages(&self, handle: &Handle<S>, seats: &[usize], pages: i32) {
        if seats.is_empty() {
            return;
        }
        let (number, local) = {
            let mut presence = lock(&handle.presence);
            presence.count_pages(seats, pages);
            // Numbered under the lock, so that a later change has a higher number.
            (self.next_message.fetch_add(1, Ordering::Relaxed), presence.local())
        };
        handle.publish_presence();
        self.broadcast_presence(number, vec![(handle.id.to_string(), local)]);
    }

    fn in_memory(&self) -> Vec<Arc<Handle<S>>> {
        lock(&self.games).values().cloned().collect()
    }

    /// Tells the other processes which seats of these games are present here.
    fn broadcast_presence_of(&self, games: &[Arc<Handle<S>>]) {
        // Numbered before presence is read, so that a later change has a higher number.
        let number = self.next_message.fetch_add(1, Ordering::Relaxed);
        let present: Vec<(String, SeatFlags)> = games
            .iter()
            .map(|handle| (handle.id.to_string(), lock(&handle.presence).local()))
            .filter(|(_, seats)| *seats != [false, false])
            .collect();
        self.broadcast_presence(number, present);
    }

    fn broadcast_presence(&self, number: u64, games: Vec<(String, SeatFlags)>) {
        let message = PresenceMessage { process: self.process.clone(), number, games };
        let storage = Arc::clone(&self.storage);
        self.runtime.spawn(async move {
            for message in message.encode() {
                storage.broadcast(message).await;
            }
        });
    }

    /// Never waits for a game: one whose storage is slow must not delay notifications about others.
    pub fn on_notification(self: &Arc<Self>, notification: Notification) {
        let mark_outdated = |loading: &Loading<S>| loading.outdated.store(true, Ordering::SeqCst);
        let changed: Vec<Arc<Handle<S>>> = match notification {
            // Loads are marked first: a load that ends in between is then found in the registry.
            Notification::Changed(ids) => {
                let loading = lock(&self.loading);
                ids.iter().filter_map(|id| loading.get(id)).for_each(mark_outdated);
                drop(loading);
                let games = lock(&self.games);
                ids.iter().filter_map(|id| games.get(id).cloned()).collect()
            }
            Notification::Missed => {
                lock(&self.loading).values().for_each(mark_outdated);
                self.in_memory()
            }
            Notification::Message(text) => return self.on_presence_message(&text, Instant::now()),
        };
        for handle in changed {
            self.refresh_in_background(&handle);
        }
    }

    fn on_presence_message(self: &Arc<Self>, text: &str, at: Instant) {
        // Another version may say something else.
        let Ok(PresenceMessage { process, number, games }) = serde_json::from_str(text) else {
            return;
        };
        let mut with_new_peer = Vec::new();
        for (id, seats) in games {
            let Some(id) = GameId::parse(&id) else { continue };
            let Some(handle) = lock(&self.games).get(&id).cloned() else { continue };
            let (changed, is_new) = lock(&handle.presence).update_peer(&process, number, seats, at);
            if changed {
                handle.publish_presence();
            }
            with_new_peer.extend(is_new.then_some(handle));
        }
        if !with_new_peer.is_empty() {
            self.broadcast_presence_of(&with_new_peer);
        }
    }

    /// Removes processes that have sent nothing since this time.
    fn remove_dead_peers(&self, since: Instant) {
        for handle in self.in_memory() {
            let changed = lock(&handle.presence).remove_peers_silent_since(since);
            if changed {
                handle.publish_presence();
            }
        }
    }
}

//! Notifications between processes that share a database, by LISTEN and NOTIFY.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rand::Rng;
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use sqlx::{Executor, PgPool};
use tokio::sync::broadcast;
use tokio::task::AbortHandle;

use crate::lock;
use crate::storage::database::PLAYER;
use crate::storage::{GameId, Notification};

/// How many notifications a receiver may lag behind before it misses some.
const CAPACITY: usize = 1024;

/// After so much silence the connection is tested.
const TEST_AFTER: Duration = Duration::from_secs(5);

/// The delay between attempts to reconnect.
const RETRY: Duration = Duration::from_millis(200);

/// The longest message: PostgreSQL takes payloads of up to 7,999 bytes, which begin with a prefix.
const MAX_MESSAGE: usize = 7_900;

/// How long a write that timed out may still succeed. The database cancels statements much sooner.
const UNCONFIRMED_FOR: Duration = Duration::from_secs(60);

/// Identifies this process in payloads, so that it recognises its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProcessId(u64);

/// Games with a write of this process that failed without a definite outcome. Own notifications about them are not
/// ignored.
#[derive(Clone, Debug, Default)]
pub(super) struct UnconfirmedWrites(Arc<Mutex<HashMap<GameId, Instant>>>);

impl UnconfirmedWrites {
    pub(super) fn add<'a>(&self, games: impl Iterator<Item = &'a GameId>, now: Instant) {
        let mut writes = lock(&self.0);
        writes.retain(|_, since| now.saturating_duration_since(*since) < UNCONFIRMED_FOR);
        writes.extend(games.map(|game| (game.clone(), now)));
    }

    fn contains(&self, game: &GameId) -> bool {
        lock(&self.0).contains_key(game)
    }
}

impl Default for ProcessId {
    fn default() -> Self {
        Self(rand::rng().next_u64())
    }
}

impl ProcessId {
    /// The payload that announces changed games, without their ids.
    pub(super) fn changed_prefix(self) -> String {
        format!("{:016x} changed ", self.0)
    }

    /// The payload of a message; `None` if it is too long.
    pub(super) fn message(self, message: &str) -> Option<String> {
        let fits = message.len() <= MAX_MESSAGE && !message.contains('\0');
        fits.then(|| format!("{:016x} said {message}", self.0))
    }

    /// Reads a payload; `None` if it is from this process and contains nothing new for it.
    fn parse(self, payload: &str, unconfirmed: &UnconfirmedWrites) -> Option<Notification> {
        let (from, rest) = payload.split_once(' ')?;
        let own = from == format!("{:016x}", self.0);
        match rest.split_once(' ')? {
            ("changed", ids) => {
                let games = ids.split(' ').filter_map(GameId::parse);
                let games: Vec<_> =
                    games.filter(|game| !own || unconfirmed.contains(game)).collect();
                (!games.is_empty()).then_some(Notification::Changed(games))
            }
            ("said", message) if !own => Some(Notification::Message(message.to_owned())),
            _ => None,
        }
    }
}

/// A task with a connection that listens, and that reconnects when it is lost.
#[derive(Debug)]
pub(super) struct Listener {
    notifications: broadcast::Sender<Notification>,
    task: AbortHandle,
}

impl Listener {
    pub(super) async fn open(
        options: &PgConnectOptions,
        process: ProcessId,
        unconfirmed: UnconfirmedWrites,
    ) -> Result<Self, sqlx::Error> {
        let (notifications, _) = broadcast::channel(CAPACITY);
        // `PgListener` reconnects through a pool.
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .acquire_timeout(PLAYER)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_lazy_with(options.clone());
        let listener = connect(&pool).await?;
        let receiver = Receiver { process, unconfirmed, notifications: notifications.clone() };
        let task = tokio::spawn(receiver.run(pool, listener)).abort_handle();
        Ok(Self { notifications, task })
    }

    pub(super) fn subscribe(&self) -> broadcast::Receiver<Notification> {
        self.notifications.subscribe()
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn connect(pool: &PgPool) -> Result<PgListener, sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.eager_reconnect(false);
    listener.listen("divvy").await?;
    Ok(listener)
}

/// Passes notifications on. That there may be no subscriber is no error.
struct Receiver {
    process: ProcessId,
    unconfirmed: UnconfirmedWrites,
    notifications: broadcast::Sender<Notification>,
}

impl Receiver {
    async fn run(self, pool: PgPool, mut listener: PgListener) {
        loop {
            self.receive(&mut listener).await;
            drop(listener);
            tracing::warn!("the connection for notifications was lost");
            listener = loop {
                match tokio::time::timeout(PLAYER, connect(&pool)).await {
                    Ok(Ok(listener)) => break listener,
                    Ok(Err(error)) => tracing::debug!(%error, "not reconnected yet"),
                    Err(_) => tracing::debug!("not reconnected yet"),
                }
                tokio::time::sleep(RETRY).await;
            };
            tracing::info!("the connection for notifications is back");
            let _ = self.notifications.send(Notification::Missed);
        }
    }

    /// Returns when the connection is lost.
    async fn receive(&self, listener: &mut PgListener) {
        loop {
            match tokio::time::timeout(TEST_AFTER, listener.try_recv()).await {
                Ok(Ok(Some(received))) => {
                    let notification = self.process.parse(received.payload(), &self.unconfirmed);
                    if let Some(notification) = notification {
                        let _ = self.notifications.send(notification);
                    }
                }
                Ok(Ok(None) | Err(_)) => return,
                // A machine that has vanished does not close its connections.
                Err(_) => match tokio::time::timeout(PLAYER, listener.execute("SELECT 1")).await {
                    Ok(Ok(_)) => {}
                    _ => return,
                },
            }
        }
    }
}

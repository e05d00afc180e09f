//! What processes that share a database tell each other through it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rand::Rng;
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use sqlx::{Executor, PgPool};
use tokio::sync::broadcast;
use tokio::task::AbortHandle;

use crate::storage::{GameId, Notification};

/// How many notifications a receiver may lag behind before it misses some.
const ROOM: usize = 1024;

/// After so much silence it is found out whether there is still a connection.
const SILENCE: Duration = Duration::from_secs(5);

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long to wait before connecting again, when that has just failed.
const AGAIN: Duration = Duration::from_millis(200);

/// The longest that can be said: PostgreSQL takes 7,999 bytes, and there is a beginning.
const LONGEST: usize = 7_900;

/// How long a write that was given up may still be kept. The database ends statements much sooner than that.
const DOUBT: Duration = Duration::from_secs(60);

/// Which process it is, so that it can tell its own notifications from those of others.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProcessId(u64);

/// Games of which this process does not know whether a write of its own was kept. Of these it must hear.
#[derive(Clone, Debug, Default)]
pub(super) struct UnconfirmedWrites(Arc<Mutex<HashMap<GameId, Instant>>>);

impl UnconfirmedWrites {
    /// Writes about these games were given up.
    pub(super) fn add<'a>(&self, games: impl Iterator<Item = &'a GameId>, now: Instant) {
        let mut unconfirmed = self.lock();
        unconfirmed.retain(|_, since| now.saturating_duration_since(*since) < DOUBT);
        unconfirmed.extend(games.map(|game| (game.clone(), now)));
    }

    fn about(&self, game: &GameId) -> bool {
        self.lock().contains_key(game)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Instant>> {
        // Whoever panicked with the lock held left a whole map.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for ProcessId {
    fn default() -> Self {
        Self(rand::rng().next_u64())
    }
}

impl ProcessId {
    /// How a notice begins that goes on with the names of changed games.
    pub(super) fn changed_prefix(self) -> String {
        format!("{:016x} changed ", self.0)
    }

    /// The notice that says this, if it is short enough.
    pub(super) fn message(self, words: &str) -> Option<String> {
        let fits = words.len() <= LONGEST && !words.contains('\0');
        fits.then(|| format!("{:016x} said {words}", self.0))
    }

    /// What a notice means, unless it is this process's own and it knows of it.
    fn hear(self, payload: &str, unconfirmed: &UnconfirmedWrites) -> Option<Notification> {
        let (from, rest) = payload.split_once(' ')?;
        let own = from == format!("{:016x}", self.0);
        match rest.split_once(' ')? {
            ("changed", ids) => {
                let games = ids.split(' ').filter_map(GameId::parse);
                let games: Vec<_> = games.filter(|game| !own || unconfirmed.about(game)).collect();
                (!games.is_empty()).then_some(Notification::Changed(games))
            }
            ("said", words) if !own => Some(Notification::Message(words.to_owned())),
            _ => None,
        }
    }
}

/// A connection that listens, and a task that makes another when it is lost.
#[derive(Debug)]
pub(super) struct Listener {
    notifications: broadcast::Sender<Notification>,
    task: AbortHandle,
}

impl Listener {
    /// Listens from now on.
    pub(super) async fn open(
        options: &PgConnectOptions,
        process: ProcessId,
        unconfirmed: UnconfirmedWrites,
    ) -> Result<Self, sqlx::Error> {
        let (notifications, _) = broadcast::channel(ROOM);
        // What the listener asks for is a pool, if only of one.
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .acquire_timeout(PATIENCE)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_lazy_with(options.clone());
        let listener = listen(&pool).await?;
        let known = (process, unconfirmed);
        let task = tokio::spawn(stay(pool, listener, known, notifications.clone())).abort_handle();
        Ok(Self { notifications, task })
    }

    /// What is heard from now on.
    pub(super) fn subscribe(&self) -> broadcast::Receiver<Notification> {
        self.notifications.subscribe()
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn listen(pool: &PgPool) -> Result<PgListener, sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.eager_reconnect(false);
    listener.listen("divvy").await?;
    Ok(listener)
}

/// Listens for ever.
async fn stay(
    pool: PgPool,
    mut listener: PgListener,
    known: (ProcessId, UnconfirmedWrites),
    notifications: broadcast::Sender<Notification>,
) {
    loop {
        hear(&mut listener, &known, &notifications).await;
        drop(listener);
        tracing::warn!("the connection that hears of other processes was lost");
        listener = loop {
            match tokio::time::timeout(PATIENCE, listen(&pool)).await {
                Ok(Ok(listener)) => break listener,
                Ok(Err(error)) => tracing::debug!(%error, "not connected again yet"),
                Err(_) => tracing::debug!("not connected again yet"),
            }
            tokio::time::sleep(AGAIN).await;
        };
        tracing::info!("connected again");
        // It is no error if nobody listens to this process.
        let _ = notifications.send(Notification::Missed);
    }
}

/// Passes on what is heard, until the connection is lost.
async fn hear(
    listener: &mut PgListener,
    (process, unconfirmed): &(ProcessId, UnconfirmedWrites),
    notifications: &broadcast::Sender<Notification>,
) {
    loop {
        match tokio::time::timeout(SILENCE, listener.try_recv()).await {
            Ok(Ok(Some(notification))) => {
                if let Some(notice) = process.hear(notification.payload(), unconfirmed) {
                    let _ = notifications.send(notice);
                }
            }
            Ok(Ok(None) | Err(_)) => return,
            // A machine that vanished says nothing, not even that it has.
            Err(_) => match tokio::time::timeout(PATIENCE, listener.execute("SELECT 1")).await {
                Ok(Ok(_)) => {}
                _ => return,
            },
        }
    }
}

//! Notifications between processes that share a database, by LISTEN and NOTIFY.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rand::Rng;
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use sqlx::{Executor, PgPool};
use tokio::sync::broadcast;
use tokio::task::JoinSet;
use tokio::time::timeout;

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

/// What this process writes into payloads, how it reads them, and where they go.
#[derive(Debug)]
pub(super) struct Channel {
    /// Identifies this process, so that it recognises its own.
    process: String,
    /// Games with a write of this process that failed without a definite outcome. Own notifications about them are not
    /// ignored.
    unconfirmed: Mutex<HashMap<GameId, Instant>>,
    pub(super) notifications: broadcast::Sender<Notification>,
}

impl Channel {
    pub(super) fn new() -> Arc<Self> {
        let process = format!("{:016x}", rand::rng().next_u64());
        let (unconfirmed, notifications) = (Mutex::default(), broadcast::Sender::new(CAPACITY));
        Arc::new(Self { process, unconfirmed, notifications })
    }

    /// What announces changed games, without their ids.
    pub(super) fn changed_prefix(&self) -> String {
        format!("{} changed ", self.process)
    }

    /// A message; `None` if it is too long.
    pub(super) fn message(&self, message: &str) -> Option<String> {
        let fits = message.len() <= MAX_MESSAGE && !message.contains('\0');
        fits.then(|| format!("{} said {message}", self.process))
    }

    /// Notes that writes to these games have failed and may still succeed.
    pub(super) fn unconfirmed<'a>(&self, games: impl Iterator<Item = &'a GameId>) {
        let (mut writes, now) = (lock(&self.unconfirmed), Instant::now());
        writes.retain(|_, since| now.saturating_duration_since(*since) < UNCONFIRMED_FOR);
        writes.extend(games.map(|game| (game.clone(), now)));
    }

    /// What a payload says; `None` if it is from this process and contains nothing new for it.
    fn read(&self, payload: &str) -> Option<Notification> {
        let (from, rest) = payload.split_once(' ')?;
        let own = from == self.process;
        match rest.split_once(' ')? {
            ("changed", ids) => {
                let unconfirmed = lock(&self.unconfirmed);
                let games = ids.split(' ').filter_map(GameId::parse);
                let games: Vec<_> =
                    games.filter(|game| !own || unconfirmed.contains_key(game)).collect();
                (!games.is_empty()).then_some(Notification::Changed(games))
            }
            ("said", message) if !own => Some(Notification::Message(message.to_owned())),
            _ => None,
        }
    }
}

/// Starts a task with a connection that listens, and that reconnects when it is lost. It ends when the set is dropped.
pub(super) async fn listen(
    options: &PgConnectOptions,
    channel: Arc<Channel>,
) -> Result<JoinSet<()>, sqlx::Error> {
    // `PgListener` reconnects through a pool.
    let pool = PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(PLAYER)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_lazy_with(options.clone());
    let listener = connect(&pool).await?;
    let mut task = JoinSet::new();
    task.spawn(run(channel, pool, listener));
    Ok(task)
}

async fn connect(pool: &PgPool) -> Result<PgListener, sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.eager_reconnect(false);
    listener.listen("divvy").await?;
    Ok(listener)
}

/// Passes notifications on. That there may be no subscriber is no error.
async fn run(channel: Arc<Channel>, pool: PgPool, mut listener: PgListener) {
    loop {
        while let Some(notification) = receive(&channel, &mut listener).await {
            let _ = channel.notifications.send(notification);
        }
        drop(listener);
        tracing::warn!("the connection for notifications was lost");
        listener = loop {
            if let Ok(Ok(listener)) = timeout(PLAYER, connect(&pool)).await {
                break listener;
            }
            tokio::time::sleep(RETRY).await;
        };
        tracing::info!("the connection for notifications is back");
        let _ = channel.notifications.send(Notification::Missed);
    }
}

/// The next notification; `None` when the connection is lost.
async fn receive(channel: &Channel, listener: &mut PgListener) -> Option<Notification> {
    loop {
        if let Ok(received) = timeout(TEST_AFTER, listener.try_recv()).await {
            let notification = channel.read(received.ok()??.payload());
            if notification.is_some() {
                return notification;
            }
        } else {
            // A machine that has vanished does not close its connections.
            timeout(PLAYER, listener.execute("SELECT 1")).await.ok()?.ok()?;
        }
    }
}

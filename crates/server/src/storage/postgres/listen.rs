//! What processes that share a database tell each other through it.

use std::time::Duration;

use rand::Rng;
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use sqlx::{Executor, PgPool};
use tokio::sync::broadcast;
use tokio::task::AbortHandle;

use crate::storage::{GameId, Notice};

/// How many notices a receiver may lag behind before it misses some.
const ROOM: usize = 1024;

/// After so much silence it is found out whether there is still a connection.
const SILENCE: Duration = Duration::from_secs(5);

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long to wait before connecting again, when that has just failed.
const AGAIN: Duration = Duration::from_millis(200);

/// The longest that can be said: PostgreSQL takes 7,999 bytes, and there is a beginning.
const LONGEST: usize = 7_900;

/// Which process it is, so that it can tell its own notices from those of others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Process(u64);

impl Default for Process {
    fn default() -> Self {
        Self(rand::rng().next_u64())
    }
}

impl Process {
    /// How a notice begins that goes on with the names of changed games.
    pub(super) fn changed(self) -> String {
        format!("{:016x} changed ", self.0)
    }

    /// The notice that says this, if it is short enough.
    pub(super) fn said(self, words: &str) -> Option<String> {
        let fits = words.len() <= LONGEST && !words.contains('\0');
        fits.then(|| format!("{:016x} said {words}", self.0))
    }

    /// What a notice means, unless it is this process's own.
    fn hear(self, payload: &str) -> Option<Notice> {
        let (from, rest) = payload.split_once(' ')?;
        if from == format!("{:016x}", self.0) {
            return None;
        }
        match rest.split_once(' ')? {
            ("changed", ids) => {
                Some(Notice::Changed(ids.split(' ').filter_map(GameId::parse).collect()))
            }
            ("said", words) => Some(Notice::Said(words.to_owned())),
            _ => None,
        }
    }
}

/// A connection that listens, and a task that makes another when it is lost.
#[derive(Debug)]
pub(super) struct Ears {
    notices: broadcast::Sender<Notice>,
    task: AbortHandle,
}

impl Ears {
    /// Listens from now on.
    pub(super) async fn open(
        options: &PgConnectOptions,
        process: Process,
    ) -> Result<Self, sqlx::Error> {
        let (notices, _) = broadcast::channel(ROOM);
        // What the listener asks for is a pool, if only of one.
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .acquire_timeout(PATIENCE)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_lazy_with(options.clone());
        let listener = listen(&pool).await?;
        let task = tokio::spawn(stay(pool, listener, process, notices.clone())).abort_handle();
        Ok(Self { notices, task })
    }

    /// What is heard from now on.
    pub(super) fn notices(&self) -> broadcast::Receiver<Notice> {
        self.notices.subscribe()
    }
}

impl Drop for Ears {
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
    process: Process,
    notices: broadcast::Sender<Notice>,
) {
    loop {
        hear(&mut listener, process, &notices).await;
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
        let _ = notices.send(Notice::Missed);
    }
}

/// Passes on what is heard, until the connection is lost.
async fn hear(listener: &mut PgListener, process: Process, notices: &broadcast::Sender<Notice>) {
    loop {
        match tokio::time::timeout(SILENCE, listener.try_recv()).await {
            Ok(Ok(Some(notification))) => {
                if let Some(notice) = process.hear(notification.payload()) {
                    let _ = notices.send(notice);
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

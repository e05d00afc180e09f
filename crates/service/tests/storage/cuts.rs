//! Every call is given up at every await, as when a client goes away, while another connection writes, and also while one has
//! the write lock; what is acknowledged in between is there afterwards.

use std::future::poll_fn;
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use divvy_service::storage::{
    Database, GameId, GameWrite, NewGame, Storage, StorageReads, WriteQueue, open, open_admin,
};
use divvy_testing::Cluster;
use futures_util::future::BoxFuture;
use sqlx::{Connection, PgConnection, SqliteConnection};

use crate::WriteOutcome::Stored;
use crate::{add, at, begin, name, numbers, run};

/// Drops a future after so many polls, unless it is done by then. If it waits for long, it waits for the lock:
/// `release` is called then, and the future goes on.
async fn cut<T>(
    polls: usize,
    future: impl Future<Output = T>,
    release: impl AsyncFnOnce(),
) -> Option<T> {
    let (mut future, mut left) = (pin!(future), polls);
    let mut go_on = pin!(poll_fn(|context| match left {
        0 => Poll::Ready(None),
        _ => {
            left -= 1;
            match future.as_mut().poll(context) {
                Poll::Pending if left == 0 => Poll::Ready(None),
                polled => polled.map(Some),
            }
        }
    }));
    match tokio::time::timeout(Duration::from_millis(20), go_on.as_mut()).await {
        Ok(done) => done,
        Err(_) => {
            release().await;
            go_on.await
        }
    }
}

/// A call of a storage, with games that it may do anything to.
type Call = for<'a> fn(&'a Subject) -> BoxFuture<'a, ()>;

struct Subject {
    storage: Arc<Database>,
    queue: WriteQueue,
    id: GameId,
    folder: tempfile::TempDir,
}

impl Subject {
    /// A game and its rematch, which needs a transaction.
    fn game_and_rematch(&self) -> Vec<GameWrite> {
        let new = |id| NewGame { id, at: 1_000, setup: String::new() };
        let (id, event) = match add(&name(), 1) {
            GameWrite::Append { id, event, begins: None } => (id, event),
            _ => unreachable!(),
        };
        let rematch = GameWrite::Append { id: id.clone(), event, begins: Some(new(name())) };
        vec![GameWrite::Create(new(id)), rematch]
    }
}

macro_rules! calls {
    ($($subject:ident => $call:expr),* $(,)?) => {
        &[$((stringify!($call), |$subject| Box::pin(async move { let _ = $call.await; }))),*]
    };
}

const CALLS: &[(&str, Call)] = calls![
    on => on.storage.write(vec![begin(&name())]),
    on => on.storage.write(vec![add(&on.id, 1)]),
    on => on.storage.write(on.game_and_rematch()),
    on => on.storage.check_writable(),
    on => on.storage.delete_inactive(500),
    on => on.storage.load(&on.id),
    on => on.storage.events_after(&on.id, 0),
    on => on.storage.count_inactive(500),
    on => on.storage.admin_changes(None),
    on => on.storage.admin_changes(Some(0)),
    on => on.storage.broadcast("message".to_owned()),
    on => on.queue.write(begin(&name())),
    on => on.queue.check_writable(),
    on => on.queue.delete_inactive(500),
    on => on.storage.list(10),
    on => on.storage.ids_after(0),
    on => on.storage.structural_damage(),
    on => on.storage.delete_game(&on.id),
    on => on.storage.delete_row(1_000_000),
    on => on.storage.announce_end(&on.id),
    on => async { on.storage.backup(&on.folder.path().join(name().as_str())).await },
];

/// Another connection that can take the lock that writers need.
trait Locker {
    async fn lock(&mut self);
    async fn release(&mut self);
}

impl Locker for SqliteConnection {
    async fn lock(&mut self) {
        sqlx::query("BEGIN IMMEDIATE").execute(self).await.unwrap();
    }

    async fn release(&mut self) {
        sqlx::query("ROLLBACK").execute(self).await.unwrap();
    }
}

impl Locker for PgConnection {
    async fn lock(&mut self) {
        let lock = "BEGIN; LOCK TABLE games, events, schema, admin_log IN EXCLUSIVE MODE";
        sqlx::raw_sql(lock).execute(self).await.unwrap();
    }

    async fn release(&mut self) {
        sqlx::raw_sql("ROLLBACK").execute(self).await.unwrap();
    }
}

async fn lose_nothing(address: &str, mut locker: impl Locker) {
    let (kept, beside) = (name(), name());
    let mut acknowledged = 0;
    drop(open(Some(address), Path::new("unused")).await.unwrap());
    let storage = open_admin(Some(address), Path::new("unused")).await.unwrap();
    let queue = WriteQueue::new(storage.clone());
    let other = open_admin(Some(address), Path::new("unused")).await.unwrap();
    assert_eq!(storage.write(vec![begin(&kept), begin(&beside)]).await, Ok(vec![Stored; 2]));
    for (call, run) in CALLS {
        for is_locked in [false, true] {
            for polls in 0.. {
                let (storage, queue) = (storage.clone(), queue.clone());
                let folder = tempfile::tempdir().unwrap();
                let subject = Subject { storage, queue, id: name(), folder };
                subject.storage.write(vec![begin(&subject.id)]).await.unwrap();
                let mut held = is_locked;
                if held {
                    locker.lock().await;
                }
                let release = async || {
                    if std::mem::take(&mut held) {
                        locker.release().await;
                    }
                };
                acknowledged += 1;
                let (other, event) = (other.clone(), add(&beside, acknowledged));
                let write = tokio::spawn(async move { other.write(vec![event]).await });
                let done = cut(polls, run(&subject), release).await;
                if held {
                    locker.release().await;
                }
                assert_eq!(write.await.unwrap(), Ok(vec![Stored]), "beside {call}");
                let written = subject.storage.write(vec![add(&kept, acknowledged)]).await;
                assert_eq!(written, Ok(vec![Stored]), "after {polls} polls of {call}");
                if done.is_some() {
                    break;
                }
            }
        }
    }
    drop((storage, queue));
    let expected: Vec<u32> = (1..=acknowledged).collect();
    assert_eq!(numbers(&at(address).await, &beside).await, expected);
    // The caller that closes the queue goes away as well.
    for polls in 0.. {
        let queue = WriteQueue::new(open_admin(Some(address), Path::new("unused")).await.unwrap());
        acknowledged += 1;
        assert_eq!(queue.write(add(&kept, acknowledged)).await, Ok(Stored));
        if cut(polls, queue.close(), async || ()).await.is_some() {
            break;
        }
    }
    let expected: Vec<u32> = (1..=acknowledged).collect();
    assert_eq!(numbers(&at(address).await, &kept).await, expected);
}

pub(crate) fn calls_that_are_cut_off_lose_nothing_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let address = format!("sqlite:{}", folder.path().join("games.db").display());
    run(async {
        let locker = SqliteConnection::connect(&format!("{address}?mode=rwc")).await.unwrap();
        lose_nothing(&address, locker).await;
    });
}

pub(crate) fn calls_that_are_cut_off_lose_nothing_on_postgresql() {
    let cluster = Cluster::shared();
    let address = cluster.database();
    run(async {
        let locker = PgConnection::connect(&address).await.unwrap();
        lose_nothing(&address, locker).await;
    });
}

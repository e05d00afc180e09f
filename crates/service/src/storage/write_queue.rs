//! Group commit: writes that arrive while the storage is busy are stored together in the next step.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

use super::{GameWrite, Storage, StorageError, WriteOutcome};

/// The most writes in one step. So many moves take less than 16 KB, which is what a record of TLS holds: sqlx sends each
/// record by itself and does not switch Nagle's algorithm off, so that the second one, as many new games need it, waits
/// 40 ms for the acknowledgement of the first.
const MAX_GROUP: usize = 96;

/// The most writes that may be queued. Requests beyond that would not be served in time anyway.
const CAPACITY: usize = 8192;

/// A queue in front of a storage. A write never waits for others to arrive, but those that arrive during a step share
/// the next one: a step takes about as long for a hundred writes as for one.
///
/// Writes to one game are stored in the order in which they were queued. All that the storage writes is done by one task
/// to its end, even if the caller stops waiting.
#[derive(Clone, Debug)]
pub struct WriteQueue {
    queue: mpsc::Sender<Job>,
}

/// What is to be done, and where its outcome goes.
#[derive(Debug)]
enum Job {
    Write(GameWrite, Reply<WriteOutcome>),
    DeleteInactive(i64, Reply<u64>),
    CheckWritable(Reply<()>),
    Close(Reply<()>),
}

type Reply<T> = oneshot::Sender<Result<T, StorageError>>;

impl WriteQueue {
    /// Starts a task that writes to this storage until the queue is closed, or the last clone is dropped and the queue is
    /// empty. Must be called within a tokio runtime.
    pub fn new(storage: Arc<dyn Storage>) -> Self {
        let (queue, jobs) = mpsc::channel(CAPACITY);
        tokio::spawn(run(storage, jobs));
        Self { queue }
    }

    pub async fn write(&self, write: GameWrite) -> Result<WriteOutcome, StorageError> {
        write.validate()?;
        self.ask(|reply| Job::Write(write, reply)).await
    }

    /// [`Storage::delete_inactive`], after everything that is queued.
    pub async fn delete_inactive(&self, since: i64) -> Result<u64, StorageError> {
        self.ask(|reply| Job::DeleteInactive(since, reply)).await
    }

    /// [`Storage::check_writable`], after everything that is queued.
    pub async fn check_writable(&self) -> Result<(), StorageError> {
        self.ask(Job::CheckWritable).await
    }

    /// Stores everything that is queued, and closes the storage. Later writes are refused.
    pub async fn close(&self) -> Result<(), StorageError> {
        let (reply, closed) = oneshot::channel();
        // It waits for its turn, however full the queue is.
        let _ = self.queue.send(Job::Close(reply)).await;
        closed.await.unwrap_or_else(|_| Err(unavailable("stopped")))
    }

    async fn ask<T>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, StorageError> {
        let (reply, outcome) = oneshot::channel();
        self.queue.try_send(job(reply)).map_err(|_| StorageError::Busy)?;
        outcome.await.unwrap_or_else(|_| Err(unavailable("stopped")))
    }
}

fn unavailable(why: &str) -> StorageError {
    StorageError::Unavailable(why.to_owned())
}

/// A caller that has stopped waiting gets no reply; that is no error.
async fn run(storage: Arc<dyn Storage>, mut jobs: mpsc::Receiver<Job>) {
    let mut pending = Vec::with_capacity(MAX_GROUP);
    let (mut writes, mut replies) = (Vec::new(), Vec::new());
    while jobs.recv_many(&mut pending, MAX_GROUP).await > 0 {
        for job in pending.drain(..) {
            if !matches!(job, Job::Write(..)) {
                store(&*storage, &mut writes, &mut replies).await;
            }
            match job {
                Job::Write(write, reply) => {
                    writes.push(write);
                    replies.push(reply);
                }
                Job::DeleteInactive(since, reply) => {
                    let _ = reply.send(storage.delete_inactive(since).await);
                }
                Job::CheckWritable(reply) => drop(reply.send(storage.check_writable().await)),
                Job::Close(reply) => return drop(reply.send(storage.close().await)),
            }
        }
        store(&*storage, &mut writes, &mut replies).await;
    }
}

/// Stores what is waiting, in one step.
async fn store(
    storage: &dyn Storage,
    writes: &mut Vec<GameWrite>,
    replies: &mut Vec<Reply<WriteOutcome>>,
) {
    if writes.is_empty() {
        return;
    }
    let outcomes = storage.write(std::mem::take(writes)).await;
    for (index, reply) in replies.drain(..).enumerate() {
        let _ = reply.send(match &outcomes {
            Ok(outcomes) => outcomes.get(index).copied().ok_or_else(|| unavailable("no reply")),
            Err(error) => Err(error.clone()),
        });
    }
}

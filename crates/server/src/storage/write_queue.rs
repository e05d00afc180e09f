//! Group commit: writes that arrive while the storage is busy are stored together in the next step.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

use super::{GameWrite, Storage, StorageError, WriteOutcome};

/// The most writes in one step.
const MAX_GROUP: usize = 512;

/// The most writes that may be queued. Requests beyond that would not be served in time anyway.
const CAPACITY: usize = 8192;

/// A queue in front of a storage. A write never waits for others to arrive, but those that arrive during a step share
/// the next one: a step takes about as long for five hundred writes as for one.
///
/// Writes to one game are stored in the order in which they were queued.
#[derive(Clone, Debug)]
pub struct WriteQueue {
    queue: mpsc::Sender<Job>,
}

/// A write, and where its outcome goes.
#[derive(Debug)]
struct Job {
    write: GameWrite,
    reply: oneshot::Sender<Result<WriteOutcome, StorageError>>,
}

impl WriteQueue {
    /// Starts a task that writes to this storage until the last clone is dropped and the queue is empty. Must be called
    /// within a tokio runtime.
    pub fn new(storage: Arc<dyn Storage>) -> Self {
        let (queue, jobs) = mpsc::channel(CAPACITY);
        tokio::spawn(run(storage, jobs));
        Self { queue }
    }

    /// Stores one write. It is stored even if the caller stops waiting.
    ///
    /// # Errors
    ///
    /// The text is not valid, the queue is full, or the storage failed.
    pub async fn write(&self, write: GameWrite) -> Result<WriteOutcome, StorageError> {
        write.validate()?;
        let (reply, outcome) = oneshot::channel();
        self.queue.try_send(Job { write, reply }).map_err(|_| StorageError::Busy)?;
        outcome.await.unwrap_or_else(|_| Err(unavailable("stopped")))
    }
}

fn unavailable(why: &str) -> StorageError {
    StorageError::Unavailable(why.to_owned())
}

async fn run(storage: Arc<dyn Storage>, mut jobs: mpsc::Receiver<Job>) {
    let mut pending = Vec::with_capacity(MAX_GROUP);
    while jobs.recv_many(&mut pending, MAX_GROUP).await > 0 {
        let (writes, replies): (Vec<_>, Vec<_>) =
            pending.drain(..).map(|job| (job.write, job.reply)).unzip();
        let outcomes = storage.write(writes).await;
        for (index, reply) in replies.into_iter().enumerate() {
            // A caller that has stopped waiting gets no reply; that is no error.
            let _ = reply.send(match &outcomes {
                Ok(outcomes) => outcomes.get(index).copied().ok_or_else(|| unavailable("no reply")),
                Err(error) => Err(error.clone()),
            });
        }
    }
}

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
        while !pending.is_empty() {
            let step = first_step(&pending, storage.max_group_bytes());
            store(&*storage, pending.drain(..step)).await;
        }
    }
}

/// How many of the jobs are stored in one step: as many as have so many bytes together, but one at least.
fn first_step(jobs: &[Job], max_bytes: usize) -> usize {
    let mut bytes = 0_usize;
    let fits = |job: &&Job| {
        bytes = bytes.saturating_add(job.write.size());
        bytes <= max_bytes
    };
    jobs.iter().take_while(fits).count().max(1)
}

async fn store(storage: &dyn Storage, jobs: impl Iterator<Item = Job>) {
    let (writes, replies): (Vec<_>, Vec<_>) = jobs.map(|job| (job.write, job.reply)).unzip();
    let outcomes = storage.write(writes).await;
    for (index, reply) in replies.into_iter().enumerate() {
        // A caller that has stopped waiting gets no reply; that is no error.
        let _ = reply.send(match &outcomes {
            Ok(outcomes) => outcomes.get(index).copied().ok_or_else(|| unavailable("no reply")),
            Err(error) => Err(error.clone()),
        });
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::storage::{GameId, StoredEvent};

    #[test]
    fn a_step_has_so_many_bytes_or_one_write() {
        let job = |length: usize| {
            let event = StoredEvent { number: 1, at: 0, text: "x".repeat(length) };
            let write = GameWrite::Append { id: GameId::parse(&"a".repeat(22)).unwrap(), event };
            Job { write, reply: oneshot::channel().0 }
        };
        let jobs = [job(1), job(1), job(900), job(1)];
        assert_eq!(first_step(&jobs, usize::MAX), 4);
        assert_eq!(first_step(&jobs, 1_000), 2);
        assert_eq!(first_step(&jobs[2..], 500), 1);
    }
}

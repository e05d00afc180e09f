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

    /// Stores one write.
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
    while jobs.recv_many(&mut pending, MAX_GROUP).await > 0 {
        while !pending.is_empty() {
            match first_step(&pending, storage.max_group_bytes()) {
                0 => match pending.remove(0) {
                    Job::Close(reply) => return drop(reply.send(storage.close().await)),
                    Job::CheckWritable(reply) => drop(reply.send(storage.check_writable().await)),
                    Job::DeleteInactive(since, reply) => {
                        let _ = reply.send(storage.delete_inactive(since).await);
                    }
                    write @ Job::Write(..) => store(&*storage, std::iter::once(write)).await,
                },
                step => store(&*storage, pending.drain(..step)).await,
            }
        }
    }
}

/// How many of the jobs are writes that are stored in one step: as many as have so many bytes together, but one at least;
/// 0 if the first job is another one.
fn first_step(jobs: &[Job], max_bytes: usize) -> usize {
    let mut bytes = 0_usize;
    let sizes = jobs.iter().map_while(|job| match job {
        Job::Write(write, _) => Some(write.size()),
        _ => None,
    });
    let fits = |(index, size): &(usize, usize)| {
        bytes = bytes.saturating_add(*size);
        bytes <= max_bytes || *index == 0
    };
    sizes.enumerate().take_while(fits).count()
}

async fn store(storage: &dyn Storage, jobs: impl Iterator<Item = Job>) {
    let writes = jobs.filter_map(|job| match job {
        Job::Write(write, reply) => Some((write, reply)),
        _ => None,
    });
    let (writes, replies): (Vec<_>, Vec<_>) = writes.unzip();
    let outcomes = storage.write(writes).await;
    for (index, reply) in replies.into_iter().enumerate() {
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
            Job::Write(write, oneshot::channel().0)
        };
        let jobs = [job(1), job(1), job(900), job(1)];
        assert_eq!(first_step(&jobs, usize::MAX), 4);
        assert_eq!(first_step(&jobs, 1_000), 2);
        assert_eq!(first_step(&jobs[2..], 500), 1);
        let jobs = [job(1), Job::CheckWritable(oneshot::channel().0), job(1)];
        assert_eq!([0, 1, 2].map(|from| first_step(&jobs[from..], 500)), [1, 0, 1]);
    }
}

//! Many writers, one durable step: whatever has come in while the storage was busy is kept together next.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

use super::{Storage, StorageError, Write, Written};

/// How many writes make one step at the most.
const AT_ONCE: usize = 512;

/// How many writes may wait. More than that many people who wait at once would not be served in time anyway.
const WAITING: usize = 8192;

/// A storage for many writers at once. Nobody waits for others to come, but those who come while a step is being taken
/// share the next one: a step takes about as long for five hundred writes as for one.
///
/// Writes of one game are kept in the order in which they come.
#[derive(Clone, Debug)]
pub struct Batch {
    queue: mpsc::Sender<Job>,
}

/// A write, and who waits for its answer.
#[derive(Debug)]
struct Job {
    write: Write,
    answer: oneshot::Sender<Result<Written, StorageError>>,
}

impl Batch {
    /// Puts a queue in front of this storage. It works until the last copy of it is dropped and all that waits is
    /// written. It must be made in a tokio runtime.
    #[must_use]
    pub fn new(storage: Arc<dyn Storage>) -> Self {
        let (queue, jobs) = mpsc::channel(WAITING);
        tokio::spawn(work(storage, jobs));
        Self { queue }
    }

    /// Keeps one write, together with those of others. It is written even if the caller stops waiting.
    ///
    /// # Errors
    ///
    /// The text is unfit, too many are waiting, or the storage failed.
    pub async fn write(&self, write: Write) -> Result<Written, StorageError> {
        write.check()?;
        let (answer, answered) = oneshot::channel();
        self.queue.try_send(Job { write, answer }).map_err(|_| unavailable("too busy"))?;
        answered.await.unwrap_or_else(|_| Err(unavailable("stopped")))
    }
}

fn unavailable(why: &str) -> StorageError {
    StorageError::Unavailable(why.to_owned())
}

async fn work(storage: Arc<dyn Storage>, mut jobs: mpsc::Receiver<Job>) {
    let mut waiting = Vec::with_capacity(AT_ONCE);
    while jobs.recv_many(&mut waiting, AT_ONCE).await > 0 {
        let (writes, answers): (Vec<_>, Vec<_>) =
            waiting.drain(..).map(|job| (job.write, job.answer)).unzip();
        let written = storage.write(writes).await;
        for (place, answer) in answers.into_iter().enumerate() {
            // Whoever has stopped waiting does not get an answer; that is no error.
            let _ = answer.send(match &written {
                Ok(written) => written.get(place).copied().ok_or_else(|| unavailable("no answer")),
                Err(error) => Err(error.clone()),
            });
        }
    }
}

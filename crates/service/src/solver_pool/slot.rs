//! A thread of the pool, as long as a job has it.

use std::net::IpAddr;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use divvy_table::GameError;
use divvy_words::web;
use tokio::sync::oneshot;

use super::SolverPool;
use super::queue::{BUSY, JobKind};
use crate::lock;

/// How long a bot or a hint runs before it is treated like a review, and a review before it lets other addresses run.
const SLICE: Duration = Duration::from_millis(50);

/// How long a job runs at least before its time is charged and the queue is asked again.
const CHECK_EVERY: Duration = Duration::from_millis(1);

impl SolverPool {
    /// Waits for a thread. Fails if too many jobs wait, or so many came that this one had to make room.
    pub(super) async fn acquire(
        self: &Arc<Self>,
        kind: JobKind,
        address: IpAddr,
    ) -> Result<Slot, GameError> {
        let (grant, granted) = oneshot::channel();
        let (ticket, displaced) = lock(&self.queue).push(kind, address, grant)?;
        drop(displaced);
        let _waiting = RemoveOnDrop(self, ticket);
        self.start_jobs();
        granted.await.map_err(|_| BUSY)
    }

    /// Gives free threads to jobs that wait.
    fn start_jobs(self: &Arc<Self>) {
        loop {
            let next = lock(&self.queue).start();
            let Some((kind, address, grant)) = next else { return };
            // If the job is gone, the slot comes back and is dropped, outside of the lock.
            drop(grant.send(Slot::new(self, kind, address)));
        }
    }
}

/// Takes a job out of the queue when its caller is dropped. Does nothing to one that has got its thread.
struct RemoveOnDrop<'a>(&'a SolverPool, u64);

impl Drop for RemoveOnDrop<'_> {
    fn drop(&mut self) {
        lock(&self.0.queue).remove(self.1);
    }
}

/// A thread of the pool. Dropping it frees the thread, and charges its time to the address.
#[derive(Debug)]
pub(super) struct Slot {
    pool: Arc<SolverPool>,
    kind: JobKind,
    address: IpAddr,
    since: Instant,
    /// Up to when the time is charged.
    charged: Instant,
    /// Whether the job has the thread; false while it pauses.
    held: bool,
}

impl Slot {
    fn new(pool: &Arc<SolverPool>, kind: JobKind, address: IpAddr) -> Self {
        let now = Instant::now();
        Self { pool: Arc::clone(pool), kind, address, since: now, charged: now, held: true }
    }

    /// Charges the time since it was charged last, and returns it.
    fn charge(&mut self) -> Duration {
        let now = Instant::now();
        let time = now.saturating_duration_since(self.charged);
        self.charged = now;
        self.pool.quotas.processor.charge(self.address, time.as_secs_f64());
        lock(&self.pool.queue).charge(self.address, time);
        time
    }

    /// Treats the job like a review from now on.
    fn sink(&mut self) {
        if self.kind != JobKind::Review {
            lock(&self.pool.queue).sink(self.kind, self.address);
            self.kind = JobKind::Review;
        }
    }

    /// Lets more urgent jobs and those of other addresses have the thread of a review, and waits until it is its turn again.
    /// Returns false if it lost its place.
    fn pause_if_needed(&mut self, came_as: JobKind) -> bool {
        let long = self.since.elapsed() >= SLICE;
        let (grant, granted) = oneshot::channel();
        let displaced = {
            let mut queue = lock(&self.pool.queue);
            if !queue.should_pause(self.address, long) {
                return true;
            }
            queue.pause(self.address, came_as, grant)
        };
        drop(displaced);
        self.held = false;
        self.pool.start_jobs();
        granted.blocking_recv().map(|slot| *self = slot).is_ok()
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if self.held {
            self.charge();
            lock(&self.pool.queue).finish(self.kind, self.address);
            self.pool.start_jobs();
        }
    }
}

/// What a running job has of the pool.
#[derive(Debug)]
pub(super) struct Worker {
    slot: Slot,
    /// What it waited as.
    came_as: JobKind,
    /// Whether it goes on when its address has no processor time left: a game must.
    is_bot: bool,
    /// The time that it has used.
    used: Duration,
    /// Gone once no client waits for the job.
    client: Weak<()>,
}

impl Worker {
    pub(super) fn new(slot: Slot, is_bot: bool, client: Weak<()>) -> Self {
        Self { came_as: slot.kind, slot, is_bot, used: Duration::ZERO, client }
    }

    /// Charges what the job has used, and pauses it while other jobs need the thread.
    pub(super) fn yield_point(&mut self) -> Result<(), GameError> {
        if self.slot.charged.elapsed() < CHECK_EVERY {
            return Ok(());
        }
        self.used += self.slot.charge();
        self.check()?;
        if self.used >= SLICE {
            self.slot.sink();
        }
        if self.slot.kind == JobKind::Review {
            if !self.slot.pause_if_needed(self.came_as) {
                return Err(BUSY);
            }
            self.check()?;
        }
        Ok(())
    }

    /// Whether the job may go on: a client waits for it, and its address has processor time left.
    pub(super) fn check(&self) -> Result<(), GameError> {
        if self.client.strong_count() == 0 {
            return Err(GameError::Unavailable(web::NOT_WORKED_OUT));
        }
        let least = if self.is_bot { f64::NEG_INFINITY } else { 0.0 };
        self.slot.pool.quotas.processor.check(self.slot.address, least)
    }
}

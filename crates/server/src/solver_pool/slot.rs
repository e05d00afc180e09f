//! A thread of the pool, as long as a job has it.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::queue::{Class, Full, JobQueue, Ticket};
use crate::http::quota::Quotas;
use crate::lock;

/// How long a review runs before it lets reviews of other addresses run.
const SLICE: Duration = Duration::from_millis(50);

/// The jobs that wait for threads.
#[derive(Debug)]
pub(super) struct Slots {
    queue: Mutex<JobQueue<oneshot::Sender<Slot>>>,
    quotas: Arc<Quotas>,
}

impl Slots {
    pub(super) fn new(threads: usize, quotas: Arc<Quotas>) -> Arc<Self> {
        Arc::new(Self { queue: Mutex::new(JobQueue::new(threads)), quotas })
    }

    /// How many jobs run or wait.
    pub(super) fn jobs(&self) -> usize {
        lock(&self.queue).len()
    }

    /// Waits for a thread. `None` if so many jobs came that this one had to make room.
    pub(super) async fn acquire(
        self: &Arc<Self>,
        class: Class,
        address: IpAddr,
    ) -> Result<Option<Slot>, Full> {
        let (grant, granted) = oneshot::channel();
        let (ticket, displaced) = lock(&self.queue).push(class, address, grant)?;
        drop(displaced);
        let _waiting = RemoveOnDrop(self, ticket);
        self.start_jobs();
        Ok(granted.await.ok())
    }

    /// Gives free threads to jobs that wait.
    fn start_jobs(self: &Arc<Self>) {
        loop {
            let next = lock(&self.queue).start();
            let Some((class, address, grant)) = next else { return };
            // If the job is gone, the slot comes back and is dropped, outside of the lock.
            drop(grant.send(Slot::new(self, class, address)));
        }
    }
}

/// Takes a job out of the queue when its caller is dropped. Does nothing to one that has got its thread.
struct RemoveOnDrop<'a>(&'a Slots, Ticket);

impl Drop for RemoveOnDrop<'_> {
    fn drop(&mut self) {
        lock(&self.0.queue).remove(self.1);
    }
}

/// A thread of the pool. Dropping it frees the thread, and charges its time to the address.
#[derive(Debug)]
pub(super) struct Slot {
    slots: Arc<Slots>,
    class: Class,
    address: IpAddr,
    since: Instant,
    /// Whether the job has the thread; false while it pauses.
    held: bool,
}

impl Slot {
    fn new(slots: &Arc<Slots>, class: Class, address: IpAddr) -> Self {
        Self { slots: Arc::clone(slots), class, address, since: Instant::now(), held: true }
    }

    /// Lets more urgent jobs and those of other addresses have the thread, and waits until it is this job's turn again.
    /// For reviews only.
    fn pause_if_needed(&mut self) {
        let long = self.since.elapsed() >= SLICE;
        let (grant, granted) = oneshot::channel();
        {
            let mut queue = lock(&self.slots.queue);
            if !queue.should_pause(self.address, long) {
                return;
            }
            queue.pause(self.address, grant);
        }
        self.held = false;
        self.charge();
        self.slots.start_jobs();
        if let Ok(slot) = granted.blocking_recv() {
            *self = slot;
        }
    }

    fn charge(&self) {
        self.slots.quotas.used_processor(self.address, self.since.elapsed());
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if self.held {
            self.charge();
            lock(&self.slots.queue).finish(self.class);
            self.slots.start_jobs();
        }
    }
}

/// What a running job knows of the pool.
#[derive(Debug)]
pub(crate) struct Worker {
    slot: Slot,
    cancelled: Arc<AtomicBool>,
}

impl Worker {
    pub(super) const fn new(slot: Slot, cancelled: Arc<AtomicBool>) -> Self {
        Self { slot, cancelled }
    }

    /// Whether a client still waits for the result.
    pub(crate) fn is_wanted(&self) -> bool {
        !self.cancelled.load(Ordering::Relaxed)
    }

    /// For a review, after each move: pauses while other jobs need the thread, and returns whether to go on.
    pub(crate) fn goes_on(&mut self) -> bool {
        if self.slot.class == Class::Review && self.is_wanted() {
            self.slot.pause_if_needed();
        }
        self.is_wanted()
    }
}

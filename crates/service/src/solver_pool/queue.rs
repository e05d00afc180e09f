//! Which job gets the next thread: bots before hints before reviews, and within a kind the address that has used the least
//! time.
//!
//! Knows neither threads nor clocks: the pool tells it what happened.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Duration;

use divvy_table::GameError;
use divvy_words::web::{self, AddressLimit};

/// The most jobs of one kind that wait, of all addresses and of one.
pub(super) const MAX_WAITING: usize = 256;
pub(super) const MAX_OF_ADDRESS: usize = 64;

/// The most jobs that pause, of all addresses, and of one address that came as one kind: each keeps what it has found so far.
const MAX_PAUSED: usize = 8;
const MAX_PAUSED_OF_ADDRESS: usize = 4;

/// The most addresses whose time is remembered.
const MAX_KNOWN: usize = 10_000;

/// Too many jobs wait.
pub(super) const BUSY: GameError = GameError::Unavailable(web::SOLVER_IS_BUSY);

/// Kinds of jobs, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum JobKind {
    /// A move of a bot: a player waits for it.
    Bot,
    /// Advice about one position.
    Hint,
    /// A whole game. Every other job that turns out to take long is treated like one. Only these pause.
    Review,
}

/// The jobs that wait, and those that run. `G` is what a job gets its thread by; a job whose `G` is dropped has lost its
/// place.
#[derive(Debug)]
pub(super) struct JobQueue<G> {
    threads: usize,
    /// In the order in which they came or paused.
    waiting: Vec<Waiting<G>>,
    running: Vec<(JobKind, IpAddr)>,
    /// The time that addresses have used since the queue was empty.
    used: HashMap<IpAddr, Duration>,
    last_ticket: u64,
}

#[derive(Debug)]
struct Waiting<G> {
    ticket: u64,
    kind: JobKind,
    address: IpAddr,
    grant: G,
    /// What it came as, if it had a thread before.
    paused: Option<JobKind>,
}

impl<G> JobQueue<G> {
    /// One thread at least is kept for bots, so there are two at the least.
    pub(super) fn new(threads: usize) -> Self {
        let (waiting, running, used) = (Vec::new(), Vec::new(), HashMap::new());
        Self { threads: threads.max(2), waiting, running, used, last_ticket: 0 }
    }

    /// How many jobs run or wait.
    pub(super) fn len(&self) -> usize {
        self.waiting.len() + self.running.len()
    }

    /// Adds a job, and returns its ticket. If too many wait, the last job of the address that has the most makes room; what
    /// it would have got is returned.
    pub(super) fn push(
        &mut self,
        kind: JobKind,
        address: IpAddr,
        grant: G,
    ) -> Result<(u64, Option<G>), GameError> {
        let mut jobs = HashMap::from([(address, 0_usize)]);
        let of_kind = self.waiting.iter().filter(|job| job.kind == kind);
        of_kind.for_each(|job| *jobs.entry(job.address).or_default() += 1);
        if jobs[&address] >= MAX_OF_ADDRESS {
            return Err(GameError::OverLimit(AddressLimit::Queue, 1));
        }
        let mut displaced = None;
        if jobs.values().sum::<usize>() >= MAX_WAITING {
            // One that has begun and pauses stays: it would have worked in vain.
            let may_go = |job: &Waiting<G>| {
                let has_more = jobs.get(&job.address) > Some(&(jobs[&address] + 1));
                job.kind == kind && job.paused.is_none() && has_more
            };
            let places = self.waiting.iter().enumerate().filter(|(_, job)| may_go(job));
            let last = places.max_by_key(|(place, job)| (jobs.get(&job.address), *place));
            let (place, _) = last.ok_or(BUSY)?;
            displaced = Some(self.waiting.remove(place).grant);
        }
        self.let_in(address);
        Ok((self.add(kind, address, grant, None), displaced))
    }

    fn add(&mut self, kind: JobKind, address: IpAddr, grant: G, paused: Option<JobKind>) -> u64 {
        self.last_ticket += 1;
        self.waiting.push(Waiting { ticket: self.last_ticket, kind, address, grant, paused });
        self.last_ticket
    }

    /// An address that had no jobs is not owed the time that it did not ask for: it begins with the least that another one has
    /// used.
    fn let_in(&mut self, address: IpAddr) {
        if self.len() == 0 || self.used.len() >= MAX_KNOWN {
            self.used.clear();
        }
        let waiting = self.waiting.iter().map(|job| job.address);
        let running = self.running.iter().map(|(_, address)| *address);
        let least = waiting.chain(running).map(|address| self.used(address)).min();
        let used = self.used(address).max(least.unwrap_or_default());
        self.used.insert(address, used);
    }

    fn used(&self, address: IpAddr) -> Duration {
        self.used.get(&address).copied().unwrap_or_default()
    }

    /// Counts time that a running job has used.
    pub(super) fn charge(&mut self, address: IpAddr, time: Duration) {
        *self.used.entry(address).or_default() += time;
    }

    /// Takes a job out that no client waits for any more.
    pub(super) fn remove(&mut self, ticket: u64) {
        self.waiting.retain(|job| job.ticket != ticket);
    }

    /// The next job that gets a thread, if one is free for it.
    pub(super) fn start(&mut self) -> Option<(JobKind, IpAddr, G)> {
        let next = |kind| self.next(kind).filter(|_| self.has_thread(kind, 0));
        let place = [JobKind::Bot, JobKind::Hint, JobKind::Review].into_iter().find_map(next)?;
        let Waiting { kind, address, grant, .. } = self.waiting.remove(place);
        self.running.push((kind, address));
        Some((kind, address, grant))
    }

    /// Whether a thread is free for a job of this kind once so many jobs of other kinds than bots have left theirs. Bots
    /// have all threads, the rest all but one.
    fn has_thread(&self, kind: JobKind, leaving: usize) -> bool {
        let others = self.others() - leaving;
        self.running.len() - leaving < self.threads
            && (kind == JobKind::Bot || others + 1 < self.threads)
    }

    /// How many jobs run that are no bots.
    fn others(&self) -> usize {
        self.running.iter().filter(|(kind, _)| *kind != JobKind::Bot).count()
    }

    /// The place of the job of this kind that is next: of those that may be started, one of the address that has used the
    /// least time, there one that pauses, then the one that came first.
    fn next(&self, kind: JobKind) -> Option<usize> {
        let has_room = |address| match kind {
            JobKind::Review => self.paused(|_, _| true) < MAX_PAUSED,
            kind => {
                self.paused(|of, as_kind| of == address && as_kind == kind) < MAX_PAUSED_OF_ADDRESS
            }
        };
        let jobs =
            self.waiting.iter().enumerate().filter(|(_, job)| {
                job.kind == kind && (job.paused.is_some() || has_room(job.address))
            });
        let order = |job: &Waiting<G>| (self.used(job.address), job.paused.is_none(), job.ticket);
        jobs.min_by_key(|(_, job)| order(job)).map(|(place, _)| place)
    }

    /// How many jobs pause for which this holds.
    fn paused(&self, holds: impl Fn(IpAddr, JobKind) -> bool) -> usize {
        let holds = |job: &&Waiting<G>| job.paused.is_some_and(|kind| holds(job.address, kind));
        self.waiting.iter().filter(holds).count()
    }

    /// A running bot or hint takes so long that it is treated like a review from now on.
    pub(super) fn sink(&mut self, kind: JobKind, address: IpAddr) {
        self.finish(kind, address);
        self.running.push((JobKind::Review, address));
    }

    /// Whether a running review should let another job have its thread: a more urgent one at any time, the review of an
    /// address that has used less once it has run for a while. So should one that has the thread that is kept for bots.
    pub(super) fn should_pause(&self, address: IpAddr, has_run_for_a_while: bool) -> bool {
        let is_urgent = |kind| self.has_thread(kind, 1) && self.next(kind).is_some();
        let has_used_less =
            |place: usize| self.used(self.waiting[place].address) < self.used(address);
        self.others() >= self.threads
            || is_urgent(JobKind::Bot)
            || is_urgent(JobKind::Hint)
            || has_run_for_a_while && self.next(JobKind::Review).is_some_and(has_used_less)
    }

    /// A running review, which came as a job of some kind, waits for a thread again. If too many pause, one of the address
    /// that has used the most time is given up; what it would have got is returned.
    pub(super) fn pause(&mut self, address: IpAddr, came_as: JobKind, grant: G) -> Option<G> {
        self.finish(JobKind::Review, address);
        self.add(JobKind::Review, address, grant, Some(came_as));
        if self.paused(|_, _| true) <= MAX_PAUSED {
            return None;
        }
        let pausing = self.waiting.iter().enumerate().filter(|(_, job)| job.paused.is_some());
        let (place, _) = pausing.max_by_key(|(_, job)| self.used(job.address))?;
        Some(self.waiting.remove(place).grant)
    }

    /// A running job has ended.
    pub(super) fn finish(&mut self, kind: JobKind, address: IpAddr) {
        if let Some(place) = self.running.iter().position(|job| *job == (kind, address)) {
            self.running.swap_remove(place);
        }
    }
}

//! Which job gets the next thread: bots before hints before reviews, and within a kind the address that has used the least
//! time.
//!
//! Knows neither threads nor clocks: the pool tells it what happened.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::time::Duration;

use divvy_table::GameError;
use divvy_words::web::{self, AddressLimit};

/// The most jobs of one kind that wait, of all addresses and of one.
pub(super) const MAX_WAITING: usize = 256;
pub(super) const MAX_OF_ADDRESS: usize = 64;

/// The most jobs that pause, of all addresses, and of one address that came as one kind: each keeps what it has found so far.
const MAX_PAUSED: usize = 16;
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

const KINDS: [JobKind; 3] = [JobKind::Bot, JobKind::Hint, JobKind::Review];

/// The jobs that wait, and those that run. `G` is what a job gets its thread by; a job whose `G` is dropped has lost its
/// place.
#[derive(Debug)]
pub(super) struct JobQueue<G> {
    threads: usize,
    waiting: [Waiting<G>; 3],
    running: Vec<(JobKind, IpAddr)>,
    /// The time that addresses have used since the queue was empty.
    used: HashMap<IpAddr, Duration>,
    next_ticket: u64,
}

/// The place of a job that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ticket {
    kind: JobKind,
    address: IpAddr,
    number: u64,
}

#[derive(Debug)]
struct Entry<G> {
    number: u64,
    grant: G,
    /// What it came as, if it had a thread before.
    paused: Option<JobKind>,
}

/// The jobs of one kind, by their address. No line is empty.
#[derive(Debug)]
struct Waiting<G>(HashMap<IpAddr, VecDeque<Entry<G>>>);

impl<G> JobQueue<G> {
    /// One thread at least is kept for bots, so there are two at the least.
    pub(super) fn new(threads: usize) -> Self {
        Self {
            threads: threads.max(2),
            waiting: KINDS.map(|_| Waiting(HashMap::new())),
            running: Vec::new(),
            used: HashMap::new(),
            next_ticket: 0,
        }
    }

    /// How many jobs run or wait.
    pub(super) fn len(&self) -> usize {
        self.waiting.iter().map(Waiting::len).sum::<usize>() + self.running.len()
    }

    /// Adds a job. If too many wait, the last job of the address that has the most makes room; what it would have got is
    /// returned.
    pub(super) fn push(
        &mut self,
        kind: JobKind,
        address: IpAddr,
        grant: G,
    ) -> Result<(Ticket, Option<G>), GameError> {
        let waiting = &mut self.waiting[kind as usize];
        let own = waiting.0.get(&address).map_or(0, VecDeque::len);
        if own >= MAX_OF_ADDRESS {
            return Err(GameError::OverLimit(AddressLimit::Queue, 1));
        }
        let mut displaced = None;
        if waiting.len() >= MAX_WAITING {
            displaced = Some(waiting.displace(own).ok_or(BUSY)?);
        }
        self.let_in(address);
        let ticket = self.ticket(kind, address);
        let entry = Entry { number: ticket.number, grant, paused: None };
        self.waiting[kind as usize].line(address).push_back(entry);
        Ok((ticket, displaced))
    }

    /// An address that had no jobs is not owed the time that it did not ask for: it begins with the least that another one has
    /// used.
    fn let_in(&mut self, address: IpAddr) {
        if self.len() == 0 || self.used.len() >= MAX_KNOWN {
            self.used.clear();
        }
        let waiting = self.waiting.iter().flat_map(|waiting| waiting.0.keys());
        let running = self.running.iter().map(|(_, address)| address);
        let least = waiting.chain(running).map(|address| self.used(*address)).min();
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

    fn ticket(&mut self, kind: JobKind, address: IpAddr) -> Ticket {
        self.next_ticket += 1;
        Ticket { kind, address, number: self.next_ticket }
    }

    /// Takes a job out that no client waits for any more.
    pub(super) fn remove(&mut self, ticket: Ticket) {
        let waiting = &mut self.waiting[ticket.kind as usize];
        if let Some(line) = waiting.0.get_mut(&ticket.address) {
            line.retain(|entry| entry.number != ticket.number);
        }
        waiting.remove_if_empty(ticket.address);
    }

    /// The next job that gets a thread, if one is free for it.
    pub(super) fn start(&mut self) -> Option<(JobKind, IpAddr, G)> {
        let next = |kind| Some((kind, self.next(kind).filter(|_| self.has_thread(kind, 0))?));
        let (kind, address) = KINDS.into_iter().find_map(next)?;
        let entry = self.waiting[kind as usize].take_first(address)?;
        self.running.push((kind, address));
        Some((kind, address, entry.grant))
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

    /// The address whose job of this kind is next: of those that may be started, the one that has used the least time, then
    /// the one whose job came first.
    fn next(&self, kind: JobKind) -> Option<IpAddr> {
        let has_room = |address| match kind {
            JobKind::Review => self.paused(|_, _| true) < MAX_PAUSED,
            kind => {
                self.paused(|of, as_kind| of == address && as_kind == kind) < MAX_PAUSED_OF_ADDRESS
            }
        };
        let fronts = self.waiting[kind as usize].0.iter();
        let fronts = fronts.filter_map(|(&address, line)| Some((address, line.front()?)));
        fronts
            .filter(|(address, entry)| entry.paused.is_some() || has_room(*address))
            .min_by_key(|(address, entry)| (self.used(*address), entry.number))
            .map(|(address, _)| address)
    }

    /// How many jobs pause for which this holds.
    fn paused(&self, holds: impl Fn(IpAddr, JobKind) -> bool) -> usize {
        let lines = self.waiting[JobKind::Review as usize].0.iter();
        let jobs = lines.flat_map(|(address, line)| line.iter().map(|entry| (*address, entry)));
        jobs.filter(|(address, entry)| entry.paused.is_some_and(|kind| holds(*address, kind)))
            .count()
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
        let has_used_less = |other| other != address && self.used(other) < self.used(address);
        self.others() >= self.threads
            || is_urgent(JobKind::Bot)
            || is_urgent(JobKind::Hint)
            || has_run_for_a_while && self.next(JobKind::Review).is_some_and(has_used_less)
    }

    /// A running review, which came as a job of some kind, waits for a thread again. If too many pause, one of the address
    /// that has used the most time is given up; what it would have got is returned.
    pub(super) fn pause(&mut self, address: IpAddr, came_as: JobKind, grant: G) -> Option<G> {
        self.finish(JobKind::Review, address);
        let Ticket { number, .. } = self.ticket(JobKind::Review, address);
        let waiting = &mut self.waiting[JobKind::Review as usize];
        let entry = Entry { number, grant, paused: Some(came_as) };
        waiting.line(address).push_front(entry);
        if self.paused(|_, _| true) <= MAX_PAUSED {
            return None;
        }
        let fronts = self.waiting[JobKind::Review as usize].0.iter();
        let pausing = fronts.filter(|(_, line)| line.front().is_some_and(|e| e.paused.is_some()));
        let address = *pausing.max_by_key(|(address, _)| self.used(**address))?.0;
        let entry = self.waiting[JobKind::Review as usize].take_first(address)?;
        Some(entry.grant)
    }

    /// A running job has ended.
    pub(super) fn finish(&mut self, kind: JobKind, address: IpAddr) {
        if let Some(place) = self.running.iter().position(|job| *job == (kind, address)) {
            self.running.swap_remove(place);
        }
    }
}

impl<G> Waiting<G> {
    fn len(&self) -> usize {
        self.0.values().map(VecDeque::len).sum()
    }

    fn line(&mut self, address: IpAddr) -> &mut VecDeque<Entry<G>> {
        self.0.entry(address).or_default()
    }

    fn take_first(&mut self, address: IpAddr) -> Option<Entry<G>> {
        let entry = self.0.get_mut(&address)?.pop_front();
        self.remove_if_empty(address);
        entry
    }

    /// Takes out the last job of the address that has the most of them, if those are more than `own`. One that has begun and
    /// pauses stays: it would have worked in vain.
    fn displace(&mut self, own: usize) -> Option<G> {
        let can_be = |line: &VecDeque<Entry<G>>| line.back().is_some_and(|e| e.paused.is_none());
        let lines = self.0.iter_mut().filter(|(_, line)| can_be(line));
        let (&address, line) = lines.max_by_key(|(_, line)| line.len())?;
        if line.len() <= own + 1 {
            return None;
        }
        let entry = line.pop_back()?;
        self.remove_if_empty(address);
        Some(entry.grant)
    }

    fn remove_if_empty(&mut self, address: IpAddr) {
        if self.0.get(&address).is_some_and(VecDeque::is_empty) {
            self.0.remove(&address);
        }
    }
}

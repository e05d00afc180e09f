//! Which job gets the next thread: bots before hints before reviews, and within a class one address after the other.
//!
//! Knows neither threads nor clocks: the pool tells it what happened.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;

/// The most jobs of one class that wait, of all addresses and of one.
pub(super) const MAX_WAITING: usize = 256;
pub(super) const MAX_OF_ADDRESS: usize = 64;

/// The most reviews that have begun and not ended: each keeps what it has found so far.
const MAX_BEGUN: usize = 32;

/// Kinds of jobs, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// A move of a bot: a player waits for it.
    Bot,
    /// Advice about one position.
    Hint,
    /// A whole game. It can pause after each move.
    Review,
}

const CLASSES: [Class; 3] = [Class::Bot, Class::Hint, Class::Review];

/// Why a job cannot wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// Too many jobs of this address wait.
    OfAddress,
    /// Too many jobs of all addresses wait.
    OfAll,
}

/// The jobs that wait, and how many run. `G` is what a job gets its thread by.
#[derive(Debug)]
pub(super) struct JobQueue<G> {
    threads: usize,
    waiting: [Waiting<G>; 3],
    running: [usize; 3],
    /// Reviews that run or pause.
    begun: usize,
    next_ticket: u64,
}

/// The place of a job that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ticket {
    class: Class,
    address: IpAddr,
    number: u64,
}

#[derive(Debug)]
struct Entry<G> {
    number: u64,
    grant: G,
    /// Whether it had a thread before.
    begun: bool,
}

/// The jobs of one class.
#[derive(Debug)]
struct Waiting<G> {
    /// Never empty ones.
    lines: HashMap<IpAddr, VecDeque<Entry<G>>>,
    /// The addresses that have jobs, the one whose turn is next first.
    turns: VecDeque<IpAddr>,
}

impl<G> JobQueue<G> {
    /// One thread at least is kept for bots, so there are two at the least.
    pub(super) fn new(threads: usize) -> Self {
        let waiting = || Waiting { lines: HashMap::new(), turns: VecDeque::new() };
        Self {
            threads: threads.max(2),
            waiting: [waiting(), waiting(), waiting()],
            running: [0; 3],
            begun: 0,
            next_ticket: 0,
        }
    }

    /// How many jobs run or wait.
    pub(super) fn len(&self) -> usize {
        let waiting: usize = self.waiting.iter().map(Waiting::len).sum();
        waiting + self.running.iter().sum::<usize>()
    }

    /// Adds a job. If too many wait, the last job of the address that has the most makes room; what it would have got is
    /// returned.
    pub(super) fn push(
        &mut self,
        class: Class,
        address: IpAddr,
        grant: G,
    ) -> Result<(Ticket, Option<G>), Full> {
        let waiting = &mut self.waiting[class as usize];
        let own = waiting.lines.get(&address).map_or(0, VecDeque::len);
        if own >= MAX_OF_ADDRESS {
            return Err(Full::OfAddress);
        }
        let mut displaced = None;
        if waiting.len() >= MAX_WAITING {
            displaced = Some(waiting.displace(own).ok_or(Full::OfAll)?);
        }
        let ticket = self.ticket(class, address);
        let entry = Entry { number: ticket.number, grant, begun: false };
        self.waiting[class as usize].line(address).push_back(entry);
        Ok((ticket, displaced))
    }

    fn ticket(&mut self, class: Class, address: IpAddr) -> Ticket {
        self.next_ticket += 1;
        Ticket { class, address, number: self.next_ticket }
    }

    /// Takes a job out that no client waits for any more.
    pub(super) fn remove(&mut self, ticket: Ticket) {
        let waiting = &mut self.waiting[ticket.class as usize];
        if let Some(line) = waiting.lines.get_mut(&ticket.address) {
            line.retain(|entry| entry.number != ticket.number);
        }
        waiting.remove_if_empty(ticket.address);
    }

    /// The next job that gets a thread, if one is free for it.
    pub(super) fn start(&mut self) -> Option<(Class, IpAddr, G)> {
        let class =
            CLASSES.into_iter().find(|&class| self.has_thread(class, 0) && self.is_next(class))?;
        let may_begin = class != Class::Review || self.begun < MAX_BEGUN;
        let waiting = &mut self.waiting[class as usize];
        let (address, entry) = waiting.take(|entry| entry.begun || may_begin)?;
        self.running[class as usize] += 1;
        if class == Class::Review && !entry.begun {
            self.begun += 1;
        }
        Some((class, address, entry.grant))
    }

    /// Whether a thread is free for a job of this class once so many jobs of other classes than bots have left theirs. Bots
    /// have all threads, the rest all but one.
    fn has_thread(&self, class: Class, leaving: usize) -> bool {
        let [bots, hints, reviews] = self.running;
        let others = hints + reviews - leaving;
        bots + others < self.threads && (class == Class::Bot || others + 1 < self.threads)
    }

    /// Whether a job of this class waits that may be started.
    fn is_next(&self, class: Class) -> bool {
        let may_begin = class != Class::Review || self.begun < MAX_BEGUN;
        let lines = &self.waiting[class as usize].lines;
        lines.values().any(|line| line.front().is_some_and(|entry| entry.begun || may_begin))
    }

    /// Whether a running review should let another job have its thread: a more urgent one at any time, the review of another
    /// address once it has run for a while.
    pub(super) fn should_pause(&self, address: IpAddr, has_run_for_a_while: bool) -> bool {
        let is_urgent = |class| self.is_next(class) && self.has_thread(class, 1);
        let reviews = &self.waiting[Class::Review as usize];
        is_urgent(Class::Bot)
            || is_urgent(Class::Hint)
            || has_run_for_a_while
                && self.is_next(Class::Review)
                && reviews.turns.iter().any(|other| *other != address)
    }

    /// A running review waits for a thread again, after the other addresses.
    pub(super) fn pause(&mut self, address: IpAddr, grant: G) {
        self.running[Class::Review as usize] -= 1;
        let Ticket { number, .. } = self.ticket(Class::Review, address);
        let waiting = &mut self.waiting[Class::Review as usize];
        waiting.line(address).push_front(Entry { number, grant, begun: true });
        waiting.turns.retain(|other| *other != address);
        waiting.turns.push_back(address);
    }

    /// A running job has ended.
    pub(super) fn finish(&mut self, class: Class) {
        self.running[class as usize] -= 1;
        if class == Class::Review {
            self.begun -= 1;
        }
    }
}

impl<G> Waiting<G> {
    fn len(&self) -> usize {
        self.lines.values().map(VecDeque::len).sum()
    }

    fn line(&mut self, address: IpAddr) -> &mut VecDeque<Entry<G>> {
        self.lines.entry(address).or_insert_with(|| {
            self.turns.push_back(address);
            VecDeque::new()
        })
    }

    /// Takes the next job for which this holds, and lets the other addresses be first from now on.
    fn take(&mut self, may_start: impl Fn(&Entry<G>) -> bool) -> Option<(IpAddr, Entry<G>)> {
        let is_next = |address: &IpAddr| {
            self.lines.get(address).and_then(VecDeque::front).is_some_and(&may_start)
        };
        let turn = self.turns.iter().position(is_next)?;
        let address = self.turns.remove(turn)?;
        self.turns.push_back(address);
        let entry = self.lines.get_mut(&address)?.pop_front()?;
        self.remove_if_empty(address);
        Some((address, entry))
    }

    /// Takes out the last job of the address that has the most of them, if those are more than `own`. One that has begun and
    /// pauses stays: it would not know that it has lost its place.
    fn displace(&mut self, own: usize) -> Option<G> {
        let can_be = |line: &VecDeque<Entry<G>>| line.back().is_some_and(|entry| !entry.begun);
        let lines = self.lines.iter_mut().filter(|(_, line)| can_be(line));
        let (&address, line) = lines.max_by_key(|(_, line)| line.len())?;
        if line.len() <= own + 1 {
            return None;
        }
        let entry = line.pop_back()?;
        self.remove_if_empty(address);
        Some(entry.grant)
    }

    fn remove_if_empty(&mut self, address: IpAddr) {
        if self.lines.get(&address).is_some_and(VecDeque::is_empty) {
            self.lines.remove(&address);
            self.turns.retain(|other| *other != address);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    fn push(queue: &mut JobQueue<&'static str>, class: Class, last: u8, name: &'static str) {
        queue.push(class, address(last), name).unwrap();
    }

    /// The names of all jobs that get a thread now.
    fn start(queue: &mut JobQueue<&'static str>) -> Vec<&'static str> {
        std::iter::from_fn(|| queue.start().map(|(_, _, name)| name)).collect()
    }

    #[test]
    fn bots_go_before_hints_before_reviews_and_reviews_leave_them_a_thread() {
        let mut queue = JobQueue::new(2);
        for name in ["review 1", "review 2"] {
            push(&mut queue, Class::Review, 1, name);
        }
        push(&mut queue, Class::Hint, 2, "hint");
        assert_eq!(start(&mut queue), ["hint"]);
        // The second thread is for bots.
        push(&mut queue, Class::Bot, 3, "bot 1");
        push(&mut queue, Class::Bot, 3, "bot 2");
        assert_eq!(start(&mut queue), ["bot 1"]);
        queue.finish(Class::Hint);
        assert_eq!(start(&mut queue), ["bot 2"]);
        queue.finish(Class::Bot);
        assert_eq!(start(&mut queue), ["review 1"]);
        queue.finish(Class::Bot);
        assert_eq!(start(&mut queue), [""; 0]);
        queue.finish(Class::Review);
        assert_eq!(start(&mut queue), ["review 2"]);
    }

    #[test]
    fn addresses_take_turns_however_many_jobs_they_have() {
        let mut queue = JobQueue::new(2);
        for name in ["a1", "a2", "a3", "a4"] {
            push(&mut queue, Class::Hint, 1, name);
        }
        push(&mut queue, Class::Hint, 2, "b1");
        push(&mut queue, Class::Hint, 3, "c1");
        push(&mut queue, Class::Hint, 2, "b2");
        let mut order = Vec::new();
        while let [name] = start(&mut queue)[..] {
            order.push(name);
            queue.finish(Class::Hint);
        }
        assert_eq!(order, ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
        assert!(queue.waiting.iter().all(|waiting| waiting.turns.is_empty()));
    }

    #[test]
    fn a_review_pauses_for_urgent_jobs_and_for_other_addresses_after_a_while() {
        let mut queue = JobQueue::new(2);
        push(&mut queue, Class::Review, 1, "long");
        push(&mut queue, Class::Review, 1, "own");
        assert_eq!(start(&mut queue), ["long"]);
        // Its own address does not overtake it.
        assert!(!queue.should_pause(address(1), true));
        push(&mut queue, Class::Bot, 2, "bot 1");
        assert_eq!(start(&mut queue), ["bot 1"]);
        assert!(!queue.should_pause(address(1), false));
        push(&mut queue, Class::Bot, 2, "bot 2");
        assert!(queue.should_pause(address(1), false));
        queue.pause(address(1), "long again");
        assert_eq!(start(&mut queue), ["bot 2"]);
        queue.finish(Class::Bot);
        assert_eq!(start(&mut queue), ["long again"]);
        push(&mut queue, Class::Hint, 2, "hint");
        assert!(queue.should_pause(address(1), false));
        queue.finish(Class::Bot);
        queue.pause(address(1), "long again");
        assert_eq!(start(&mut queue), ["hint"]);
        queue.finish(Class::Hint);
        assert_eq!(start(&mut queue), ["long again"]);
        push(&mut queue, Class::Review, 3, "short");
        assert!(!queue.should_pause(address(1), false));
        assert!(queue.should_pause(address(1), true));
        queue.pause(address(1), "long again");
        assert_eq!(start(&mut queue), ["short"]);
        queue.finish(Class::Review);
        assert_eq!(start(&mut queue), ["long again"]);
        queue.finish(Class::Review);
        assert_eq!(start(&mut queue), ["own"]);
    }

    #[test]
    fn only_so_many_reviews_are_begun_at_a_time() {
        let mut queue = JobQueue::new(2);
        for last in 0..100 {
            push(&mut queue, Class::Review, last, "new");
        }
        let mut begun = 0;
        for _ in 0..300 {
            let (_, from, name) = queue.start().unwrap();
            begun += usize::from(name == "new");
            queue.pause(from, "begun");
        }
        assert_eq!((begun, queue.begun), (MAX_BEGUN, MAX_BEGUN));
        // One that ends makes room.
        while queue.start().unwrap().2 != "new" {
            queue.finish(Class::Review);
        }
        assert_eq!(queue.begun, MAX_BEGUN);
    }

    #[test]
    fn an_address_with_many_jobs_makes_room_for_one_with_few() {
        let mut queue = JobQueue::new(2);
        let per_address = MAX_OF_ADDRESS as u8;
        for number in 0..=255_u8 {
            push(&mut queue, Class::Hint, number / per_address, "first");
        }
        assert_eq!(queue.push(Class::Hint, address(0), "more"), Err(Full::OfAddress));
        let (ticket, displaced) = queue.push(Class::Hint, address(9), "other").unwrap();
        assert_eq!((displaced, queue.waiting[1].len()), (Some("first"), MAX_WAITING));
        // Other classes have room of their own.
        push(&mut queue, Class::Bot, 0, "bot");
        queue.remove(ticket);
        assert_eq!(queue.waiting[1].len(), MAX_WAITING - 1);
        // Where all have few, the last one is refused.
        let mut queue = JobQueue::new(2);
        for number in 0..=255_u8 {
            push(&mut queue, Class::Hint, number, "one each");
        }
        let other = IpAddr::from([198, 51, 100, 1]);
        assert_eq!(queue.push(Class::Hint, other, "late"), Err(Full::OfAll));
    }

    #[test]
    fn a_review_that_pauses_makes_no_room() {
        let mut queue = JobQueue::new(4);
        for name in ["a", "b", "c"] {
            push(&mut queue, Class::Review, 1, name);
        }
        assert_eq!(start(&mut queue).len(), 3);
        for _ in 0..3 {
            queue.pause(address(1), "paused");
        }
        for last in 2..=254 {
            push(&mut queue, Class::Review, last, "other");
        }
        assert_eq!(queue.waiting[2].len(), MAX_WAITING);
        assert_eq!(queue.push(Class::Review, address(255), "new"), Err(Full::OfAll));
    }
}

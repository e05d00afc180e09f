//! Jobs of several addresses, without threads or clocks.

#![allow(clippy::unwrap_used, reason = "tests")]

use JobKind::{Bot, Hint, Review};

use super::*;

type Queue = JobQueue<&'static str>;

fn address(last: u8) -> IpAddr {
    IpAddr::from([192, 0, 2, last])
}

fn push(queue: &mut Queue, kind: JobKind, last: u8, name: &'static str) {
    queue.push(kind, address(last), name).unwrap();
}

/// The names of all jobs that get a thread now.
fn start(queue: &mut Queue) -> Vec<&'static str> {
    std::iter::from_fn(|| queue.start().map(|(_, _, name)| name)).collect()
}

fn charge(queue: &mut Queue, last: u8, milliseconds: u64) {
    queue.charge(address(last), Duration::from_millis(milliseconds));
}

#[test]
fn bots_go_before_hints_before_reviews_and_reviews_leave_them_a_thread() {
    let mut queue = JobQueue::new(2);
    for name in ["review 1", "review 2"] {
        push(&mut queue, Review, 1, name);
    }
    push(&mut queue, Hint, 2, "hint");
    assert_eq!(start(&mut queue), ["hint"]);
    // The second thread is for bots.
    push(&mut queue, Bot, 3, "bot 1");
    push(&mut queue, Bot, 3, "bot 2");
    assert_eq!(start(&mut queue), ["bot 1"]);
    queue.finish(Hint, address(2));
    assert_eq!(start(&mut queue), ["bot 2"]);
    queue.finish(Bot, address(3));
    assert_eq!(start(&mut queue), ["review 1"]);
    queue.finish(Bot, address(3));
    assert_eq!(start(&mut queue), [""; 0]);
    queue.finish(Review, address(1));
    assert_eq!(start(&mut queue), ["review 2"]);
}

/// Runs the hints one by one, each of which takes so long, and returns their order.
fn order(queue: &mut Queue, time: impl Fn(&str) -> u64) -> String {
    let mut order = Vec::new();
    while let Some((_, from, name)) = queue.start() {
        order.push(name);
        queue.charge(from, Duration::from_millis(time(name)));
        queue.finish(Hint, from);
    }
    order.join(" ")
}

#[test]
fn addresses_take_turns_by_the_time_they_use_however_many_jobs_they_have() {
    let mut queue = JobQueue::new(2);
    let fill = |queue: &mut Queue| {
        for (last, name) in [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1"), (3, "c1"), (2, "b2")] {
            push(queue, Hint, last, name);
        }
    };
    fill(&mut queue);
    assert_eq!(order(&mut queue, |_| 1), "a1 b1 c1 a2 b2 a3");
    // Jobs that take ten times as long get a tenth of the turns.
    fill(&mut queue);
    push(&mut queue, Hint, 3, "c2");
    let time = |name: &str| if name.starts_with('a') { 10 } else { 1 };
    assert_eq!(order(&mut queue, time), "a1 b1 c1 b2 c2 a2 a3");
}

#[test]
fn an_address_is_not_owed_time_that_it_did_not_ask_for() {
    let mut queue = JobQueue::new(2);
    push(&mut queue, Hint, 1, "a1");
    assert_eq!(start(&mut queue), ["a1"]);
    charge(&mut queue, 1, 1_000);
    push(&mut queue, Hint, 1, "a2");
    for name in ["b1", "b2", "b3"] {
        push(&mut queue, Hint, 2, name);
    }
    queue.finish(Hint, address(1));
    assert_eq!(order(&mut queue, |_| 1), "a2 b1 b2 b3");
    // Nor does it owe what it used before the queue was empty.
    push(&mut queue, Hint, 1, "a");
    assert_eq!(queue.used, HashMap::from([(address(1), Duration::ZERO)]));
}

#[test]
fn a_review_pauses_for_urgent_jobs_and_for_addresses_that_have_used_less() {
    let mut queue = JobQueue::new(2);
    push(&mut queue, Review, 1, "long");
    push(&mut queue, Review, 1, "own");
    assert_eq!(start(&mut queue), ["long"]);
    charge(&mut queue, 1, 50);
    // Its own address does not overtake it.
    assert!(!queue.should_pause(address(1), true));
    push(&mut queue, Bot, 2, "bot 1");
    assert_eq!(start(&mut queue), ["bot 1"]);
    assert!(!queue.should_pause(address(1), false));
    push(&mut queue, Bot, 2, "bot 2");
    assert!(queue.should_pause(address(1), false));
    assert_eq!(queue.pause(address(1), Review, "long again"), None);
    assert_eq!(start(&mut queue), ["bot 2"]);
    queue.finish(Bot, address(2));
    assert_eq!(start(&mut queue), ["long again"]);
    queue.finish(Bot, address(2));
    push(&mut queue, Review, 3, "short");
    assert!(!queue.should_pause(address(1), true), "both begin with the same");
    charge(&mut queue, 1, 50);
    assert!(!queue.should_pause(address(1), false));
    assert!(queue.should_pause(address(1), true));
    queue.pause(address(1), Review, "long again");
    assert_eq!(start(&mut queue), ["short"]);
    queue.finish(Review, address(3));
    assert_eq!(start(&mut queue), ["long again"]);
    queue.finish(Review, address(1));
    assert_eq!(start(&mut queue), ["own"]);
}

#[test]
fn bots_that_take_long_come_after_those_that_do_not_and_leave_them_a_thread() {
    let mut queue = JobQueue::new(2);
    push(&mut queue, Bot, 1, "long 1");
    push(&mut queue, Bot, 1, "long 2");
    assert_eq!(start(&mut queue), ["long 1", "long 2"]);
    queue.sink(Bot, address(1));
    assert!(!queue.should_pause(address(1), true), "the other one is still a bot");
    queue.sink(Bot, address(1));
    assert!(queue.should_pause(address(1), false), "one thread is kept for bots");
    queue.pause(address(1), Bot, "long 2 again");
    assert!(!queue.should_pause(address(1), true));
    assert_eq!(start(&mut queue), [""; 0]);
    push(&mut queue, Bot, 2, "short");
    assert_eq!(start(&mut queue), ["short"]);
    push(&mut queue, Hint, 2, "hint");
    assert!(queue.should_pause(address(1), false));
    queue.finish(Bot, address(2));
    queue.finish(Review, address(1));
    assert_eq!(start(&mut queue), ["hint"]);
    queue.finish(Hint, address(2));
    assert_eq!(start(&mut queue), ["long 2 again"]);
}

/// Starts a bot of an address, and lets it take long and pause.
fn pause_bot(queue: &mut Queue, last: u8) -> Option<&'static str> {
    push(queue, Bot, last, "bot");
    let (kind, from, _) = queue.start().unwrap();
    assert_eq!((kind, from), (Bot, address(last)));
    queue.sink(Bot, from);
    charge(queue, last, last.into());
    queue.pause(from, Bot, "paused")
}

#[test]
fn an_address_ends_some_of_its_long_jobs_before_it_begins_others() {
    let mut queue = JobQueue::new(2);
    // The thread that long jobs may have is taken.
    push(&mut queue, Review, 9, "review");
    assert_eq!(start(&mut queue), ["review"]);
    for _ in 0..MAX_PAUSED_OF_ADDRESS {
        assert_eq!(pause_bot(&mut queue, 1), None);
    }
    push(&mut queue, Bot, 1, "waits");
    assert_eq!(start(&mut queue), [""; 0]);
    push(&mut queue, Bot, 2, "of another");
    assert_eq!(start(&mut queue), ["of another"]);
    queue.finish(Bot, address(2));
    queue.finish(Review, address(9));
    // When one goes on, there is room.
    assert_eq!(start(&mut queue), ["paused", "waits"]);
}

#[test]
fn if_too_many_jobs_pause_the_address_that_used_the_most_loses_one() {
    let mut queue = JobQueue::new(2);
    push(&mut queue, Review, 0, "review");
    assert_eq!(start(&mut queue), ["review"]);
    for last in 1..=MAX_PAUSED as u8 {
        assert_eq!(pause_bot(&mut queue, last), None);
    }
    assert_eq!(pause_bot(&mut queue, 1), Some("paused"));
    let pausing = |last: u8| queue.paused(|of, _| of == address(last));
    assert_eq!((pausing(1), pausing(MAX_PAUSED as u8)), (2, 0));
    // Reviews do not begin until there is room.
    push(&mut queue, Review, 100, "new");
    queue.finish(Review, address(0));
    assert_eq!(start(&mut queue), ["paused"]);
}

#[test]
fn an_address_with_many_jobs_makes_room_for_one_with_few() {
    let mut queue = JobQueue::new(2);
    let per_address = MAX_OF_ADDRESS as u8;
    for number in 0..=255_u8 {
        push(&mut queue, Hint, number / per_address, "first");
    }
    assert_eq!(
        queue.push(Hint, address(0), "more"),
        Err(GameError::OverLimit(AddressLimit::Queue, 1))
    );
    let (ticket, displaced) = queue.push(Hint, address(9), "other").unwrap();
    assert_eq!((displaced, queue.len()), (Some("first"), MAX_WAITING));
    // Other kinds have room of their own.
    push(&mut queue, Bot, 0, "bot");
    queue.remove(ticket);
    assert_eq!(queue.len(), MAX_WAITING);
    // Where all have few, the last one is refused.
    let mut queue = JobQueue::new(2);
    for number in 0..=255_u8 {
        push(&mut queue, Hint, number, "one each");
    }
    let other = IpAddr::from([198, 51, 100, 1]);
    assert_eq!(queue.push(Hint, other, "late"), Err(BUSY));
}

#[test]
fn a_job_that_pauses_makes_no_room_for_new_ones() {
    let mut queue = JobQueue::new(4);
    for name in ["a", "b", "c"] {
        push(&mut queue, Review, 1, name);
    }
    assert_eq!(start(&mut queue).len(), 3);
    for _ in 0..3 {
        queue.pause(address(1), Review, "paused");
    }
    for last in 2..=254 {
        push(&mut queue, Review, last, "other");
    }
    assert_eq!(queue.len(), MAX_WAITING);
    assert_eq!(queue.push(Review, address(255), "new"), Err(BUSY));
}

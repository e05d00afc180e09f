//! Removal games searched position by position, each once and to the end: what no matching tells, how long a game lasts, and
//! who wins where the next number has to fit the last two.
//!
//! Numbers that can be exchanged without changing the board (twins, such as the primes above half its size) make many
//! positions the same.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use divvy_rules::{Number, NumberSet, Relation};

use crate::mix::Mix;
use crate::pace::pause_point;
use crate::{Outcome, Value};

/// How many positions are searched between two pause points: about a millisecond.
const PACE: usize = 1_024;

/// What is known of a position: twice the number of moves to the end, plus 1 if the player to move wins.
type Entry = u8;

/// A position as sets of numbers, which are spoken of by their places.
pub(crate) trait State: Copy {
    /// What may be taken now.
    fn open(self, followers: &[u32]) -> u32;

    /// The position after a number was taken.
    fn played(self, place: usize, followers: &[u32]) -> Self;

    /// The same position with twins exchanged so that equal positions look equal.
    fn canonical(self, twins: &[Twins]) -> Self;

    fn key(self) -> u64;
}

/// Numbers that are alike: exchanging two of them changes nothing.
#[derive(Debug)]
pub(crate) struct Twins {
    pub(crate) all: u32,
    pub(crate) members: Vec<u8>,
}

impl Twins {
    /// The set with these numbers exchanged for the lowest of their kind, after the first `taken` of them.
    pub(crate) fn lowest(&self, set: u32, taken: usize) -> u32 {
        let count = (set & self.all).count_ones() as usize;
        let lowest = self.members[taken..taken + count].iter().map(|member| 1 << member);
        set & !self.all | lowest.sum::<u32>()
    }
}

/// Some numbers of a board, and what is known of the positions that they make up.
#[derive(Debug)]
pub(crate) struct Search {
    numbers: Vec<Number>,
    /// For every number, those that may follow it, as bits.
    pub(crate) followers: Vec<u32>,
    twins: Vec<Twins>,
    table: HashMap<u64, Entry, BuildHasherDefault<Mix>>,
    /// How many positions may be remembered.
    most: usize,
}

/// The search needs more positions than it may remember.
#[derive(Debug)]
pub(crate) struct TooMany;

impl Search {
    pub(crate) fn new(relation: Relation, numbers: Vec<Number>, most: usize) -> Self {
        let follow = |&last: &Number| bits(&numbers, |next| relation.allows(last, next));
        let followers: Vec<u32> = numbers.iter().map(follow).collect();
        let twins = find_twins(&followers);
        Self { numbers, followers, twins, table: HashMap::default(), most }
    }

    /// About how many bytes it takes: an entry has 9 bytes, aligned to 16, and one that says whether it is there.
    pub(crate) fn memory(&self) -> usize {
        self.table.capacity() * 17
    }

    pub(crate) fn place(&self, number: Number) -> Option<usize> {
        self.numbers.binary_search(&number).ok()
    }

    /// Those of the numbers that are in a set.
    pub(crate) fn bits(&self, set: &NumberSet) -> u32 {
        bits(&self.numbers, |number| set.contains(number))
    }

    /// Searches a position and all that can follow it, unless that has been done. It goes no deeper than there are numbers.
    pub(crate) fn learn(&mut self, state: impl State) -> Result<Entry, TooMany> {
        let state = state.canonical(&self.twins);
        let mut moves = state.open(&self.followers);
        if moves == 0 {
            return Ok(0);
        }
        if let Some(&entry) = self.table.get(&state.key()) {
            return Ok(entry);
        }
        let mut shortest_win = Entry::MAX;
        let mut longest_loss = 0;
        while moves != 0 {
            let place = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let entry = self.learn(state.played(place, &self.followers))?;
            let depth = entry / 2 + 1;
            if entry.is_multiple_of(2) {
                shortest_win = shortest_win.min(depth);
            } else {
                longest_loss = longest_loss.max(depth);
            }
        }
        let won = shortest_win < Entry::MAX;
        let entry = if won { 2 * shortest_win + 1 } else { 2 * longest_loss };
        if self.table.len() == self.most {
            return Err(TooMany);
        }
        self.table.insert(state.key(), entry);
        if self.table.len().is_multiple_of(PACE) {
            pause_point();
        }
        Ok(entry)
    }

    /// What a position that was learned is worth to the player to move.
    pub(crate) fn known(&self, state: impl State) -> Value {
        let key = state.canonical(&self.twins).key();
        let entry = self.table.get(&key).copied().unwrap_or_default();
        let outcome = if entry % 2 == 1 { Outcome::Win } else { Outcome::Loss };
        Value { outcome, depth: Some(u32::from(entry / 2)) }
    }

    /// What a move in a position that was learned is worth to the player who makes it, itself counted.
    pub(crate) fn known_after(&self, state: impl State, place: usize) -> Value {
        let Value { outcome, depth } = self.known(state.played(place, &self.followers));
        Value { outcome: outcome.flipped(), depth: depth.map(|depth| depth + 1) }
    }

    /// Those of the numbers at some places.
    pub(crate) fn numbers(&self, wanted: impl Fn(usize) -> bool) -> Vec<Number> {
        (0..).zip(&self.numbers).filter(|(place, _)| wanted(*place)).map(|(_, n)| *n).collect()
    }
}

/// The places of the numbers for which this holds, as bits.
fn bits(numbers: &[Number], holds: impl Fn(Number) -> bool) -> u32 {
    let some = numbers.iter().enumerate().filter(|(_, number)| holds(**number));
    some.map(|(place, _)| 1 << place).sum()
}

fn find_twins(followers: &[u32]) -> Vec<Twins> {
    let mut twins = Vec::new();
    let mut rest: Vec<u8> = (0..followers.len() as u8).collect();
    while let Some(&first) = rest.first() {
        let alike = |n: u8| {
            let both: u32 = 1 << first | 1 << n;
            followers[usize::from(first)] | both == followers[usize::from(n)] | both
        };
        let (members, others) = rest.into_iter().partition::<Vec<_>, _>(|&n| alike(n));
        if members.len() > 1 {
            let all = members.iter().map(|member| 1 << member).sum();
            twins.push(Twins { all, members });
        }
        rest = others;
    }
    twins
}

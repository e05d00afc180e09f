//! How long a removal game lasts when the winner hurries and the loser resists.
//!
//! Matchings say who wins, not how soon: here positions are searched, each once. Numbers that can be
//! exchanged without changing the board (twins, such as the primes above half its size) make many positions
//! the same.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use divvy_rules::{Number, NumberSet, One, Relation, RemovalPosition};

use crate::mix::Mix;
use crate::pace::pause_point;
use crate::{Outcome, Value};

/// The most positions remembered, about 50 MB. A search that would need more gives up.
const MOST_POSITIONS: usize = 1_200_000;

/// How many positions are searched between two pause points: about a millisecond.
const PACE: usize = 1_024;

/// With more free numbers than this a search would almost always give up, and is not begun. With 17 there are at most 17
/// times 2 to the 16th positions, which fit, whatever the numbers are.
const fn most_numbers(relation: Relation) -> usize {
    match relation {
        Relation::Related => 26,
        // Far more moves are legal here.
        Relation::Unrelated(One::Trap | One::Free) => 17,
    }
}

/// What is known of how long the game lasts.
#[derive(Debug, Default)]
pub(crate) struct Depths {
    search: Option<DepthSearch>,
    /// The position in which a search gave up last: another would too.
    gave_up_at: Option<RemovalPosition>,
}

impl Depths {
    /// What each legal move is worth, unless that is too much to search. Whether it is depends on the position alone: a
    /// search that is full of other positions makes room for a new one.
    pub(crate) fn values(
        &mut self,
        position: &RemovalPosition,
        legal: &NumberSet,
    ) -> Option<Vec<(Number, Value)>> {
        let free = position.free();
        let values = |mut search: DepthSearch| {
            let value = |number| Some((number, search.after(free, number)?));
            let values: Option<Vec<_>> = legal.iter().map(value).collect();
            values.map(|values| (values, search))
        };
        let kept = self.search.take().filter(|search| search.covers(free)).and_then(values);
        let found = match kept {
            Some(found) => Some(found),
            None if self.gave_up_at.as_ref() == Some(position) => None,
            None => DepthSearch::new(position.rules().relation(), free).and_then(values),
        };
        match found {
            Some((values, search)) => {
                self.search = Some(search);
                Some(values)
            }
            None => {
                self.gave_up_at = Some(position.clone());
                None
            }
        }
    }

    /// About how many bytes they take.
    pub(crate) fn memory(&self) -> usize {
        self.search.as_ref().map_or(0, DepthSearch::memory)
    }
}

/// Searches what can follow one position, and remembers it for the positions that do.
#[derive(Debug)]
struct DepthSearch {
    /// The free numbers; everything below speaks of them by their place in this list.
    numbers: Vec<Number>,
    /// For every number, those that may follow it, as bits.
    followers: Vec<u32>,
    twins: Vec<Twins>,
    /// By the numbers left and the last one: twice the depth, plus 1 if the player to move wins.
    memory: HashMap<u64, u8, BuildHasherDefault<Mix>>,
}

/// Numbers that are alike: exchanging two of them changes nothing.
#[derive(Debug)]
pub(crate) struct Twins {
    all: u32,
    members: Vec<u8>,
}

impl Twins {
    /// The set with these numbers exchanged for the lowest of their kind.
    pub(crate) fn lowest(&self, set: u32) -> u32 {
        let count = (set & self.all).count_ones() as usize;
        let lowest = self.members[..count].iter().map(|member| 1 << member);
        set & !self.all | lowest.sum::<u32>()
    }
}

/// The search needs more positions than it may remember.
#[derive(Debug)]
struct TooMany;

impl DepthSearch {
    /// About how many bytes it remembers: an entry has 9 bytes, aligned to 12, and one that says whether it is there.
    fn memory(&self) -> usize {
        self.memory.capacity() * 13
    }

    /// None where there are too many free numbers.
    fn new(relation: Relation, free: &NumberSet) -> Option<Self> {
        if free.len() as usize > most_numbers(relation) {
            return None;
        }
        let numbers: Vec<Number> = free.iter().collect();
        let follows = |last: Number| {
            let allowed = numbers.iter().enumerate().filter(|(_, n)| relation.allows(last, **n));
            allowed.map(|(place, _)| 1 << place).sum()
        };
        let followers: Vec<u32> = numbers.iter().map(|&last| follows(last)).collect();
        let twins = find_twins(&followers);
        Some(Self { numbers, followers, twins, memory: HashMap::default() })
    }

    /// Whether it knows about positions with these free numbers.
    fn covers(&self, free: &NumberSet) -> bool {
        self.bits(free).count_ones() == free.len()
    }

    /// What a move is worth to the player who makes it, itself counted. None where the search gave up.
    fn after(&mut self, free: &NumberSet, number: Number) -> Option<Value> {
        let last = self.numbers.binary_search(&number).ok()?;
        let left = self.bits(free) & !(1 << last);
        let entry = self.search(left, last as u8).ok()?;
        let outcome = if entry % 2 == 1 { Outcome::Loss } else { Outcome::Win };
        Some(Value { outcome, depth: Some(u32::from(entry / 2) + 1) })
    }

    fn bits(&self, free: &NumberSet) -> u32 {
        let places = self.numbers.iter().enumerate();
        places.filter(|(_, number)| free.contains(**number)).map(|(place, _)| 1 << place).sum()
    }

    /// It goes no deeper than there are numbers.
    fn search(&mut self, left: u32, last: u8) -> Result<u8, TooMany> {
        let (left, last) = self.canonical(left, last);
        let key = u64::from(left) << 8 | u64::from(last);
        let mut moves = left & self.followers[usize::from(last)];
        if moves == 0 {
            return Ok(0);
        }
        if let Some(&entry) = self.memory.get(&key) {
            return Ok(entry);
        }
        let mut shortest_win = u8::MAX;
        let mut longest_loss = 0;
        while moves != 0 {
            let next = moves.trailing_zeros();
            moves &= moves - 1;
            let entry = self.search(left & !(1 << next), next as u8)?;
            let depth = entry / 2 + 1;
            if entry % 2 == 0 {
                shortest_win = shortest_win.min(depth);
            } else {
                longest_loss = longest_loss.max(depth);
            }
        }
        let entry = if shortest_win < u8::MAX { 2 * shortest_win + 1 } else { 2 * longest_loss };
        if self.memory.len() == MOST_POSITIONS {
            return Err(TooMany);
        }
        self.memory.insert(key, entry);
        if self.memory.len().is_multiple_of(PACE) {
            pause_point();
        }
        Ok(entry)
    }

    /// The same position with twins exchanged so that equal positions look equal: the last number is the
    /// first of its kind, and of every kind the lowest others are left.
    fn canonical(&self, mut left: u32, mut last: u8) -> (u32, u8) {
        for Twins { all, members } in &self.twins {
            let count = (left & all).count_ones() as usize;
            let begin = usize::from(all >> last & 1 == 1);
            if begin == 1 {
                last = members[0];
            }
            let lowest = members[begin..begin + count].iter().map(|member| 1 << member);
            left = left & !all | lowest.sum::<u32>();
        }
        (left, last)
    }
}

pub(crate) fn find_twins(followers: &[u32]) -> Vec<Twins> {
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

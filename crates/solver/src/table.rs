//! Removal games in which the next number has to fit the last two: searched with a table.
//!
//! No matching decides them. A position is three sets: the numbers left, those that may be taken now, and those that the
//! last number leaves for the turn after that. Positions with the same sets are worth the same, whatever led to them, and
//! so are positions in which twins are exchanged. Each is searched once, to the end.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use divvy_rules::{Number, NumberSet, RemovalPosition, RemovalRules};

use crate::depth::{Twins, find_twins};
use crate::mix::Mix;
use crate::pace::pause_point;
use crate::{Outcome, TooLarge, Value};

/// The largest board that is searched; three sets of its numbers must also fit into a key.
pub(crate) const LARGEST: u32 = 16;

/// How many positions are searched between two pause points: about a millisecond.
const PACE: usize = 1_024;

/// What is known of a position: twice the number of moves to the end, plus 1 if the player to move wins.
type Entry = u8;

/// Knows what every position is worth that can follow those it has learned.
#[derive(Debug)]
pub struct TableSearch {
    /// The numbers of the board; everything below speaks of them by their place in this list.
    numbers: Vec<Number>,
    /// For every number, those that may follow it, as bits.
    followers: Vec<u32>,
    twins: Vec<Twins>,
    table: HashMap<u64, Entry, BuildHasherDefault<Mix>>,
}

/// A position as sets, each within the one before.
#[derive(Clone, Copy, Debug)]
struct State {
    left: u32,
    /// What the last number leaves for the turn after the next move.
    next: u32,
    /// What may be taken now.
    open: u32,
}

impl TableSearch {
    pub fn check(rules: RemovalRules) -> Result<(), TooLarge> {
        let size = rules.board().size();
        match size > LARGEST {
            true => {
                let what = "a game with a memory of 2 (traps last two turns)";
                Err(TooLarge { what, size, limit: LARGEST })
            }
            false => Ok(()),
        }
    }

    /// Knows the position and all that can follow it.
    pub fn new(position: &RemovalPosition) -> Result<Self, TooLarge> {
        let rules = position.rules();
        Self::check(rules)?;
        let numbers: Vec<Number> = rules.board().numbers().collect();
        let follow = |last: Number| places(&numbers, |next| rules.relation().allows(last, next));
        let followers: Vec<u32> = numbers.iter().map(|&last| follow(last)).collect();
        let twins = find_twins(&followers);
        let mut search = Self { numbers, followers, twins, table: HashMap::default() };
        search.learn(position);
        Ok(search)
    }

    /// About how many bytes it takes: an entry has 9 bytes, aligned to 16, and one that says whether it is there.
    pub(crate) fn memory(&self) -> usize {
        self.table.capacity() * 17
    }

    /// Searches a position and all that can follow it, unless that has been done.
    pub(crate) fn learn(&mut self, position: &RemovalPosition) {
        self.search(self.state(position));
    }

    /// What a position is worth to the player to move, which was learned.
    pub(crate) fn value(&self, position: &RemovalPosition) -> Value {
        self.known(self.state(position))
    }

    /// What a legal move in a position that was learned is worth to the player who makes it, itself counted.
    pub(crate) fn after(&self, position: &RemovalPosition, number: Number) -> Option<Value> {
        let (state, place) = (self.state(position), self.place(number));
        (state.open >> place & 1 == 1).then(|| self.known_after(state, place))
    }

    /// Those of the legal moves that win, ascending.
    pub fn winning(&self, position: &RemovalPosition) -> Vec<Number> {
        let state = self.state(position);
        let wins = |place: usize| {
            let open = state.open >> place & 1 == 1;
            open && self.known_after(state, place).outcome == Outcome::Win
        };
        let places = 0..self.numbers.len();
        places.filter(|&place| wins(place)).map(|place| self.numbers[place]).collect()
    }

    fn known_after(&self, state: State, place: usize) -> Value {
        let Value { outcome, depth } = self.known(self.played(state, place));
        Value { outcome: outcome.flipped(), depth: depth.map(|depth| depth + 1) }
    }

    fn known(&self, state: State) -> Value {
        let entry = self.table.get(&key(self.canonical(state))).copied().unwrap_or_default();
        let outcome = if entry % 2 == 1 { Outcome::Win } else { Outcome::Loss };
        Value { outcome, depth: Some(u32::from(entry / 2)) }
    }

    fn state(&self, position: &RemovalPosition) -> State {
        let bits = |set: &NumberSet| set.iter().map(|number| 1 << self.place(number)).sum();
        let left = bits(position.free());
        let next = position.last().map_or(left, |last| left & self.followers[self.place(last)]);
        State { left, next, open: bits(&position.legal()) }
    }

    /// The place of a number, which is one of the board's, in the list: they are consecutive.
    fn place(&self, number: Number) -> usize {
        let first = self.numbers.first().map_or(0, |first| first.get());
        (number.get() - first) as usize
    }

    /// The position after a number was taken.
    fn played(&self, state: State, place: usize) -> State {
        let left = state.left & !(1 << place);
        let next = left & self.followers[place];
        State { left, next, open: next & state.next }
    }

    /// It goes no deeper than there are numbers.
    fn search(&mut self, state: State) -> Entry {
        if state.open == 0 {
            return 0;
        }
        let state = self.canonical(state);
        let key = key(state);
        if let Some(&entry) = self.table.get(&key) {
            return entry;
        }
        let mut shortest_win = Entry::MAX;
        let mut longest_loss = 0;
        let mut moves = state.open;
        while moves != 0 {
            let place = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let entry = self.search(self.played(state, place));
            let depth = entry / 2 + 1;
            if entry.is_multiple_of(2) {
                shortest_win = shortest_win.min(depth);
            } else {
                longest_loss = longest_loss.max(depth);
            }
        }
        let won = shortest_win < Entry::MAX;
        let entry = if won { 2 * shortest_win + 1 } else { 2 * longest_loss };
        self.table.insert(key, entry);
        if self.table.len().is_multiple_of(PACE) {
            pause_point();
        }
        entry
    }

    /// The same position with twins exchanged so that equal positions look equal: of every kind the lowest are left, and
    /// the lowest of them open.
    fn canonical(&self, State { mut left, mut next, mut open }: State) -> State {
        for twins in &self.twins {
            for set in [&mut left, &mut next, &mut open] {
                *set = twins.lowest(*set);
            }
        }
        State { left, next, open }
    }
}

const fn key(State { left, next, open }: State) -> u64 {
    (left as u64) << 42 | (next as u64) << 21 | open as u64
}

/// The numbers for which this holds, as bits.
fn places(numbers: &[Number], holds: impl Fn(Number) -> bool) -> u32 {
    let some = numbers.iter().enumerate().filter(|(_, number)| holds(**number));
    some.map(|(place, _)| 1 << place).sum()
}

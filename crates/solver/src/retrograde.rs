//! The race with blocking, worked out backwards from its ends.
//!
//! A state is the walker to move and the other one, so the table has one entry for every pair of
//! walkers. It is filled sweep by sweep: a state is won in `k` moves if some move leads to a state lost in
//! `k - 1`, lost in `k` if every move leads to a state won in less. What no sweep decides is a draw by
//! endless play.

use divvy_rules::RaceRules;

use crate::walk::Walker;
use crate::{Outcome, Value};

/// The largest board that a table is made for: under 2,000 walkers, two bytes for each pair of them, 8 MB, filled in
/// about a second.
pub(crate) const LARGEST: u32 = 200;

/// The value of every state of one race with blocking.
#[derive(Debug)]
pub(crate) struct Retrograde {
    target: u32,
    /// Related numbers of every number, ascending.
    neighbours: Vec<Vec<u32>>,
    /// Where the walkers that stand on a number begin: first the one without a ban, then one for each
    /// banned neighbour.
    base: Vec<usize>,
    /// Every walker by its index.
    walkers: Vec<Walker>,
    /// By mover times the number of walkers plus other.
    table: Vec<Entry>,
}

/// What is known of a state: 0 for nothing, else twice the depth, plus 1 if it is won.
type Entry = u16;

const UNDECIDED: Entry = 0;

const fn won(entry: Entry) -> bool {
    entry % 2 == 1
}

const fn depth(entry: Entry) -> u16 {
    entry / 2
}

impl Retrograde {
    /// The board has at most [`LARGEST`] numbers.
    pub(crate) fn new(rules: RaceRules) -> Self {
        let board = rules.board();
        let numbers = board.first()..=board.size();
        let related = |a: u32, b: u32| a != b && (a.is_multiple_of(b) || b.is_multiple_of(a));
        let mut neighbours = vec![Vec::new(); board.size() as usize + 1];
        let mut base = vec![0; board.size() as usize + 1];
        let mut walkers = Vec::new();
        for at in numbers.clone() {
            let around: Vec<u32> = numbers.clone().filter(|&n| related(at, n)).collect();
            base[at as usize] = walkers.len();
            walkers.push(Walker { at, banned: 0 });
            walkers.extend(around.iter().map(|&banned| Walker { at, banned }));
            neighbours[at as usize] = around;
        }
        let table = vec![UNDECIDED; walkers.len() * walkers.len()];
        let target = rules.target().get();
        let mut retrograde = Self { target, neighbours, base, walkers, table };
        retrograde.fill();
        retrograde
    }

    /// What the state is worth to the mover. Both walkers are off the target, and the mover has a move.
    pub(crate) fn value(&self, mover: Walker, other: Walker) -> Value {
        match self.table[self.state(mover, other)] {
            UNDECIDED => Value { outcome: Outcome::Draw, depth: None },
            entry => Value {
                outcome: if won(entry) { Outcome::Win } else { Outcome::Loss },
                depth: Some(depth(entry).into()),
            },
        }
    }

    /// Whether the player who has just stepped to `moved` wins.
    pub(crate) fn step_wins(&self, moved: Walker, other: Walker) -> bool {
        moved.at == self.target || self.after(moved, other, Entry::MAX) == Some(true)
    }

    fn fill(&mut self) {
        for sweep in 1.. {
            let mut changed = false;
            for mover in 0..self.walkers.len() {
                for other in 0..self.walkers.len() {
                    let state = mover * self.walkers.len() + other;
                    if self.table[state] == UNDECIDED
                        && let Some(entry) =
                            self.decide(self.walkers[mover], self.walkers[other], sweep)
                    {
                        self.table[state] = entry;
                        changed = true;
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// The entry of a state that is decided after exactly `sweep` moves, by those decided in fewer.
    fn decide(&self, mover: Walker, other: Walker, sweep: u16) -> Option<Entry> {
        if mover.at == self.target || other.at == self.target {
            return None;
        }
        let mut hopeless = true;
        let mut moves = 0;
        for node in self.steps(mover, other) {
            moves += 1;
            if node == self.target {
                return Some(2 * sweep + 1);
            }
            let moved = Walker { at: node, banned: mover.at };
            match self.after(moved, other, sweep) {
                Some(true) => return Some(2 * sweep + 1),
                Some(false) => {}
                None => hopeless = false,
            }
        }
        (hopeless && moves > 0).then_some(2 * sweep)
    }

    /// Whether the player who has just moved wins, if that was decided before this sweep; turns of players who
    /// cannot move pass.
    fn after(&self, mut moved: Walker, mut other: Walker, sweep: u16) -> Option<bool> {
        let mut mine = false;
        while self.steps(other, moved).next().is_none() {
            other.banned = 0;
            (moved, other) = (other, moved);
            mine = !mine;
        }
        let entry = self.table[self.state(other, moved)];
        let decided = entry != UNDECIDED && depth(entry) < sweep;
        decided.then_some(won(entry) == mine)
    }

    fn steps(&self, mover: Walker, other: Walker) -> impl Iterator<Item = u32> {
        let around = self.neighbours[mover.at as usize].iter().copied();
        around.filter(move |&node| node != mover.banned && node != other.at)
    }

    fn state(&self, mover: Walker, other: Walker) -> usize {
        self.index(mover) * self.walkers.len() + self.index(other)
    }

    fn index(&self, walker: Walker) -> usize {
        let around = &self.neighbours[walker.at as usize];
        let place = match walker.banned {
            0 => 0,
            banned => 1 + around.partition_point(|&node| node < banned),
        };
        self.base[walker.at as usize] + place
    }
}

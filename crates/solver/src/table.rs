//! Removal games in which the next number has to fit the last two: no matching decides them, and they are searched.
//!
//! A position is three sets. Positions with the same sets are worth the same, whatever led to them.

use divvy_rules::{Number, RemovalPosition, RemovalRules};

use crate::search::{Search, State, Twins};
use crate::{Outcome, TooLarge, Value};

/// The largest board that is searched; three sets of its numbers must also fit into a key.
pub(crate) const LARGEST: u32 = 16;

/// Knows what every position is worth that can follow those it has learned.
#[derive(Debug)]
pub struct TableSearch(Search);

/// A position as sets, each within the one before.
#[derive(Clone, Copy, Debug)]
struct Sets {
    left: u32,
    /// What the last number leaves for the turn after the next move.
    next: u32,
    /// What may be taken now.
    open: u32,
}

impl State for Sets {
    fn open(self, _: &[u32]) -> u32 {
        self.open
    }

    fn played(self, place: usize, followers: &[u32]) -> Self {
        let left = self.left & !(1 << place);
        let next = left & followers[place];
        Self { left, next, open: next & self.next }
    }

    /// Of every kind the lowest are left, and the lowest of them open.
    fn canonical(self, twins: &[Twins]) -> Self {
        let Self { mut left, mut next, mut open } = self;
        for twins in twins {
            for set in [&mut left, &mut next, &mut open] {
                *set = twins.lowest(*set, 0);
            }
        }
        Self { left, next, open }
    }

    fn key(self) -> u64 {
        u64::from(self.left) << 42 | u64::from(self.next) << 21 | u64::from(self.open)
    }
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
        let numbers = rules.board().numbers().collect();
        let mut search = Self(Search::new(rules.relation(), numbers, usize::MAX));
        search.learn(position);
        Ok(search)
    }

    /// About how many bytes it takes.
    pub(crate) fn memory(&self) -> usize {
        self.0.memory()
    }

    /// Searches a position and all that can follow it, unless that has been done.
    pub(crate) fn learn(&mut self, position: &RemovalPosition) {
        // There is room for all positions.
        let _ = self.0.learn(self.sets(position));
    }

    /// What a position is worth to the player to move, which was learned.
    pub(crate) fn value(&self, position: &RemovalPosition) -> Value {
        self.0.known(self.sets(position))
    }

    /// What a legal move in a position that was learned is worth to the player who makes it, itself counted.
    pub(crate) fn after(&self, position: &RemovalPosition, number: Number) -> Option<Value> {
        let (sets, place) = (self.sets(position), self.0.place(number)?);
        (sets.open >> place & 1 == 1).then(|| self.0.known_after(sets, place))
    }

    /// Those of the legal moves that win, ascending.
    pub fn winning(&self, position: &RemovalPosition) -> Vec<Number> {
        let sets = self.sets(position);
        self.0.numbers(|place| {
            let open = sets.open >> place & 1 == 1;
            open && self.0.known_after(sets, place).outcome == Outcome::Win
        })
    }

    fn sets(&self, position: &RemovalPosition) -> Sets {
        let (left, open) = (self.0.bits(position.free()), self.0.bits(&position.legal()));
        let last = position.last().and_then(|last| self.0.place(last));
        let next = last.map_or(left, |last| left & self.0.followers[last]);
        Sets { left, next, open }
    }
}

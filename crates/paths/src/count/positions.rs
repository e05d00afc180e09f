//! Counts games by visiting positions, for graphs as dense as Trap Avoidance's.
//!
//! Positions are counted once each and remembered. Two positions are the same if exchanging alike numbers turns one into
//! the other; `kinds.rs` finds such exchanges, and forgets numbers that cannot be reached any more.

use divvy_rules::{Number, RemovalRules};

use crate::count::kinds::Kinds;
use crate::count::{CountError, Counts, Watch, Wins};
use crate::frontier::{Key, Table};

/// Games are no more than orders of the numbers: those of 34 numbers fit in 128 bits. Memory ends sooner.
const MOST_NUMBERS: u32 = 34;

/// Tables of positions: while one of many grows, and exists twice, little more memory is taken.
const TABLES: usize = 64;

/// New positions between two calls of the watcher.
const WATCHED_EVERY: u64 = 1 << 14;

/// Counts the games that begin with these openings.
pub(super) fn count(
    rules: RemovalRules,
    openings: &[Number],
    watch: Watch<'_>,
) -> Result<Counts, CountError> {
    let board = rules.board();
    if board.count() > MOST_NUMBERS {
        return Err(CountError::TooManyNumbers { most: MOST_NUMBERS, found: board.count() });
    }
    let numbers: Vec<Number> = board.numbers().collect();
    let kinds = Kinds::new(rules.relation(), &numbers);
    let known: Vec<_> = (0..TABLES).map(|_| Table::new(0)).collect();
    watch.charge(known.iter().map(Table::bytes).sum())?;
    let mut counter = Counter { kinds, known, watch };
    // A number that is struck before the first move is not there any more.
    let is_free = |number: &Number| rules.struck() != Some(*number);
    let all: u64 = numbers.iter().zip(0..).map(|(n, place)| u64::from(is_free(n)) << place).sum();
    let mut by_opening = Vec::with_capacity(openings.len());
    for &opening in openings {
        // Openings are numbers of the board.
        let place = numbers.partition_point(|&number| number < opening) as u32;
        // It is the second player's turn now.
        let [second, first] = counter.count(all & !(1 << place), place)?;
        by_opening.push((opening, Wins { first, second }));
        counter.watch.done = by_opening.len() as f64 / openings.len() as f64;
    }
    Counts::new(by_opening, counter.watch.states)
}

struct Counter<'a> {
    kinds: Kinds,
    /// The games won and lost by the player to move, for every position met.
    known: Vec<Table<u64, [u128; 2]>>,
    watch: Watch<'a>,
}

impl Counter<'_> {
    /// The games from here on that the player to move wins and loses. It goes no deeper than there are numbers.
    fn count(&mut self, left: u64, last: u32) -> Result<[u128; 2], CountError> {
        if left & self.kinds.followers(last) == 0 {
            return Ok([0, 1]);
        }
        let (left, last) = self.kinds.simplest(left, last);
        let key = left << 6 | u64::from(last);
        let table = key.hash() as usize % TABLES;
        if let Some(known) = self.known[table].get(key) {
            return Ok(*known);
        }
        let mut games = [0; 2];
        let mut moves = left & self.kinds.followers(last);
        while moves != 0 {
            let next = moves.trailing_zeros();
            moves &= moves - 1;
            let [theirs, mine] = self.count(left & !(1 << next), next)?;
            games = [games[0] + mine, games[1] + theirs];
        }
        let table = &mut self.known[table];
        if !table.make_room(self.watch.budget) {
            return Err(self.watch.out_of_memory());
        }
        let (place, _) = table.insert(key);
        *table.value(place) = games;
        self.watch.states += 1;
        if self.watch.states.is_multiple_of(WATCHED_EVERY) && !self.watch.go_on() {
            return Err(CountError::Stopped);
        }
        Ok(games)
    }
}

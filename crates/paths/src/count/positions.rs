//! Counts games by visiting positions, for graphs as dense as Trap Avoidance's.
//!
//! Positions are counted once each and remembered. Two positions are the same if exchanging alike numbers turns one into
//! the other; `kinds.rs` finds such exchanges, and forgets numbers that cannot be reached any more.

use divvy_rules::{Number, RemovalRules};

use crate::budget::Budget;
use crate::count::amount::Amount;
use crate::count::kinds::Kinds;
use crate::count::{CountError, Counts, Watch, Wins};
use crate::frontier::{Key, Table};

/// A key has 58 bits for the numbers that are left and 6 for the last one. Memory ends sooner.
const MOST_NUMBERS: u32 = 58;

/// With so many numbers left, there are no more games than orders of them, and those fit in 64 bits.
const SMALL: u32 = 20;

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
    let (small, large) = (Known::new(), Known::new());
    watch.charge(small.bytes() + large.bytes())?;
    let mut counter = Counter { kinds, small, large, watch };
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

/// The games won and lost by the player to move, for every position met.
struct Known<A>(Vec<Table<u64, [A; 2]>>);

impl<A: Amount> Known<A> {
    fn new() -> Self {
        Self((0..TABLES).map(|_| Table::new()).collect())
    }

    fn bytes(&self) -> u64 {
        self.0.iter().map(Table::bytes).sum()
    }

    fn get(&self, key: u64) -> Option<[u128; 2]> {
        self.0[key.hash() as usize % TABLES].get(key).map(|games| games.map(A::wide))
    }

    /// Remembers a position; false if there is no memory.
    fn add(&mut self, key: u64, games: [u128; 2], budget: &Budget) -> bool {
        let table = &mut self.0[key.hash() as usize % TABLES];
        let fits = table.make_room(budget, 0);
        if fits {
            *table.insert(key).0 = games.map(A::of);
        }
        fits
    }
}

struct Counter<'a> {
    kinds: Kinds,
    small: Known<u64>,
    large: Known<u128>,
    watch: Watch<'a>,
}

impl Counter<'_> {
    /// The games from here on that the player to move wins and loses. It goes no deeper than there are numbers.
    fn count(&mut self, left: u64, last: u32) -> Result<[u128; 2], CountError> {
        if left & self.kinds.followers(last) == 0 {
            return Ok([0, 1]);
        }
        let (left, last) = self.kinds.simplest(left, last);
        let (key, is_small) = (left << 6 | u64::from(last), left.count_ones() <= SMALL);
        let known = if is_small { self.small.get(key) } else { self.large.get(key) };
        if let Some(known) = known {
            return Ok(known);
        }
        let mut games = [0u128; 2];
        let mut moves = left & self.kinds.followers(last);
        while moves != 0 {
            let next = moves.trailing_zeros();
            moves &= moves - 1;
            let [theirs, mine] = self.count(left & !(1 << next), next)?;
            games = [games[0].saturating_add(mine), games[1].saturating_add(theirs)];
        }
        let budget = self.watch.budget;
        let fits = match is_small {
            true => self.small.add(key, games, budget),
            false => self.large.add(key, games, budget),
        };
        if !fits {
            return Err(self.watch.out_of_memory());
        }
        self.watch.states += 1;
        if self.watch.states.is_multiple_of(WATCHED_EVERY) && !self.watch.go_on() {
            return Err(CountError::Stopped);
        }
        Ok(games)
    }
}

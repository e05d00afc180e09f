//! Counts games by visiting positions, for graphs as dense as Trap Avoidance's.
//!
//! Positions are counted once each and remembered. Two positions are the same if exchanging alike numbers turns one into
//! the other; `kinds.rs` finds such exchanges, and forgets numbers that cannot be reached any more.

use divvy_rules::{Number, RemovalRules};
use num_bigint::BigUint;

use crate::count::amount::Amount;
use crate::count::kinds::Kinds;
use crate::count::memory::Memory;
use crate::count::{CountError, Counting, Counts, Wins};

/// The most numbers that a position has room for; memory ends long before.
const MOST_NUMBERS: u32 = 58;

/// New positions between two calls of the watcher.
const WATCHED_EVERY: u64 = 1 << 14;

/// Counts the games that begin with these openings, in at most so many bytes.
pub(super) fn count(
    rules: RemovalRules,
    openings: &[Number],
    limit: u64,
    watcher: &mut dyn FnMut(Counting) -> bool,
) -> Result<Counts, CountError> {
    let board = rules.board();
    if board.count() > MOST_NUMBERS {
        return Err(CountError::TooManyNumbers { most: MOST_NUMBERS, found: board.count() });
    }
    let numbers: Vec<Number> = board.numbers().collect();
    let progress = Counting { done: 0.0, positions: 0, bytes: 0 };
    let mut counter = Counter {
        kinds: Kinds::new(rules.relation(), &numbers),
        memory: Memory::new(limit),
        progress,
        watcher,
    };
    let mut all = u64::MAX >> (64 - numbers.len());
    // A number that is struck before the first move is not there any more.
    for (place, &number) in numbers.iter().enumerate() {
        all &= !(u64::from(rules.struck() == Some(number)) << place);
    }
    let mut by_opening = Vec::with_capacity(openings.len());
    for &opening in openings {
        // Openings are numbers of the board.
        let place = numbers.partition_point(|&number| number < opening) as u32;
        let games = counter.count(all & !(1 << place), place)?;
        // It is the second player's turn now.
        let [second, first] = games.map(BigUint::from);
        by_opening.push((opening, Wins { first, second }));
        counter.progress.done = by_opening.len() as f64 / openings.len() as f64;
    }
    let positions = counter.memory.len();
    Ok(Counts { total: by_opening.iter().map(|(_, wins)| wins).sum(), by_opening, positions })
}

struct Counter<'a> {
    kinds: Kinds,
    memory: Memory,
    progress: Counting,
    watcher: &'a mut dyn FnMut(Counting) -> bool,
}

impl Counter<'_> {
    /// The games from here on that the player to move wins and loses. It goes no deeper than there are numbers.
    fn count(&mut self, left: u64, last: u32) -> Result<[Amount; 2], CountError> {
        if left & self.kinds.followers(last) == 0 {
            return Ok([Amount::from(0), Amount::from(1)]);
        }
        let (left, last) = self.kinds.simplest(left, last);
        let key = left << 6 | u64::from(last);
        if let Some(known) = self.memory.get(key) {
            return Ok(known);
        }
        let [mut won, mut lost] = [Amount::from(0), Amount::from(0)];
        let mut moves = left & self.kinds.followers(last);
        while moves != 0 {
            let next = moves.trailing_zeros();
            moves &= moves - 1;
            let [theirs, mine] = self.count(left & !(1 << next), next)?;
            won += mine;
            lost += theirs;
        }
        let games = [won, lost];
        self.memory.insert(key, &games)?;
        self.watch()?;
        Ok(games)
    }

    fn watch(&mut self) -> Result<(), CountError> {
        let positions = self.memory.len();
        if !positions.is_multiple_of(WATCHED_EVERY) {
            return Ok(());
        }
        let progress = Counting { positions, bytes: self.memory.bytes(), ..self.progress };
        if (self.watcher)(progress) { Ok(()) } else { Err(CountError::Stopped) }
    }
}

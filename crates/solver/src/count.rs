//! How many complete games there are.
//!
//! Positions are counted once each and remembered. Two positions are the same if exchanging alike numbers turns one into
//! the other; `count/kinds.rs` finds such exchanges, and forgets numbers that cannot be reached any more.

mod amount;
mod kinds;
mod memory;

use divvy_rules::{Number, RemovalRules};
use num_bigint::BigUint;

use crate::count::amount::Amount;
use crate::count::kinds::Kinds;
use crate::count::memory::Memory;

/// The most numbers on a board whose games can be counted; memory ends long before.
pub const MOST_NUMBERS: u32 = 58;

/// New positions between two calls of the watcher.
const WATCHED_EVERY: u64 = 1 << 14;

/// How many complete games each player wins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wins {
    /// By the player with the first move.
    pub first: BigUint,
    /// By the other.
    pub second: BigUint,
}

impl Wins {
    /// All games.
    pub fn games(&self) -> BigUint {
        &self.first + &self.second
    }
}

/// The complete games of a removal game, counted. Where no first move is possible there is none.
///
/// ```
/// use divvy_rules::{Family, Rules};
/// use divvy_solver::Counts;
///
/// let rules: Rules = "multiple-madness;size=12".parse()?;
/// let Family::Removal(rules) = rules.family() else { unreachable!() };
/// let counts = Counts::of(rules, 1 << 30, |_| true)?;
/// assert_eq!(counts.total.games(), 5279u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// All of them.
    pub total: Wins,
    /// The same for every first move, ascending.
    pub by_opening: Vec<(Number, Wins)>,
    /// How many positions had to be told apart.
    pub positions: u64,
}

/// How far a count has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counting {
    /// First moves done.
    pub openings: usize,
    /// First moves in all.
    pub of: usize,
    /// Different positions met.
    pub positions: u64,
    /// Memory taken by them.
    pub bytes: u64,
}

/// Why games were not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    /// More numbers than a position has room for.
    #[error("games can be counted on boards of up to {MOST_NUMBERS} numbers, and this one has {0}")]
    TooManyNumbers(u32),
    /// Going on would take more memory than allowed.
    #[error("counting needs more than {} of memory: after {positions} positions it stopped before taking it", size(*limit))]
    Memory {
        /// What was allowed, in bytes.
        limit: u64,
        /// The positions that fitted.
        positions: u64,
    },
    /// The watcher said so.
    #[error("the count was stopped")]
    Stopped,
}

fn size(bytes: u64) -> String {
    const MIB: u64 = 1 << 20;
    match bytes {
        bytes if bytes >= 1 << 30 => format!("{:.1} GiB", bytes as f64 / (1u64 << 30) as f64),
        bytes => format!("{} MiB", bytes / MIB),
    }
}

impl Counts {
    /// Counts the games, in at most so many bytes. The watcher is told how far it has come, now and then, and says
    /// whether to go on.
    ///
    /// # Errors
    /// When the board is too large, the memory is not enough, or the watcher says no.
    pub fn of(
        rules: RemovalRules,
        limit: u64,
        watcher: impl FnMut(Counting) -> bool,
    ) -> Result<Self, CountError> {
        let board = rules.board();
        if board.count() > MOST_NUMBERS {
            return Err(CountError::TooManyNumbers(board.count()));
        }
        let numbers: Vec<Number> = board.numbers().collect();
        let openings: Vec<Number> = rules.start().legal().iter().collect();
        let progress = Counting { openings: 0, of: openings.len(), positions: 0, bytes: 0 };
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
        let mut total = Wins::default();
        let mut by_opening = Vec::with_capacity(openings.len());
        for opening in openings {
            // Openings are numbers of the board.
            let place = numbers.partition_point(|&number| number < opening) as u32;
            let games = counter.count(all & !(1 << place), place)?;
            // It is the second player's turn now.
            let [second, first] = games.map(BigUint::from);
            total.first += &first;
            total.second += &second;
            by_opening.push((opening, Wins { first, second }));
            counter.progress.openings += 1;
        }
        let positions = counter.memory.len();
        Ok(Self { total, by_opening, positions })
    }
}

struct Counter<W> {
    kinds: Kinds,
    memory: Memory,
    progress: Counting,
    watcher: W,
}

impl<W: FnMut(Counting) -> bool> Counter<W> {
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

#[cfg(test)]
mod tests {
    use divvy_rules::{Family, Position, Rules};

    use super::*;

    fn rules(text: &str) -> RemovalRules {
        match text.parse::<Rules>().unwrap().family() {
            Family::Removal(rules) => rules,
            Family::Race(_) => unreachable!(),
        }
    }

    /// Plays every game, one move at a time, by the rules alone.
    fn played(position: &Position, wins: &mut [u64; 2]) {
        let legal = position.legal();
        if legal.is_empty() {
            wins[position.winner().unwrap().index()] += 1;
        }
        for number in &legal {
            let mut next = position.clone();
            next.play(number).unwrap();
            played(&next, wins);
        }
    }

    #[test]
    fn counts_are_what_playing_every_game_gives() {
        for game in ["multiple-madness", "trap-avoidance", "trap-avoidance;one=free"] {
            for opening in ["any", "even", "even-below-half"] {
                for one in ["", ";without-one"] {
                    let largest = if game == "multiple-madness" { 16 } else { 9 };
                    for size in 2..=largest {
                        let text = format!("{game};size={size};opening={opening}{one}");
                        let rules = rules(&text);
                        let counts = Counts::of(rules, 1 << 30, |_| true).unwrap();
                        for (opening, wins) in &counts.by_opening {
                            let mut position = rules.start();
                            position.play(*opening).unwrap();
                            let mut played_wins = [0; 2];
                            played(&Position::Removal(position), &mut played_wins);
                            let [first, second] = played_wins.map(BigUint::from);
                            assert_eq!(*wins, Wins { first, second }, "{text}, opening {opening}");
                        }
                        let openings: Vec<Number> = counts.by_opening.iter().map(|o| o.0).collect();
                        assert_eq!(openings, rules.start().legal().iter().collect::<Vec<_>>());
                    }
                }
            }
        }
    }

    #[test]
    fn a_limit_stops_the_count_before_it_is_passed() {
        let rules = rules("multiple-madness;size=30");
        let limit = 2 << 20;
        let mut most = 0;
        let watcher = |counting: Counting| {
            most = most.max(counting.bytes);
            true
        };
        let error = Counts::of(rules, limit, watcher).unwrap_err();
        assert!(matches!(error, CountError::Memory { limit: 2_097_152, .. }), "{error}");
        assert!(error.to_string().starts_with("counting needs more than 2 MiB of memory"));
        assert!((1..=limit).contains(&most), "{most}");
    }

    #[test]
    fn a_limit_holds_for_amounts_beyond_a_word_too() {
        // More than twenty numbers in almost any order: most positions have very many games.
        let rules = rules("trap-avoidance;size=30");
        let limit = 8 << 20;
        let mut most = 0;
        let watcher = |counting: Counting| {
            most = most.max(counting.bytes);
            true
        };
        let error = Counts::of(rules, limit, watcher).unwrap_err();
        assert!(matches!(error, CountError::Memory { .. }), "{error}");
        assert!((1..=limit).contains(&most), "{most}");
    }

    #[test]
    fn a_watcher_can_stop_the_count() {
        let rules = rules("multiple-madness;size=30");
        assert_eq!(Counts::of(rules, 1 << 30, |_| false), Err(CountError::Stopped));
    }

    #[test]
    fn boards_without_room_in_a_key_are_refused_at_once() {
        let refused = Counts::of(rules("multiple-madness;size=59"), u64::MAX, |_| true);
        assert_eq!(refused, Err(CountError::TooManyNumbers(59)));
    }
}

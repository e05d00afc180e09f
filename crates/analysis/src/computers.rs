//! Computers that are kept for the next move of their games.

use std::sync::{Mutex, MutexGuard, PoisonError};

use divvy_rules::Record;

use crate::Computer;

/// What a small one counts for, with its record.
const LEAST: usize = 1024 * 1024;

/// Computers that have worked on a game and know it up to some move, the one that was used last at the end. They go on
/// from there, so that the game need not be solved anew for each move.
#[derive(Debug)]
pub struct Computers {
    idle: Mutex<Vec<(Record, Computer)>>,
    /// The most bytes of them that are kept, about.
    most: usize,
}

impl Default for Computers {
    fn default() -> Self {
        Self::within(64 << 20)
    }
}

impl Computers {
    /// With about so many bytes for what is kept.
    pub fn within(most: usize) -> Self {
        Self { idle: Mutex::default(), most }
    }

    /// Works on a position, with the computer that knows the game or a new one.
    pub fn with<T>(&self, record: &Record, work: impl FnOnce(&mut Computer) -> T) -> T {
        let known = {
            let mut idle = self.idle();
            let leads_here = |known: &Record| {
                known.rules() == record.rules() && record.moves().starts_with(known.moves())
            };
            let longest = (0..idle.len())
                .filter(|&index| leads_here(&idle[index].0))
                .max_by_key(|&index| idle[index].0.moves().len());
            longest.map(|index| idle.remove(index).1)
        };
        // Not under the lock. If the work panics, the computer is dropped.
        let mut computer = known.unwrap_or_default();
        let result = work(&mut computer);
        let record = record.clone();
        let mut idle = self.idle();
        idle.push((record, computer));
        let memory = |(_, computer): &(Record, Computer)| computer.memory() + LEAST;
        let mut all: usize = idle.iter().map(memory).sum();
        while all > self.most {
            all -= memory(&idle.remove(0));
        }
        result
    }

    fn idle(&self) -> MutexGuard<'_, Vec<(Record, Computer)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use divvy_match::Bot;

    use super::*;

    fn record(text: &str) -> Record {
        text.parse().unwrap()
    }

    /// The boards that the pool knows, with the number of moves.
    fn known(computers: &Computers) -> Vec<String> {
        computers.idle().iter().map(|(record, _)| record.to_string()).collect()
    }

    #[test]
    fn a_computer_goes_on_with_its_game() {
        let computers = Computers::default();
        let choose = |text: &str| {
            let record = record(text);
            let chosen = computers.with(&record, |one| one.choose(Bot::Perfect, &record, 1));
            let alone = Computer::default().choose(Bot::Perfect, &record, 1);
            assert_eq!(chosen.unwrap(), alone.unwrap(), "{text}");
        };
        choose("multiple-madness:6,3");
        choose("multiple-madness:6,3,9,1");
        assert_eq!(known(&computers), ["multiple-madness:6,3,9,1"]);
        // Another game, and one that was taken back.
        choose("multiple-madness:11");
        choose("chain-reaction:6,3,9,1");
        assert_eq!(known(&computers).len(), 3);
        choose("multiple-madness:11,1");
        assert_eq!(known(&computers).len(), 3);
        for size in 10..90 {
            choose(&format!("sequence-duel;size={size}:6"));
        }
        let small = known(&computers).len();
        assert!((10..64).contains(&small), "{small}");
        // A large one takes the room of many.
        choose("trap-avoidance;size=100000");
        let left = known(&computers);
        assert!(left.len() < small - 10, "{left:?}");
        assert_eq!(left.last().map(String::as_str), Some("trap-avoidance;size=100000"));
    }
}

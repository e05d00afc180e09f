//! How long a game can last on boards of many sizes.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use divvy_paths::{Longest, LongestError, cores, in_parallel};
use divvy_rules::{Family, Game, Options, Record, Rules, RulesError};
use serde::{Deserialize, Serialize};

use crate::Part;
use crate::sizes::on_each_size;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LongestRow {
    pub size: u32,
    pub length: u32,
    pub left_out: u32,
    /// How many numbers every game leaves out, by a bound that needs no search. Between this and `left_out`, games were
    /// searched for in vain.
    pub bound: u32,
    pub states: u64,
    /// Such a game, in notation.
    pub example: String,
}

impl LongestRow {
    /// Writes the longest game of these rules down.
    pub fn new(rules: Rules, longest: &Longest) -> Self {
        let moves = longest.moves.iter().map(|number| number.get());
        let example =
            Record::with_moves(rules, moves).map_or_else(|e| e.to_string(), |r| r.to_string());
        let &Longest { ref moves, left_out, bound, states } = longest;
        let (size, length) = (rules.board().size(), moves.len() as u32);
        Self { size, length, left_out, bound, states, example }
    }
}

/// Games of many sizes.
#[derive(Clone, Debug)]
pub struct Lengths {
    boards: Vec<Rules>,
}

impl Lengths {
    /// These sizes, or a part of them. The size among the options plays no part; sizes on which the options make no game
    /// are left out. They must make one on one size at least.
    pub fn new(
        game: Game,
        options: &Options,
        sizes: RangeInclusive<u32>,
        part: Option<Part>,
    ) -> Result<Self, RulesError> {
        let mut boards = Vec::new();
        on_each_size(game, options, sizes, |rules| {
            if part.is_none_or(|part| part.has(rules.board().size().into())) {
                boards.push(rules);
            }
            Ok::<(), RulesError>(())
        })?;
        Ok(Self { boards })
    }

    pub fn count(&self) -> usize {
        self.boards.len()
    }

    /// Which share of the work some sizes are, about: with twenty numbers more it doubles, and more than that on large boards.
    pub fn share<'a>(&self, sizes: impl Iterator<Item = &'a u32>) -> f64 {
        let work = |size: u32| f64::from(size).powi(10);
        let all: f64 = self.boards.iter().map(|rules| work(rules.board().size())).sum();
        sizes.copied().map(work).sum::<f64>() / all.max(1.0)
    }

    /// Finds the longest games, several at a time in `limit` bytes together, until a flag is raised. `each` is told every
    /// row, in no particular order. An error is that of the first search that failed, with its size.
    pub fn rows(
        &self,
        limit: u64,
        stopped: &AtomicBool,
        each: impl Fn(&LongestRow) + Sync,
    ) -> Result<BTreeMap<u32, LongestRow>, (u32, LongestError)> {
        // A core without a board needs no memory.
        let threads = cores().min(self.boards.len()).max(1);
        let limit = limit / threads as u64;
        if let Some(rules) = self.boards.last()
            && let Family::Removal(removal) = rules.family()
        {
            Longest::check(removal).map_err(|error| (rules.board().size(), error))?;
        }
        let all = Mutex::new(Ok(BTreeMap::new()));
        let work = |(): &mut (), rules: Rules| {
            let Family::Removal(removal) = rules.family() else { return false };
            let found = Longest::of(removal, limit, |_| !stopped.load(Ordering::Relaxed));
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            match (found, &mut *all) {
                (Ok(longest), Ok(rows)) => {
                    let row = LongestRow::new(rules, &longest);
                    each(&row);
                    rows.insert(row.size, row);
                    return true;
                }
                (Err(LongestError::Stopped), _) | (_, Err(_)) => {}
                (Err(error), Ok(_)) => *all = Err((rules.board().size(), error)),
            }
            false
        };
        in_parallel(self.boards.clone(), threads, || (), work, || true);
        all.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

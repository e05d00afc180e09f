//! Counts the games of the related games as paths, by a frontier.
//!
//! Forward, all states are found, and those of paths whose start is not placed yet get the number of ways to reach them.
//! Backward, all others get the number of ways to go on. Where a start is placed the two meet, so one pass counts the games
//! of every opening. Amounts saturate: one that does not fit in 128 bits is the largest, and so is every sum it is in.

mod layers;

use std::ops::Range;

use crate::count::paths::layers::{Begun, Growing, Open, PIECE, Ways, pieces};
use crate::count::{CountError, Counts, Watch, Wins};
use crate::frontier::{Expansion, GROWTH, Graph, Key, Plan, Step, expand};
use crate::parallel::{cores, in_parallel};

/// Counts the games of a graph in the order of a plan.
pub(super) fn count<'a>(
    graph: &Graph,
    plan: &'a Plan,
    watch: Watch<'a>,
) -> Result<Counts, CountError> {
    count_from(graph, plan, watch, 1)
}

/// The same with every game counted several times.
fn count_from<'a>(
    graph: &Graph,
    plan: &'a Plan,
    watch: Watch<'a>,
    times: u128,
) -> Result<Counts, CountError> {
    let (sums, states) = match plan.slots {
        slots if slots <= u64::SLOTS => Counter::<u64>::count(plan, watch, times)?,
        slots if slots <= u128::SLOTS => Counter::<u128>::count(plan, watch, times)?,
        slots => return Err(CountError::TooWide(slots)),
    };
    let mut by_opening: Vec<_> = Vec::new();
    for (step, [second, first]) in plan.steps.iter().zip(sums) {
        if step.can_start {
            // The first player makes the last move of a game of odd length.
            by_opening.push((graph.numbers[step.vertex], Wins { first, second }));
        }
    }
    by_opening.sort_unstable_by_key(|(opening, _)| *opening);
    Counts::new(by_opening, states)
}

struct Counter<'a, K> {
    plan: &'a Plan,
    watch: Watch<'a>,
    /// The states before each step: of paths whose start is not placed, and of the others.
    open: Vec<Open<K>>,
    begun: Vec<Begun<K>>,
}

/// What a step backward needs.
struct Behind<'a, K> {
    step: &'a Step,
    begun: &'a Begun<K>,
    begun_after: &'a Begun<K>,
    after: &'a [Ways],
}

/// A piece of the work of a step forward.
enum Unit {
    Open(Range<usize>),
    Begun(usize, Range<usize>),
}

impl<'a, K: Key> Counter<'a, K> {
    /// For each step, the games that start with its number, of even and of odd length; and how many states there were.
    fn count(
        plan: &'a Plan,
        watch: Watch<'a>,
        times: u128,
    ) -> Result<(Vec<Ways>, u64), CountError> {
        let start = Open { keys: vec![K::START], ways: vec![[times, 0]] };
        watch.charge(start.bytes())?;
        let mut counter = Self { plan, watch, open: vec![start], begun: vec![Begun::none()] };
        for step in &plan.steps {
            counter.go_forward(step)?;
        }
        let states = counter.watch.states;
        let mut sums = Vec::with_capacity(plan.steps.len());
        // After the last step only complete paths are left, and those are no states.
        counter.open.pop();
        let mut begun_after = counter.begun.pop().unwrap_or_else(Begun::none);
        let mut after: Vec<Ways> = vec![[0; 2]; begun_after.places()];
        counter.watch.charge(size_of_val(&*after) as u64)?;
        for step in plan.steps.iter().rev() {
            let (Some(open), Some(begun)) = (counter.open.pop(), counter.begun.pop()) else {
                break;
            };
            let behind = Behind { step, begun: &begun, begun_after: &begun_after, after: &after };
            sums.push(counter.starting(&behind, &open)?);
            let ways = counter.backward(&behind)?;
            counter.watch.done = 1.0 - share(plan, counter.open.len()) / 2.0;
            let given = open.bytes() + begun_after.bytes() + size_of_val(&*after) as u64;
            counter.watch.budget.give(given);
            (begun_after, after) = (begun, ways);
        }
        sums.reverse();
        Ok((sums, states))
    }

    /// Makes the layer after a step.
    fn go_forward(&mut self, step: &Step) -> Result<(), CountError> {
        let (Some(open), Some(begun)) = (self.open.last(), self.begun.last()) else {
            return Ok(());
        };
        let next = Growing::<K>::new(open.keys.len() + begun.len(), self.watch.budget);
        let next = next.ok_or_else(|| self.watch.out_of_memory())?;
        let begun_units = begun.units().into_iter();
        let units = pieces(open.keys.len()).map(Unit::Open);
        let units = units.chain(begun_units.map(|(table, piece)| Unit::Begun(table, piece)));
        let outboxes = in_parallel(
            units.collect(),
            cores(),
            || next.outbox(),
            |outbox, unit| {
                match unit {
                    Unit::Open(piece) => {
                        for (key, ways) in open.keys[piece.clone()].iter().zip(&open.ways[piece]) {
                            let add = &mut |to| next.add_open(outbox, &to, ways);
                            expand(step, Expansion::Complete, *key, add);
                        }
                    }
                    Unit::Begun(table, piece) => {
                        for key in piece.filter_map(|place| begun.key(table, place)) {
                            expand(step, Expansion::Complete, key, &mut |to| {
                                to.key.into_iter().for_each(|key| next.add_begun(outbox, key));
                            });
                        }
                    }
                }
                !next.is_out_of_memory()
            },
            || self.watch.go_on(),
        );
        if outboxes.is_none() && !next.is_out_of_memory() {
            return Err(CountError::Stopped);
        }
        let finished = next.finished(outboxes.unwrap_or_default());
        let (open, begun) = finished.ok_or_else(|| self.watch.out_of_memory())?;
        self.watch.states += (open.keys.len() + begun.len()) as u64;
        self.open.push(open);
        self.begun.push(begun);
        self.watch.done = share(self.plan, self.open.len() - 1) / 2.0;
        Ok(())
    }

    /// The ways to go on from each state whose start is placed.
    fn backward(&mut self, behind: &Behind<'_, K>) -> Result<Vec<Ways>, CountError> {
        let places = behind.begun.places();
        self.watch.charge((places * size_of::<Ways>()) as u64)?;
        let mut ways = vec![[0; 2]; places];
        let mut rest = ways.as_mut_slice();
        let mut units = Vec::with_capacity(places / PIECE + 1);
        for (table, piece) in behind.begun.units() {
            let (list, others) = std::mem::take(&mut rest).split_at_mut(piece.len());
            rest = others;
            units.push((table, piece, list));
        }
        let work = |(): &mut (), (table, piece, list): (_, Range<usize>, &mut [Ways])| {
            for (place, ways) in piece.zip(list) {
                if let Some(key) = behind.begun.key(table, place) {
                    behind.add_ways(key, ways);
                }
            }
            true
        };
        let done = in_parallel(units, cores(), || (), work, || self.watch.go_on());
        done.map(|_| ways).ok_or(CountError::Stopped)
    }

    /// The games that start with the number of a step.
    fn starting(&mut self, behind: &Behind<'_, K>, open: &Open<K>) -> Result<Ways, CountError> {
        if !behind.step.can_start {
            return Ok([0; 2]);
        }
        let sums = in_parallel(
            pieces(open.keys.len()).collect(),
            cores(),
            || [0; 2],
            |sums, piece: Range<usize>| {
                for (key, ways) in open.keys[piece.clone()].iter().zip(&open.ways[piece]) {
                    behind.add_starting(*key, ways, sums);
                }
                true
            },
            || self.watch.go_on(),
        );
        let mut total = [0; 2];
        sums.ok_or(CountError::Stopped)?.iter().for_each(|[even, odd]| {
            add(&mut total[0], *even);
            add(&mut total[1], *odd);
        });
        Ok(total)
    }
}

#[inline(always)]
fn add(sum: &mut u128, amount: u128) {
    *sum = sum.saturating_add(amount);
}

impl<K: Key> Behind<'_, K> {
    /// Adds up the ways to go on from a state.
    #[inline(always)]
    fn add_ways(&self, key: K, ways: &mut Ways) {
        expand(self.step, Expansion::Complete, key, &mut |next| {
            let odd = next.visited as usize % 2;
            let after = self.after(next.key);
            add(&mut ways[odd], after[0]);
            add(&mut ways[1 - odd], after[1]);
        });
    }

    /// Adds the games that come to a state in these ways and start with the number of this step.
    #[inline(always)]
    fn add_starting(&self, key: K, ways: &Ways, sums: &mut Ways) {
        expand(self.step, Expansion::Complete, key, &mut |next| {
            if next.starts {
                let after = self.after(next.key);
                for (parity, &ways) in ways.iter().enumerate() {
                    let odd = (next.visited as usize + parity) % 2;
                    add(&mut sums[odd], ways.saturating_mul(after[0]));
                    add(&mut sums[1 - odd], ways.saturating_mul(after[1]));
                }
            }
        });
    }

    /// The ways to go on from a state after the step; a complete path has none to choose from.
    #[inline(always)]
    fn after(&self, key: Option<K>) -> Ways {
        key.map_or([1, 0], |key| self.after[self.begun_after.find(key)])
    }
}

/// The share of all states that the first layers have, about.
fn share(plan: &Plan, layers: usize) -> f64 {
    let states = |step: &Step| GROWTH.powi(step.frontier.len() as i32);
    let all: f64 = plan.steps.iter().map(states).sum();
    plan.steps.iter().take(layers).map(states).sum::<f64>() / all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::count::tests::rules;
    use crate::frontier::Effort;

    #[test]
    fn keys_of_both_lengths_give_the_same_and_large_amounts_are_exact_or_refused() {
        let graph = Graph::new(rules("multiple-madness;size=32"));
        let mut plan = Plan::new(&graph, Effort::Greedy);
        let budget = Budget::new(1 << 30);
        let count = |plan: &Plan, times| {
            count_from(&graph, plan, Watch::new(&mut |_| true, &budget), times)
        };
        let once = count(&plan, 1).unwrap();
        // There are 2,766,635,956 games, less than 2 to the 32.
        let many = count(&plan, 1 << 96).unwrap();
        assert_eq!(many.total.games(), once.total.games() << 96);
        assert_eq!(count(&plan, 1 << 100), Err(CountError::TooManyGames));
        plan.slots = u64::SLOTS + 1;
        assert_eq!(count(&plan, 1).unwrap(), once);
    }
}

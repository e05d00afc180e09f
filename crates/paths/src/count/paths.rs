//! Counts the games of the related games as paths, by a frontier.
//!
//! Forward, all states are found, and those of paths whose start is not placed yet get the number of ways to reach them.
//! Backward, all others get the number of ways to go on. Where a start is placed the two meet, so one pass counts the games
//! of every opening. If some amount does not fit in 64 bits, everything is counted again with 128.

mod layers;

use std::ops::Range;

use crate::budget::Budget;
use crate::count::amount::Amount;
use crate::count::paths::layers::{Begun, Growing, Open, PIECE, pieces};
use crate::count::{CountError, Counts, Watch, Watcher, Wins};
use crate::frontier::{Expansion, GROWTH, Graph, Key, Plan, Step, expand};
use crate::parallel::{cores, in_parallel};

/// For each step, the games that start with its number, of even and of odd length; and how many states there were.
type Sums = (Vec<[u128; 2]>, u64);

/// Counts the games of a graph in the order of a plan, each as often as `times` says.
pub(super) fn count(
    graph: &Graph,
    plan: &Plan,
    limit: u64,
    watcher: &mut Watcher,
    times: u128,
) -> Result<Counts, CountError> {
    let (sums, states) = match plan.slots {
        slots if slots <= u64::SLOTS => sums::<u64>(plan, limit, watcher, times)?,
        slots if slots <= u128::SLOTS => sums::<u128>(plan, limit, watcher, times)?,
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

fn sums<K: Key>(
    plan: &Plan,
    limit: u64,
    watcher: &mut Watcher,
    times: u128,
) -> Result<Sums, CountError> {
    let budget = Budget::new(limit);
    let found = Counter::<K, u64>::count(plan, Watch::new(watcher, &budget), times)?;
    if !found.0.as_flattened().contains(&u128::MAX) {
        return Ok(found);
    }
    let budget = Budget::new(limit);
    Counter::<K, u128>::count(plan, Watch::new(watcher, &budget), times)
}

struct Counter<'a, K, A> {
    plan: &'a Plan,
    watch: Watch<'a>,
    /// The states before each step: of paths whose start is not placed, and of the others.
    open: Vec<Open<K, A>>,
    begun: Vec<Begun<K>>,
}

struct Behind<'a, K, A> {
    step: &'a Step,
    begun: &'a Begun<K>,
    begun_after: &'a Begun<K>,
    after: &'a [[A; 2]],
}

/// A piece of the work of a step forward.
enum Unit {
    Open(Range<usize>),
    Begun(usize, Range<usize>),
}

impl<'a, K: Key, A: Amount> Counter<'a, K, A> {
    fn count(plan: &'a Plan, watch: Watch<'a>, times: u128) -> Result<Sums, CountError> {
        let start = Open { keys: vec![K::START], ways: vec![[times, 0].map(A::of)] };
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
        let mut after = vec![[A::default(); 2]; begun_after.places()];
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

    fn go_forward(&mut self, step: &Step) -> Result<(), CountError> {
        let (Some(open), Some(begun)) = (self.open.last(), self.begun.last()) else {
            return Ok(());
        };
        let budget = self.watch.budget;
        let next = Growing::<K, A>::new(open.keys.len() + begun.len(), budget);
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
                !budget.is_exceeded()
            },
            || self.watch.go_on(),
        );
        if outboxes.is_none() && !budget.is_exceeded() {
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
    fn backward(&mut self, behind: &Behind<'_, K, A>) -> Result<Vec<[A; 2]>, CountError> {
        let places = behind.begun.places();
        self.watch.charge((places * size_of::<[A; 2]>()) as u64)?;
        let mut ways = vec![[A::default(); 2]; places];
        let mut rest = ways.as_mut_slice();
        let mut units = Vec::with_capacity(places / PIECE + 1);
        for (table, piece) in behind.begun.units() {
            let (list, others) = std::mem::take(&mut rest).split_at_mut(piece.len());
            rest = others;
            units.push((table, piece, list));
        }
        let work = |(): &mut (), (table, piece, list): (_, Range<usize>, &mut [[A; 2]])| {
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

    fn starting(
        &mut self,
        behind: &Behind<'_, K, A>,
        open: &Open<K, A>,
    ) -> Result<[u128; 2], CountError> {
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
        let mut total = [0u128; 2];
        sums.ok_or(CountError::Stopped)?.iter().for_each(|[even, odd]| {
            total = [total[0].saturating_add(*even), total[1].saturating_add(*odd)];
        });
        Ok(total)
    }
}

impl<K: Key, A: Amount> Behind<'_, K, A> {
    /// Adds up the ways to go on from a state.
    #[inline(always)]
    fn add_ways(&self, key: K, ways: &mut [A; 2]) {
        expand(self.step, Expansion::Complete, key, &mut |next| {
            let odd = next.visited as usize % 2;
            let after = self.after(next.key);
            ways[odd] = ways[odd].plus(after[0]);
            ways[1 - odd] = ways[1 - odd].plus(after[1]);
        });
    }

    /// Adds the games that come to a state in these ways and start with the number of this step.
    #[inline(always)]
    fn add_starting(&self, key: K, ways: &[A; 2], sums: &mut [u128; 2]) {
        expand(self.step, Expansion::Complete, key, &mut |next| {
            if next.starts {
                let after = self.after(next.key).map(A::wide);
                for (parity, ways) in ways.iter().enumerate() {
                    let odd = (next.visited as usize + parity) % 2;
                    for (sum, after) in [odd, 1 - odd].into_iter().zip(after) {
                        sums[sum] = sums[sum].saturating_add(ways.wide().saturating_mul(after));
                    }
                }
            }
        });
    }

    /// The ways to go on from a state after the step; a complete path has none to choose from.
    #[inline(always)]
    fn after(&self, key: Option<K>) -> [A; 2] {
        key.map_or_else(|| [1, 0].map(A::of), |key| self.after[self.begun_after.find(key)])
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
    use crate::count::tests::rules;
    use crate::frontier::Effort;

    #[test]
    fn keys_of_both_lengths_give_the_same_and_large_amounts_are_exact_or_refused() {
        let graph = Graph::new(rules("multiple-madness;size=32"));
        let mut plan = Plan::new(&graph, Effort::Greedy);
        let count = |plan: &Plan, times| count(&graph, plan, 1 << 30, &mut |_| true, times);
        let once = count(&plan, 1).unwrap();
        // There are 2,766,635,956 games, less than 2 to the 32.
        for shift in [60, 70, 96] {
            let many = count(&plan, 1 << shift).unwrap();
            assert_eq!(many.total.games(), once.total.games() << shift);
        }
        assert_eq!(count(&plan, 1 << 100), Err(CountError::TooManyGames));
        plan.slots = u64::SLOTS + 1;
        assert_eq!(count(&plan, 1).unwrap(), once);
    }
}

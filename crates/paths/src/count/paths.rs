//! Counts the games of the related games as paths, by a frontier.
//!
//! Forward, all states are found, and those of paths whose start is not placed yet get the number of ways to reach them.
//! Backward, all others get the number of ways to go on. Where a start is placed the two meet, so one pass counts the games
//! of every opening.

mod amounts;
mod layers;

use std::sync::atomic::{AtomicBool, Ordering};

use crate::budget::Budget;
use crate::count::paths::amounts::{Amount, Amounts, Sum, Wrap, amounts};
use crate::count::paths::layers::{Begun, Growing, Layer, Open, PIECE, pieces};
use crate::count::{CountError, Counting, Counts, Wins};
use crate::frontier::{Expansion, GROWTH, Graph, Key, Plan, Step, expand};
use crate::parallel::{cores, in_parallel};

/// Counts the games of a graph in the order of a plan, in at most so many bytes.
pub(super) fn count(
    graph: &Graph,
    plan: &Plan,
    limit: u64,
    watcher: &mut dyn FnMut(Counting) -> bool,
) -> Result<Counts, CountError> {
    // Wider amounts are for games that no machine word holds; tests begin with them.
    count_from(graph, plan, limit, watcher, Amounts::Word(vec![[1, 0]]))
}

fn count_from(
    graph: &Graph,
    plan: &Plan,
    limit: u64,
    watcher: &mut dyn FnMut(Counting) -> bool,
    one: Amounts,
) -> Result<Counts, CountError> {
    let budget = Budget::new(limit);
    let watch = Watch { watcher, plan, budget: &budget, states: 0, done: 0.0 };
    let (sums, positions) = match plan.slots {
        slots if slots <= u64::SLOTS => Counter::<u64>::count(watch, one)?,
        slots if slots <= u128::SLOTS => Counter::<u128>::count(watch, one)?,
        slots => return Err(CountError::TooWide(slots)),
    };
    let mut by_opening: Vec<_> = Vec::new();
    for (step, sums) in plan.steps.iter().zip(sums) {
        if step.can_start {
            // The first player makes the last move of a game of odd length.
            let [second, first] = sums.map(Sum::total);
            by_opening.push((graph.numbers[step.vertex], Wins { first, second }));
        }
    }
    by_opening.sort_unstable_by_key(|(opening, _)| *opening);
    Ok(Counts { total: by_opening.iter().map(|(_, wins)| wins).sum(), by_opening, positions })
}

/// Tells how far the count has come.
struct Watch<'a> {
    watcher: &'a mut dyn FnMut(Counting) -> bool,
    plan: &'a Plan,
    budget: &'a Budget,
    states: u64,
    /// The share of the work that is done.
    done: f64,
}

impl Watch<'_> {
    fn goes_on(&mut self) -> bool {
        let (positions, bytes) = (self.states, self.budget.taken());
        (self.watcher)(Counting { done: self.done, positions, bytes })
    }

    fn out_of_memory(&self) -> CountError {
        CountError::Memory { limit: self.budget.limit(), positions: self.states }
    }
}

struct Counter<'a, K> {
    watch: Watch<'a>,
    /// The states before each step: of paths whose start is not placed, and of the others.
    open: Vec<Open<K>>,
    begun: Vec<Begun<K>>,
}

/// What a step backward needs.
struct Behind<'a, K, V> {
    step: &'a Step,
    begun: &'a Begun<K>,
    begun_after: &'a Begun<K>,
    after: &'a [[V; 2]],
}

/// A piece of the work of a step forward.
enum Unit {
    Open(std::ops::Range<usize>),
    Begun(usize, std::ops::Range<usize>),
}

impl<'a, K: Key> Counter<'a, K> {
    /// For each step, the games that start with its number, of even and of odd length; and how many states there were.
    fn count(watch: Watch<'a>, one: Amounts) -> Result<(Vec<[Sum; 2]>, u64), CountError> {
        let plan = watch.plan;
        let mut counter = Self { watch, open: vec![Open::start(one)], begun: vec![Begun::none()] };
        counter.watch.budget.take(counter.open[0].bytes());
        for step in &plan.steps {
            counter.go_forward(step)?;
        }
        let positions = counter.watch.states;
        let mut sums = Vec::with_capacity(plan.steps.len());
        // After the last step only complete paths are left, and those are no states.
        counter.open.pop();
        let mut begun_after = counter.begun.pop().unwrap_or_else(Begun::none);
        let mut after = Amounts::Word(vec![[0; 2]; begun_after.places()]);
        for step in plan.steps.iter().rev() {
            let (Some(open), Some(begun)) = (counter.open.pop(), counter.begun.pop()) else {
                break;
            };
            let (sum, ways) = counter.go_back(step, &open, &begun, &begun_after, after)?;
            counter.watch.budget.give(open.bytes() + begun_after.bytes());
            sums.push(sum);
            (begun_after, after) = (begun, ways);
        }
        sums.reverse();
        Ok((sums, positions))
    }

    /// Makes the layer after a step, with wider amounts if those at hand do not fit.
    fn go_forward(&mut self, step: &Step) -> Result<(), CountError> {
        let (Some(mut open), Some(begun)) = (self.open.pop(), self.begun.pop()) else {
            return Ok(());
        };
        let next = loop {
            let next = amounts!(&open.ways, ways => self.forward(step, &open.keys, ways, &begun))?;
            match next {
                Some(next) => break next,
                None => {
                    let before = open.bytes();
                    open.ways = open.ways.widened();
                    self.charge(open.bytes() - before)?;
                }
            }
        };
        self.watch.states += (next.0.keys.len() + next.1.len()) as u64;
        self.open.extend([open, next.0]);
        self.begun.extend([begun, next.1]);
        self.watch.done = share(self.watch.plan, self.open.len() - 1, false);
        Ok(())
    }

    /// The next layer; none if an amount does not fit.
    fn forward<V: Amount + Wrap>(
        &mut self,
        step: &Step,
        keys: &[K],
        ways: &[[V; 2]],
        begun: &Begun<K>,
    ) -> Result<Option<Layer<K>>, CountError> {
        let budget = self.watch.budget;
        let next = Growing::<K, V>::new(keys.len() + begun.len(), budget);
        let next = next.ok_or_else(|| self.watch.out_of_memory())?;
        let units = pieces(keys.len()).map(Unit::Open);
        let units =
            units.chain(begun.units().into_iter().map(|(table, piece)| Unit::Begun(table, piece)));
        let outboxes = in_parallel(
            units.collect(),
            cores(),
            || next.outbox(),
            |outbox, unit| {
                match unit {
                    Unit::Open(piece) => {
                        for (key, ways) in keys[piece.clone()].iter().zip(&ways[piece]) {
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
                next.is_sound()
            },
            || self.watch.goes_on(),
        );
        let is_whole = outboxes.is_some();
        next.empty(outboxes.unwrap_or_default());
        if next.has_overflown() {
            next.abandon();
            return Ok(None);
        }
        match (is_whole, next.is_sound()) {
            (_, false) => Err(self.watch.out_of_memory()),
            (false, true) => Err(CountError::Stopped),
            (true, true) => next.finished().map(Some).ok_or_else(|| self.watch.out_of_memory()),
        }
    }

    /// The games that start with the number of a step, and the ways to go on from the states before it.
    fn go_back(
        &mut self,
        step: &Step,
        open: &Open<K>,
        begun: &Begun<K>,
        begun_after: &Begun<K>,
        mut after: Amounts,
    ) -> Result<([Sum; 2], Amounts), CountError> {
        let sums = amounts!(&after, after => {
            let behind = Behind { step, begun, begun_after, after };
            amounts!(&open.ways, ways => self.starting(&behind, &open.keys, ways))
        })?;
        let ways = loop {
            let ways = amounts!(&after, after => {
                self.backward(&Behind { step, begun, begun_after, after })
            })?;
            match ways {
                Some(ways) => break ways,
                None => {
                    let before = after.bytes();
                    after = after.widened();
                    self.charge(after.bytes() - before)?;
                }
            }
        };
        self.watch.budget.give(after.bytes());
        self.watch.done = share(self.watch.plan, self.open.len(), true);
        Ok((sums, ways))
    }

    /// The ways to go on from each state whose start is placed; none if an amount does not fit.
    fn backward<V: Amount + Wrap>(
        &mut self,
        behind: &Behind<'_, K, V>,
    ) -> Result<Option<Amounts>, CountError> {
        let places = behind.begun.places();
        self.charge(2 * V::BYTES * places as u64)?;
        let mut ways = vec![<[V; 2]>::default(); places];
        let mut rest = ways.as_mut_slice();
        let mut units = Vec::with_capacity(places / PIECE + 1);
        for (table, piece) in behind.begun.units() {
            let (list, others) = std::mem::take(&mut rest).split_at_mut(piece.len());
            rest = others;
            units.push((table, piece, list));
        }
        let overflow = AtomicBool::new(false);
        let work =
            |(): &mut (), (table, piece, list): (_, std::ops::Range<usize>, &mut [[V; 2]])| {
                let fits =
                    piece.zip(list).all(|(place, ways)| match behind.begun.key(table, place) {
                        Some(key) => behind.add_ways(key, ways),
                        None => true,
                    });
                overflow.fetch_or(!fits, Ordering::Relaxed);
                fits
            };
        let done = in_parallel(units, cores(), || (), work, || self.watch.goes_on());
        match (done, overflow.into_inner()) {
            (Some(_), _) => Ok(Some(V::wrap(ways))),
            (None, true) => {
                self.watch.budget.give(2 * V::BYTES * places as u64);
                Ok(None)
            }
            (None, false) => Err(CountError::Stopped),
        }
    }

    /// The games that start with the number of a step.
    fn starting<V: Amount, W: Amount>(
        &mut self,
        behind: &Behind<'_, K, V>,
        keys: &[K],
        ways: &[[W; 2]],
    ) -> Result<[Sum; 2], CountError> {
        let units = if behind.step.can_start { pieces(keys.len()).collect() } else { Vec::new() };
        let sums = in_parallel(
            units,
            cores(),
            || [Sum::default(), Sum::default()],
            |sums, piece: std::ops::Range<usize>| {
                for (key, ways) in keys[piece.clone()].iter().zip(&ways[piece]) {
                    behind.add_starting(*key, ways, sums);
                }
                true
            },
            || self.watch.goes_on(),
        );
        let mut total = [Sum::default(), Sum::default()];
        for sums in sums.ok_or(CountError::Stopped)? {
            total.iter_mut().zip(&sums).for_each(|(total, sum)| total.add(sum));
        }
        Ok(total)
    }

    fn charge(&self, bytes: u64) -> Result<(), CountError> {
        let fits = self.watch.budget.take(bytes);
        if fits { Ok(()) } else { Err(self.watch.out_of_memory()) }
    }
}

impl<K: Key, V: Amount> Behind<'_, K, V> {
    /// Adds up the ways to go on from a state; false if they do not fit.
    #[inline(always)]
    fn add_ways(&self, key: K, ways: &mut [V; 2]) -> bool {
        let mut fits = true;
        expand(self.step, Expansion::Complete, key, &mut |next| {
            let odd = next.visited as usize % 2;
            match next.key {
                None => fits &= ways[odd].add(&V::one()),
                Some(key) => {
                    let after = &self.after[self.begun_after.find(key)];
                    fits &= ways[odd].add(&after[0]) & ways[1 - odd].add(&after[1]);
                }
            }
        });
        fits
    }

    /// Adds the games that come to a state in so many ways and start with the number of this step.
    #[inline(always)]
    fn add_starting<W: Amount>(&self, key: K, ways: &[W; 2], sums: &mut [Sum; 2]) {
        expand(self.step, Expansion::Complete, key, &mut |next| {
            if !next.starts {
                return;
            }
            for (parity, ways) in ways.iter().enumerate() {
                let odd = (next.visited as usize + parity) % 2;
                match next.key {
                    None => sums[odd].add_product(ways, &V::one()),
                    Some(key) => {
                        let after = &self.after[self.begun_after.find(key)];
                        sums[odd].add_product(ways, &after[0]);
                        sums[1 - odd].add_product(ways, &after[1]);
                    }
                }
            }
        });
    }
}

/// The share of the work that is done once so many layers are there, on the way forward or back.
fn share(plan: &Plan, layers: usize, back: bool) -> f64 {
    let states = |step: &Step| GROWTH.powi(step.frontier.len() as i32);
    let all: f64 = plan.steps.iter().map(states).sum();
    let some: f64 = plan.steps.iter().take(layers).map(states).sum();
    if back { 1.0 - some / all / 2.0 } else { some / all / 2.0 }
}

#[cfg(test)]
mod tests {
    use divvy_rules::{Family, Rules};
    use num_bigint::BigUint;

    use super::*;
    use crate::frontier::Effort;

    #[test]
    fn amounts_of_every_width_and_keys_of_both_lengths_give_the_same() {
        let rules: Rules = "multiple-madness;size=32".parse().unwrap();
        let Family::Removal(rules) = rules.family() else { unreachable!() };
        let graph = Graph::new(rules);
        let mut plan = Plan::new(&graph, Effort::Greedy);
        let words = count(&graph, &plan, 1 << 30, &mut |_| true).unwrap();
        for wide in [Amounts::Double(vec![[1, 0]]), Amounts::Big(vec![[1u8, 0].map(BigUint::from)])]
        {
            let counts = count_from(&graph, &plan, 1 << 30, &mut |_| true, wide).unwrap();
            assert_eq!(counts, words);
        }
        plan.slots = u64::SLOTS + 1;
        assert_eq!(count(&graph, &plan, 1 << 30, &mut |_| true).unwrap(), words);
    }

    #[test]
    fn amounts_that_do_not_fit_are_widened() {
        let graph =
            Graph::new(match "multiple-madness;size=20".parse::<Rules>().unwrap().family() {
                Family::Removal(rules) => rules,
                Family::Race(_) => unreachable!(),
            });
        let plan = Plan::new(&graph, Effort::Greedy);
        let counts = count(&graph, &plan, 1 << 30, &mut |_| true).unwrap();
        // Every game many times: the sums outgrow one word, then two.
        for many in [u128::from(u64::MAX), u128::MAX] {
            let one = match u64::try_from(many) {
                Ok(word) => Amounts::Word(vec![[word, 0]]),
                Err(_) => Amounts::Double(vec![[many, 0]]),
            };
            let found = count_from(&graph, &plan, 1 << 30, &mut |_| true, one).unwrap();
            assert_eq!(found.total.first, counts.total.first.clone() * many);
            assert_eq!(found.total.second, counts.total.second.clone() * many);
        }
    }
}

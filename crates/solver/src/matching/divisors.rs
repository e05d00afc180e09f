//! The divisor graph: an edge joins two numbers one of which divides the other.

use crate::matching::adjacency::Adjacency;
use crate::matching::forest::{CellSet, Forest, NONE, State};
use crate::matching::sieve::{DivisorBuffer, Sieve};

/// The divisor graph on `1..=n`, never stored: multiples are a stride, divisors come from a sieve.
#[derive(Debug)]
pub(crate) struct Divisors {
    sieve: Sieve,
    buffer: DivisorBuffer,
    /// How many targets each number is related to; the hint of a cell says whether there are any.
    /// A search that sees one step ahead in constant time need not grow its last, widest level.
    near_targets: Vec<u32>,
    chosen: Chosen,
}

/// The multiples of `v` up to `n`, without `v` itself.
#[inline]
fn multiples(v: u32, n: u32) -> impl Iterator<Item = u32> {
    (2..=n / v).rev().map(move |k| k * v)
}

/// Some multiple of `d` known to be in the core.
#[inline]
fn core_multiple(d: u32, forest: &Forest) -> Option<u32> {
    (2..=forest.size() / d).map(|k| k * d).find(|&m| forest.cell(m).is_core())
}

/// Most neighbours chosen at a time; a power of two, at least the number of divisors.
const CHUNK: usize = 256;

/// The few neighbours worth a look, picked from many without a branch for each: which neighbours
/// matter is hard to predict, and a mispredicted branch costs more than the look itself.
#[derive(Debug)]
struct Chosen {
    list: [u32; CHUNK],
    len: usize,
}

impl Chosen {
    /// Chooses from at most [`CHUNK`] neighbours.
    #[inline]
    fn fill(&mut self, neighbours: impl Iterator<Item = u32>, wanted: CellSet, forest: &Forest) {
        self.len = 0;
        for v in neighbours {
            self.list[self.len % CHUNK] = v;
            self.len += wanted.count(forest.cell(v));
        }
    }
}

impl Divisors {
    pub(crate) fn new(n: u32) -> Self {
        Self {
            sieve: Sieve::new(n),
            buffer: DivisorBuffer::default(),
            near_targets: vec![0; n as usize + 1],
            chosen: Chosen { list: [NONE; CHUNK], len: 0 },
        }
    }

    /// Looks at the edges from the outer vertex `u` to the chosen neighbours.
    fn look_at(&mut self, u: u32, forest: &mut Forest) -> Option<(u32, u32)> {
        // Nothing needs to grow where a target is near, and loads that wait for nothing overlap.
        for i in 0..self.chosen.len {
            let v = self.chosen.list[i];
            let mate = forest.mate(v);
            if (mate == NONE || forest.hint(mate)) && forest.state(v) == State::Loose {
                if mate == NONE {
                    return Some((u, v));
                }
                forest.grow(u, v);
                return self.target_near(mate, forest).map(|target| (mate, target));
            }
        }
        for i in 0..self.chosen.len {
            let v = self.chosen.list[i];
            match forest.state(v) {
                State::Loose => forest.grow(u, v),
                State::Outer | State::Swallowed => {
                    let reached = forest.reached();
                    forest.join(u, v);
                    // Swallowed vertices are outer now, and a target may be near one of them.
                    for i in reached..forest.reached() {
                        let outer = forest.nth_reached(i);
                        if forest.hint(outer) {
                            return self.target_near(outer, forest).map(|target| (outer, target));
                        }
                    }
                }
                State::Absent | State::Inner => {}
            }
        }
        None
    }

    /// Looks at the edges from vertices outside the core up to multiples in the core. Outer vertices
    /// of earlier searches are asked too: a repaired tree consists of old and new ones.
    fn ask_for_core(&mut self, forest: &mut Forest) -> Option<(u32, u32)> {
        for d in (1..=forest.size() / 2).rev() {
            let state = forest.state(d);
            let is_asked = state == State::Loose || (state.is_outer() && !forest.is_core(d));
            let Some(m) = is_asked.then(|| core_multiple(d, forest)).flatten() else { continue };
            if state.is_outer() {
                forest.join(d, m);
                continue;
            }
            let mate = forest.mate(d);
            if mate == NONE {
                return Some((m, d));
            }
            forest.grow(m, d);
            if let Some(m) = core_multiple(mate, forest) {
                forest.join(mate, m);
            }
        }
        None
    }

    /// Looks at the edges from the outer vertex `u` to its multiples.
    #[inline]
    fn scan_multiples(&mut self, u: u32, forest: &mut Forest) -> Option<(u32, u32)> {
        let mut most = forest.size() / u;
        while most > 1 {
            let least = most.saturating_sub(CHUNK as u32).max(1);
            let wanted = forest.worth_a_look(u);
            self.chosen.fill((least + 1..=most).rev().map(|k| k * u), wanted, forest);
            most = least;
            let found = self.look_at(u, forest);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn target_near(&mut self, v: u32, forest: &Forest) -> Option<u32> {
        let divisors = self.sieve.proper_divisors(v, &mut self.buffer);
        multiples(v, forest.size())
            .chain(divisors.iter().rev().copied())
            .find(|&z| forest.is_target(z))
    }
}

impl Adjacency for Divisors {
    fn needs_no_scans(&self) -> bool {
        true
    }

    /// From the top down, each number takes its largest free divisor: numbers with few relations
    /// choose first, and small numbers, which everyone can use, are spent last.
    fn match_greedily(&mut self, forest: &mut Forest) {
        for v in (2..=forest.size()).rev() {
            if !forest.is_target(v) {
                continue;
            }
            let largest = self.sieve.largest_proper_divisor(v);
            let divisor = if forest.is_target(largest) {
                Some(largest)
            } else {
                let divisors = self.sieve.proper_divisors(v, &mut self.buffer);
                divisors.iter().copied().filter(|&d| forest.is_target(d)).max()
            };
            if let Some(d) = divisor {
                forest.pair(v, d);
            }
        }
    }

    /// Roots with the largest prime factors go first. They sit in small blocks (the multiples of
    /// that prime) whose trees are soon finished and out of everyone's way; the targets left over
    /// are numbers with many relations, which later searches hit quickly.
    fn set_targets(&mut self, targets: &mut [u32], forest: &mut Forest) {
        targets.sort_by_cached_key(|&z| std::cmp::Reverse((self.sieve.largest_prime_factor(z), z)));
        for &z in targets.iter() {
            for &d in self.sieve.proper_divisors(z, &mut self.buffer) {
                self.near_targets[d as usize] += 1;
                forest.set_hint(d, true);
            }
            for m in multiples(z, forest.size()) {
                self.near_targets[m as usize] += 1;
                forest.set_hint(m, true);
            }
        }
    }

    fn drop_target(&mut self, target: u32, forest: &mut Forest) {
        let divisors = self.sieve.proper_divisors(target, &mut self.buffer);
        for v in divisors.iter().copied().chain(multiples(target, forest.size())) {
            self.near_targets[v as usize] -= 1;
            if self.near_targets[v as usize] == 0 {
                forest.set_hint(v, false);
            }
        }
    }

    /// Large neighbours come first: small ones have so many relations that they are worth saving.
    fn scan(&mut self, u: u32, forest: &mut Forest) -> Option<(u32, u32)> {
        let found = self.scan_multiples(u, forest);
        if found.is_some() {
            return found;
        }
        let divisors = self.sieve.proper_divisors(u, &mut self.buffer);
        let wanted = forest.worth_a_look(u);
        self.chosen.fill(divisors.iter().rev().copied(), wanted, forest);
        self.look_at(u, forest)
    }

    /// A core that has become huge is scanned upwards only. Its edges down to divisors are found
    /// from the other end, by asking all that is not in the core for a multiple that is: those
    /// are fewer, the first multiple usually answers, and multiples need no sieve.
    fn scan_many(&mut self, u: u32, many: usize, forest: &mut Forest) -> Option<(u32, u32)> {
        let mut next = Some(u);
        loop {
            while let Some(u) = next {
                // One edge into the core is enough to share its treatment.
                if !forest.is_core(u)
                    && let Some(m) = core_multiple(u, forest)
                {
                    forest.join(u, m);
                }
                let found = if forest.is_core(u) {
                    self.scan_multiples(u, forest)
                } else {
                    self.scan(u, forest)
                };
                if found.is_some() {
                    return found;
                }
                next = if forest.unscanned() > 0 { forest.next_unscanned() } else { None };
            }
            let reached = forest.reached();
            if let Some(found) = self.ask_for_core(forest) {
                return Some(found);
            }
            // Whatever joins from now on is scanned in full.
            if forest.reached() - reached < many {
                return None;
            }
            next = forest.next_unscanned();
        }
    }

    fn outer_neighbour(&mut self, x: u32, forest: &Forest) -> Option<u32> {
        let divisors = self.sieve.proper_divisors(x, &mut self.buffer);
        // Large divisors first: small ones lie in large trees, and the tree may have to be grown anew.
        divisors
            .iter()
            .rev()
            .copied()
            .chain(multiples(x, forest.size()))
            .find(|&v| forest.state(v).is_outer())
    }
}

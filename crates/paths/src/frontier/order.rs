//! In which order numbers are eliminated: the narrower the frontier, the fewer the states.

use std::cmp::Reverse;

use crate::frontier::Graph;
use divvy_rules::mixed;

/// How much is done for a good order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    Greedy,
    /// The greedy order, then changes that make it better, as many as the work ahead is worth.
    Annealed,
}

/// By how much one number more on the frontier multiplies the states, about.
pub(crate) const GROWTH: f64 = 3.3;
/// Changes that are tried for each state that the greedy order would have.
const WORTH: f64 = 0.1;
const FEWEST_CHANGES: f64 = 2_000.0;
const MOST_CHANGES: f64 = 400_000.0;

pub(super) fn find(graph: &Graph, effort: Effort) -> Vec<usize> {
    let order = greedy(graph);
    match effort {
        Effort::Annealed if graph.len() > 1 => annealed(graph, order),
        Effort::Greedy | Effort::Annealed => order,
    }
}

/// Always the number that enlarges the frontier least, of equals the one with the largest prime factor, then the largest: the
/// multiples of a large prime are soon done with. 1 is related to all and comes last.
fn greedy(graph: &Graph) -> Vec<usize> {
    let primes: Vec<u32> = graph.numbers.iter().map(|n| largest_prime_factor(n.get())).collect();
    let mut is_left = vec![true; graph.len()];
    let mut on_frontier = vec![false; graph.len()];
    let mut order = Vec::with_capacity(graph.len());
    for _ in 0..graph.len() {
        let cost = |&vertex: &usize| {
            let new = graph.related[vertex].iter().filter(|&&v| is_left[v] && !on_frontier[v]);
            let leaves = usize::from(on_frontier[vertex]);
            let is_one = graph.numbers[vertex].get() == 1;
            (is_one, new.count() + 1 - leaves, Reverse(primes[vertex]), Reverse(vertex))
        };
        let Some(next) = (0..graph.len()).filter(|&v| is_left[v]).min_by_key(cost) else { break };
        is_left[next] = false;
        on_frontier[next] = false;
        for &vertex in &graph.related[next] {
            on_frontier[vertex] |= is_left[vertex];
        }
        order.push(next);
    }
    order
}

fn largest_prime_factor(mut number: u32) -> u32 {
    let mut factor = 2;
    while factor * factor <= number {
        match number.is_multiple_of(factor) {
            true => number /= factor,
            false => factor += 1,
        }
    }
    number
}

/// Moves single numbers about: better orders are kept, worse ones sometimes, ever more seldom.
fn annealed(graph: &Graph, order: Vec<usize>) -> Vec<usize> {
    const WARM: f64 = 0.3;
    const COLD: f64 = 0.002;
    let len = order.len() as u64;
    let mut scale = Scale::new(graph);
    let mut current = (scale.cost(graph, &order), order);
    let changes = (current.0 * WORTH).clamp(FEWEST_CHANGES, MOST_CHANGES);
    let cooling = (COLD / WARM).powf(1.0 / changes);
    let (mut warmth, mut best) = (WARM, current.clone());
    for change in 0..changes as u64 {
        warmth *= cooling;
        let drawn = mixed(change + 1);
        let (from, to) = ((drawn % len) as usize, ((drawn >> 20) % len) as usize);
        let (cost, order) = (current.0, &mut current.1);
        shift(order, from, to);
        current.0 = scale.cost(graph, order);
        let chance = (drawn >> 40) as f64 / f64::from(1 << 24);
        if current.0 > cost && chance >= ((cost / current.0).ln() / warmth).exp() {
            shift(order, to, from);
            current.0 = cost;
        } else if current.0 < best.0 {
            best.clone_from(&current);
        }
    }
    best.1
}

fn shift(order: &mut [usize], from: usize, to: usize) {
    match from < to {
        true => order[from..=to].rotate_left(1),
        false => order[to..=from].rotate_right(1),
    }
}

/// What an order costs. The buffers are reused.
struct Scale {
    place: Vec<usize>,
    enters: Vec<i32>,
    powers: Vec<f64>,
}

impl Scale {
    fn new(graph: &Graph) -> Self {
        let len = graph.len();
        let powers = std::iter::successors(Some(1.0), |power| Some(power * GROWTH));
        Self {
            place: vec![0; len],
            enters: vec![0; len + 1],
            powers: powers.take(len + 1).collect(),
        }
    }

    /// About how many states there are in all.
    fn cost(&mut self, graph: &Graph, order: &[usize]) -> f64 {
        for (at, &vertex) in order.iter().enumerate() {
            self.place[vertex] = at;
        }
        self.enters.fill(0);
        for (vertex, related) in graph.related.iter().enumerate() {
            let leaves = self.place[vertex];
            let enters = related.iter().map(|&other| self.place[other]).min().unwrap_or(leaves);
            if enters < leaves {
                self.enters[enters] += 1;
                self.enters[leaves] -= 1;
            }
        }
        let mut width = 0i32;
        self.enters[..order.len()]
            .iter()
            .map(|change| {
                width += change;
                self.powers[width as usize]
            })
            .sum()
    }
}

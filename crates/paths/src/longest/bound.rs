//! How many numbers a path leaves out at least.
//!
//! Every number on a path has two neighbours there, but for the path's ends. So a flow bounds what can still be visited: as
//! many units out of each number as it lacks neighbours, one along each edge, as many into each number. Computing a flow
//! for every state would take too long; a cut that is smallest for one state bounds the flow of all others too.

use crate::frontier::{Graph, INSIDE, Key, MARK, Plan};

/// Bounds for the states after one step.
#[derive(Debug)]
pub(super) struct Bound {
    left: u32,
    slots: Vec<usize>,
    cuts: Vec<Cut>,
}

#[derive(Debug)]
struct Cut {
    constant: u32,
    /// What each unit that a number of the frontier lacks adds, in the order of the slots.
    weights: Vec<u32>,
}

/// Neighbours that a number lacks.
const BOTH: u32 = 2;

impl Bound {
    /// The bounds after some steps: the smallest cuts where the frontier's numbers lack two neighbours, one or none.
    pub(super) fn after(graph: &Graph, plan: &Plan, steps: usize) -> Self {
        let frontier = match steps {
            0 => &[][..],
            _ => &plan.steps[steps - 1].frontier,
        };
        let mut lacks = vec![0; graph.len()];
        plan.steps[steps..].iter().for_each(|step| lacks[step.vertex] = BOTH);
        let cuts = (0..=BOTH).rev().map(|lack| {
            frontier.iter().for_each(|&(vertex, _)| lacks[vertex] = lack);
            let mut flow = Flow::new(graph, &lacks);
            flow.fill();
            frontier.iter().for_each(|&(vertex, _)| lacks[vertex] = BOTH);
            flow.cut(&lacks, frontier)
        });
        Self {
            left: (graph.len() - steps) as u32,
            cuts: cuts.collect(),
            slots: frontier.iter().map(|&(_, slot)| slot).collect(),
        }
    }

    /// How many of the numbers that are left stay out at least.
    #[inline(always)]
    pub(super) fn omitted<K: Key>(&self, key: K) -> u32 {
        let ends = 2 - u32::from(key.has_start()) - u32::from(key.has_finish());
        let (mut inside, mut open) = (0, 0);
        let mut units = [0; 3];
        for (place, cut) in self.cuts.iter().enumerate() {
            units[place] = cut.constant;
        }
        for (place, &slot) in self.slots.iter().enumerate() {
            let lacks = match key.code(slot) {
                // Not touched by the path yet.
                ..=MARK => BOTH,
                INSIDE => {
                    inside += 1;
                    0
                }
                // The end of a piece.
                _ => {
                    open += 1;
                    1
                }
            };
            for (units, cut) in units.iter_mut().zip(&self.cuts) {
                *units += lacks * cut.weights[place];
            }
        }
        let units = units.iter().take(self.cuts.len()).min().map_or(0, |&units| units);
        let untouched = (units + ends).saturating_sub(open) / 2;
        self.left.saturating_sub(inside + open + untouched)
    }
}

struct Flow<'a> {
    graph: &'a Graph,
    lacks: Vec<u32>,
    sent: Vec<u32>,
    /// For each number, those from which its units come.
    sources: Vec<Vec<usize>>,
    seen: Vec<u32>,
    round: u32,
}

impl<'a> Flow<'a> {
    fn new(graph: &'a Graph, lacks: &[u32]) -> Self {
        let len = graph.len();
        let (sent, seen) = (vec![0; len], vec![0; len]);
        Self { graph, lacks: lacks.to_vec(), sent, sources: vec![Vec::new(); len], seen, round: 0 }
    }

    /// Sends as many units as there can be.
    fn fill(&mut self) {
        for vertex in (0..self.graph.len()).rev() {
            while self.sent[vertex] < self.lacks[vertex] {
                self.round += 1;
                if !self.augment(vertex) {
                    break;
                }
                self.sent[vertex] += 1;
            }
        }
    }

    /// Finds a way for one more unit from a number.
    fn augment(&mut self, from: usize) -> bool {
        let graph = self.graph;
        for &to in graph.related[from].iter().rev() {
            if self.lacks[to] == 0
                || self.seen[to] == self.round
                || self.sources[to].contains(&from)
            {
                continue;
            }
            self.seen[to] = self.round;
            if self.sources[to].len() < self.lacks[to] as usize {
                self.sources[to].push(from);
                return true;
            }
            for place in 0..self.sources[to].len() {
                let other = self.sources[to][place];
                if self.augment(other) {
                    // The other unit goes elsewhere now.
                    self.sources[to][place] = from;
                    return true;
                }
            }
        }
        false
    }

    /// The smallest cut, as a bound for any state in which the numbers off the frontier lack these neighbours.
    fn cut(&self, lacks: &[u32], frontier: &[(usize, usize)]) -> Cut {
        let len = self.graph.len();
        let (mut from_side, mut to_side) = (vec![false; len], vec![false; len]);
        let is_left = |v: &usize| lacks[*v] > 0;
        let mut stack: Vec<usize> =
            (0..len).filter(is_left).filter(|&v| self.sent[v] < self.lacks[v]).collect();
        stack.iter().for_each(|&v| from_side[v] = true);
        while let Some(from) = stack.pop() {
            for &to in self.graph.related[from].iter().filter(|v| is_left(v)) {
                if to_side[to] || self.sources[to].contains(&from) {
                    continue;
                }
                to_side[to] = true;
                for &other in &self.sources[to] {
                    if !std::mem::replace(&mut from_side[other], true) {
                        stack.push(other);
                    }
                }
            }
        }
        let weight = |v: usize| u32::from(!from_side[v]) + u32::from(to_side[v]);
        let crossing = |v: usize| {
            let related = self.graph.related[v].iter().filter(|v| is_left(v));
            if from_side[v] { related.filter(|&&to| !to_side[to]).count() as u32 } else { 0 }
        };
        let all: u32 = (0..len).filter(is_left).map(|v| BOTH * weight(v) + crossing(v)).sum();
        let weights: Vec<u32> = frontier.iter().map(|&(vertex, _)| weight(vertex)).collect();
        Cut { constant: all - weights.iter().map(|weight| BOTH * weight).sum::<u32>(), weights }
    }
}

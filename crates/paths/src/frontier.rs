//! Paths of the divisor graph without listing them: numbers are eliminated one by one, and only how the path touches the
//! frontier is kept, the numbers that are left and have an eliminated relative. `docs/theory.md` explains it.

mod key;
mod order;
mod state;
mod table;

use divvy_rules::{Number, Relation, RemovalRules};

pub(crate) use key::{INSIDE, Key, MARK, Wide};
pub(crate) use order::{Effort, GROWTH};
pub(crate) use state::{Expansion, Next, expand};
pub(crate) use table::Table;

/// The free numbers of a board before the first move, and which of them are related. Numbers are spoken of by their place.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) numbers: Vec<Number>,
    pub(crate) related: Vec<Vec<usize>>,
    /// Whether the first move may be this number.
    pub(crate) openings: Vec<bool>,
}

impl Graph {
    pub(crate) fn new(rules: RemovalRules) -> Self {
        let start = rules.start();
        let legal = start.legal();
        let numbers: Vec<Number> = start.free().iter().collect();
        let related = |a: &Number| {
            let relatives = numbers.iter().enumerate();
            relatives.filter(|(_, b)| Relation::Related.allows(*a, **b)).map(|(b, _)| b).collect()
        };
        let openings = numbers.iter().map(|&number| legal.contains(number)).collect();
        Self { related: numbers.iter().map(related).collect(), openings, numbers }
    }

    pub(crate) fn open_with(&mut self, openings: &[Number]) {
        for (can_start, number) in self.openings.iter_mut().zip(&self.numbers) {
            *can_start &= openings.binary_search(number).is_ok();
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }
}

/// The elimination of one number.
#[derive(Debug)]
pub(crate) struct Step {
    /// Which number, by its place in the graph.
    pub(crate) vertex: usize,
    /// Its slot, if it was on the frontier.
    pub(crate) slot: Option<usize>,
    /// The slots of its relatives that are left.
    pub(crate) related: Vec<usize>,
    /// The numbers on the frontier afterwards, with their slots.
    pub(crate) frontier: Vec<(usize, usize)>,
    pub(crate) can_start: bool,
}

impl Step {
    pub(crate) fn relative_at(&self, slot: usize) -> usize {
        let found = self.frontier.iter().find(|(_, at)| *at == slot);
        found.map_or(self.vertex, |(vertex, _)| *vertex)
    }
}

/// An order of elimination, with a slot for every number while it is on the frontier.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) steps: Vec<Step>,
    /// The most numbers on the frontier at a time, with the one that is being eliminated.
    pub(crate) slots: usize,
}

impl Plan {
    /// A plan with a good order.
    pub(crate) fn new(graph: &Graph, effort: Effort) -> Self {
        Self::of(graph, &order::find(graph, effort))
    }

    fn of(graph: &Graph, order: &[usize]) -> Self {
        let mut place = vec![0; graph.len()];
        order.iter().enumerate().for_each(|(at, &vertex)| place[vertex] = at);
        let (mut slots, mut free) = (0, Vec::new());
        let mut slot_of: Vec<Option<usize>> = vec![None; graph.len()];
        let mut plan = Self { steps: Vec::new(), slots: 0 };
        for (at, &vertex) in order.iter().enumerate() {
            let left = graph.related[vertex].iter().filter(|&&other| place[other] > at);
            let related = left.map(|&other| {
                *slot_of[other].get_or_insert_with(|| {
                    free.pop().unwrap_or_else(|| {
                        slots += 1;
                        slots - 1
                    })
                })
            });
            let related: Vec<usize> = related.collect();
            let slot = slot_of[vertex].take();
            free.extend(slot);
            let on_frontier = slot_of.iter().enumerate();
            let frontier = on_frontier.filter_map(|(v, slot)| slot.map(|slot| (v, slot))).collect();
            let can_start = graph.openings[vertex];
            plan.steps.push(Step { vertex, slot, related, frontier, can_start });
        }
        plan.slots = slots;
        plan
    }
}

//! Looks for a path that leaves out no more than a given number of numbers.

use crate::budget::Budget;
use crate::frontier::{Expansion, Graph, Key, Next, Plan, Step, Table, expand};
use crate::longest::bound::Bound;

/// States between two calls of the watcher.
const WATCHED_EVERY: usize = 1 << 12;

/// Why a search did not come to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    Memory,
    Stopped,
}

/// What all searches of a board share.
#[derive(Debug)]
pub(super) struct Board<'a> {
    pub(super) graph: &'a Graph,
    pub(super) plan: &'a Plan,
    /// After each step, and before the first.
    pub(super) bounds: Vec<Bound>,
    pub(super) budget: Budget,
}

/// The states after a step. Equal ones are kept once, with the fewest numbers left out.
#[derive(Debug)]
struct Layer<K> {
    keys: Vec<K>,
    omitted: Vec<u32>,
    /// Which state of the layer before each comes from.
    parents: Vec<u32>,
}

/// A search for a path that leaves out at most `most` numbers.
pub(super) struct Search<'a, K> {
    board: &'a Board<'a>,
    kind: Expansion,
    most: u32,
    /// How many states of a layer are kept at most, the most promising ones.
    width: usize,
    layers: Vec<Layer<K>>,
    pub(super) states: u64,
}

impl<'a, K: Key> Search<'a, K> {
    /// A search that finds a path if there is one; with a width it is quick, and may not find one.
    pub(super) fn new(board: &'a Board<'a>, most: u32, width: Option<usize>) -> Self {
        let any_opening = board.graph.openings.iter().all(|&can_start| can_start);
        let kind = if any_opening { Expansion::OneWay } else { Expansion::Any };
        let start = Layer { keys: vec![K::START], omitted: vec![0], parents: vec![0] };
        let width = width.unwrap_or(usize::MAX);
        Self { board, kind, most, width, layers: vec![start], states: 0 }
    }

    /// The places of a path's numbers in the graph, in order; none if every path leaves out more.
    pub(super) fn run(
        &mut self,
        mut watcher: impl FnMut(usize, u64) -> bool,
    ) -> Result<Option<Vec<usize>>, Halt> {
        for (place, step) in self.board.plan.steps.iter().enumerate() {
            let layer = self.advance(place, step, &mut watcher)?;
            match layer {
                Ok(last) => return Ok(Some(self.path(place, last))),
                Err(mut layer) => {
                    layer.narrow(self.width, &self.board.bounds[place + 1]);
                    self.states += layer.keys.len() as u64;
                    self.layers.push(layer);
                    debug_assert!(
                        self.layers[1..].iter().map(Layer::bytes).sum::<u64>()
                            <= self.board.budget.taken(),
                        "what is taken is counted"
                    );
                }
            }
        }
        Ok(None)
    }

    /// The next layer, or the state of this one that a path can be completed from.
    fn advance(
        &self,
        place: usize,
        step: &Step,
        watcher: &mut impl FnMut(usize, u64) -> bool,
    ) -> Result<Result<usize, Layer<K>>, Halt> {
        let Some(layer) = self.layers.last() else { return Err(Halt::Stopped) };
        let bound = &self.board.bounds[place + 1];
        let mut next = Layer { keys: Vec::new(), omitted: Vec::new(), parents: Vec::new() };
        let mut places: Table<K, u32> = Table::new();
        let room = places.places() as u64 * Layer::<K>::STATE;
        let mut is_enough = self.board.budget.take(places.bytes() + room);
        next.reserve(&places);
        let mut completed = None;
        for (parent, &key) in layer.keys.iter().enumerate() {
            if parent.is_multiple_of(WATCHED_EVERY)
                && !watcher(place, self.states + next.keys.len() as u64)
            {
                return Err(Halt::Stopped);
            }
            let before = layer.omitted[parent];
            expand(step, self.kind, key, &mut |to| match to.key {
                None if self.completes(place, before, &to) => completed = Some(parent),
                None => {}
                Some(key) => {
                    let omitted = before + u32::from(to.visited == 0);
                    if is_enough && omitted + bound.omitted(key) <= self.most {
                        is_enough = self.make_room(&mut places, &mut next);
                        if is_enough {
                            next.add(&mut places, key, omitted, parent as u32);
                        }
                    }
                }
            });
            if completed.is_some() {
                break;
            }
            if !is_enough {
                return Err(Halt::Memory);
            }
        }
        self.board.budget.give(places.bytes());
        match completed {
            Some(parent) => Ok(Ok(parent)),
            None => Ok(Err(next)),
        }
    }

    /// Lets a full table grow, with the lists beside it; false if that takes too much memory.
    #[inline(always)]
    fn make_room(&self, places: &mut Table<K, u32>, next: &mut Layer<K>) -> bool {
        if !places.is_full() {
            return true;
        }
        let fits = places.make_room(&self.board.budget, Layer::<K>::STATE);
        if fits {
            next.reserve(places);
        }
        fits
    }

    /// Whether a complete path leaves out few enough.
    fn completes(&self, place: usize, omitted: u32, to: &Next<K>) -> bool {
        let visited = place as u32 - omitted + to.visited;
        to.key.is_none() && self.board.graph.len() as u32 - visited <= self.most
    }

    /// Walks back from the state in which a path was completed, and collects its edges.
    fn path(&self, place: usize, last: usize) -> Vec<usize> {
        let mut neighbours = vec![Vec::new(); self.board.graph.len()];
        let (mut start, mut state, mut child) = (None, last, None);
        for (place, layer) in self.layers.iter().enumerate().take(place + 1).rev() {
            let step = &self.board.plan.steps[place];
            let (key, omitted) = (layer.keys[state], layer.omitted[state]);
            let mut made: Option<Next<K>> = None;
            expand(step, self.kind, key, &mut |to| {
                let fits = match child {
                    None => self.completes(place, omitted, &to),
                    Some((key, after)) => {
                        to.key == Some(key) && omitted + u32::from(to.visited == 0) == after
                    }
                };
                if fits {
                    made = Some(to);
                }
            });
            if let Some(made) = made {
                for slot in made.joined.into_iter().flatten() {
                    let other = step.relative_at(slot);
                    neighbours[step.vertex].push(other);
                    neighbours[other].push(step.vertex);
                }
                start = if made.starts { Some(step.vertex) } else { start };
            }
            child = Some((key, omitted));
            state = layer.parents[state] as usize;
        }
        walk(start, &neighbours)
    }
}

impl<K: Key> Layer<K> {
    /// Keeps `width` states: those after which the fewest numbers are left out at least.
    fn narrow(&mut self, width: usize, bound: &Bound) {
        if self.keys.len() <= width {
            return;
        }
        let mut places: Vec<usize> = (0..self.keys.len()).collect();
        let fewest =
            |&place: &usize| (self.omitted[place] + bound.omitted(self.keys[place]), place);
        places.select_nth_unstable_by_key(width, fewest);
        places.truncate(width);
        places.sort_unstable();
        *self = Self {
            keys: places.iter().map(|&place| self.keys[place]).collect(),
            omitted: places.iter().map(|&place| self.omitted[place]).collect(),
            parents: places.iter().map(|&place| self.parents[place]).collect(),
        };
    }

    const STATE: u64 = (size_of::<K>() + 2 * size_of::<u32>()) as u64;

    /// Takes room for as many states as the table has places, and no more than that.
    fn reserve(&mut self, table: &Table<K, u32>) {
        let more = table.places() - self.keys.len();
        self.keys.reserve_exact(more);
        self.omitted.reserve_exact(more);
        self.parents.reserve_exact(more);
    }

    fn bytes(&self) -> u64 {
        let lists = self.omitted.capacity() + self.parents.capacity();
        (self.keys.capacity() * size_of::<K>() + lists * size_of::<u32>()) as u64
    }

    /// Adds a state, or notes that it can be reached with fewer numbers left out.
    #[inline(always)]
    fn add(&mut self, places: &mut Table<K, u32>, key: K, omitted: u32, parent: u32) {
        let (place, is_new) = places.insert(key);
        if is_new {
            *place = self.keys.len() as u32;
            self.keys.push(key);
            self.omitted.push(omitted);
            self.parents.push(parent);
            return;
        }
        let at = *place as usize;
        if omitted < self.omitted[at] {
            self.omitted[at] = omitted;
            self.parents[at] = parent;
        }
    }
}

fn walk(start: Option<usize>, neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut path: Vec<usize> = Vec::new();
    let mut next = start;
    while let Some(vertex) = next {
        let before = path.last().copied();
        path.push(vertex);
        next = neighbours[vertex].iter().copied().find(|&other| Some(other) != before);
    }
    path
}

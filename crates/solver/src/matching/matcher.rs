//! Who wins a removal game, and by which moves.

use crate::matching::adjacency::Adjacency;
use crate::matching::dissolved::{DissolvedTrees, Remnant};
use crate::matching::forest::{Forest, NONE, State};
use crate::pace::pause_point;

/// The part of the Gallai-Edmonds decomposition a free number belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    /// Missed by some maximum matching: moving here wins.
    D,
    /// Next to a number of D, not in D.
    A,
    /// The rest: matched among themselves by every maximum matching.
    C,
}

/// The free numbers of a game, a maximum matching of them, and their decomposition, all kept up to
/// date as numbers are taken and put back.
#[derive(Debug)]
pub(crate) struct Matcher<A> {
    adjacency: A,
    forest: Forest,
    /// Scratch: vertices of a tree just dissolved, and those that may join another tree.
    loosened: Vec<u32>,
    frontier: Vec<u32>,
    dissolved: DissolvedTrees,
}

/// How many searches run between two pause points: less than a millisecond.
const PACE: usize = 64;

impl<A: Adjacency> Matcher<A> {
    /// Solves the graph of an adjacency on the free numbers out of `1..=n`.
    pub(crate) fn new(n: u32, adjacency: A, free: impl Fn(u32) -> bool) -> Self {
        let mut solver = Self {
            adjacency,
            forest: Forest::new(n),
            loosened: Vec::new(),
            frontier: Vec::new(),
            dissolved: DissolvedTrees::default(),
        };
        solver.loosened.extend((1..=n).filter(|&v| free(v)));
        for &v in &solver.loosened {
            solver.forest.add(v);
        }
        solver.adjacency.loosened(&solver.loosened, &solver.forest);
        solver.loosened.clear();
        solver.match_all();
        solver
    }

    /// Builds a maximum matching and a complete forest. Searches run one root at a time: a search
    /// that fails leaves a finished tree that no later search enters, and once all are done, those
    /// trees are the decomposition.
    fn match_all(&mut self) {
        self.adjacency.match_greedily(&mut self.forest);
        let n = self.forest.size();
        let mut targets: Vec<u32> = (1..=n).filter(|&v| self.forest.is_target(v)).collect();
        self.adjacency.set_targets(&mut targets, &mut self.forest);
        for (count, root) in targets.into_iter().enumerate() {
            if count.is_multiple_of(PACE) {
                pause_point();
            }
            if self.forest.is_target(root) {
                self.adjacency.drop_target(root, &mut self.forest);
                self.forest.plant(root);
                self.search(None);
            }
        }
    }

    /// Few searches reach as many vertices as this. Those that do have reached a large part of the board, and
    /// rushing through it saves more than the pass over the whole board costs.
    fn many(&self) -> usize {
        self.forest.size() as usize / 64 + 8
    }

    /// Scans until the forest is complete or an augmenting path is found and used. The tree may be known to consist of
    /// remnants, with a root from the given piece.
    fn search(&mut self, mut piece: Option<u32>) {
        let many = self.many();
        while let Some(u) = self.forest.next_unscanned() {
            let found = if self.forest.unscanned() > many {
                if let Some(piece) = piece.take()
                    && self.retrace(piece)
                {
                    continue;
                }
                self.adjacency.scan_many(u, many, &mut self.forest)
            } else {
                self.adjacency.scan(u, &mut self.forest)
            };
            if let Some((outer, target)) = found {
                self.adjacency.drop_target(target, &mut self.forest);
                self.forest.augment(outer, target, &mut self.loosened);
                self.adjacency.loosened(&self.loosened, &self.forest);
                self.loosened.clear();
                return;
            }
        }
    }

    /// Puts a tree together from remnants and lets the rest be scanned. Returns false if most did not find their places.
    fn retrace(&mut self, piece: u32) -> bool {
        let Self { adjacency, forest, dissolved, .. } = self;
        let is_retraced = forest.retrace(dissolved);
        if is_retraced {
            for Remnant { vertex, .. } in dissolved.remnants() {
                if forest.state(vertex) == State::Loose
                    && let Some(u) = adjacency.outer_neighbour(vertex, forest)
                {
                    forest.grow(u, vertex);
                }
            }
            forest.scan_again(dissolved, piece);
        }
        dissolved.clear();
        is_retraced
    }

    /// Exposes an outer vertex in place of its root, which dissolves a tree. It stays in `loosened`.
    fn expose(&mut self, outer: u32) {
        self.forest.expose(outer, &mut self.loosened, &mut self.frontier);
        self.adjacency.loosened(&self.loosened, &self.forest);
    }

    /// Remembers the tree just dissolved, from which `taken` goes, if it is large or another one is remembered.
    fn remember(&mut self, taken: u32) {
        let is_large = self.loosened.len() > self.many();
        if !A::NEEDS_NO_SCANS || (self.dissolved.is_empty() && !is_large) {
            return self.forget();
        }
        if is_large {
            self.dissolved.clear();
        }
        let (len, piece) = (self.forest.size() as usize + 1, self.forest.base(taken));
        self.dissolved.add(len, self.forest.remnants(&self.loosened), piece);
        self.loosened.clear();
    }

    /// Forgets the tree that was dissolved.
    fn forget(&mut self) {
        self.forest.forget_blossoms(&self.loosened);
        self.loosened.clear();
    }

    /// Completes the forest after a tree was dissolved.
    fn regrow(&mut self) {
        while let Some(x) = self.frontier.pop() {
            if self.forest.state(x) == State::Loose
                && let Some(u) = self.adjacency.outer_neighbour(x, &self.forest)
            {
                self.forest.grow(u, x);
            }
        }
        self.search(None);
    }

    /// Takes a free number: a move. One tree at most is regrown.
    pub(crate) fn remove(&mut self, v: u32) {
        self.forest.track_children();
        match self.forest.state(v) {
            State::Absent => panic!("{v} is not free"),
            // A number of A: nothing but its own label changes.
            State::Inner => self.forest.delete_inner(v),
            // A number of C: its partner is left alone and starts a tree.
            State::Loose => {
                let piece = self.dissolved.take_loose(v);
                let mate = self.forest.delete_loose(v);
                self.forest.plant(mate);
                self.search(piece);
            }
            // A number of D: some maximum matching misses it, so use that one.
            State::Outer | State::Swallowed => {
                self.expose(v);
                self.remember(v);
                self.forest.delete_loose(v);
                self.regrow();
            }
        }
    }

    /// Puts a number back: an undo.
    pub(crate) fn insert(&mut self, v: u32) {
        assert_eq!(self.forest.state(v), State::Absent, "{v} is free already");
        self.forest.track_children();
        self.dissolved.clear();
        self.forest.add(v);
        self.adjacency.loosened(&[v], &self.forest);
        match self.adjacency.outer_neighbour(v, &self.forest) {
            None => {
                self.forest.plant(v);
                self.search(None);
            }
            Some(u) => {
                self.expose(u);
                self.forget();
                self.forest.pair(u, v);
                self.frontier.push(v);
                self.regrow();
            }
        }
    }

    /// The label of a free number, `None` for a number that is not free.
    pub(crate) fn label(&self, v: u32) -> Option<Label> {
        match self.forest.state(v) {
            State::Absent => None,
            State::Loose => Some(Label::C),
            State::Inner => Some(Label::A),
            State::Outer | State::Swallowed => Some(Label::D),
        }
    }

    pub(crate) fn wins(&self, v: u32) -> bool {
        self.forest.state(v).is_outer()
    }

    pub(crate) fn count_winning(&self) -> [usize; 2] {
        self.forest.outer()
    }

    /// The base of the blossom of a number of D: numbers connected within D, and only those, have the same one.
    pub(crate) fn component(&mut self, v: u32) -> u32 {
        self.forest.base(v)
    }

    pub(crate) fn partner(&self, v: u32) -> Option<u32> {
        Some(self.forest.mate(v)).filter(|&mate| mate != NONE)
    }

    /// An alternating path of even length from an exposed number to `v`: flipping the matching
    /// along it gives a maximum matching that misses `v`. `None` unless moving to `v` wins.
    pub(crate) fn path_to(&mut self, v: u32) -> Option<Vec<u32>> {
        self.wins(v).then(|| self.forest.path_up(v).iter().rev().copied().collect())
    }
}

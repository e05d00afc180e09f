//! The removal games: a move wins if and only if some maximum matching of the free numbers misses it.

use divvy_rules::{Board, Number, NumberSet, One, Relation, RemovalPosition};

use crate::matching::{Adjacency, DissolvedTrees, Divisors, Forest, Remnant, State, Unrelated};
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

/// The free numbers of a removal game with a maximum matching and its decomposition, both kept up to date
/// as numbers are taken and put back.
#[derive(Debug)]
pub struct RemovalSolver {
    board: Board,
    /// Which numbers are joined.
    adjacency: Box<dyn Adjacency>,
    forest: Forest,
    /// Scratch: vertices of a tree just dissolved, and those that may join another tree.
    loosened: Vec<u32>,
    frontier: Vec<u32>,
    dissolved: DissolvedTrees,
}

/// How many searches run between two pause points: less than a millisecond.
const PACE: usize = 64;

impl RemovalSolver {
    /// Solves a position, from nothing: about half a second on a board of a million numbers.
    pub fn new(position: &RemovalPosition) -> Self {
        let rules = position.rules();
        let mut member = vec![false; rules.board().size() as usize + 1];
        position.free().iter().for_each(|number| member[number.get() as usize] = true);
        Self::with_free(rules.board(), rules.relation(), |n| member[n as usize])
    }

    /// The same for the numbers up to one of them: the larger ones can be put in later, as if a small board grew.
    pub fn up_to(board: Board, relation: Relation, largest: Number) -> Self {
        let numbers = board.first()..=largest.get();
        Self::with_free(board, relation, |n| numbers.contains(&n))
    }

    fn with_free(board: Board, relation: Relation, is_free: impl Fn(u32) -> bool) -> Self {
        let size = board.size();
        let adjacency: Box<dyn Adjacency> = match relation {
            Relation::Related => Box::new(Divisors::new(size)),
            Relation::Unrelated(one) => Box::new(Unrelated::new(size, one == One::Free)),
        };
        let mut solver = Self {
            board,
            adjacency,
            forest: Forest::new(size),
            loosened: (1..=size).filter(|&v| is_free(v)).collect(),
            frontier: Vec::new(),
            dissolved: DissolvedTrees::default(),
        };
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
        while let Some(stop) = self.adjacency.scan_few(many, &mut self.forest) {
            let found = match (stop, piece.take_if(|_| stop.is_err())) {
                (Ok(found), _) => Some(found),
                (Err(_), Some(piece)) if self.retrace(piece) => continue,
                (Err(u), _) => self.adjacency.scan_many(u, many, &mut self.forest),
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
        if !self.adjacency.needs_no_scans() || (self.dissolved.is_empty() && !is_large) {
            return self.forget();
        }
        if is_large {
            self.dissolved.clear();
        }
        let (len, piece) = (self.forest.size() as usize + 1, self.forest.base(taken));
        self.dissolved.add(len, self.forest.remnants(&self.loosened), piece);
        self.loosened.clear();
    }

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

    /// Takes a free number, as a move does; it panics if it is not free. One tree at most is regrown.
    pub fn take(&mut self, number: Number) {
        let v = number.get();
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

    /// Puts a number back, as an undo does; it panics if it is free.
    pub fn put_back(&mut self, number: Number) {
        let v = number.get();
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

    /// Whether taking this free number wins, provided that it is legal.
    pub fn wins(&self, number: Number) -> bool {
        self.forest.state(number.get()).is_outer()
    }

    /// How many free numbers win when taken, provided that they are legal: even ones, odd ones.
    pub fn count_winning(&self) -> [usize; 2] {
        self.forest.outer()
    }

    /// Those of the legal moves that win, ascending.
    pub fn winning(&self, legal: &NumberSet) -> Vec<Number> {
        legal.iter().filter(|&number| self.wins(number)).collect()
    }

    /// Where a free number belongs; none for one that is taken.
    pub fn label(&self, number: Number) -> Option<Label> {
        match self.forest.state(number.get()) {
            State::Absent => None,
            State::Loose => Some(Label::C),
            State::Inner => Some(Label::A),
            State::Outer | State::Swallowed => Some(Label::D),
        }
    }

    pub fn partner(&self, number: Number) -> Option<Number> {
        // No number is 0.
        self.board.number(self.forest.mate(number.get())).ok()
    }

    /// The base of the blossom of a number of D: numbers connected within D, and only those, have the same one.
    pub(crate) fn component(&mut self, number: Number) -> u32 {
        self.forest.base(number.get())
    }

    /// An alternating path of even length from a number without a partner to this one: exchanging pairs
    /// along it gives a maximum matching that misses it. None unless taking it wins.
    pub fn path_to(&mut self, number: Number) -> Option<Vec<Number>> {
        let path = self.wins(number).then(|| self.forest.path_up(number.get()))?;
        path.iter().rev().map(|&n| self.board.number(n).ok()).collect()
    }

    /// The pairs of the matching at hand, the smaller number first, ascending.
    pub fn pairs(&self) -> impl Iterator<Item = (Number, Number)> {
        let pair = |number| self.partner(number).map(|partner| (number, partner));
        self.board.numbers().filter_map(pair).filter(|(a, b)| a < b)
    }

    /// The pairs of a maximum matching that misses a winning move: how to win after making it.
    pub fn pairs_without(&mut self, number: Number) -> Option<Vec<(Number, Number)>> {
        let path = self.path_to(number)?;
        let mut on_path = path.clone();
        on_path.sort_unstable();
        // Off the path pairs stay; on it, each step that was no pair becomes one.
        let mut pairs: Vec<(Number, Number)> =
            self.pairs().filter(|(a, _)| on_path.binary_search(a).is_err()).collect();
        let steps = path.chunks_exact(2).map(|step| (step[0].min(step[1]), step[0].max(step[1])));
        pairs.extend(steps);
        pairs.sort_unstable();
        Some(pairs)
    }
}

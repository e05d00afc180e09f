//! The alternating forest of Edmonds' blossom algorithm, independent of how neighbours are found.
//!
//! Exposed (unmatched) vertices are the roots of trees. *Outer* vertices are reached from their
//! root by an alternating path of even length, *inner* vertices by one of odd length only. Two
//! adjacent outer vertices of one tree close a blossom, and its inner vertices become outer too.
//!
//! A forest is *complete* when every exposed vertex is a root and every outer vertex has been
//! scanned. Then the matching is maximum, outer vertices are the set D of the Gallai-Edmonds
//! decomposition, inner ones A, and vertices in no tree ("loose") C. Edges between outer vertices
//! of different trees would be augmenting paths, so a complete forest has none.

mod cell;
mod children;
mod path;
mod retrace;

use children::Children;
use path::Leg;

pub(crate) use cell::{Cell, CellSet, State};

/// Stands for "no vertex": numbers on a board start at 1.
pub(crate) const NONE: u32 = 0;

/// A matching and the alternating forest grown over it.
#[derive(Debug)]
pub(crate) struct Forest {
    cells: Vec<Cell>,
    mate: Vec<u32>,
    /// Inner and swallowed vertices: the outer vertex they were reached from.
    parent: Vec<u32>,
    /// Swallowed vertices: the edge that closed the blossom, first the end whose way to the root
    /// leads through this vertex.
    bridge: Vec<[u32; 2]>,
    children: Children,
    /// Union-find over blossoms. The representative is the base, the vertex nearest to the root;
    /// `NONE` marks a representative, so that an array of zeros is valid.
    base: Vec<u32>,
    /// Vertices whose `base` was set in the current search.
    merged: Vec<u32>,
    /// Marks of the search for the common ancestor of two blossoms.
    mark: Vec<u32>,
    last_mark: u32,
    /// Every outer vertex of the current search, in the order of scanning.
    queue: Vec<u32>,
    scanned: usize,
    path: Vec<u32>,
    legs: Vec<Leg>,
    /// How many vertices are outer: even ones, odd ones.
    outer: [usize; 2],
}

impl Forest {
    /// An empty board for the numbers `1..=n`.
    pub(crate) fn new(n: u32) -> Self {
        let len = n as usize + 1;
        Self {
            cells: vec![Cell::default(); len],
            mate: vec![NONE; len],
            parent: vec![NONE; len],
            bridge: vec![[NONE; 2]; len],
            children: Children::default(),
            base: vec![NONE; len],
            merged: Vec::new(),
            mark: vec![0; len],
            last_mark: 0,
            queue: Vec::new(),
            scanned: 0,
            path: Vec::new(),
            legs: Vec::new(),
            outer: [0; 2],
        }
    }

    #[inline]
    pub(crate) fn size(&self) -> u32 {
        (self.cells.len() - 1) as u32
    }

    #[inline]
    pub(crate) fn state(&self, v: u32) -> State {
        self.cells[v as usize].state()
    }

    #[inline]
    fn set_state(&mut self, v: u32, state: State) {
        let cell = &mut self.cells[v as usize];
        let outer = &mut self.outer[v as usize % 2];
        // It counts itself among them if it is outer before.
        *outer = *outer + usize::from(state.is_outer()) - usize::from(cell.state().is_outer());
        cell.set_state(state);
    }

    pub(crate) const fn outer(&self) -> [usize; 2] {
        self.outer
    }

    #[inline]
    pub(crate) fn cell(&self, v: u32) -> Cell {
        self.cells[v as usize]
    }

    #[inline]
    pub(crate) fn hint(&self, v: u32) -> bool {
        self.cells[v as usize].hint()
    }

    #[inline]
    pub(crate) fn set_hint(&mut self, v: u32, on: bool) {
        self.cells[v as usize].set_hint(on);
    }

    /// The partner of `v` in the matching, or [`NONE`].
    #[inline]
    pub(crate) fn mate(&self, v: u32) -> u32 {
        self.mate[v as usize]
    }

    /// Whether `v` is on the board, unmatched, and not (yet) a root.
    #[inline]
    pub(crate) fn is_target(&self, v: u32) -> bool {
        self.state(v) == State::Loose && self.mate(v) == NONE
    }

    /// Puts `v` on the board, unmatched and in no tree.
    pub(crate) fn add(&mut self, v: u32) {
        self.set_state(v, State::Loose);
    }

    /// Matches two vertices that are in no tree.
    #[inline]
    pub(crate) fn pair(&mut self, u: u32, v: u32) {
        self.mate[u as usize] = v;
        self.mate[v as usize] = u;
    }

    /// Takes a loose vertex off the board. Its mate, if any, is left exposed and returned.
    pub(crate) fn delete_loose(&mut self, v: u32) -> u32 {
        self.set_state(v, State::Absent);
        let mate = std::mem::replace(&mut self.mate[v as usize], NONE);
        self.mate[mate as usize] = NONE;
        mate
    }

    /// Takes an inner vertex off the board. The subtree below it becomes a tree of its own: all
    /// alternating paths inside it stay what they were, only the way up is gone.
    pub(crate) fn delete_inner(&mut self, v: u32) {
        self.children.remove(self.parent[v as usize], v);
        self.delete_loose(v);
    }

    /// Makes a loose exposed vertex the root of a new tree.
    pub(crate) fn plant(&mut self, root: u32) {
        debug_assert!(self.is_target(root));
        self.set_state(root, State::Outer);
        self.cells[root as usize].set_core();
        self.queue.push(root);
    }

    /// The next outer vertex whose neighbours have not been looked at. `None` ends the search.
    pub(crate) fn next_unscanned(&mut self) -> Option<u32> {
        let next = self.queue.get(self.scanned).copied();
        self.scanned += 1;
        if next.is_none() {
            self.end_search();
        }
        next
    }

    /// How many outer vertices wait for their scan.
    #[inline]
    pub(crate) fn unscanned(&self) -> usize {
        self.queue.len() - self.scanned
    }

    /// How many outer vertices the search has reached.
    #[inline]
    pub(crate) fn reached(&self) -> usize {
        self.queue.len()
    }

    /// The outer vertices of the search, in the order in which they were reached.
    #[inline]
    pub(crate) fn nth_reached(&self, i: usize) -> u32 {
        self.queue[i]
    }

    fn end_search(&mut self) {
        self.queue.clear();
        self.merged.clear();
        self.scanned = 0;
    }

    /// Hangs the loose matched vertex `x`, and below it its mate, from the outer vertex `u`.
    #[inline]
    pub(crate) fn grow(&mut self, u: u32, x: u32) {
        let child = self.mate[x as usize];
        debug_assert_ne!(child, NONE, "an exposed vertex ends an augmenting path");
        self.set_state(x, State::Inner);
        self.set_state(child, State::Outer);
        self.parent[x as usize] = u;
        self.children.add(u, x);
        self.queue.push(child);
    }

    /// The neighbours that the outer vertex `u` has to look at.
    #[inline]
    pub(crate) fn worth_a_look(&mut self, u: u32) -> CellSet {
        CellSet::worth_a_look(self.is_core(u))
    }

    /// Whether the outer vertex `u` is known to lie in the blossom of its root. Such vertices can be
    /// flagged for good: blossoms never come apart, and no edge leads to outer vertices of other
    /// trees. Most vertices are in no blossom when they are scanned, and their cell says so.
    #[inline]
    pub(crate) fn is_core(&mut self, u: u32) -> bool {
        let cell = self.cells[u as usize];
        if cell.is_core() || !cell.is_merged() {
            return cell.is_core();
        }
        let base = self.base(u);
        let is_core = self.mate[base as usize] == NONE;
        if is_core {
            self.cells[u as usize].set_core();
        }
        is_core
    }

    /// Looks at the edge between two outer vertices `u` and `v`.
    #[inline]
    pub(crate) fn join(&mut self, u: u32, v: u32) {
        if self.cells[u as usize].is_core() && self.cells[v as usize].is_core() {
            return;
        }
        let (near, far) = (self.base(u), self.base(v));
        if near == far {
            if self.is_core(u) {
                self.cells[v as usize].set_core();
            }
        } else if self.mate[far as usize] == NONE {
            // All ways lead to the root.
            self.shrink(u, v, far);
        } else if self.mate[near as usize] == NONE {
            self.shrink(v, u, near);
        } else {
            self.close_blossom(u, v);
        }
    }

    /// The base of the blossom (perhaps a single vertex) that the outer vertex `v` lies in.
    #[inline]
    pub(crate) fn base(&mut self, v: u32) -> u32 {
        let mut at = v;
        loop {
            let up = self.base[at as usize];
            if up == NONE {
                return at;
            }
            let above = self.base[up as usize];
            if above == NONE {
                return up;
            }
            self.base[at as usize] = above;
            at = above;
        }
    }

    /// Uses an edge between two outer vertices of one tree but of different blossoms.
    fn close_blossom(&mut self, u: u32, v: u32) {
        let top = self.common_ancestor(u, v);
        self.shrink(u, v, top);
        self.shrink(v, u, top);
    }

    /// The base where the ways of `u` and `v` to the root meet. Both ways are walked in turn, so
    /// that a small blossom deep in a tall tree stays cheap.
    fn common_ancestor(&mut self, u: u32, v: u32) -> u32 {
        self.last_mark += 1;
        let (mut here, mut there) = (self.base(u), self.base(v));
        loop {
            if here != NONE {
                if self.mark[here as usize] == self.last_mark {
                    return here;
                }
                self.mark[here as usize] = self.last_mark;
                here = self.base_above(here);
            }
            std::mem::swap(&mut here, &mut there);
            debug_assert!(here != NONE || there != NONE, "an edge joins two complete trees");
        }
    }

    /// The next base on the way to the root, [`NONE`] at the root.
    fn base_above(&mut self, base: u32) -> u32 {
        match self.mate[base as usize] {
            NONE => NONE,
            inner => self.base(self.parent[inner as usize]),
        }
    }

    /// Merges the blossoms on the way from `near` up to `top` into the one based at `top`.
    fn shrink(&mut self, near: u32, far: u32, top: u32) {
        let is_core = self.cells[top as usize].is_core();
        let mut at = self.base(near);
        while at != top {
            let inner = self.mate[at as usize];
            self.set_state(inner, State::Swallowed);
            self.cells[inner as usize].set_merged(is_core);
            self.cells[at as usize].set_merged(is_core);
            self.bridge[inner as usize] = [near, far];
            self.base[at as usize] = top;
            self.base[inner as usize] = top;
            self.merged.extend([at, inner]);
            self.queue.push(inner);
            at = self.base(self.parent[inner as usize]);
        }
    }

    /// Uses the augmenting path that the current search found: from its root to `outer` and on to
    /// the exposed vertex `target`. The tree of the search is dissolved into `loosened`.
    pub(crate) fn augment(&mut self, outer: u32, target: u32, loosened: &mut Vec<u32>) {
        self.path_up(outer);
        // Every vertex of the tree is outer and in the queue, or the mate of such a one.
        for i in 0..self.queue.len() {
            let v = self.queue[i];
            if self.state(v) == State::Outer {
                self.set_state(v, State::Loose);
                loosened.push(v);
                let mate = self.mate(v);
                if mate != NONE {
                    self.set_state(mate, State::Loose);
                    loosened.push(mate);
                }
            }
        }
        for i in 0..self.merged.len() {
            self.base[self.merged[i] as usize] = NONE;
        }
        self.end_search();
        self.flip_path();
        self.pair(outer, target);
    }

    /// Changes the matching of a complete forest so that the outer vertex `v` is exposed instead
    /// of its root. The tree, which has no exposed vertex of its own to spring from any more, is
    /// dissolved into `loosened`. Its inner vertices are also listed in `frontier`: only they can be
    /// next to outer vertices of other trees. Its blossoms are known until [`Forest::remnants`] or
    /// [`Forest::forget_blossoms`].
    pub(crate) fn expose(&mut self, v: u32, loosened: &mut Vec<u32>, frontier: &mut Vec<u32>) {
        self.path_up(v);
        let root = self.path[self.path.len() - 1];
        let mut next = loosened.len();
        self.loosen(root, loosened);
        while next < loosened.len() {
            let mut child = self.children.take_first(loosened[next]);
            next += 1;
            while child != NONE {
                if self.state(child) == State::Inner {
                    frontier.push(child);
                }
                let mate = self.mate(child);
                self.loosen(child, loosened);
                self.loosen(mate, loosened);
                child = self.children.next(child);
            }
        }
        self.flip_path();
        self.mate[v as usize] = NONE;
    }

    fn loosen(&mut self, v: u32, loosened: &mut Vec<u32>) {
        self.set_state(v, State::Loose);
        loosened.push(v);
    }

    /// Prepares a complete forest for repairs, which walk trees downwards.
    pub(crate) fn track_children(&mut self) {
        if self.children.is_tracked() {
            return;
        }
        self.children.track(self.cells.len());
        for v in 1..=self.size() {
            if matches!(self.state(v), State::Inner | State::Swallowed) {
                self.children.add(self.parent[v as usize], v);
            }
        }
    }
}

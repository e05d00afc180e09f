//! Puts trees together again from what [`DissolvedTrees`] lists.

use super::{Forest, NONE, State};
use crate::matching::dissolved::{BARRIER, DissolvedTrees, Remnant};

/// Of how many vertices of a large blossom one is asked for its base.
const SAMPLED: usize = 61;

/// Ways to a root are usually shorter than this.
const FARTHEST: usize = 32;

impl Forest {
    /// The tree that was just dissolved, as [`Forest::expose`] listed it: the root, then each child with its mate. Makes every
    /// vertex its own base again; from the last one up, because bases are nearer to the root.
    pub(crate) fn remnants(&mut self, loosened: &[u32]) -> impl Iterator<Item = Remnant> {
        loosened.iter().enumerate().rev().map(|(place, &vertex)| {
            let (base, is_child) = (self.base(vertex), place % 2 == 1);
            self.base[vertex as usize] = NONE;
            let is_inner = is_child && base == vertex;
            Remnant { vertex, piece: if is_inner { BARRIER } else { base }, is_child }
        })
    }

    /// Makes every vertex of a dissolved tree its own base again.
    pub(crate) fn forget_blossoms(&mut self, loosened: &[u32]) {
        for &v in loosened {
            self.base[v as usize] = NONE;
        }
    }

    /// Uses the edges by which dissolved trees hung together, where their ends are outer again, until few are added. Vertices
    /// that become outer by it are not scanned. Returns false if too few edges fit: then all vertices wait for their scan.
    pub(crate) fn retrace(&mut self, dissolved: &DissolvedTrees) -> bool {
        let children = dissolved.remnants().filter(|remnant| remnant.is_child);
        let mut waiting: Vec<u32> = children.map(|remnant| remnant.vertex).collect();
        let (all, few) = (waiting.len(), waiting.len() / 64);
        loop {
            let reached = self.reached();
            waiting.retain(|&vertex| {
                self.retrace_edges(vertex);
                !self.cell(vertex).is_merged()
            });
            if self.reached() < all / 8 * 7 {
                return false;
            }
            if self.reached() - reached <= few {
                break;
            }
        }
        self.end_search();
        true
    }

    /// Parents and bridges of earlier trees are edges still; only states say what is a tree now.
    #[inline]
    fn retrace_edges(&mut self, v: u32) {
        if self.state(v) == State::Loose {
            if self.retrace_pair(v) {
                return;
            }
            self.retrace_up(v);
        }
        let parent = self.parent[v as usize];
        if self.state(v).is_outer() && self.state(parent).is_outer() {
            self.join(v, parent);
        }
        let [near, far] = self.bridge[v as usize];
        if self.state(far).is_outer() {
            match self.state(near) {
                State::Loose => self.grow(far, near),
                State::Outer | State::Swallowed => self.join(near, far),
                State::Absent | State::Inner => {}
            }
        }
    }

    /// Adds a loose vertex and its mate to the blossom that both were next to, if they still are: what growing the tree and
    /// closing the blossom would do.
    fn retrace_pair(&mut self, v: u32) -> bool {
        let (parent, mate) = (self.parent[v as usize], self.mate[v as usize]);
        let [near, far] = self.bridge[v as usize];
        if near != mate || !self.state(parent).is_outer() || !self.state(far).is_outer() {
            return false;
        }
        let top = self.base(parent);
        if top != self.base(far) {
            return false;
        }
        let is_core = self.cells[top as usize].is_core();
        for (vertex, state) in [(v, State::Swallowed), (mate, State::Outer)] {
            self.set_state(vertex, state);
            self.cells[vertex as usize].set_merged(is_core);
            self.base[vertex as usize] = top;
            self.queue.push(vertex);
        }
        self.children.add(parent, v);
        true
    }

    /// Grows the old way to the loose vertex `v`, from the first vertex on it that is outer.
    fn retrace_up(&mut self, v: u32) {
        let mut at = v;
        self.path.clear();
        while self.path.len() < FARTHEST {
            let parent = self.parent[at as usize];
            self.path.push(at);
            match self.state(parent) {
                State::Loose => at = self.mate[parent as usize],
                State::Outer | State::Swallowed => break,
                State::Absent | State::Inner => return,
            }
        }
        while let Some(x) = self.path.pop() {
            let parent = self.parent[x as usize];
            if self.state(x) != State::Loose || !self.state(parent).is_outer() {
                return;
            }
            self.grow(parent, x);
        }
    }

    /// Lets those outer vertices be scanned that are not in one blossom with their old piece: with its base, or with most of it
    /// if it is the piece that the root of the search is from.
    pub(crate) fn scan_again(&mut self, dissolved: &DissolvedTrees, of_root: u32) {
        let most = self.most_common_base(dissolved, of_root);
        for Remnant { vertex, piece, .. } in dissolved.remnants() {
            if !self.state(vertex).is_outer() {
                continue;
            }
            let is_whole = match piece {
                BARRIER => false,
                piece if piece == of_root => self.base(vertex) == most,
                piece => self.state(piece).is_outer() && self.base(vertex) == self.base(piece),
            };
            if !is_whole {
                self.queue.push(vertex);
            }
        }
    }

    /// The base of more than half of the outer vertices of a piece, or if there is none that of some, by a sample.
    fn most_common_base(&mut self, dissolved: &DissolvedTrees, of: u32) -> u32 {
        let (mut most, mut votes) = (NONE, 0);
        for Remnant { vertex, piece, .. } in dissolved.remnants().step_by(SAMPLED) {
            if piece == of && self.state(vertex).is_outer() {
                let base = self.base(vertex);
                if votes == 0 {
                    most = base;
                }
                votes += if base == most { 1 } else { -1 };
            }
        }
        most
    }
}

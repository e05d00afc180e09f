//! The complement of the divisor graph: an edge joins two numbers neither of which divides the
//! other. It has about n²/2 edges and is never enumerated.
//!
//! A scan walks the loose vertices and skips the related ones. Each skip is paid for by an edge of
//! the divisor graph; each vertex not skipped joins the tree and leaves the list. Scanned outer
//! vertices are kept in groups, one per blossom: a scan asks each other group for one unrelated
//! member, which merges the two groups. Either way the sum over a search is O(n + divisor edges).

use crate::matching::adjacency::Adjacency;
use crate::matching::forest::{Forest, State};

#[derive(Debug)]
pub(crate) struct Unrelated {
    /// Whether 1 is joined to all other numbers instead of to none.
    one_is_free: bool,
    /// Every loose vertex, and vertices that were loose once.
    loose: Vec<u32>,
    /// Whether a vertex is in `loose`, so that none is in it twice.
    listed: Vec<bool>,
    groups: Vec<Group>,
    /// The members of a group are a linked list, so that groups merge in constant time.
    next_member: Vec<u32>,
}

/// Scanned outer vertices of one blossom.
#[derive(Debug, Clone, Copy)]
struct Group {
    /// A member; the blossom's base is found through it.
    first: u32,
    last: u32,
}

impl Unrelated {
    pub(crate) fn new(n: u32, one_is_free: bool) -> Self {
        let len = n as usize + 1;
        Self {
            one_is_free,
            loose: Vec::new(),
            listed: vec![false; len],
            groups: Vec::new(),
            next_member: vec![0; len],
        }
    }

    #[inline]
    fn joined(&self, a: u32, b: u32) -> bool {
        let (small, large) = if a < b { (a, b) } else { (b, a) };
        large % small != 0 || (small == 1 && self.one_is_free)
    }

    fn joined_member(&self, group: Group, u: u32) -> Option<u32> {
        let mut member = group.first;
        loop {
            if self.joined(u, member) {
                return Some(member);
            }
            if member == group.last {
                return None;
            }
            member = self.next_member[member as usize];
        }
    }
}

impl Adjacency for Unrelated {
    fn needs_no_scans(&self) -> bool {
        false
    }

    /// Numbers still waiting for a partner are pairwise related, so they form a chain of at most
    /// twenty, and each number looks through that chain only.
    fn match_greedily(&mut self, forest: &mut Forest) {
        let mut waiting: Vec<u32> = Vec::new();
        for v in (1..=forest.size()).rev() {
            if !forest.is_target(v) {
                continue;
            }
            match waiting.iter().position(|&w| self.joined(v, w)) {
                Some(i) => forest.pair(v, waiting.swap_remove(i)),
                None => waiting.push(v),
            }
        }
    }

    fn scan(&mut self, u: u32, forest: &mut Forest) -> Option<(u32, u32)> {
        // Loose neighbours.
        let mut i = 0;
        while i < self.loose.len() {
            let x = self.loose[i];
            if forest.state(x) == State::Loose {
                if !self.joined(u, x) {
                    i += 1;
                    continue;
                }
                if forest.is_target(x) {
                    return Some((u, x));
                }
                forest.grow(u, x);
            }
            self.loose.swap_remove(i);
            self.listed[x as usize] = false;
        }
        // Outer neighbours in other blossoms. All groups met that turn out to belong to the
        // blossom of u are gathered into one.
        self.next_member[u as usize] = u;
        let mut own = Group { first: u, last: u };
        let mut i = 0;
        while i < self.groups.len() {
            let group = self.groups[i];
            if forest.base(group.first) != forest.base(u) {
                match self.joined_member(group, u) {
                    Some(v) => forest.join(u, v),
                    None => {
                        i += 1;
                        continue;
                    }
                }
            }
            self.next_member[own.last as usize] = group.first;
            own.last = group.last;
            self.groups.swap_remove(i);
        }
        self.groups.push(own);
        None
    }

    fn outer_neighbour(&mut self, x: u32, _forest: &Forest) -> Option<u32> {
        self.groups.iter().find_map(|&group| self.joined_member(group, x))
    }

    fn loosened(&mut self, vertices: &[u32], forest: &Forest) {
        // A group lies in one tree, so all its members are dissolved together.
        self.groups.retain(|group| forest.state(group.first).is_outer());
        for &v in vertices {
            if !std::mem::replace(&mut self.listed[v as usize], true) {
                self.loose.push(v);
            }
        }
    }
}

//! The children of each vertex in the forest, as linked lists.
//!
//! Only repairs need to walk a tree downwards. The lists are therefore made when the first repair
//! asks for them: building the first matching is faster without.

use super::NONE;

/// Lists of children; empty until [`Children::track`].
#[derive(Debug, Default)]
pub(crate) struct Children {
    first: Vec<u32>,
    next: Vec<u32>,
}

impl Children {
    pub(crate) fn is_tracked(&self) -> bool {
        !self.first.is_empty()
    }

    /// Starts with no children on a board of `len` numbers (0 included).
    pub(crate) fn track(&mut self, len: usize) {
        self.first = vec![NONE; len];
        self.next = vec![NONE; len];
    }

    #[inline]
    pub(crate) fn add(&mut self, parent: u32, child: u32) {
        if self.is_tracked() {
            self.next[child as usize] = std::mem::replace(&mut self.first[parent as usize], child);
        }
    }

    pub(crate) fn remove(&mut self, parent: u32, child: u32) {
        let after = self.next[child as usize];
        let mut at = self.first[parent as usize];
        if at == child {
            self.first[parent as usize] = after;
            return;
        }
        while self.next[at as usize] != child {
            at = self.next[at as usize];
        }
        self.next[at as usize] = after;
    }

    /// Empties the list of `parent` and returns its first child.
    pub(crate) fn take_first(&mut self, parent: u32) -> u32 {
        std::mem::replace(&mut self.first[parent as usize], NONE)
    }

    pub(crate) fn next(&self, child: u32) -> u32 {
        self.next[child as usize]
    }
}

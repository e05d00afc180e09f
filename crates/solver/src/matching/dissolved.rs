//! What is left of dissolved trees, so that a large one can be put together again without looking at every edge.
//!
//! Taking a number of a large blossom leaves all of the blossom without an exposed vertex: hundreds of thousands of labels
//! change, and taking another of its numbers changes them back. The edges of the old tree are still there then, and nearly
//! all of them fit.
//!
//! No other edges need a look, which [`DissolvedTrees::take_loose`] makes sure of. Call a set of vertices a *barrier* if without it
//! there are as many odd pieces as vertices in the barrier and exposed vertices together. Every maximum matching covers a
//! barrier by odd pieces, one for each vertex, so D lies in the odd pieces. A is a barrier, and so is A together with
//! any other barrier. A barrier stays one when a number is taken that is in it, in D, or in an even piece. So let the barrier be
//! every vertex that was in A since the first tree listed here was dissolved. Loose vertices of the barrier and of odd
//! pieces are listed, as they were in a tree; loose vertices that are not listed are in even pieces. When a number of
//! an even piece is taken, the tree that grows consists of this piece, the barrier, and odd pieces.

use crate::matching::forest::NONE;

/// The piece of an inner vertex, which is in the barrier and in no piece.
pub(crate) const BARRIER: u32 = u32::MAX >> 1;

/// Set beside the piece of a vertex that was a child of another: its parent is remembered in the forest.
const CHILD: u32 = 1 << 31;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Remnant {
    pub(crate) vertex: u32,
    /// Its piece, named by the base of the blossom that it was, or [`BARRIER`].
    pub(crate) piece: u32,
    pub(crate) is_child: bool,
}

/// A large dissolved tree, and the trees that were dissolved after it.
#[derive(Debug, Default)]
pub(crate) struct DissolvedTrees {
    /// The piece of each vertex with [`CHILD`] or without; [`NONE`] if it is not listed, and empty if no vertex is.
    pieces: Vec<u32>,
    /// The pieces that are even, because a number of theirs was taken.
    even: Vec<u32>,
}

impl DissolvedTrees {
    pub(crate) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The vertices that are listed, ascending.
    pub(crate) fn remnants(&self) -> impl Iterator<Item = Remnant> {
        let listed = (0..).zip(&self.pieces).filter(|&(_, &piece)| piece != NONE);
        listed.map(|(vertex, &piece)| Remnant {
            vertex,
            piece: piece & !CHILD,
            is_child: piece & CHILD != 0,
        })
    }

    pub(crate) fn clear(&mut self) {
        self.pieces.clear();
        self.even.clear();
    }

    /// Adds a tree from which a number of the given piece is taken. The board has `len` numbers (0 included).
    pub(crate) fn add(&mut self, len: usize, tree: impl Iterator<Item = Remnant>, piece: u32) {
        self.pieces.resize(len, NONE);
        for Remnant { vertex, piece, is_child } in tree {
            self.pieces[vertex as usize] = piece | if is_child { CHILD } else { 0 };
        }
        self.even.push(piece);
    }

    /// Notes that a loose vertex is taken. Returns its piece if that is listed and was even, so that the new tree consists of
    /// remnants. If the piece was odd, the rest is no longer certain, and everything is forgotten.
    pub(crate) fn take_loose(&mut self, v: u32) -> Option<u32> {
        let piece = self.pieces.get(v as usize).map_or(NONE, |piece| piece & !CHILD);
        if piece == NONE || piece == BARRIER {
            return None;
        }
        let Some(place) = self.even.iter().position(|&even| even == piece) else {
            self.clear();
            return None;
        };
        self.even.swap_remove(place);
        Some(piece)
    }
}

//! What the search knows about a vertex, in one byte.
//!
//! The byte is read once per edge, so everything an edge needs to know is packed into it: on a
//! board of a million numbers each further array would cost a cache miss per edge.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    Absent,
    /// On the board, in no tree.
    Loose,
    /// In a tree, reached at odd distance only.
    Inner,
    /// In a tree, reached at even distance when the tree grew.
    Outer,
    /// In a tree, reached at odd distance when it grew, then made outer by a blossom.
    Swallowed,
}

impl State {
    /// Whether an alternating path of even length leads here from an exposed vertex.
    #[inline]
    pub(crate) fn is_outer(self) -> bool {
        matches!(self, State::Outer | State::Swallowed)
    }
}

/// A [`State`] and three flags.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Cell(u8);

/// A set of cell values, for choosing among many vertices without a branch for each.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CellSet(u32);

impl CellSet {
    /// What an outer vertex has to look at: loose vertices, and outer ones unless both are known to
    /// lie in the blossom of the root.
    #[inline]
    pub(crate) fn worth_a_look(from_core: bool) -> Self {
        const LOOSE: u32 = 1 << State::Loose as u8;
        const OUTER: u32 = 1 << State::Outer as u8 | 1 << State::Swallowed as u8;
        const FROM_CORE: u32 = LOOSE | OUTER | LOOSE << HINT | OUTER << HINT;
        const FROM_ELSEWHERE: u32 = FROM_CORE | OUTER << CORE | OUTER << (CORE | HINT);
        Self(if from_core { FROM_CORE } else { FROM_ELSEWHERE })
    }

    /// 1 if the set contains the cell's value (whether merged or not), otherwise 0.
    #[inline]
    pub(crate) fn count(self, cell: Cell) -> usize {
        (self.0 >> (cell.0 & 31) & 1) as usize
    }
}

const STATE: u8 = 0b0111;
const CORE: u8 = 0b1000;
const HINT: u8 = 0b1_0000;
const MERGED: u8 = 0b10_0000;

impl Cell {
    #[inline]
    pub(crate) fn state(self) -> State {
        match self.0 & STATE {
            0 => State::Absent,
            1 => State::Loose,
            2 => State::Inner,
            3 => State::Outer,
            _ => State::Swallowed,
        }
    }

    /// Sets the state; what was known about the old place in the forest is forgotten.
    #[inline]
    pub(crate) fn set_state(&mut self, state: State) {
        self.0 = (self.0 & HINT) | state as u8;
    }

    /// Whether this outer vertex is known to lie in the blossom of its root.
    #[inline]
    pub(crate) fn is_core(self) -> bool {
        self.0 & CORE != 0
    }

    #[inline]
    pub(crate) fn set_core(&mut self) {
        self.0 |= CORE;
    }

    /// Whether this outer vertex lies in a blossom of more than one vertex.
    #[inline]
    pub(crate) fn is_merged(self) -> bool {
        self.0 & MERGED != 0
    }

    /// Notes that this vertex became part of a blossom, perhaps of that of the root.
    #[inline]
    pub(crate) fn set_merged(&mut self, is_core: bool) {
        self.0 |= if is_core { MERGED | CORE } else { MERGED };
    }

    /// A bit for the relation to use as it likes.
    #[inline]
    pub(crate) fn hint(self) -> bool {
        self.0 & HINT != 0
    }

    #[inline]
    pub(crate) fn set_hint(&mut self, on: bool) {
        self.0 = if on { self.0 | HINT } else { self.0 & !HINT };
    }
}

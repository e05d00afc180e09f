//! Numbers and the boards they stand on.

use std::fmt;
use std::num::NonZeroU32;

use serde::Serialize;

use crate::{Refusal, relation};

/// A number that stands on some [`Board`].
///
/// It comes from a board ([`Board::number`], [`Board::numbers`]) or from a set of a board's numbers, so what
/// was typed is checked before a position sees it. A position still refuses one of a larger board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Number(NonZeroU32);

impl Number {
    #[inline]
    pub const fn get(self) -> u32 {
        self.0.get()
    }

    /// For members of this crate that read numbers off a board they already trust.
    #[inline]
    pub(crate) const fn new(value: u32) -> Option<Self> {
        match NonZeroU32::new(value) {
            Some(value) => Some(Self(value)),
            None => None,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The numbers in play before the first move: 1 to the size, or 2 to the size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    size: u32,
    first: u32,
}

impl Board {
    pub const DEFAULT_SIZE: u32 = 20;
    pub const MAX_SIZE: u32 = 1_000_000;

    /// `Rules::new` checks the two against each other; nothing else makes a board.
    pub(crate) const fn new(size: u32, first: u32) -> Self {
        Self { size, first }
    }

    /// The largest number.
    pub const fn size(self) -> u32 {
        self.size
    }

    /// The smallest number: 1, or 2 on a board without 1.
    #[inline]
    pub const fn first(self) -> u32 {
        self.first
    }

    /// Whether the number 1 is on the board.
    pub const fn has_one(self) -> bool {
        self.first == 1
    }

    pub const fn count(self) -> u32 {
        self.size + 1 - self.first()
    }

    pub fn number(self, value: u32) -> Result<Number, Refusal> {
        self.find(value).ok_or(Refusal::OutOfRange { board: self })
    }

    pub fn numbers(self) -> impl Iterator<Item = Number> {
        (self.first()..=self.size).filter_map(Number::new)
    }

    /// The other numbers of the board that divide this one, ascending.
    ///
    /// ```
    /// use divvy_rules::Rules;
    ///
    /// let board = Rules::default().board();
    /// let six = board.number(6)?;
    /// assert_eq!(board.factors(six).iter().map(|n| n.get()).collect::<Vec<_>>(), [1, 2, 3]);
    /// assert_eq!(board.multiples(six).map(|n| n.get()).collect::<Vec<_>>(), [12, 18]);
    /// # Ok::<(), divvy_rules::Refusal>(())
    /// ```
    pub fn factors(self, number: Number) -> Vec<Number> {
        let mut factors: Vec<Number> = relation::factors(self, number).collect();
        factors.sort_unstable();
        factors
    }

    /// The other numbers of the board that this one divides, ascending.
    pub fn multiples(self, number: Number) -> impl Iterator<Item = Number> {
        let n = number.get();
        (2 * n..=self.size).step_by(n as usize).filter_map(move |value| self.find(value))
    }

    #[inline]
    pub(crate) fn find(self, value: u32) -> Option<Number> {
        if (self.first()..=self.size).contains(&value) { Number::new(value) } else { None }
    }
}

impl fmt::Display for Board {
    /// First and last number: `1-20`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count() == 1 {
            write!(f, "{}", self.size)
        } else {
            write!(f, "{}-{}", self.first(), self.size)
        }
    }
}

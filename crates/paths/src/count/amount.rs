//! Numbers of games. Most fit in 64 bits, which takes half the memory of 128.

use std::fmt::Debug;

/// An amount that saturates: the largest one stands for all that do not fit, and so does every sum it is in.
pub(super) trait Amount: Copy + Debug + Default + Send + Sync {
    fn of(amount: u128) -> Self;

    fn plus(self, other: Self) -> Self;

    /// The same in 128 bits; the largest is the largest.
    fn wide(self) -> u128;
}

impl Amount for u128 {
    fn of(amount: u128) -> Self {
        amount
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.saturating_add(other)
    }

    fn wide(self) -> u128 {
        self
    }
}

impl Amount for u64 {
    fn of(amount: u128) -> Self {
        u64::try_from(amount).unwrap_or(u64::MAX)
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.saturating_add(other)
    }

    #[inline(always)]
    fn wide(self) -> u128 {
        if self == u64::MAX { u128::MAX } else { self.into() }
    }
}

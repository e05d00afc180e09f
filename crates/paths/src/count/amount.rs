//! A number of games. Nearly all fit in a machine word or two; those that do not are kept all the same.

use std::ops::AddAssign;

use num_bigint::BigUint;

/// A whole number of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    Small(u128),
    Large(BigUint),
}

impl Amount {
    /// What it takes besides itself.
    pub(super) fn bytes_elsewhere(&self) -> u64 {
        match self {
            Amount::Small(_) => 0,
            Amount::Large(amount) => amount.bits().div_ceil(8),
        }
    }
}

impl From<u128> for Amount {
    fn from(amount: u128) -> Self {
        Amount::Small(amount)
    }
}

impl From<Amount> for BigUint {
    fn from(amount: Amount) -> BigUint {
        match amount {
            Amount::Small(amount) => amount.into(),
            Amount::Large(amount) => amount,
        }
    }
}

impl AddAssign for Amount {
    fn add_assign(&mut self, other: Self) {
        *self = match (&*self, other) {
            (Amount::Small(a), Amount::Small(b)) => match a.checked_add(b) {
                Some(sum) => Amount::Small(sum),
                None => Amount::Large(BigUint::from(*a) + b),
            },
            (Amount::Small(a), Amount::Large(b)) => Amount::Large(b + *a),
            (Amount::Large(a), Amount::Small(b)) => Amount::Large(a + b),
            (Amount::Large(a), Amount::Large(b)) => Amount::Large(a + b),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_beyond_two_words_are_exact() {
        let mut sum = Amount::from(u128::MAX);
        sum += Amount::from(1);
        assert_eq!(BigUint::from(sum.clone()), BigUint::from(1u8) << 128);
        sum += sum.clone();
        sum += Amount::from(3);
        let mut other = Amount::from(5);
        other += sum;
        assert_eq!(BigUint::from(other), (BigUint::from(1u8) << 129) + 8u8);
    }
}

//! Numbers of paths by parity, in machine words as long as they fit.

use num_bigint::BigUint;

/// A number of paths.
pub(super) trait Amount: Clone + Default + Send + Sync + Into<BigUint> {
    /// What one takes, the part elsewhere included.
    const BYTES: u64;
    /// One path.
    fn one() -> Self;
    /// Adds another amount; false if the sum does not fit.
    fn add(&mut self, other: &Self) -> bool;
    /// The amount, if it fits in a machine word.
    fn small(&self) -> Option<u64>;
}

impl Amount for u64 {
    const BYTES: u64 = 8;

    fn one() -> Self {
        1
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) -> bool {
        let (sum, overflows) = self.overflowing_add(*other);
        *self = sum;
        !overflows
    }

    #[inline(always)]
    fn small(&self) -> Option<u64> {
        Some(*self)
    }
}

impl Amount for u128 {
    const BYTES: u64 = 16;

    fn one() -> Self {
        1
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) -> bool {
        let (sum, overflows) = self.overflowing_add(*other);
        *self = sum;
        !overflows
    }

    fn small(&self) -> Option<u64> {
        u64::try_from(*self).ok()
    }
}

impl Amount for BigUint {
    // Four more words are plenty: no board that fits in memory has 2^256 games.
    const BYTES: u64 = size_of::<BigUint>() as u64 + 32;

    fn one() -> Self {
        BigUint::from(1u8)
    }

    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }

    fn small(&self) -> Option<u64> {
        u64::try_from(self).ok()
    }
}

/// Amounts of even and of odd paths, of one width for a whole layer.
#[derive(Debug)]
pub(super) enum Amounts {
    Word(Vec<[u64; 2]>),
    Double(Vec<[u128; 2]>),
    Big(Vec<[BigUint; 2]>),
}

/// Calls a generic expression with the list inside.
macro_rules! amounts {
    ($amounts:expr, $list:ident => $call:expr) => {
        match $amounts {
            Amounts::Word($list) => $call,
            Amounts::Double($list) => $call,
            Amounts::Big($list) => $call,
        }
    };
}
pub(super) use amounts;

impl Amounts {
    /// The next wider kind.
    pub(super) fn widened(self) -> Self {
        match self {
            Amounts::Word(list) => Amounts::Double(convert(list)),
            Amounts::Double(list) => Amounts::Big(convert(list)),
            big @ Amounts::Big(_) => big,
        }
    }

    /// What they take.
    pub(super) fn bytes(&self) -> u64 {
        fn bytes<V: Amount>(list: &[[V; 2]]) -> u64 {
            2 * V::BYTES * list.len() as u64
        }
        amounts!(self, list => bytes(list))
    }
}

fn convert<A: Into<B>, B>(list: Vec<[A; 2]>) -> Vec<[B; 2]> {
    list.into_iter().map(|pair| pair.map(Into::into)).collect()
}

/// A list of amounts of this kind.
pub(super) trait Wrap: Amount {
    fn wrap(list: Vec<[Self; 2]>) -> Amounts;
}

impl Wrap for u64 {
    fn wrap(list: Vec<[Self; 2]>) -> Amounts {
        Amounts::Word(list)
    }
}

impl Wrap for u128 {
    fn wrap(list: Vec<[Self; 2]>) -> Amounts {
        Amounts::Double(list)
    }
}

impl Wrap for BigUint {
    fn wrap(list: Vec<[Self; 2]>) -> Amounts {
        Amounts::Big(list)
    }
}

/// A sum of products of amounts, of any size.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    small: u128,
    large: BigUint,
}

impl Sum {
    /// Adds the product of two amounts.
    #[inline]
    pub(super) fn add_product<A: Amount, B: Amount>(&mut self, a: &A, b: &B) {
        match (a.small(), b.small()) {
            (Some(a), Some(b)) => self.add_small(u128::from(a) * u128::from(b)),
            _ => self.large += Into::<BigUint>::into(a.clone()) * Into::<BigUint>::into(b.clone()),
        }
    }

    fn add_small(&mut self, amount: u128) {
        match self.small.checked_add(amount) {
            Some(sum) => self.small = sum,
            None => {
                self.large += self.small;
                self.small = amount;
            }
        }
    }

    /// Adds another sum.
    pub(super) fn add(&mut self, other: &Self) {
        self.add_small(other.small);
        self.large += &other.large;
    }

    /// The sum.
    pub(super) fn total(self) -> BigUint {
        self.large + self.small
    }
}

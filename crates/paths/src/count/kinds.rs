//! Which numbers are alike, so that positions can be told to be the same.

use divvy_rules::{Number, Relation};

/// The board of a count. Numbers are spoken of by their place on it, sets of them are bits.
#[derive(Debug)]
pub(super) struct Kinds {
    followers: Vec<u64>,
    /// The numbers above half the size. No two of them are related, so what one of them means depends only on the
    /// numbers below that it is related to.
    upper: u64,
    /// For every number, those that are related to it, and those of them that are multiples.
    related: Vec<u64>,
    multiples: Vec<u64>,
    blocks: Vec<Vec<Block>>,
}

/// A prime above the square root of the size, and its multiples. It is related to nothing else but small factors of
/// these, and primes with equally many multiples have blocks that can be exchanged whole.
type Block = Vec<u32>;

impl Kinds {
    pub(super) fn new(relation: Relation, numbers: &[Number]) -> Self {
        let bits = |wanted: &dyn Fn(Number) -> bool| -> u64 {
            let places = numbers.iter().enumerate().filter(|(_, number)| wanted(**number));
            places.map(|(place, _)| 1 << place).sum()
        };
        let sets = |relation: Relation| {
            numbers.iter().map(|&last| bits(&|next| relation.allows(last, next))).collect()
        };
        let size = numbers.last().map_or(0, |number| number.get());
        Self {
            followers: sets(relation),
            upper: bits(&|number| 2 * number.get() > size),
            related: sets(Relation::Related),
            multiples: numbers
                .iter()
                .map(|&n| bits(&|m| m > n && m.get().is_multiple_of(n.get())))
                .collect(),
            blocks: blocks(numbers, size),
        }
    }

    /// The numbers that may follow this one, free or not.
    pub(super) fn followers(&self, last: u32) -> u64 {
        self.followers[last as usize]
    }

    /// A position with the same games, and the same one for as many positions as possible.
    pub(super) fn simplest(&self, left: u64, last: u32) -> (u64, u32) {
        let (mut left, mut last) = (self.reachable(left, last), last);
        for blocks in &self.blocks {
            sort_blocks(blocks, &mut left, &mut last);
        }
        (left, last) = self.raise(left, last);
        self.exchange_upper(left, last)
    }

    /// A number without multiples that are left is like a number above half the size with the same factors, and that one
    /// stands for it if it has been taken.
    fn raise(&self, mut left: u64, mut last: u32) -> (u64, u32) {
        let mut lower = left & !self.upper;
        while lower != 0 {
            let number = lower.trailing_zeros();
            lower &= lower - 1;
            let present = left | 1 << last;
            if self.multiples[number as usize] & present == 0
                && let Some(other) = self.like(number, present)
            {
                left = left & !(1 << number) | 1 << other;
            }
        }
        if self.upper >> last & 1 == 0 && self.multiples[last as usize] & left == 0 {
            last = self.like(last, left | 1 << last).unwrap_or(last);
        }
        (left, last)
    }

    /// The lowest number above half the size that is not present and is related to the same present numbers.
    fn like(&self, number: u32, present: u64) -> Option<u32> {
        let others = present & !(1 << number);
        let related = self.related[number as usize] & others;
        let mut candidates = self.upper & !present;
        while candidates != 0 {
            let candidate = candidates.trailing_zeros();
            candidates &= candidates - 1;
            if self.related[candidate as usize] & others == related {
                return Some(candidate);
            }
        }
        None
    }

    /// What can still be taken, however the game goes on.
    fn reachable(&self, left: u64, last: u32) -> u64 {
        let mut reached = left & self.followers(last);
        let mut new = reached;
        while new != 0 {
            let mut next = 0;
            while new != 0 {
                next |= self.followers(new.trailing_zeros());
                new &= new - 1;
            }
            new = next & left & !reached;
            reached |= new;
        }
        reached
    }

    /// Of numbers above half the size that are related to the same numbers below, still there, only how many there are
    /// counts. The lowest stand for them, the last number being the lowest of its own kind.
    fn exchange_upper(&self, left: u64, last: u32) -> (u64, u32) {
        let below = (left | 1 << last) & !self.upper;
        let mut result = (left & !self.upper, last);
        let mut others = self.upper;
        let mut present = (left | 1 << last) & self.upper;
        while present != 0 {
            let related = self.related[present.trailing_zeros() as usize] & below;
            let mut alike = 0;
            let mut candidates = others;
            while candidates != 0 {
                let candidate = candidates.trailing_zeros();
                candidates &= candidates - 1;
                alike |=
                    u64::from(self.related[candidate as usize] & below == related) << candidate;
            }
            others &= !alike;
            present &= !alike;
            let count = (left & alike).count_ones();
            if alike >> last & 1 == 1 {
                result.1 = alike.trailing_zeros();
                alike &= alike - 1;
            }
            for _ in 0..count {
                result.0 |= alike & alike.wrapping_neg();
                alike &= alike - 1;
            }
        }
        result
    }
}

/// The blocks that can be exchanged, those of the same length together.
fn blocks(numbers: &[Number], size: u32) -> Vec<Vec<Block>> {
    let Some(first) = numbers.first().map(|number| number.get()) else { return Vec::new() };
    let is_prime =
        |n: u32| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
    let block = |prime: u32| (1..=size / prime).map(|k| k * prime - first).collect();
    let mut blocks: Vec<Vec<Block>> = vec![Vec::new(); size as usize + 1];
    for prime in (2..=size).filter(|&n| n * n > size && is_prime(n)) {
        blocks[(size / prime) as usize].push(block(prime));
    }
    // A block of one is a number above half the size, and alone there is nothing to exchange with.
    blocks.into_iter().skip(2).filter(|alike| alike.len() > 1).collect()
}

/// Exchanges blocks so that the fullest come first.
fn sort_blocks(blocks: &[Block], left: &mut u64, last: &mut u32) {
    let state = |block: &Block| {
        let bits = |flags: u64, &place: &u32| {
            flags << 2 | u64::from(place == *last) << 1 | *left >> place & 1
        };
        block.iter().fold(0, bits)
    };
    let mut states: Vec<u64> = blocks.iter().map(state).collect();
    if states.is_sorted_by(|a, b| a >= b) {
        return;
    }
    states.sort_unstable_by(|a, b| b.cmp(a));
    for (block, mut state) in blocks.iter().zip(states) {
        for &place in block.iter().rev() {
            *left = *left & !(1 << place) | (state & 1) << place;
            if state & 2 != 0 {
                *last = place;
            }
            state >>= 2;
        }
    }
}

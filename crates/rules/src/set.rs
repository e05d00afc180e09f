//! Sets of numbers as bits: two machine words for small boards, as many as it takes for large ones.

use crate::{Board, Number};

/// The largest number that fits beside the others in one `u128` (bit 0 is never used).
pub(crate) const SMALL: u32 = 127;

/// A set of numbers of one board.
///
/// Boards up to 127 numbers are two machine words without allocation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NumberSet(Bits);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Bits {
    Small(u128),
    /// Bit `n % 64` of word `n / 64`; the length is fixed by the board.
    Large(Box<[u64]>),
}

impl NumberSet {
    /// None of this board's numbers.
    pub fn empty(board: Board) -> Self {
        Self(if board.size() <= SMALL {
            Bits::Small(0)
        } else {
            Bits::Large(vec![0; board.size() as usize / 64 + 1].into())
        })
    }

    pub(crate) fn full(board: Board) -> Self {
        let mut set = Self::empty(board);
        match &mut set.0 {
            Bits::Small(word) => {
                *word = (u128::MAX >> (SMALL - board.size())) & (u128::MAX << board.first());
            }
            Bits::Large(words) => {
                words.fill(u64::MAX);
                words[0] <<= board.first();
                if let Some(last) = words.last_mut() {
                    *last &= u64::MAX >> (63 - board.size() % 64);
                }
            }
        }
        set
    }

    /// The set as one word, where it fits.
    #[inline]
    pub(crate) fn small(&self) -> Option<u128> {
        match self.0 {
            Bits::Small(word) => Some(word),
            Bits::Large(_) => None,
        }
    }

    #[inline]
    pub(crate) fn from_small(word: u128) -> Self {
        Self(Bits::Small(word))
    }

    #[inline]
    pub fn contains(&self, number: Number) -> bool {
        let n = number.get();
        match &self.0 {
            Bits::Small(word) => n <= SMALL && word >> n & 1 == 1,
            Bits::Large(words) => {
                let word = words.get(n as usize / 64);
                word.is_some_and(|word| word >> (n % 64) & 1 == 1)
            }
        }
    }

    #[inline]
    pub(crate) fn insert(&mut self, number: Number) {
        let n = number.get();
        match &mut self.0 {
            Bits::Small(word) => *word |= 1 << n,
            Bits::Large(words) => words[n as usize / 64] |= 1 << (n % 64),
        }
    }

    #[inline]
    pub(crate) fn remove(&mut self, number: Number) {
        let n = number.get();
        match &mut self.0 {
            Bits::Small(word) => *word &= !(1 << n),
            Bits::Large(words) => words[n as usize / 64] &= !(1 << (n % 64)),
        }
    }

    #[inline]
    pub fn len(&self) -> u32 {
        match &self.0 {
            Bits::Small(word) => word.count_ones(),
            Bits::Large(words) => words.iter().map(|word| word.count_ones()).sum(),
        }
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        match &self.0 {
            Bits::Small(word) => *word == 0,
            Bits::Large(words) => words.iter().all(|&word| word == 0),
        }
    }

    /// The number with exactly `index` smaller ones in the set: what a random player draws.
    #[inline]
    pub fn nth(&self, index: u32) -> Option<Number> {
        match &self.0 {
            Bits::Small(word) => {
                let (low, high) = (*word as u64, (*word >> 64) as u64);
                match index.checked_sub(low.count_ones()) {
                    None => nth_bit(low, index).and_then(Number::new),
                    Some(index) => nth_bit(high, index).and_then(|bit| Number::new(64 + bit)),
                }
            }
            Bits::Large(_) => self.iter().nth(index as usize),
        }
    }

    pub fn iter(&self) -> Numbers<'_> {
        match &self.0 {
            Bits::Small(word) => Numbers { word: *word, base: 0, next_base: 0, rest: &[] },
            Bits::Large(words) => Numbers { word: 0, base: 0, next_base: 0, rest: words },
        }
    }

    /// The runs of consecutive numbers, ascending, each with its first and last.
    ///
    /// ```
    /// use divvy_rules::Record;
    ///
    /// let record: Record = "trap-avoidance:7".parse()?;
    /// let runs = record.legal().runs().map(|(a, b)| (a.get(), b.get())).collect::<Vec<_>>();
    /// assert_eq!(runs, [(2, 6), (8, 13), (15, 20)]);
    /// # Ok::<(), divvy_rules::NotationError>(())
    /// ```
    pub fn runs(&self) -> impl Iterator<Item = (Number, Number)> {
        let mut numbers = self.iter().peekable();
        std::iter::from_fn(move || {
            let first = numbers.next()?;
            let mut last = first;
            while let Some(next) = numbers.next_if(|next| next.get() == last.get() + 1) {
                last = next;
            }
            Some((first, last))
        })
    }
}

/// With numbers of the same board.
impl Extend<Number> for NumberSet {
    fn extend<I: IntoIterator<Item = Number>>(&mut self, numbers: I) {
        numbers.into_iter().for_each(|number| self.insert(number));
    }
}

impl<'a> IntoIterator for &'a NumberSet {
    type Item = Number;
    type IntoIter = Numbers<'a>;

    fn into_iter(self) -> Numbers<'a> {
        self.iter()
    }
}

/// The numbers of a [`NumberSet`], ascending.
#[derive(Clone, Debug)]
pub struct Numbers<'a> {
    /// What is left of the word at hand; its bit 0 stands for `base`.
    word: u128,
    base: u32,
    /// The words still to come; bit 0 of the first stands for `next_base`.
    rest: &'a [u64],
    next_base: u32,
}

impl Iterator for Numbers<'_> {
    type Item = Number;

    #[inline]
    fn next(&mut self) -> Option<Number> {
        while self.word == 0 {
            let (&word, rest) = self.rest.split_first()?;
            self.word = word.into();
            self.rest = rest;
            self.base = self.next_base;
            self.next_base += 64;
        }
        let bit = self.word.trailing_zeros();
        self.word &= self.word - 1;
        Number::new(self.base + bit)
    }
}

/// The place of the bit with exactly `index` lower ones set.
#[inline]
fn nth_bit(mut word: u64, index: u32) -> Option<u32> {
    for _ in 0..index {
        word &= word.wrapping_sub(1);
    }
    if word == 0 { None } else { Some(word.trailing_zeros()) }
}

//! How a path touches the frontier, as one key.
//!
//! Every slot has a code. `UNTOUCHED`, or one more if the number is marked: before the finish is placed a marked number has
//! an eliminated relative that was left out, so it cannot be the finish; afterwards a marked number is a relative of the
//! finish and must still be visited. `INSIDE` a piece of the path. The end of a piece: `FINISH_END` and `START_END` if the
//! piece reaches the finish or the start, `END + 2 * slot` if its other end is there; the last two may be marked as well.

use std::fmt::Debug;

use divvy_rules::mixed;

pub(super) const UNTOUCHED: u32 = 0;
pub(crate) const MARK: u32 = 1;
pub(crate) const INSIDE: u32 = 2;
pub(super) const FINISH_END: u32 = 3;
pub(super) const START_END: u32 = 4;
pub(super) const END: u32 = 6;

/// The ends of the path that are placed, as the code of a slot after all others.
const STARTED: u32 = 1;
const FINISHED: u32 = 2;

/// The codes of all slots, and which ends of the path are placed.
pub(crate) trait Key: Copy + Eq + Debug + Send + Sync + 'static {
    /// How many slots there is room for.
    const SLOTS: usize;
    /// Nothing has happened.
    const START: Self;
    /// No state looks like this.
    const NONE: Self;
    fn code(self, slot: usize) -> u32;
    /// The same with another code.
    fn with(self, slot: usize, code: u32) -> Self;
    /// The same without marks.
    fn unmarked(self) -> Self;
    /// If all numbers are untouched, unmarked, or inside: how many are inside.
    fn all_inside(self) -> Option<u32>;
    /// A word of which every bit depends on the whole key.
    fn hash(self) -> u64;

    #[inline(always)]
    fn has_start(self) -> bool {
        self.code(Self::SLOTS) & STARTED != 0
    }

    #[inline(always)]
    fn has_finish(self) -> bool {
        self.code(Self::SLOTS) & FINISHED != 0
    }

    #[inline(always)]
    fn placing_start(self) -> Self {
        self.with(Self::SLOTS, self.code(Self::SLOTS) | STARTED)
    }

    #[inline(always)]
    fn placing_finish(self) -> Self {
        self.with(Self::SLOTS, self.code(Self::SLOTS) | FINISHED)
    }
}

macro_rules! word_key {
    ($word:ty, $bits:literal, $slots:literal, $hash:expr) => {
        impl Key for $word {
            const SLOTS: usize = $slots;
            const START: Self = 0;
            const NONE: Self = <$word>::MAX;

            #[inline(always)]
            fn code(self, slot: usize) -> u32 {
                (self >> ($bits * slot)) as u32 & ((1 << $bits) - 1)
            }

            #[inline(always)]
            fn with(self, slot: usize, code: u32) -> Self {
                self & !(((1 << $bits) - 1) << ($bits * slot)) | (code as $word) << ($bits * slot)
            }

            #[inline(always)]
            fn unmarked(self) -> Self {
                self & !lowest_bits!($word, $bits, $slots)
            }

            #[inline(always)]
            fn all_inside(self) -> Option<u32> {
                let codes = self & ((1 << ($bits * $slots)) - 1);
                let inside = lowest_bits!($word, $bits, $slots) << 1;
                (codes & !inside == 0).then(|| codes.count_ones())
            }

            #[inline(always)]
            fn hash(self) -> u64 {
                $hash(self)
            }
        }
    };
}

/// The lowest bit of every code.
macro_rules! lowest_bits {
    ($word:ty, $bits:literal, $slots:literal) => {
        const {
            let (mut word, mut slot): ($word, _) = (0, 0);
            while slot < $slots {
                word |= 1 << ($bits * slot);
                slot += 1;
            }
            word
        }
    };
}

word_key!(u64, 5, 12, mixed);
word_key!(u128, 6, 20, |key: u128| mixed(key as u64 ^ mixed((key >> 64) as u64)));

/// A byte for every slot, and one for the ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wide<const BYTES: usize>([u8; BYTES]);

impl<const BYTES: usize> Key for Wide<BYTES> {
    const SLOTS: usize = BYTES - 1;
    const START: Self = Self([0; BYTES]);
    const NONE: Self = Self([u8::MAX; BYTES]);

    #[inline(always)]
    fn code(self, slot: usize) -> u32 {
        self.0[slot].into()
    }

    #[inline(always)]
    fn with(mut self, slot: usize, code: u32) -> Self {
        // Codes go up to END + 2 * SLOTS + 1.
        self.0[slot] = code as u8;
        self
    }

    #[inline(always)]
    fn unmarked(self) -> Self {
        let codes = self.0.map(|code| code & !(MARK as u8));
        Self(codes).with(Self::SLOTS, self.code(Self::SLOTS))
    }

    #[inline(always)]
    fn all_inside(self) -> Option<u32> {
        let codes = &self.0[..BYTES - 1];
        let inside = codes.iter().filter(|&&code| u32::from(code) == INSIDE).count() as u32;
        codes.iter().all(|&code| matches!(code.into(), UNTOUCHED | INSIDE)).then_some(inside)
    }

    #[inline(always)]
    fn hash(self) -> u64 {
        let (words, rest) = self.0.as_chunks::<8>();
        let rest = rest.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        let add =
            |hash: u64, word: &[u8; 8]| mixed(hash.rotate_left(32) ^ u64::from_le_bytes(*word));
        words.iter().fold(rest, add)
    }
}

//! Which numbers a move may join: factors and multiples, or everything else.

use crate::set::SMALL;
use crate::{Board, Number, NumberSet};

crate::named! {
    /// What the number 1 means in Trap Avoidance (ruling T1).
    #[derive(Default)]
    pub enum One: word {
        /// 1 is a factor of every number: a trap after any number, and after 1 everything is a trap.
        #[default]
        Trap = "trap",
        /// 1 is never a trap and never sets one.
        Free = "free",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// A factor or a multiple of the number before it.
    Related,
    /// Neither a factor nor a multiple of the number before it.
    Unrelated(One),
}

impl Relation {
    /// Whether `next` may follow `last`, both free or not; never true of a number and itself.
    #[inline]
    pub fn allows(self, last: Number, next: Number) -> bool {
        match self {
            // A look-up instead of a division: this is half the time of a random game.
            _ if last.get() <= SMALL && next.get() <= SMALL => {
                self.small_followers(last) >> next.get() & 1 == 1
            }
            _ if last == next => false,
            Relation::Related => related(last, next),
            Relation::Unrelated(One::Trap) => !related(last, next),
            Relation::Unrelated(One::Free) => {
                last.get() == 1 || next.get() == 1 || !related(last, next)
            }
        }
    }

    /// The numbers of `free` that may follow `last`.
    pub(crate) fn followers(self, board: Board, free: &NumberSet, last: Number) -> NumberSet {
        if let Some(word) = free.small() {
            return NumberSet::from_small(word & self.small_followers(last));
        }
        match self {
            Relation::Related => {
                let mut set = NumberSet::empty(board);
                relatives(board, last).filter(|&n| free.contains(n)).for_each(|n| set.insert(n));
                set
            }
            Relation::Unrelated(_) => {
                let mut set = free.clone();
                relatives(board, last)
                    .filter(|&n| !self.allows(last, n))
                    .for_each(|n| set.remove(n));
                set.remove(last);
                set
            }
        }
    }

    /// Whether [`Relation::followers`] holds anything, without making the set. The number may be one of a larger board.
    #[inline]
    pub(crate) fn has_follower(self, board: Board, free: &NumberSet, last: Number) -> bool {
        match (free.small(), self) {
            (Some(word), _) if last.get() <= SMALL => word & self.small_followers(last) != 0,
            (_, Relation::Related) => relatives(board, last).any(|n| free.contains(n)),
            // At most the relatives of `last` are passed over, so this stops early.
            (_, Relation::Unrelated(_)) => free.iter().any(|n| self.allows(last, n)),
        }
    }

    /// The followers of `last` on any small board, as bits.
    #[inline]
    fn small_followers(self, last: Number) -> u128 {
        let n = last.get() as usize;
        match self {
            Relation::Related => RELATIVES[n],
            Relation::Unrelated(One::Trap) => !RELATIVES[n] & !(1 << n),
            Relation::Unrelated(One::Free) if n == 1 => !(1 << 1),
            Relation::Unrelated(One::Free) => !RELATIVES[n] & !(1 << n) | 1 << 1,
        }
    }
}

#[inline]
pub(crate) fn related(a: Number, b: Number) -> bool {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    high.get() % low.get() == 0
}

/// The other numbers of the board that divide `n` or are divided by it, in no particular order.
pub(crate) fn relatives(board: Board, n: Number) -> impl Iterator<Item = Number> {
    factors(board, n).chain(board.multiples(n))
}

/// The other numbers of the board that divide `n`, in no particular order.
pub(crate) fn factors(board: Board, n: Number) -> impl Iterator<Item = Number> {
    let n = n.get();
    (1..)
        .take_while(move |d| d * d <= n)
        .filter(move |d| n.is_multiple_of(*d))
        .flat_map(move |d| [d, if d * d == n { n } else { n / d }])
        .filter(move |&d| d != n)
        .filter_map(move |value| board.find(value))
}

/// For every number that fits a small board, its factors and multiples, itself left out.
static RELATIVES: [u128; SMALL as usize + 1] = relatives_table();

const fn relatives_table() -> [u128; SMALL as usize + 1] {
    let mut table = [0; SMALL as usize + 1];
    let mut a = 1;
    while a < table.len() {
        let mut b = 2 * a;
        while b < table.len() {
            table[a] |= 1 << b;
            table[b] |= 1 << a;
            b += a;
        }
        a += 1;
    }
    table
}

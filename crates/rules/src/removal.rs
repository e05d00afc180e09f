//! The removal games: take a number that fits the last one; who cannot, loses.
//!
//! Four of the five games live here. They differ in their [`Relation`], in their [`Memory`], and in words, which are not in
//! this crate.

use crate::{Board, Number, NumberSet, One, Player, Refusal, Relation};

crate::named! {
    /// What the first move of a removal game may be.
    #[derive(Default)]
    pub enum Opening: word {
        #[default]
        Any = "any",
        /// An even number (Juniper Green).
        Even = "even",
        /// An even number less than half the board's size (the classroom rule of NRICH).
        EvenBelowHalf = "even-below-half",
    }
}

crate::named! {
    /// How many of the numbers taken last the next one has to fit: in Trap Avoidance, for how many turns traps last.
    #[derive(Default)]
    pub enum Memory: word {
        /// The last number.
        #[default]
        One = "1",
        /// The last two.
        Two = "2",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RemovalRules {
    board: Board,
    relation: Relation,
    opening: Opening,
    struck: Option<Number>,
    memory: Memory,
}

impl RemovalRules {
    /// Whether a game is a walk from number to number, which a matching decides: each has to fit the last one only.
    pub const fn is_walk(self) -> bool {
        matches!(self.memory, Memory::One)
    }

    pub(crate) const fn new(
        board: Board,
        relation: Relation,
        opening: Opening,
        struck: Option<Number>,
        memory: Memory,
    ) -> Self {
        Self { board, relation, opening, struck, memory }
    }

    pub const fn board(self) -> Board {
        self.board
    }

    pub const fn relation(self) -> Relation {
        self.relation
    }

    pub const fn opening(self) -> Opening {
        self.opening
    }

    /// The number that is struck before the first move, which has to answer it.
    pub const fn struck(self) -> Option<Number> {
        self.struck
    }

    /// How many of the numbers taken last the next one has to fit. With more than one, which number may follow is no
    /// longer a relation of pairs.
    pub const fn memory(self) -> Memory {
        self.memory
    }

    pub fn start(self) -> RemovalPosition {
        let mut free = NumberSet::full(self.board);
        self.struck.into_iter().for_each(|number| free.remove(number));
        RemovalPosition { rules: self, free, last: self.struck, earlier: None, plies: 0 }
    }

    pub fn opening_count(self) -> u32 {
        match (self.struck, self.opening) {
            (Some(_), _) => self.start().legal().len(),
            (None, Opening::Any) => self.board.count(),
            (None, Opening::Even) => self.board.size() / 2,
            // 2k with 4k below the size.
            (None, Opening::EvenBelowHalf) => self.board.size().saturating_sub(1) / 4,
        }
    }

    /// Why a number may not be the first move.
    fn check_opening(self, number: Number) -> Result<(), Refusal> {
        let n = number.get();
        match self.opening {
            Opening::Any => Ok(()),
            Opening::Even | Opening::EvenBelowHalf if !n.is_multiple_of(2) => Err(Refusal::NotEven),
            Opening::EvenBelowHalf if 2 * n >= self.board.size() => {
                Err(Refusal::NotBelowHalf { size: self.board.size() })
            }
            Opening::Even | Opening::EvenBelowHalf => Ok(()),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RemovalPosition {
    rules: RemovalRules,
    free: NumberSet,
    last: Option<Number>,
    /// The number before the last one, if the next one has to fit it too.
    earlier: Option<Number>,
    plies: u32,
}

impl RemovalPosition {
    pub const fn rules(&self) -> RemovalRules {
        self.rules
    }

    pub const fn free(&self) -> &NumberSet {
        &self.free
    }

    /// The number taken last; before the first move the one that was struck, if any.
    pub const fn last(&self) -> Option<Number> {
        self.last
    }

    /// The numbers that the next one has to fit, the older one first: none before the first move, then the last one or
    /// the last two, a struck number among them.
    pub fn previous(&self) -> impl Iterator<Item = Number> {
        self.earlier.into_iter().chain(self.last)
    }

    /// Those of the previous numbers that can make others a trap; only in games that ask for unrelated numbers.
    pub fn setters(&self) -> impl Iterator<Item = Number> {
        let sets = |number: &Number| match self.rules.relation {
            Relation::Related => false,
            Relation::Unrelated(One::Trap) => true,
            Relation::Unrelated(One::Free) => number.get() > 1,
        };
        self.previous().filter(sets)
    }

    pub const fn to_move(&self) -> Player {
        Player::of_turn(self.plies)
    }

    #[inline]
    pub fn legal(&self) -> NumberSet {
        match (self.last, self.earlier) {
            (Some(last), None) => self.followers(&self.free, last),
            (Some(last), Some(earlier)) => {
                self.followers(&self.followers(&self.free, earlier), last)
            }
            (None, _) if self.rules.opening == Opening::Any => self.free.clone(),
            (None, _) => {
                let mut set = NumberSet::empty(self.rules.board);
                self.openings().for_each(|n| set.insert(n));
                set
            }
        }
    }

    /// The numbers that are a trap now, or would be if they were still free (ruling T4): every number
    /// of the board that may not follow one of [`RemovalPosition::previous`], itself included. Empty before the first move,
    /// and in games that ask for related numbers.
    pub fn barred(&self) -> NumberSet {
        let board = self.rules.board;
        if self.last.is_none() || self.rules.relation == Relation::Related {
            return NumberSet::empty(board);
        }
        let mut barred = NumberSet::full(board);
        let all = barred.clone();
        let open = self.previous().fold(all, |open, number| self.followers(&open, number));
        open.iter().for_each(|n| barred.remove(n));
        barred
    }

    #[inline]
    fn followers(&self, numbers: &NumberSet, last: Number) -> NumberSet {
        self.rules.relation.followers(self.rules.board, numbers, last)
    }

    /// Who has won: the other player, once the one to move has nothing to take.
    pub fn winner(&self) -> Option<Player> {
        let can_move = match self.last {
            Some(last) => self.fits_any(self.earlier, last),
            None => self.openings().next().is_some(),
        };
        if can_move { None } else { Some(self.to_move().other()) }
    }

    #[inline]
    pub fn check(&self, number: Number) -> Result<(), Refusal> {
        if !self.free.contains(number) {
            return Err(match self.rules.board.number(number.get()) {
                Ok(_) => Refusal::AlreadyTaken,
                Err(refusal) => refusal,
            });
        }
        match (self.last, self.rules.relation) {
            (None, _) => self.rules.check_opening(number),
            (Some(last), relation) if relation.allows(last, number) => match self.earlier {
                Some(earlier) if !relation.allows(earlier, number) => {
                    Err(Refusal::Related { to: earlier })
                }
                _ => Ok(()),
            },
            (Some(last), Relation::Related) => Err(Refusal::NotRelated { to: last }),
            (Some(last), Relation::Unrelated(_)) => Err(Refusal::Related { to: last }),
        }
    }

    /// Whether any free number could follow this one, if it were taken now.
    pub fn has_follower(&self, number: Number) -> bool {
        self.fits_any(self.remembered(self.last), number)
    }

    /// Whether any free number could follow these two, or the last one alone.
    fn fits_any(&self, earlier: Option<Number>, last: Number) -> bool {
        let RemovalRules { board, relation, .. } = self.rules;
        match earlier {
            None => relation.has_follower(board, &self.free, last),
            // At most the relatives of the two are passed over, so this stops early.
            Some(earlier) => self
                .free
                .iter()
                .any(|next| relation.allows(last, next) && relation.allows(earlier, next)),
        }
    }

    /// A number before the last one, if the rules still ask for it.
    fn remembered(&self, number: Option<Number>) -> Option<Number> {
        number.filter(|_| self.rules.memory == Memory::Two)
    }

    /// Takes a number. Nothing has changed if it is refused.
    #[inline]
    pub fn play(&mut self, number: Number) -> Result<(), Refusal> {
        self.check(number)?;
        self.free.remove(number);
        self.earlier = self.remembered(self.last);
        self.last = Some(number);
        self.plies += 1;
        Ok(())
    }

    /// Puts back the number that was taken last, given those taken before it.
    pub(crate) fn take_back(&mut self, number: Number, before: &[Number]) {
        self.free.insert(number);
        let mut newest = before.iter().rev().copied().chain(self.rules.struck);
        self.last = newest.next();
        self.earlier = self.remembered(newest.next());
        self.plies -= 1;
    }

    fn openings(&self) -> impl Iterator<Item = Number> {
        self.free.iter().filter(|&n| self.rules.check_opening(n).is_ok())
    }
}

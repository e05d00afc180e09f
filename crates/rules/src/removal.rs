//! The removal games: take a number that fits the last one; who cannot, loses.
//!
//! Four of the five games live here. They differ in their [`Relation`] and in their words, and words are
//! not in this crate.

use crate::{Board, Number, NumberSet, Opening, Player, Refusal, Relation};

/// The rules of one removal game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RemovalRules {
    board: Board,
    relation: Relation,
    opening: Opening,
}

impl RemovalRules {
    pub(crate) const fn new(board: Board, relation: Relation, opening: Opening) -> Self {
        Self { board, relation, opening }
    }

    /// The board before the first move.
    #[must_use]
    pub const fn board(self) -> Board {
        self.board
    }

    /// Which number may follow which.
    #[must_use]
    pub const fn relation(self) -> Relation {
        self.relation
    }

    /// What the first move may be.
    #[must_use]
    pub const fn opening(self) -> Opening {
        self.opening
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(self) -> RemovalPosition {
        RemovalPosition { rules: self, free: NumberSet::full(self.board), last: None, plies: 0 }
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

/// A position of a removal game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RemovalPosition {
    rules: RemovalRules,
    free: NumberSet,
    last: Option<Number>,
    plies: u32,
}

impl RemovalPosition {
    /// The rules it belongs to.
    #[must_use]
    pub const fn rules(&self) -> RemovalRules {
        self.rules
    }

    /// The numbers not taken yet.
    #[must_use]
    pub const fn free(&self) -> &NumberSet {
        &self.free
    }

    /// The number taken last; none before the first move.
    #[must_use]
    pub const fn last(&self) -> Option<Number> {
        self.last
    }

    /// Who is to move.
    #[must_use]
    pub const fn to_move(&self) -> Player {
        if self.plies.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    /// The numbers that may be taken now.
    #[inline]
    #[must_use]
    pub fn legal(&self) -> NumberSet {
        match self.last {
            Some(last) => self.rules.relation.followers(self.rules.board, &self.free, last),
            None if self.rules.opening == Opening::Any => self.free.clone(),
            None => {
                let mut set = NumberSet::empty(self.rules.board);
                self.openings().for_each(|n| set.insert(n));
                set
            }
        }
    }

    /// The numbers that are a trap now, or would be if they were still free (ruling T4): every number
    /// of the board that may not follow the last one, itself included. Empty before the first move.
    #[must_use]
    pub fn barred(&self) -> NumberSet {
        let board = self.rules.board;
        let Some(last) = self.last else { return NumberSet::empty(board) };
        let mut barred = NumberSet::full(board);
        let open = self.rules.relation.followers(board, &barred, last);
        open.iter().for_each(|n| barred.remove(n));
        barred
    }

    /// Who has won: the other player, once the one to move has nothing to take.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        let can_move = match self.last {
            Some(last) => self.rules.relation.has_follower(self.rules.board, &self.free, last),
            None => self.openings().next().is_some(),
        };
        if can_move { None } else { Some(self.to_move().other()) }
    }

    /// Whether a number may be taken now, and if not, why.
    ///
    /// # Errors
    /// The first reason that holds.
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
            (Some(last), relation) if relation.allows(last, number) => Ok(()),
            (Some(last), Relation::Related) => Err(Refusal::NotRelated { to: last }),
            (Some(last), Relation::Unrelated(_)) => Err(Refusal::Related { to: last }),
        }
    }

    /// Whether any free number could follow this one, if it were taken now.
    #[must_use]
    pub fn has_follower(&self, number: Number) -> bool {
        self.rules.relation.has_follower(self.rules.board, &self.free, number)
    }

    /// Takes a number.
    ///
    /// # Errors
    /// When it may not be taken; the position is then as it was.
    #[inline]
    pub fn play(&mut self, number: Number) -> Result<(), Refusal> {
        self.check(number)?;
        self.free.remove(number);
        self.last = Some(number);
        self.plies += 1;
        Ok(())
    }

    /// Puts the last number back, given the one before it.
    pub(crate) fn take_back(&mut self, before: Option<Number>) {
        if let Some(last) = self.last {
            self.free.insert(last);
            self.last = before;
            self.plies -= 1;
        }
    }

    fn openings(&self) -> impl Iterator<Item = Number> {
        self.free.iter().filter(|&n| self.rules.check_opening(n).is_ok())
    }
}

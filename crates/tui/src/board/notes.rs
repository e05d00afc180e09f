//! What is said below a board: messages, hints, and what is being worked out.

use std::collections::HashMap;
use std::time::Instant;

use divvy_analysis::Advice;
use divvy_rules::Number;

use super::picture::LETTERS;

#[derive(Clone, Debug)]
pub(crate) struct Note {
    pub(crate) text: String,
    /// It says what was wrong.
    pub(crate) refusal: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Hint {
    pub(crate) advice: Advice,
    /// The move and the reason are shown too, not only who wins.
    pub(crate) with_move: bool,
    /// For every number with a partner: which pair it belongs to.
    pairs: HashMap<Number, usize>,
}

impl Hint {
    pub(super) fn new(advice: Advice) -> Self {
        let numbered = advice.pairs().iter().enumerate();
        let pairs = numbered.flat_map(|(index, &(a, b))| [(a, index), (b, index)]).collect();
        Self { advice, with_move: false, pairs }
    }

    pub(crate) fn pair(&self, number: Number) -> Option<usize> {
        self.pairs.get(&number).copied()
    }

    /// Whether every pair has a letter of its own.
    pub(crate) fn is_lettered(&self) -> bool {
        self.advice.pairs().len() <= LETTERS
    }

    pub(crate) fn partner(&self, number: Number) -> Option<Number> {
        let &(a, b) = self.advice.pairs().get(self.pair(number)?)?;
        Some(if a == number { b } else { a })
    }
}

/// What is being worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JobKind {
    Move,
    Hint,
    Review,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    /// None if no result is coming: a move of a bot or program could not be made, and a person has to decide what now.
    pub(crate) ticket: Option<u64>,
    pub(crate) kind: JobKind,
    pub(crate) since: Instant,
    /// How long it has taken so far, in seconds.
    pub(crate) seconds: u64,
    /// Moves done, for a review.
    pub(crate) done: usize,
}

impl Waiting {
    pub(crate) fn new(ticket: Option<u64>, kind: JobKind) -> Self {
        Self { ticket, kind, since: Instant::now(), seconds: 0, done: 0 }
    }
}

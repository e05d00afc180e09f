//! A game looked at again: walked through move by move, with what the review says.

use divvy_play::{Review, ReviewedMove};
use divvy_rules::{NumberSet, Record};

/// A game that is being looked at again.
#[derive(Debug)]
pub(crate) struct Replay {
    pub(crate) review: Review,
    whole: Record,
    /// The game up to the move that is shown.
    shown: Record,
    legal: NumberSet,
}

impl Replay {
    /// At the end of the game.
    pub(crate) fn new(whole: Record, review: Review) -> Self {
        let legal = whole.position().legal();
        Self { review, shown: whole.clone(), whole, legal }
    }

    pub(crate) const fn record(&self) -> &Record {
        &self.shown
    }

    pub(crate) const fn legal(&self) -> &NumberSet {
        &self.legal
    }

    /// How many moves are shown.
    pub(crate) fn ply(&self) -> usize {
        self.shown.moves().len()
    }

    pub(crate) fn length(&self) -> usize {
        self.whole.moves().len()
    }

    /// The move that led to what is shown.
    pub(crate) fn last(&self) -> Option<&ReviewedMove> {
        self.review.moves.get(self.ply().checked_sub(1)?)
    }

    /// Who stood to win with so many moves made: 1 for the player who had the first move.
    pub(crate) fn standing(&self, ply: usize) -> Option<u8> {
        match ply.checked_sub(1) {
            None => self.review.moves.first().map_or(self.review.winner, |first| first.before),
            Some(index) => self.review.moves.get(index).and_then(|reviewed| reviewed.after),
        }
    }

    /// Shows so many moves.
    pub(crate) fn go_to(&mut self, ply: usize) {
        while self.ply() > ply && self.shown.undo().is_some() {}
        while let Some(&number) = self.whole.moves().get(self.ply()).filter(|_| self.ply() < ply) {
            // They were legal when the game was played.
            if self.shown.play(number).is_err() {
                break;
            }
        }
        self.legal = self.shown.position().legal();
    }

    pub(crate) fn step(&mut self, by: isize) {
        self.go_to(self.ply().saturating_add_signed(by).min(self.length()));
    }

    /// To the next slip, or to the one before, round and round.
    pub(crate) fn next_slip(&mut self, forward: bool) {
        let ply = self.ply();
        let slips = self.review.moves.iter().filter(|reviewed| reviewed.slip);
        let slips: Vec<usize> = slips.map(|reviewed| reviewed.ply).collect();
        let slip = if forward {
            slips.iter().find(|&&slip| slip > ply).or(slips.first())
        } else {
            slips.iter().rfind(|&&slip| slip < ply).or(slips.last())
        };
        if let Some(&slip) = slip {
            self.go_to(slip);
        }
    }
}

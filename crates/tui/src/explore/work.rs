//! What is worked out about the position that is explored, one thing after the other, and what becomes of it.

use divvy_analysis::Proof;
use divvy_match::Seat;
use divvy_rules::{Family, Number, Record};
use divvy_solver::{Outcome, Value};
use divvy_words::Partners;

use super::{ExploreScreen, Kind};
use crate::board::{Hint, Step};
use crate::view::View;
use crate::work::{JobResult, Task};

/// So many pairs are told, though letters show them.
const MOST_TOLD: usize = 6;

/// Why a number is worth what it is to this player, and with partners if they prove it.
#[derive(Debug)]
pub(super) struct Told {
    proof: Proof,
    mover: Seat,
    /// How its partners are told in a paragraph.
    pub(super) partners: Partners,
    pub(super) hint: Option<Hint>,
}

impl ExploreScreen {
    pub(super) fn done(&mut self, result: JobResult) {
        match result {
            JobResult::Review(Ok(review)) => {
                let review = review.of_round(self.game.round());
                self.tree.know(&review);
                let decisive = review.decisive.filter(|_| self.kind == Kind::Review);
                self.review = Some(review);
                decisive.into_iter().for_each(|decisive| self.go_to(decisive - 1));
            }
            // The position may be another one by now.
            JobResult::Values(at, Ok(values)) if *at == self.shown => {
                let has = |outcome| values.iter().any(|(_, value)| value.outcome == outcome);
                let (mover, drawn) = (self.shown.to_move(), has(Outcome::Draw));
                let lost = if drawn { None } else { Some(mover.other()) };
                self.tree.know_winner(if has(Outcome::Win) { Some(mover) } else { lost });
                let won = values.iter().filter(|(_, value)| value.outcome == Outcome::Win);
                let soonest = won.min_by_key(|(_, value)| value.depth.unwrap_or(u32::MAX));
                let best = soonest.map(|(best, _)| *best);
                self.values = Some(values);
                // Where every number loses, why is told of the last one.
                let best = best.or_else(|| self.won_with()).filter(|_| self.is_placed());
                if let Some(best) = best {
                    self.pointer.point(best);
                    self.placed = Some(best);
                }
            }
            // Of a number here, or of the move that led here if that wins.
            JobResult::Proof(at, number, Ok(Some(proof)))
                if *at == self.shown || self.led_here(&at, number, &proof) =>
            {
                let led_here = *at != self.shown;
                let mut told = Told::new(proof, self.seat_of(at.to_move()), led_here);
                if let Some(hint) = &mut told.hint {
                    // Partners after another move are of a board that is not shown yet; a single pair is told.
                    if !led_here || hint.advice.pairs().len() == 1 {
                        hint.pairs.clear();
                    }
                    // The move that led here is no reply.
                    hint.advice.best = hint.advice.best.filter(|_| !led_here);
                }
                self.proofs.insert(number, told);
            }
            JobResult::Review(Err(error))
            | JobResult::Values(_, Err(error))
            | JobResult::Proof(.., Err(error)) => {
                self.beyond = Some(format!("Who wins is not known: {error}."));
            }
            _ => {}
        }
    }

    /// What is to be worked out next.
    pub(super) fn task(&self, view: &View) -> Option<Task> {
        let record = || Box::new(self.shown.clone());
        let cursor = self.pointer.cursor;
        let unproved = self.pointer.legal.contains(cursor) && !self.proofs.contains_key(&cursor);
        match &self.review {
            _ if view.waiting.is_some() || self.beyond.is_some() => None,
            None => Some(Task::Review(Box::new(self.game.round().record().clone()))),
            _ if self.values.is_none() => Some(Task::Values(record())),
            _ if self.plain => None,
            _ => self.whole_reason().or_else(|| unproved.then(|| Task::Proof(record(), cursor))),
        }
    }

    /// The move that led here and why it wins, until the cursor asks about another number.
    pub(super) fn whole(&self) -> Option<(Number, &Told)> {
        let last = self.won_with().filter(|_| self.placed == Some(self.pointer.cursor))?;
        let told = self.proofs.get(&last)?;
        let paired = told.hint.as_ref().is_some_and(|hint| !hint.advice.pairs().is_empty());
        paired.then_some((last, told))
    }

    /// Whether the cursor is where it was put, and no other number is asked about.
    pub(super) fn is_placed(&self) -> bool {
        self.placed == Some(self.pointer.cursor) && self.pointer.typed.is_empty()
    }

    /// Whether the cursor is out of the way, on the last number.
    pub(super) fn is_at_last(&self) -> bool {
        self.is_placed() && self.won_with() == Some(self.pointer.cursor)
    }

    /// The position before the last move.
    fn before(&self) -> Option<Record> {
        let moves: Vec<u32> = self.tree.moves().collect();
        let (_, before) = moves.split_last()?;
        Record::with_moves(self.game.rules(), before.iter().copied()).ok()
    }

    /// Whether this is a proof that the move wins which led here.
    fn led_here(&self, at: &Record, number: Number, proof: &Proof) -> bool {
        let wins = matches!(proof, Proof::Wins(_)) && self.shown.last() == Some(number);
        // In a race it may be possible here, too.
        wins && !self.pointer.legal.contains(number) && self.before().as_ref() == Some(at)
    }

    /// The move that led to a lost position: why it wins is told first. In a race there are no partners.
    fn won_with(&self) -> Option<Number> {
        let is_walk = matches!(self.game.rules().family(), Family::Removal(_));
        let open = is_walk && self.tree.ply() > 0 && !self.shown.is_over();
        let lost = |values: &Vec<(Number, Value)>| values.iter().all(is_lost);
        self.shown.last().filter(|_| open && self.values.as_ref().is_some_and(lost))
    }

    fn whole_reason(&self) -> Option<Task> {
        let last = self.won_with().filter(|last| !self.proofs.contains_key(last))?;
        Some(Task::Proof(Box::new(self.before()?), last))
    }

    /// A proof in words.
    pub(super) fn said(&self, told: &Told, partners: Partners) -> String {
        let said = match &told.proof {
            Proof::Wins(advice) => self.to().wins(advice, told.mover, partners),
            Proof::Fails(why) => self.to().refuted(why, told.mover, partners),
        };
        said.to_string()
    }
}

impl Told {
    /// Partners are told if the board does not show them, or if they are few.
    fn new(proof: Proof, mover: Seat, is_shown: bool) -> Self {
        let hint = proof.advice().map(|advice| Hint::new(advice.clone(), Step::Reason));
        let lettered = hint.as_ref().is_some_and(Hint::is_lettered);
        let few = hint.as_ref().is_some_and(|hint| hint.advice.pairs().len() <= MOST_TOLD);
        let partners = match is_shown && lettered && !few {
            true => Partners::Shown,
            false => Partners::Told,
        };
        Self { proof, mover, partners, hint }
    }
}

fn is_lost((_, value): &(Number, Value)) -> bool {
    value.outcome == Outcome::Loss
}

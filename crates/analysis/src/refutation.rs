//! What the opponent makes of a move that does not win.

use divvy_rules::{Number, Record};
use divvy_solver::{Outcome, Solver};

use crate::Advice;

#[derive(Clone, Debug)]
pub enum Refutation {
    /// It only draws: with best play the game never ends.
    Draws,
    /// The opponent is skipped after it and wins all the same.
    Skipped,
    /// The opponent has a move that wins.
    Reply(Advice),
}

impl Refutation {
    /// Looks at a legal move that does not win. None if the position cannot be solved.
    pub fn of(record: &Record, number: Number) -> Option<Self> {
        let mut solver = Solver::new(record.clone()).ok()?;
        solver.play(number).ok()?;
        Some(if solver.outcome() == Outcome::Draw {
            Refutation::Draws
        } else if solver.record().to_move() == record.to_move() {
            Refutation::Skipped
        } else {
            Refutation::Reply(Advice::of(&mut solver))
        })
    }

    /// The reply that wins, if one is needed.
    pub const fn reply(&self) -> Option<Number> {
        match self {
            Refutation::Reply(advice) => advice.best,
            Refutation::Draws | Refutation::Skipped => None,
        }
    }
}

//! What the opponent makes of a move that does not win.

use divvy_rules::Number;
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
    /// Looks at a move that does not win, in the position a solver stands at. None if the rules refuse it.
    pub fn of(solver: &mut Solver, number: Number) -> Option<Self> {
        let mover = solver.record().to_move();
        solver.play(number).ok()?;
        let refutation = if solver.outcome() == Outcome::Draw {
            Refutation::Draws
        } else if solver.record().to_move() == mover {
            Refutation::Skipped
        } else {
            Refutation::Reply(Advice::of(solver))
        };
        solver.undo();
        Some(refutation)
    }

    /// The reply that wins, if one is needed.
    pub const fn reply(&self) -> Option<Number> {
        match self {
            Refutation::Reply(advice) => advice.best,
            Refutation::Draws | Refutation::Skipped => None,
        }
    }
}

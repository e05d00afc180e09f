//! Why a move wins or does not, and what the opponent makes of it.

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

/// Why a move wins or does not.
#[derive(Clone, Debug)]
pub enum Proof {
    /// What to do after it.
    Wins(Advice),
    /// What the opponent makes of it.
    Fails(Refutation),
}

impl Proof {
    /// Looks at a move in the position a solver stands at. None if the rules refuse it.
    pub fn of(solver: &mut Solver, number: Number) -> Option<Self> {
        match solver.winning().binary_search(&number) {
            Ok(_) => Some(Self::Wins(Advice::with_best(solver, Some(number)))),
            Err(_) => Refutation::of(solver, number).map(Self::Fails),
        }
    }

    /// What the winner does, after the move or with it; none where a draw or a skipped turn says enough.
    pub const fn advice(&self) -> Option<&Advice> {
        match self {
            Proof::Wins(advice) | Proof::Fails(Refutation::Reply(advice)) => Some(advice),
            Proof::Fails(Refutation::Draws | Refutation::Skipped) => None,
        }
    }
}

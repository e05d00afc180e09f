//! How hard a puzzle is: by the moves around the answer that look good.

use std::fmt;
use std::ops::RangeInclusive;

use divvy_rules::Number;
use divvy_solver::Solver;
use serde::Serialize;

/// A move that looks good and does not win.
///
/// That is: it does not win, at most one reply to it wins, and that reply does not end the game at once. A player who
/// looks one move ahead sees nothing wrong with it. Where the answer itself ends the game at once, nothing looks as good,
/// and no other move is plausible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Plausible {
    #[serde(rename = "move")]
    pub number: Number,
    /// The only reply that wins; none where the move draws, or the opponent is skipped and wins all the same.
    pub reply: Option<Number>,
}

/// How hard a puzzle is, from 1 to 5, by the number of plausible moves that do not win.
///
/// | plausible moves | 0 | 1 | 2 | 3 or 4 | 5 or more |
/// |---|---|---|---|---|---|
/// | grade | 1 | 2 | 3 | 4 | 5 |
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Grade(u8);

impl Grade {
    pub const ALL: RangeInclusive<u8> = 1..=5;

    /// The grade of a puzzle by its plausible moves that do not win.
    pub const fn of(plausible: usize) -> Self {
        Self(match plausible {
            0 => 1,
            1 => 2,
            2 => 3,
            3 | 4 => 4,
            _ => 5,
        })
    }

    pub const fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Grade {
    /// `3 of 5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.0, Self::ALL.end())
    }
}

/// The effort that goes into one puzzle: numbers on the board times moves looked at. On boards of more than a
/// thousand numbers not every move is looked at; the grade is decided long before.
const EFFORT: usize = 400_000;

/// The plausible moves of the position a solver stands at, ascending.
pub(super) fn plausible(solver: &mut Solver, answer: Number) -> Vec<Plausible> {
    if solver.record().position().ends_with(answer) {
        return Vec::new();
    }
    let looked_at = EFFORT / solver.record().rules().board().count() as usize;
    let legal = solver.record().legal();
    let others = legal.iter().filter(|&number| number != answer).take(looked_at.max(10));
    others.filter_map(|number| refuted_by_one(solver, number)).collect()
}

/// A move that does not win as a plausible one, if it is.
pub(crate) fn refuted_by_one(solver: &mut Solver, number: Number) -> Option<Plausible> {
    let mover = solver.record().to_move();
    solver.play(number).ok()?;
    let skipped = solver.record().to_move() == mover;
    let replies = if skipped { Vec::new() } else { solver.winning() };
    let plausible = match replies[..] {
        [] => Some(Plausible { number, reply: None }),
        [reply] if !solver.record().position().ends_with(reply) => {
            Some(Plausible { number, reply: Some(reply) })
        }
        _ => None,
    };
    solver.undo();
    plausible
}

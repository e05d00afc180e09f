//! What the opponent makes of a move that does not win.

use divvy_rules::{Number, Position, Record};
use divvy_solver::{Outcome, Pairing, Solver};

/// Why a move does not win.
#[derive(Clone, Debug)]
pub enum Refutation {
    /// It only draws: with best play the game never ends.
    Draws,
    /// The opponent is skipped after it and wins all the same.
    Skipped,
    /// This reply wins.
    Reply { reply: Number, why: ReplyReason },
}

/// Why a reply wins.
#[derive(Clone, Debug)]
pub enum ReplyReason {
    /// No number can follow it.
    Stuck,
    /// It is the target.
    Target,
    /// From then on every move has a partner here to answer with.
    Pairs(Vec<(Number, Number)>),
    /// Turns to the target.
    Turns {
        /// Of the player who replies.
        theirs: u32,
        /// Of the player who moved.
        mine: u32,
    },
    /// Every line was followed back from the target.
    Backwards,
}

impl Refutation {
    /// Looks at a legal move that does not win. None if the position cannot be solved.
    pub fn of(record: &Record, number: Number) -> Option<Self> {
        let mover = record.to_move();
        let mut solver = Solver::new(record.clone()).ok()?;
        solver.play(number).ok()?;
        if solver.outcome() == Outcome::Draw {
            return Some(Refutation::Draws);
        }
        if solver.record().to_move() == mover {
            return Some(Refutation::Skipped);
        }
        let reply = solver.best()?;
        let position = solver.record().position();
        let why = match (position.ends_with(reply), position) {
            (true, Position::Removal(_)) => ReplyReason::Stuck,
            (true, Position::Race(_)) => ReplyReason::Target,
            (false, Position::Removal(_)) => match solver.pairing(Some(reply))? {
                Pairing::Won { pairs, .. } | Pairing::Lost { pairs } => ReplyReason::Pairs(pairs),
            },
            (false, Position::Race(_)) => match solver.turns() {
                Some([theirs, mine]) => ReplyReason::Turns { theirs, mine },
                None => ReplyReason::Backwards,
            },
        };
        Some(Refutation::Reply { reply, why })
    }

    /// The reply that wins, if one is needed.
    pub const fn reply(&self) -> Option<Number> {
        match self {
            Refutation::Reply { reply, .. } => Some(*reply),
            Refutation::Draws | Refutation::Skipped => None,
        }
    }
}

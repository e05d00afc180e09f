//! Puzzles: positions in which exactly one move wins.
//!
//! [`find`] takes them from random games, [`Day::puzzle`] is that of a day, [`Puzzle::question`] asks, [`Puzzle::verdict`] judges an
//! answer, and [`text_sheet`] makes a sheet to print, with the answers on a page of their own.

mod day;
mod find;
mod grade;
mod json;
mod text;

use divvy_analysis::Refutation;
use divvy_match::{Names, Seat};
use divvy_rules::{Number, Record, Refusal};
use divvy_solver::Solver;
use divvy_words::{Audience, Partners, puzzle as words};

pub use day::{Day, NoDay, on_some_board};
pub(crate) use find::{Key, key, random_game};
pub use find::{LARGEST, NoPuzzle, find, graded};
pub(crate) use grade::refuted_by_one;
pub use grade::{Grade, Plausible};
pub use text::text_sheet;

/// A position in which exactly one move wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The game up to the position.
    pub record: Record,
    /// The only move that wins.
    pub answer: Number,
    /// The moves that look good and do not win, ascending: what makes the puzzle hard.
    pub plausible: Vec<Plausible>,
    pub grade: Grade,
    /// Why the answer wins, in words.
    pub why: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Right {
        why: String,
    },
    Wrong {
        /// The reply that wins; none where the move only draws, or the opponent is skipped and wins all the same.
        reply: Option<Number>,
        why: String,
    },
    /// Not a move at all: ask again.
    Refused(Refusal),
}

impl Puzzle {
    /// Judges an answer. A wrong one is refuted: what the opponent replies, and why that wins.
    pub fn verdict(&self, choice: u32) -> Verdict {
        let board = self.record.rules().board();
        let checked = board.number(choice).and_then(|number| {
            self.record.check(number)?;
            Ok(number)
        });
        match checked {
            Err(refusal) => Verdict::Refused(refusal),
            Ok(number) if number == self.answer => Verdict::Right { why: self.why.clone() },
            Ok(number) => self.refuted(number),
        }
    }

    fn refuted(&self, number: Number) -> Verdict {
        let (names, first) = (Names::default(), Seat::One);
        let to = Audience { game: self.record.rules().game(), names: &names, first, you: None };
        let mover = first.seat_of(self.record.to_move());
        let solver = Solver::new(self.record.clone()).ok();
        let refutation = solver.and_then(|mut solver| Refutation::of(&mut solver, number));
        let why =
            |refutation: &Refutation| to.refuted(refutation, mover, Partners::Told).to_string();
        Verdict::Wrong {
            reply: refutation.as_ref().and_then(Refutation::reply),
            why: refutation.as_ref().map_or_else(String::new, why),
        }
    }

    /// The position and the question, in lines for a terminal; the last line asks.
    pub fn question(&self) -> String {
        words::question(&self.record)
    }
}

impl Verdict {
    /// The verdict in words; `choice` is the answer it was about.
    pub fn text(&self, choice: u32) -> String {
        match self {
            Verdict::Right { why } => format!("Right: {choice} wins. {why}"),
            Verdict::Wrong { why, .. } => format!("Wrong: {choice} does not win. {why}"),
            Verdict::Refused(refusal) => divvy_words::illegal(choice, *refusal),
        }
    }
}

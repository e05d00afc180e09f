//! `divvy rules`

use std::io::Write;

use divvy_rules::{Board, Record, Rules};
use divvy_solver::{Outcome, Solver};
use divvy_words::{self as words, OptionRule};

use crate::args::GameArgs;
use crate::failure::Failure;
use crate::line::wrapped_after;
use crate::terminal::text_width;

pub(crate) fn run(args: &GameArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let rules = args.rules()?;
    for line in words::rule_text(rules, Board::MAX_SIZE).lines(text_width(), OptionRule::argument) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "\nWHO WINS\n{}", wrapped_after("  ", &who_wins(rules)))?;
    Ok(())
}

/// Who wins under these rules, and how many openings do.
fn who_wins(rules: Rules) -> String {
    let solver = match Solver::new(Record::new(rules)) {
        Ok(solver) => solver,
        Err(error) => return format!("Not known: {error}."),
    };
    let (openings, winning) = (rules.start().legal().len(), solver.winning().len());
    let board = rules.board();
    match solver.outcome() {
        Outcome::Win => format!(
            "With these options on {board}: the first player. {winning} of {openings} openings {}.",
            if winning == 1 { "wins" } else { "win" }
        ),
        Outcome::Loss if openings == 0 => {
            format!("With these options on {board}: the second player, as no opening is allowed.")
        }
        Outcome::Loss => format!(
            "With these options on {board}: the second player. None of {openings} openings wins."
        ),
        Outcome::Draw => {
            format!("With these options on {board}: neither player, with best play it never ends.")
        }
    }
}

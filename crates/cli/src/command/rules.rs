//! `divvy rules`

use std::io::Write;

use divvy_rules::{Board, Record, Rules};
use divvy_solver::Solver;
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
    match Solver::new(Record::new(rules)) {
        Ok(solver) => {
            let openings = rules.start().legal().len() as usize;
            words::who_wins(rules.board(), solver.outcome(), openings, solver.winning().len())
        }
        Err(error) => format!("Not known: {error}."),
    }
}

//! `divvy solve`

use std::io::Write;

use divvy_analysis::Advice;
use divvy_solver::{Certificate, Outcome, Solution, Solver};
use divvy_wire::SolvedData;
use divvy_words as words;

use crate::args::SolveArgs;
use crate::failure::Failure;
use crate::line::{LEGAL, fitted, quoted, ranged_numbers, wrapped};
use crate::setup::resolve_record;
use crate::{file, log, output};

pub(crate) fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let record = resolve_record(args.game.rules()?, &args.moves)?;
    let mut solver = Solver::new(record).map_err(Failure::running)?;
    let solution = solver.solution();
    if let Some(path) = &args.certificate {
        let certificate = Certificate::of(&mut solver).map_err(Failure::running)?;
        file::write(path, &log::line(&certificate)?)?;
    }
    if args.json {
        output::json(out, &SolvedData::new(solver.record(), &solution))?;
    } else {
        write_text(&mut solver, &solution, out)?;
        if let Some(path) = &args.certificate {
            writeln!(out, "\nThe proof is written. To check it: divvy verify {}", quoted(path))?;
        }
    }
    Ok(())
}

fn write_text(
    solver: &mut Solver,
    solution: &Solution,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let position = solver.record().position().clone();
    let board = position.board();
    let name = words::name(solver.record().rules().game());
    let mover = format!("Player {}", position.to_move().number());
    let opponent = format!("Player {}", position.to_move().other().number());
    let mut say = |text: String| writeln!(out, "{}", fitted(&text));
    say(format!("{name} on {board}, {mover} to move.\n"))?;
    if let Some(winner) = position.winner() {
        return Ok(say(format!("The game is over: Player {} has won.", winner.number()))?);
    }
    let within = solution.depth.map_or_else(String::new, |depth| match depth {
        1 => ", in 1 move".to_owned(),
        depth => format!(", in {depth} moves with best play"),
    });
    match solver.outcome() {
        Outcome::Win => say(format!("{mover} wins{within}."))?,
        Outcome::Loss => say(format!("{opponent} wins, whatever {mover} does{within}."))?,
        Outcome::Draw => {
            say("Neither player wins: with best play the game never ends.".to_owned())?;
        }
    }
    if !solution.winning.is_empty() {
        let winning = ranged_numbers(board, &solution.winning, LEGAL);
        say(format!("Winning moves: {winning}"))?;
    }
    let advice = Advice::with_best(solver, solution.best);
    writeln!(out, "\n{}", wrapped(&words::advice(&advice, &opponent)))?;
    Ok(())
}

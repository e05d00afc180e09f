//! `divvy puzzle`

use std::fmt;
use std::io::Write;

use divvy_analysis::fresh_seed;
use divvy_lab::puzzle::{self, Grade, NoPuzzle, Puzzle, Verdict};
use divvy_rules::Rules;
use serde::Serialize;

use crate::args::PuzzleArgs;
use crate::failure::{Failure, INTERRUPTED};
use crate::line::{Line, fitted, shown, wrapped};
use crate::{output, terminal};

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    which: &'a Which,
    puzzles: &'a [Puzzle],
}

/// How the same puzzles are asked for again.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Which {
    Seed(u64),
    Date(String),
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Which::Seed(seed) => write!(f, "--seed {seed}"),
            Which::Date(date) => write!(f, "--date {date}"),
        }
    }
}

pub(crate) fn run(args: &PuzzleArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let count: usize = args.count.unwrap_or(1).into();
    if args.game.is_none() && !args.rules.0.is_empty() {
        return Err(Failure::usage("rule options go with a GAME"));
    }
    let (which, puzzles) = match &args.date {
        Some((date, day)) => {
            (Which::Date(date.clone()), vec![day.puzzle().map_err(Failure::running)?])
        }
        None => {
            let seed = args.seed.map_or_else(fresh_seed, Ok).map_err(Failure::running)?;
            (Which::Seed(seed), of_seed(args, seed, count)?)
        }
    };
    if let [first, ..] = &puzzles[..]
        && puzzles.len() < count
    {
        let (found, rules) = (puzzles.len(), first.record.rules());
        output::remark(format!("only {found} different puzzles were found on {rules}"));
    }
    let asks = args.count.is_none() && !args.json;
    if args.seed.is_none() && args.date.is_none() && !asks {
        output::remark(format!("the same again: {which}"));
    }
    if args.json {
        output::json(out, &Answer { which: &which, puzzles: &puzzles })?;
    } else if asks && let [puzzle] = &puzzles[..] {
        return ask(puzzle, &which, out);
    } else {
        write!(out, "{}", puzzle::text_sheet(&puzzles))?;
    }
    Ok(())
}

/// Puzzles on the board that is asked for, without a game on one that the seed chooses.
fn of_seed(args: &PuzzleArgs, seed: u64, count: usize) -> Result<Vec<Puzzle>, Failure> {
    let grades = args.grade.clone().unwrap_or(Grade::ALL);
    let found = match args.game {
        Some(game) => puzzle::graded(Rules::new(game, &args.rules.0)?, seed, count, &grades),
        None => puzzle::on_some_board(None, seed, count, &grades),
    };
    found.map_err(|error| match error {
        NoPuzzle::Board { .. } => Failure::Usage(format!("--size: {error}")),
        _ => Failure::running(error),
    })
}

/// Asks until the answer is right or the player leaves.
fn ask(puzzle: &Puzzle, which: &Which, out: &mut dyn Write) -> Result<(), Failure> {
    let mut input = terminal::input()?;
    for line in puzzle.question().lines() {
        writeln!(out, "{}", wrapped(line))?;
    }
    let grade = puzzle.grade;
    let about = format!("(Grade {grade}. Words: answer, quit. The same again: {which})");
    writeln!(out, "{}\n", fitted(&about))?;
    loop {
        let text = match input.read("Your answer: ", out)? {
            Line::Text(text) => text,
            Line::End => {
                return Err(Failure::running("the input ended before the puzzle was solved"));
            }
            Line::Interrupted => return Err(Failure::Exit(INTERRUPTED)),
        };
        let text = text.trim();
        match text.to_ascii_lowercase().as_str() {
            "quit" | "q" | "exit" => return Ok(()),
            "answer" => {
                let text = format!("The answer is {}. {}", puzzle.answer, puzzle.why);
                writeln!(out, "{}", wrapped(&text))?;
                return Ok(());
            }
            _ => {}
        }
        let Ok(choice) = text.parse::<u32>() else {
            let shown = shown(text);
            if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
                let board = puzzle.record.rules().board();
                writeln!(out, "Invalid choice: {shown} is outside {board}\n")?;
            } else {
                writeln!(out, "Invalid choice: \"{shown}\" is not a number\n")?;
            }
            continue;
        };
        let verdict = puzzle.verdict(choice);
        writeln!(out, "{}", wrapped(&verdict.text(choice)))?;
        if matches!(verdict, Verdict::Right { .. }) {
            return Ok(());
        }
        writeln!(out)?;
    }
}

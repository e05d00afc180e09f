//! `divvy puzzle`

use std::io::Write;

use divvy_analysis::fresh_seed;
use divvy_lab::puzzle::{self, NoPuzzle, Puzzle, Verdict};
use divvy_rules::{Game, NotationError, Rules, mixed};
use serde::Serialize;

use crate::args::PuzzleArgs;
use crate::failure::{Failure, INTERRUPTED};
use crate::line::{Line, fitted, shown, wrapped};
use crate::{file, output, terminal};

/// Puzzles that are looked at for those of some grades.
const FOR_GRADES: usize = 60;

#[derive(Serialize)]
struct Answer<'a> {
    seed: u64,
    puzzles: &'a [Puzzle],
}

pub(crate) fn run(args: &PuzzleArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let seed = match args.seed {
        Some(seed) => seed,
        None => fresh_seed().map_err(Failure::running)?,
    };
    let count: usize = args.count.unwrap_or(1).into();
    let rules = rules(args, seed)?;
    args.html.as_deref().map_or(Ok(()), file::check)?;
    // Those of other grades are left out, so more are looked for.
    let sought = if args.grade.is_some() { FOR_GRADES.max(count) } else { count };
    let mut puzzles = puzzle::find(rules, seed, sought).map_err(|error| match error {
        NoPuzzle::Board { .. } => Failure::Usage(format!("--size: {error}")),
        NoPuzzle::Unsolved(_) | NoPuzzle::NoneFound { .. } => Failure::running(error),
    })?;
    if let Some(grades) = &args.grade {
        puzzles.retain(|puzzle| grades.contains(&puzzle.grade.get()));
        puzzles.truncate(count);
    }
    if puzzles.is_empty() {
        let why =
            format!("no puzzle of that grade was found on {rules}; another --seed may have one");
        return Err(Failure::running(why));
    }
    if puzzles.len() < count {
        let found = puzzles.len();
        output::remark(format!("only {found} different puzzles were found on {rules}"));
    }
    let asks = args.count.is_none() && args.html.is_none() && !args.json;
    if args.seed.is_none() && !asks {
        output::remark(format!("the same again: --seed {seed}"));
    }
    if let Some(path) = &args.html {
        file::write(path, puzzle::html_sheet(&puzzles).as_bytes())?;
    }
    if args.json {
        output::json(out, &Answer { seed, puzzles: &puzzles })?;
    } else if asks && let [puzzle] = &puzzles[..] {
        return ask(puzzle, seed, out);
    } else if args.html.is_none() {
        write!(out, "{}", puzzle::text_sheet(&puzzles))?;
    }
    Ok(())
}

/// The rules that are asked for; without a game, some game as it is usually played.
fn rules(args: &PuzzleArgs, seed: u64) -> Result<Rules, Failure> {
    let options = &args.rules.0;
    match args.game {
        Some(game) => Ok(Rules::new(game, options)?),
        None if !options.is_empty() => Err(Failure::usage("rule options go with a GAME")),
        None => {
            let place = mixed(seed) % Game::ALL.len() as u64;
            let rules = match Game::ALL[place as usize] {
                // With 1 on the board every walk is short.
                Game::NumberMaze => "number-maze;size=40;without-one;start=14;target=15".parse(),
                game => game.id().parse(),
            };
            rules.map_err(|error: NotationError| Failure::running(error))
        }
    }
}

/// Asks until the answer is right or the player leaves.
fn ask(puzzle: &Puzzle, seed: u64, out: &mut dyn Write) -> Result<(), Failure> {
    let mut input = terminal::input()?;
    for line in puzzle.question().lines() {
        writeln!(out, "{}", wrapped(line))?;
    }
    let grade = puzzle.grade;
    let about = format!("(Grade {grade}. Words: answer, quit. The same again: --seed {seed})");
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

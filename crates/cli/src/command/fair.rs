//! `divvy fair`

use std::io::Write;
use std::sync::atomic::Ordering;

use divvy_lab::fair::{self, FairBoard, NoFairBoard};
use divvy_rules::Game;
use divvy_words as words;
use serde::Serialize;

use crate::args::FairArgs;
use crate::failure::{Failure, INTERRUPTED};
use crate::line::wrapped;
use crate::setup::command_line;
use crate::{output, terminal};

#[derive(Serialize)]
struct Answer<'a> {
    game: Game,
    boards: Vec<Proposed<'a>>,
}

#[derive(Serialize)]
struct Proposed<'a> {
    #[serde(flatten)]
    board: &'a FairBoard,
    command: String,
}

pub(crate) fn run(args: &FairArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let sizes = args.sizes.clone().unwrap_or(fair::SIZES);
    let stop = terminal::stop_requested()?;
    let bar = output::share_bar();
    let (game, options) = (args.game.id, args.game.options());
    let found = fair::fair(game, options, sizes, args.count, |done, total| {
        output::set_share(&bar, done as f64 / total as f64);
        !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    let boards = found.map_err(|error| match error {
        NoFairBoard::Rules(error) => error.into(),
        NoFairBoard::Sizes { .. } => Failure::Usage(format!("--{error}")),
        NoFairBoard::TooLarge(error) => {
            let option = if args.sizes.is_some() { "sizes" } else { "size" };
            Failure::Usage(format!("--{option}: {error}"))
        }
        NoFairBoard::NoneFound => Failure::running(error),
    })?;
    let boards = boards.ok_or(Failure::Exit(INTERRUPTED))?;
    if args.json {
        let proposed = |board| Proposed { board, command: command_line("play", board.rules) };
        let boards = boards.iter().map(proposed).collect();
        return Ok(output::json(out, &Answer { game, boards })?);
    }
    let name = words::name(game);
    match game {
        Game::NumberMaze => writeln!(
            out,
            "{name} is a race to find the shortest way, begun in turn. The best boards first."
        )?,
        _ if boards.iter().all(|board| board.simple_share() > 0.4) => {
            writeln!(out, "{name}: on these boards a rule of thumb decides; the best first.")?;
        }
        _ => writeln!(out, "{name}: boards for a fair game, the best first.")?,
    }
    for board in &boards {
        writeln!(out, "\n{}\n  {}", wrapped(&board.sentence()), command_line("play", board.rules))?;
    }
    Ok(())
}

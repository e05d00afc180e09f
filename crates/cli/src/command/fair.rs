//! `divvy fair`

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use divvy_lab::fair::{self, FairBoard, NoFairBoard};
use divvy_play::words;
use divvy_rules::{Game, Options};
use serde::Serialize;

use crate::args::FairArgs;
use crate::failure::{Failure, INTERRUPTED};
use crate::line::wrapped;
use crate::{progress, terminal};

/// The proposals as data.
#[derive(Serialize)]
struct Answer<'a> {
    game: Game,
    boards: &'a [FairBoard],
}

pub(crate) fn run(args: &FairArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let options = Options::from(&args.rules);
    let sizes = args.sizes.clone().unwrap_or(fair::SIZES);
    let stop = terminal::stop_requested()?;
    let bar = progress::bar(0, "boards");
    let found = fair::fair(args.game, &options, sizes, args.count.into(), |done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
        !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    let boards = found.map_err(|error| match error {
        NoFairBoard::Sizes { .. } | NoFairBoard::Rules(_) => Failure::Usage(format!("--{error}")),
        NoFairBoard::NoneFound => Failure::Running(error.into()),
    })?;
    let Some(boards) = boards else { return Ok(ExitCode::from(INTERRUPTED)) };
    if args.json {
        let answer = Answer { game: args.game, boards: &boards };
        serde_json::to_writer(&mut *out, &answer).map_err(std::io::Error::from)?;
        writeln!(out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let name = words::name(args.game);
    match boards.iter().any(|board| board.evenness() > 0.0) {
        true => writeln!(out, "{name}: boards for a fair game, the best first.")?,
        false => writeln!(
            out,
            "{name}: on these boards every opening wins or none does; the longest games first."
        )?,
    }
    for board in &boards {
        writeln!(out, "\n{}\n  {}", wrapped(&board.sentence()), board.command())?;
    }
    Ok(ExitCode::SUCCESS)
}

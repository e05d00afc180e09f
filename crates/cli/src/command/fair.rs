//! `divvy fair`

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use divvy_lab::fair::{self, FairBoard, NoFairBoard};
use divvy_rules::{Game, OptionValue, Rules};
use divvy_words as words;
use serde::Serialize;

use crate::args::FairArgs;
use crate::failure::{Failure, INTERRUPTED};
use crate::line::wrapped;
use crate::{progress, terminal};

/// The proposals as data.
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

pub(crate) fn run(args: &FairArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let sizes = args.sizes.clone().unwrap_or(fair::SIZES);
    let stop = terminal::stop_requested()?;
    let bar = progress::bar(0, "boards");
    let found = fair::fair(args.game, &args.rules.0, sizes, args.count.into(), |done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
        !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    let boards = found.map_err(|error| match error {
        NoFairBoard::Rules(error) => error.into(),
        NoFairBoard::Sizes { .. } => Failure::Usage(format!("--{error}")),
        NoFairBoard::NoneFound => Failure::Running(error.into()),
    })?;
    let Some(boards) = boards else { return Ok(ExitCode::from(INTERRUPTED)) };
    if args.json {
        let proposed = |board| Proposed { board, command: command(board.rules) };
        let answer = Answer { game: args.game, boards: boards.iter().map(proposed).collect() };
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
        writeln!(out, "\n{}\n  {}", wrapped(&board.sentence()), command(board.rules))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The command that plays by these rules: `divvy play multiple-madness --size 24 --opening even`
fn command(rules: Rules) -> String {
    let mut command = format!("divvy play {}", rules.game());
    for (option, value) in rules.options().given() {
        command += &match value {
            OptionValue::Flag => format!(" --{option}"),
            value => format!(" --{option} {value}"),
        };
    }
    command
}

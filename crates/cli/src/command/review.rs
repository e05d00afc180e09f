//! `divvy review`

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use divvy_play::{Review, ReviewedMove, Store, words};
use divvy_rules::{Game, Record};
use serde::Serialize;

use crate::args::ReviewArgs;
use crate::failure::Failure;
use crate::line::{LEGAL, ranged_numbers};
use crate::setup::resolve_record;

/// The review as data.
#[derive(Serialize)]
struct Answer<'a> {
    game: Game,
    size: u32,
    position: String,
    over: bool,
    #[serde(flatten)]
    review: &'a Review,
}

pub(crate) fn run(args: &ReviewArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let record = subject(args)?;
    let review = Review::of(&record).map_err(|error| Failure::Running(error.into()))?;
    if args.json {
        let answer = Answer {
            game: record.rules().game(),
            size: record.rules().board().size(),
            position: record.to_string(),
            over: record.position().is_over(),
            review: &review,
        };
        serde_json::to_writer(&mut *out, &answer).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        write_text(&record, &review, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The game that is meant: by moves, in notation, in a file, or the one that was finished last.
fn subject(args: &ReviewArgs) -> Result<Record, Failure> {
    let usage = |message: String| Failure::Usage(message);
    match (&args.subject, &args.moves) {
        (Some(game), Some(moves)) => {
            let game: Game = game.parse().map_err(|error| usage(format!("'{game}' is {error}")))?;
            resolve_record(game, &args.rules, moves)
        }
        (Some(text), None) if Path::new(text).exists() => {
            Ok(Store::read(Path::new(text))?.round().record().clone())
        }
        (Some(text), None) => {
            text.parse().map_err(|error| usage(format!("no such file, and not a game: {error}")))
        }
        (None, _) => match Store::of_user()?.last_finished()? {
            Some(game) => Ok(game.round().record().clone()),
            None => Err(Failure::Running(anyhow::anyhow!(
                "no game has been played to its end yet; name a FILE, or a GAME and --moves"
            ))),
        },
    }
}

fn write_text(record: &Record, review: &Review, out: &mut dyn Write) -> Result<(), Failure> {
    let board = record.rules().board();
    let stood = |winner: Option<u8>| match winner {
        Some(winner) => format!("Player {winner}"),
        None => "nobody".to_owned(),
    };
    let moves = words::moves(review.moves.len());
    writeln!(out, "{} on {board}, {moves}\n", words::name(record.rules().game()))?;
    let start = review.moves.first().map_or(review.winner, |first| first.before);
    writeln!(out, "At the start {} stands to win.", stood(start))?;
    for reviewed in &review.moves {
        let ReviewedMove { ply, player, number, after, slip, winning, .. } = reviewed;
        let remark = match slip {
            true => format!("  a slip: {} stands to win now", stood(*after)),
            false => String::new(),
        };
        writeln!(out, "{ply:>4}. Player {player} plays {number}{remark}")?;
        if *slip && !winning.is_empty() {
            let winning = ranged_numbers(board, winning, LEGAL);
            writeln!(out, "      would have won: {winning}")?;
        }
    }
    let winner = stood(review.winner);
    match record.position().is_over() {
        true => writeln!(out, "\nIn the end {winner} has won.")?,
        false => writeln!(out, "\nIn the end {winner} stands to win.")?,
    }
    match review.decisive.and_then(|ply| review.moves.get(ply - 1)) {
        Some(ReviewedMove { ply, player, number, .. }) => {
            writeln!(out, "The game was decided by move {ply}, Player {player}'s {number}.")?;
        }
        None => writeln!(out, "Nobody let it slip.")?,
    }
    Ok(())
}

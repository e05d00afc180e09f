//! `divvy review`

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

use divvy_analysis::Review;
use divvy_match::{Ending, Match, Plan};
use divvy_rules::{Game, NotationError, PlayEnding, Rules, UnknownGame};
use divvy_store::Store;
use divvy_wire::ReviewedData;
use divvy_words::{self as words, Audience, notation_error};

use crate::args::ReviewArgs;
use crate::failure::Failure;
use crate::line::{fitted, wrapped_after};
use crate::output;
use crate::setup::resolve_record;
use crate::usage::quoted;

pub(crate) fn run(args: &ReviewArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let game = subject(args)?;
    let round = game.round();
    let review = Review::of(round.record()).map_err(Failure::running)?.of_round(round);
    // Endings by play are in the review.
    let ending = round.ending().and_then(|ending| match ending {
        Ending::Resigned { by } => Some(format!("{} resigned.", game.name(by))),
        Ending::Forfeited { by, reason } => Some(format!("{} forfeited: {reason}.", game.name(by))),
        Ending::Play(PlayEnding::Abandoned { .. }) => Some("The game was abandoned.".to_owned()),
        Ending::Play(_) => None,
    });
    if args.json {
        let players = [round.first(), round.first().other()].map(|seat| game.name(seat));
        let answer = ReviewedData::new(round.record(), &review).between(players, ending.as_deref());
        return Ok(output::json(out, &answer)?);
    }
    write_text(&game, &review, ending, out)
}

/// A notation with the game's name as notation has it, however it was typed.
fn spelled_out(notation: &str) -> Cow<'_, str> {
    let end = notation.find([';', ':']).unwrap_or(notation.len());
    let (game, rest) = notation.split_at(end);
    Game::meant(game).map_or(Cow::Borrowed(notation), |game| Cow::Owned(format!("{game}{rest}")))
}

/// The game that is meant: by moves, in notation, in a file, or the one that was finished last.
fn subject(args: &ReviewArgs) -> Result<Match, Failure> {
    if args.moves.is_none() && !args.rules.0.is_empty() {
        let message = "rule options go with a GAME and --moves; a file or a notation has its own";
        return Err(Failure::usage(message));
    }
    match (&args.subject, &args.moves) {
        (Some(game), Some(moves)) => {
            let game = Game::meant(game)
                .ok_or_else(|| Failure::Usage(format!("{} is {UnknownGame}", quoted(game))))?;
            let record = resolve_record(Rules::new(game, &args.rules.0)?, moves)?;
            Ok(Match::from_record(record))
        }
        (text, _) => named(text.as_deref()),
    }
}

/// The game in a file or in notation, or the one that was finished last.
pub(super) fn named(text: Option<&str>) -> Result<Match, Failure> {
    match text {
        Some(text) if Path::new(text).exists() => Ok(Store::read(Path::new(text))?),
        Some(text) => spelled_out(text).parse().map(Match::from_record).map_err(|error| {
            let (given, why) = (quoted(text), notation_error(&error));
            Failure::Usage(match error {
                NotationError::Game(_) => {
                    format!("there is no file {given}, and it is {UnknownGame}")
                }
                NotationError::Illegal(_) | NotationError::NotANumber { .. } => {
                    format!("in {given} {why}")
                }
                NotationError::Option(_) | NotationError::Rules(_) => format!("in {given}, {why}"),
            })
        }),
        None => Store::of_user()?.last_finished()?.ok_or_else(|| {
            Failure::running(
                "no game has been played to its end yet; name a FILE, or a GAME and --moves",
            )
        }),
    }
}

fn write_text(
    game: &Match,
    review: &Review,
    ending: Option<String>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (record, to) = (game.round().record(), Audience::everybody(game));
    let (name, board) = (words::name(game.rules().game()), game.rules().board());
    let moves = words::moves(review.moves.len());
    let round = match game.plan() {
        Plan::Single => String::new(),
        plan => format!("Round {} of {}: ", game.round_number(), plan.rounds()),
    };
    writeln!(out, "{}\n", fitted(&format!("{round}{name} on {board}, {moves}")))?;
    writeln!(out, "{}", fitted(&to.start(review).to_string()))?;
    for reviewed in &review.moves {
        let head = format!("{:>4}. ", reviewed.ply);
        let text = to.reviewed(reviewed, review).to_string();
        writeln!(out, "{}", wrapped_after(&head, &text))?;
        for skipped in to.skipped(record.skipped_after(reviewed.ply)) {
            writeln!(out, "{}", wrapped_after("      ", &skipped.to_string()))?;
        }
    }
    if let Some(ending) = ending {
        let text = format!("{ending} On the board {}", to.stands(review.winner));
        writeln!(out, "\n{}", fitted(&text))?;
    }
    writeln!(out, "\n{}", fitted(&to.summary(review).to_string()))?;
    Ok(())
}

//! `divvy review`

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

use divvy_analysis::Review;
use divvy_match::{Ending, Match, Plan};
use divvy_rules::{Ending as Play, Game, Record, Rules, UnknownGame};
use divvy_store::Store;
use divvy_wire::ReviewedData;
use divvy_words::{self as words, ReviewAudience, notation_error};

use crate::args::ReviewArgs;
use crate::failure::Failure;
use crate::line::{fitted, shown, wrapped_after};
use crate::output;
use crate::setup::resolve_record;

/// A game to be looked at, with what a saved match adds to it.
struct Subject {
    record: Record,
    reader: ReviewAudience,
    /// Which round of a series it is.
    round: Option<String>,
    /// How it ended, if not by play.
    ending: Option<String>,
}

pub(crate) fn run(args: &ReviewArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let subject = Subject::of(args)?;
    let record = &subject.record;
    let review = Review::of(record).map_err(Failure::running)?;
    if args.json {
        let answer = ReviewedData::new(record, &review)
            .between(&subject.reader.players, subject.ending.as_deref());
        output::json(out, &answer)?;
    } else {
        subject.write_text(&review, out)?;
    }
    Ok(())
}

/// A notation with the game's name as notation has it, however it was typed.
fn spelled_out(notation: &str) -> Cow<'_, str> {
    let end = notation.find([';', ':']).unwrap_or(notation.len());
    let (game, rest) = notation.split_at(end);
    Game::meant(game).map_or(Cow::Borrowed(notation), |game| Cow::Owned(format!("{game}{rest}")))
}

impl Subject {
    /// The game that is meant: by moves, in notation, in a file, or the one that was finished last.
    fn of(args: &ReviewArgs) -> Result<Self, Failure> {
        if args.moves.is_none() && !args.rules.0.is_empty() {
            let message =
                "rule options go with a GAME and --moves; a file or a notation has its own";
            return Err(Failure::usage(message));
        }
        match (&args.subject, &args.moves) {
            (Some(game), Some(moves)) => {
                let game = Game::meant(game)
                    .ok_or_else(|| Failure::Usage(format!("'{}' is {UnknownGame}", shown(game))))?;
                Ok(Self::plain(resolve_record(Rules::new(game, &args.rules.0)?, moves)?))
            }
            (Some(text), None) if Path::new(text).exists() => {
                Ok(Self::saved(&Store::read(Path::new(text))?))
            }
            (Some(text), None) => spelled_out(text).parse().map(Self::plain).map_err(|error| {
                let why = notation_error(&error);
                Failure::Usage(format!("no such file, and not a game: {why}"))
            }),
            (None, _) => match Store::of_user()?.last_finished()? {
                Some(game) => Ok(Self::saved(&game)),
                None => Err(Failure::running(
                    "no game has been played to its end yet; name a FILE, or a GAME and --moves",
                )),
            },
        }
    }

    fn plain(record: Record) -> Self {
        Self { record, reader: ReviewAudience::default(), round: None, ending: None }
    }

    /// The last round of a saved match.
    fn saved(game: &Match) -> Self {
        let round = game.round();
        let ending = round.ending().and_then(|ending| match ending {
            Ending::Resigned { by } => Some(format!("{} resigned.", game.name(by))),
            Ending::Forfeited { by, reason } => {
                Some(format!("{} forfeited: {reason}.", game.name(by)))
            }
            Ending::Play(Play::Abandoned { .. }) => Some("The game was abandoned.".to_owned()),
            Ending::Play(_) => None,
        });
        let series = game.plan() != Plan::Single;
        let rounds = game.plan().rounds();
        let number = series.then(|| format!("Round {} of {rounds}", game.round_number()));
        let (record, reader) = (round.record().clone(), ReviewAudience::of(game));
        Self { record, reader, round: number, ending }
    }

    fn write_text(&self, review: &Review, out: &mut dyn Write) -> Result<(), Failure> {
        let (board, reader) = (self.record.rules().board(), &self.reader);
        let moves = words::moves(review.moves.len());
        let game = words::name(self.record.rules().game());
        let round = self.round.as_ref().map_or_else(String::new, |round| format!("{round}: "));
        writeln!(out, "{}\n", fitted(&format!("{round}{game} on {board}, {moves}")))?;
        writeln!(out, "{}", fitted(&reader.start(review)))?;
        for reviewed in &review.moves {
            let head = format!("{:>4}. ", reviewed.ply);
            writeln!(out, "{}", wrapped_after(&head, &reader.reviewed(reviewed, review)))?;
            for skipped in reader.skipped(self.record.skipped_after(reviewed.ply)) {
                writeln!(out, "{}", wrapped_after("      ", &skipped))?;
            }
        }
        if let Some(ending) = &self.ending {
            let text = format!("{ending} On the board {}", reader.stands(review.winner));
            writeln!(out, "\n{}", fitted(&text))?;
        }
        writeln!(out, "\n{}", fitted(&reader.summary(review)))?;
        Ok(())
    }
}

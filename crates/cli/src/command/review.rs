//! `divvy review`

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use divvy_play::{GivenUp, Match, Plan, Review, ReviewedMove, Store, words};
use divvy_rules::{Game, NotationError, Options, Player, Record};
use serde::Serialize;

use crate::args::ReviewArgs;
use crate::failure::Failure;
use crate::line::{LEGAL, ranged_numbers, shown};
use crate::setup::resolve_record;

/// A game to be looked at, with what a saved match adds to it.
struct Subject {
    record: Record,
    /// What the players are called, the one with the first move first.
    players: [String; 2],
    /// Which round of a series it is.
    round: Option<String>,
    /// How it ended, if not by play.
    ending: Option<String>,
}

/// The review as data.
#[derive(Serialize)]
struct Answer<'a> {
    game: Game,
    size: u32,
    position: String,
    players: &'a [String; 2],
    over: bool,
    ending: Option<&'a str>,
    #[serde(flatten)]
    review: &'a Review,
}

pub(crate) fn run(args: &ReviewArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let subject = Subject::of(args)?;
    let record = &subject.record;
    let review = Review::of(record).map_err(|error| Failure::Running(error.into()))?;
    if args.json {
        let answer = Answer {
            game: record.rules().game(),
            size: record.rules().board().size(),
            position: record.to_string(),
            players: &subject.players,
            over: record.position().is_over() || subject.ending.is_some(),
            ending: subject.ending.as_deref(),
            review: &review,
        };
        serde_json::to_writer(&mut *out, &answer).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        subject.write_text(&review, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Subject {
    /// The game that is meant: by moves, in notation, in a file, or the one that was finished last.
    fn of(args: &ReviewArgs) -> Result<Self, Failure> {
        if args.moves.is_none() && Options::from(&args.rules) != Options::default() {
            let message =
                "rule options go with a GAME and --moves; a file or a notation has its own";
            return Err(Failure::Usage(message.to_owned()));
        }
        match (&args.subject, &args.moves) {
            (Some(game), Some(moves)) => {
                let game: Game = game
                    .parse()
                    .map_err(|error| Failure::Usage(format!("'{}' is {error}", shown(game))))?;
                Ok(Self::plain(resolve_record(game, &args.rules, moves)?))
            }
            (Some(text), None) if Path::new(text).exists() => {
                Ok(Self::saved(&Store::read(Path::new(text))?))
            }
            (Some(text), None) => match text.parse() {
                Ok(record) => Ok(Self::plain(record)),
                Err(error) => {
                    let error: NotationError = error;
                    Err(Failure::Usage(format!("no such file, and not a game: {error}")))
                }
            },
            (None, _) => match Store::of_user()?.last_finished()? {
                Some(game) => Ok(Self::saved(&game)),
                None => Err(Failure::Running(anyhow::anyhow!(
                    "no game has been played to its end yet; name a FILE, or a GAME and --moves"
                ))),
            },
        }
    }

    fn plain(record: Record) -> Self {
        let players = Player::BOTH.map(|player| format!("Player {}", player.number()));
        Self { record, players, round: None, ending: None }
    }

    /// The last round of a saved match.
    fn saved(game: &Match) -> Self {
        let round = game.round();
        let players = Player::BOTH.map(|player| game.name(round.seat_of(player)).to_owned());
        let ending = match round.given_up() {
            Some(GivenUp { by, forfeit: None }) => Some(format!("{} resigned.", game.name(*by))),
            Some(GivenUp { by, forfeit: Some(reason) }) => {
                Some(format!("{} forfeited: {reason}.", game.name(*by)))
            }
            None if round.is_abandoned() => Some("The game was abandoned.".to_owned()),
            None => None,
        };
        let series = game.plan() != Plan::Single;
        let rounds = game.plan().rounds();
        let round = series.then(|| format!("Round {} of {rounds}", game.round_number()));
        Self { record: game.round().record().clone(), players, round, ending }
    }

    fn write_text(&self, review: &Review, out: &mut dyn Write) -> Result<(), Failure> {
        let board = self.record.rules().board();
        let name = |player: u8| self.players[usize::from(player) - 1].as_str();
        let stood = |winner: Option<u8>| winner.map_or("nobody", name);
        let moves = words::moves(review.moves.len());
        let game = words::name(self.record.rules().game());
        let round = self.round.as_ref().map_or_else(String::new, |round| format!("{round}: "));
        writeln!(out, "{round}{game} on {board}, {moves}\n")?;
        let start = review.moves.first().map_or(review.winner, |first| first.before);
        writeln!(out, "At the start {} stands to win.", stood(start))?;
        for reviewed in &review.moves {
            let ReviewedMove { ply, player, number, after, slip, winning, .. } = reviewed;
            let remark = match slip {
                true => format!("  a slip: {} stands to win now", stood(*after)),
                false => String::new(),
            };
            writeln!(out, "{ply:>4}. {} plays {number}{remark}", name(*player))?;
            if !winning.is_empty() {
                let winning = ranged_numbers(board, winning, LEGAL);
                writeln!(out, "      would have won: {winning}")?;
            }
        }
        let winner = stood(review.winner);
        match &self.ending {
            Some(ending) => writeln!(out, "\n{ending} On the board {winner} stood to win.")?,
            None if self.record.position().is_over() => {
                writeln!(out, "\nIn the end {winner} has won.")?;
            }
            None => writeln!(out, "\nIn the end {winner} stands to win.")?,
        }
        match review.decisive.and_then(|ply| review.moves.get(ply - 1)) {
            Some(ReviewedMove { ply, player, number, .. }) => {
                writeln!(out, "The game was decided by move {ply}, {}'s {number}.", name(*player))?;
            }
            None if review.moves.iter().any(|reviewed| reviewed.slip) => {}
            None => writeln!(out, "Nobody let it slip.")?,
        }
        Ok(())
    }
}

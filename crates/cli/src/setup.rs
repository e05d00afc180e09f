//! The arguments of `divvy play`, worked out into what the program needs.

use std::io::Write;
use std::path::{Path, PathBuf};

use divvy_match::{First, Occupant, Plan, Proposal, Seat, Setup};
use divvy_rules::{Game, Record, Rules};
use divvy_store::{Session, Store};
use divvy_words as words;

use crate::args::{MatchArgs, Moves, PlayArgs};
use crate::failure::Failure;
use crate::line::{LineError, shown};

/// What `divvy play` is to do.
pub(crate) enum Start {
    /// Begin this match; `tossed` tells that a coin decided who begins.
    New { setup: Box<Setup>, tossed: bool },
    /// Go on with the newest unfinished match, of one game or of any.
    Latest(Option<Game>),
    /// Go on with the match in this file, which may start programs or not.
    File { path: PathBuf, allow_programs: bool },
}

impl Start {
    pub(crate) fn resolve(args: &PlayArgs) -> Result<Self, Failure> {
        let game = match (&args.resume, args.game) {
            (Some(Some(file)), None) => {
                // `--resume number-maze` means the game, unless there is such a file.
                let game = file.to_str().and_then(|word| word.parse().ok());
                let game = game.filter(|_| !file.exists());
                return Ok(game.map_or_else(
                    || Start::File { path: file.clone(), allow_programs: args.allow_programs },
                    |g| Start::Latest(Some(g)),
                ));
            }
            (Some(None), game) => return Ok(Start::Latest(game)),
            (Some(Some(_)), Some(_)) => {
                return Err(Failure::usage("--resume takes a FILE or a GAME, not both"));
            }
            (None, Some(game)) => game,
            (None, None) => return Err(Failure::usage("play takes a GAME")),
        };
        let proposal = args.setup.proposal(game);
        let setup = divvy_analysis::begin(&proposal, args.setup.seed)?;
        let tossed = proposal.first == First::Random;
        Ok(Start::New { setup: Box::new(setup), tossed })
    }

    /// Opens the match, on disk from now on, and says what a person should know before it begins.
    pub(crate) fn open(self, out: &mut dyn Write) -> Result<Session, Failure> {
        let store = Store::of_user()?;
        match self {
            Start::New { setup, tossed } => {
                let session = Session::start(&store, *setup)?;
                if tossed {
                    let first = session.game().round().first();
                    writeln!(out, "Coin toss: {} begins.\n", session.game().name(first))
                        .map_err(LineError::Output)?;
                }
                Ok(session)
            }
            Start::File { path, allow_programs } => {
                if !allow_programs && !store.holds(&path) {
                    refuse_programs(&path)?;
                }
                Ok(Session::resume(&store, &path)?)
            }
            Start::Latest(game) => latest(&store, game),
        }
    }
}

impl MatchArgs {
    /// Whether anything is asked for at all.
    pub(crate) fn is_given(&self) -> bool {
        let Self { rules, p1, p2, names, first, rounds, best_of, seed } = self;
        !rules.0.is_empty()
            || p1.is_some()
            || p2.is_some()
            || names.is_some()
            || first.is_some()
            || rounds.is_some()
            || best_of.is_some()
            || seed.is_some()
    }

    /// The match that is asked for.
    pub(crate) fn proposal(&self, game: Game) -> Proposal {
        let plan = match (self.rounds, self.best_of) {
            (Some(length), _) => Plan::Rounds(length),
            (None, Some(length)) => Plan::BestOf(length),
            (None, None) => Plan::Single,
        };
        Proposal {
            game,
            options: self.rules.0.clone(),
            players: [&self.p1, &self.p2].map(|player| player.clone().unwrap_or_default()),
            names: self.names.clone().unwrap_or_default(),
            first: self.first.unwrap_or_default(),
            plan,
        }
    }
}

/// A file from elsewhere must not start programs that the player has not looked at.
fn refuse_programs(path: &Path) -> Result<(), Failure> {
    let game = Store::read(path)?;
    match Seat::BOTH.map(|seat| game.player(seat)).into_iter().find(|p| is_program(p)) {
        Some(program) => Err(Failure::Usage(format!(
            "{} seats a program, {}; to start it, add --allow-programs",
            path.display(),
            shown(&program.to_string())
        ))),
        None => Ok(()),
    }
}

fn is_program(player: &Occupant) -> bool {
    matches!(player, Occupant::Program(_))
}

/// The newest match that can be gone on with, one with moves before one without. Damaged files and matches
/// played elsewhere are passed over: `divvy saved` tells about them.
fn latest(store: &Store, game: Option<Game>) -> Result<Session, Failure> {
    let wanted = |found: Game| game.is_none_or(|game| game == found);
    let mut open: Vec<(bool, PathBuf)> = Vec::new();
    for saved in store.list()?.into_iter().filter(|saved| !saved.in_use) {
        if let Ok(game) = saved.game
            && wanted(game.rules().game())
        {
            open.push((game.is_untouched(), saved.path));
        }
    }
    // The order among equals stays: newest first.
    open.sort_by_key(|(untouched, _)| *untouched);
    match open.first() {
        Some((_, path)) => Ok(Session::resume(store, path)?),
        None => {
            let kind = game.map_or_else(String::new, |game| format!(" of {game}"));
            let why = format!("there is no unfinished game{kind} to go on with; see 'divvy saved'");
            Err(Failure::Running(why))
        }
    }
}

/// A game after these moves.
pub(crate) fn resolve_record(rules: Rules, moves: &Moves) -> Result<Record, Failure> {
    Record::with_moves(rules, moves.0.iter().copied())
        .map_err(|error| Failure::Usage(format!("--moves: {}", words::illegal_move(&error))))
}

//! The arguments of `divvy play`, worked out into what the program needs.

use std::io::Write;
use std::path::Path;

use divvy_match::{First, Occupant, Plan, Proposal, Seat};
use divvy_rules::{Game, OptionValue, Options, Record, Rules};
use divvy_store::{Session, Store};
use divvy_words as words;

use crate::args::{MatchArgs, Moves, ResumeArgs};
use crate::failure::Failure;
use crate::line::{LineError, shown};

/// Goes on with an unfinished match if that is asked for: the newest, of a game if one is given, or the one in a file.
pub(crate) fn go_on(args: &ResumeArgs, game: Option<Game>) -> Result<Option<Session>, Failure> {
    let Some(file) = &args.resume else { return Ok(None) };
    let session = match (file, game) {
        (None, game) => latest(game),
        (Some(_), Some(_)) => Err(Failure::usage("--resume takes a FILE or a GAME, not both")),
        (Some(file), None) => match file.to_str().and_then(Game::meant) {
            // `--resume number-maze` means the game, unless there is such a file.
            Some(game) if !file.exists() => latest(Some(game)),
            _ => resume(file, args.allow_programs),
        },
    };
    session.map(Some)
}

/// Begins a match, on disk from now on, and says what a person should know before it.
pub(crate) fn begin(args: &MatchArgs, game: Game, out: &mut dyn Write) -> Result<Session, Failure> {
    let proposal = args.proposal(game);
    let setup = divvy_analysis::begin(&proposal, args.seed)?;
    let session = Session::start(&Store::of_user()?, setup)?;
    if proposal.first == First::Random {
        let first = session.game().round().first();
        writeln!(out, "Coin toss: {} begins.\n", session.game().name(first))
            .map_err(LineError::Output)?;
    }
    Ok(session)
}

/// Goes on with the match in a file, or with a saved one by its name. One from elsewhere must not start programs that the
/// player has not looked at.
fn resume(file: &Path, allow_programs: bool) -> Result<Session, Failure> {
    let store = Store::of_user()?;
    let named = store.find(file).ok().filter(|_| !file.exists());
    let path = named.as_deref().unwrap_or(file);
    if !allow_programs && !store.holds(path) {
        let game = Store::read(path)?;
        let players = Seat::BOTH.map(|seat| game.occupant(seat));
        if let Some(program) = players.into_iter().find(|p| matches!(p, Occupant::Program(_))) {
            let (file, program) = (path.display(), shown(&program.to_string()));
            return Err(Failure::Usage(format!(
                "{file} seats a program, {program}; to start it, add --allow-programs"
            )));
        }
    }
    Ok(Session::resume(&store, path)?)
}

impl MatchArgs {
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

/// The first match in the list of `divvy saved` that can be gone on with here.
fn latest(game: Option<Game>) -> Result<Session, Failure> {
    let store = Store::of_user()?;
    let mut list = store.list()?;
    list.retain(|saved| {
        let found = saved.game.as_ref().map(|found| found.rules().game());
        found.is_ok_and(|found| game.is_none_or(|game| game == found))
    });
    if let Some(saved) = list.iter().find(|saved| saved.is_open()) {
        return Ok(Session::resume(&store, &saved.path)?);
    }
    let kind = game.map_or_else(String::new, |game| format!(" of {game}"));
    let why = match list.is_empty() {
        true => format!("there is no unfinished game{kind} to go on with"),
        false => format!("every unfinished game{kind} is open in another window"),
    };
    Err(Failure::Running(format!("{why}; see 'divvy saved'")))
}

/// The command about a game with these rules: `divvy play multiple-madness --size 24 --opening even`
pub(crate) fn command_line(command: &str, rules: Rules) -> String {
    let mut line = format!("divvy {command} {}", rules.game());
    let usual = Options::default();
    for (option, value) in rules.options().given().filter(|(o, v)| usual.in_force(*o) != Some(*v)) {
        line += &match value {
            OptionValue::Flag => format!(" --{option}"),
            value => format!(" --{option} {value}"),
        };
    }
    line
}

/// A game after these moves.
pub(crate) fn resolve_record(rules: Rules, moves: &Moves) -> Result<Record, Failure> {
    Record::with_moves(rules, moves.0.iter().copied())
        .map_err(|error| Failure::Usage(format!("--moves: {}", words::illegal_move(&error))))
}

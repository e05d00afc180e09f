//! `divvy tui`, and `divvy` alone on a terminal

use std::io::Write;

use divvy_match::Proposal;
use divvy_rules::{Game, OptionValue, RuleOption};
use divvy_store::{Session, Store, plain};
use divvy_tui::{App, BoardSettings, Colours, Departure, Look, Memory, ThemeName};

use crate::args::{MatchArgs, TuiArgs};
use crate::command::review;
use crate::failure::{Failure, INTERRUPTED};
use crate::{setup, terminal};

/// What is explored before any game was played to its end: one number wins, the others lose.
const EXAMPLE: &str = "multiple-madness:18,3";

pub(crate) fn run(args: &TuiArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let explored = match &args.explore {
        None => None,
        Some(Some(text)) => Some(review::named(Some(text))?),
        Some(None) => match Store::of_user()?.last_finished()? {
            Some(game) => Some(game),
            None => Some(review::named(Some(EXAMPLE))?),
        },
    };
    let asked = args.setup != MatchArgs::default();
    if args.game.is_none() && asked {
        return Err(Failure::usage("these options go with a GAME"));
    }
    if !terminal::is_one() || terminal::is_dumb() {
        let message = "the full-screen board needs a terminal; without one, use: divvy play GAME";
        return Err(Failure::usage(message));
    }
    let settings = BoardSettings::of_user().map_err(Failure::usage)?;
    let store = Store::of_user()?;
    let memory = Memory::of_user(settings.seats.clone());
    let proposal = args.game.map(|game| match asked {
        // As it was played last.
        false => memory.proposal(game),
        true => asked_for(&args.setup, game, &settings),
    });
    let look = look(args, &settings, memory.theme());
    let size = Default::default();
    let mut app = App::new(store.clone(), memory, &settings, look, size);
    if let Some(game) = explored {
        app = app.exploring(game);
    } else if let Some(size) = args.chain {
        app = app.at_chain(size);
    } else if let Some(session) = setup::go_on(&args.resume, args.game)? {
        app = app.at_board(session);
    } else if let Some(proposal) = proposal {
        let setup = divvy_tui::begin(&proposal, args.setup.seed)?;
        app = app.at_board(Session::start(&store, setup)?);
    }
    let outcome = divvy_tui::run(app).map_err(|error| {
        let why = plain(&error);
        Failure::Running(format!("the terminal failed: {why}; a game in progress is saved"))
    })?;
    if outcome.kept_a_game && matches!(outcome.departure, Departure::Quit | Departure::Interrupted)
    {
        writeln!(out, "The game is saved. To go on: divvy, or divvy play --resume")?;
        out.flush()?;
    }
    match outcome.departure {
        Departure::Quit => Ok(()),
        Departure::Interrupted => Err(Failure::Exit(INTERRUPTED)),
        // The terminal may be gone, and what could not be written must not change the code.
        Departure::Signal(signal) => std::process::exit(128 + signal),
        Departure::InputEnded => {
            Err(Failure::running("the terminal is gone; a game in progress is saved"))
        }
    }
}

/// The match that is asked for: the proposed kind of board where no rules are, on another size if it is a contest there,
/// and with the seats of the settings where no players are.
fn asked_for(args: &MatchArgs, game: Game, settings: &BoardSettings) -> Proposal {
    let mut proposal = args.proposal(game);
    let given: Vec<_> = args.rules.0.given().collect();
    match given[..] {
        [] => proposal.options = divvy_analysis::contest(game),
        [(RuleOption::Size, OptionValue::Number(size))] => {
            proposal.options = divvy_analysis::contest_on(game, size).unwrap_or(proposal.options);
        }
        _ => {}
    }
    if args.p1.is_none() && args.p2.is_none() {
        proposal.players = settings.seats.clone();
    }
    proposal
}

/// Colours and signs: what is asked for, else what the settings say, else what was chosen on the screen, else what the
/// terminal can do.
fn look(args: &TuiArgs, settings: &BoardSettings, chosen: Option<ThemeName>) -> Look {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let never = anstream::ColorChoice::global() == anstream::ColorChoice::Never;
    let always = anstream::ColorChoice::global() == anstream::ColorChoice::Always;
    let colours = match never || (!always && variable("NO_COLOR").is_some()) {
        true => Colours::None,
        false => Colours::of_terminal(variable),
    };
    // Some terminals tell the colours of text and background, by their numbers; 7 and 15 are light.
    let light = variable("COLORFGBG")
        .is_some_and(|colours| matches!(colours.rsplit(';').next(), Some("7" | "15")));
    let theme = match settings.theme.or(chosen) {
        Some(theme) => theme,
        None if light => ThemeName::Light,
        None => ThemeName::Dark,
    };
    let ascii = args.ascii || settings.ascii.unwrap_or(!terminal::is_unicode());
    Look { theme, ascii, colours }
}

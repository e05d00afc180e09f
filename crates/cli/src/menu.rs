//! `divvy` alone on a terminal that can only print line after line: pick a game, then play.

use std::io::Write;

use divvy_match::Setup;
use divvy_programs::Settings;
use divvy_rules::{Game, Options, Rules};
use divvy_store::{Saved, Session, Store};
use divvy_words as words;

use crate::command::play;
use crate::failure::{Failure, INTERRUPTED};
use crate::line::{Line, shown, wrapped, wrapped_after};
use crate::terminal;

/// More unfinished games are not listed, but can be picked by their number all the same.
const MOST_GAMES: usize = 9;

/// What was picked.
enum Pick {
    Quit,
    /// A game with these options: those that are proposed for it, or none, exactly as its spec has it.
    Begin(Game, Box<Options>),
    /// An unfinished game, by its place in the list.
    Continue(usize),
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Failure> {
    terminal::leave_cleanly_on_signals()?;
    let store = Store::of_user()?;
    let mut unfinished = store.list()?;
    unfinished.retain(Saved::is_open);
    write_menu(&unfinished, out)?;

    let prompt = format!("Pick a game (1-{}, or quit): ", Game::ALL.len());
    let mut input = terminal::input()?;
    let session = loop {
        let line = match input.read(&prompt, out)? {
            Line::Text(line) => line,
            Line::End => return Ok(()),
            Line::Interrupted => return Err(Failure::Exit(INTERRUPTED)),
        };
        if line.trim().is_empty() {
            continue;
        }
        match Pick::of(&line) {
            Some(Pick::Quit) => return Ok(()),
            Some(Pick::Begin(game, options)) => {
                break Session::start(&store, Setup::new(Rules::new(game, &options)?))?;
            }
            Some(Pick::Continue(place)) if place < unfinished.len() => {
                break Session::resume(&store, &unfinished[place].path)?;
            }
            _ => {
                writeln!(out, "Invalid choice: {} is not on the list", shown(line.trim()))?;
            }
        }
    };
    writeln!(out)?;
    play::play(session, input.as_mut(), out, Settings::default())
}

fn write_menu(unfinished: &[Saved], out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "divvy: number games for two\n")?;
    for (index, game) in Game::ALL.into_iter().enumerate() {
        writeln!(out, "  {}  {}", index + 1, words::name(game))?;
        writeln!(out, "{}", wrapped_after("     ", words::summary(game)))?;
    }
    for (place, saved) in unfinished.iter().enumerate().take(MOST_GAMES) {
        if let Ok(game) = &saved.game {
            let key = if place == 0 { "c".to_owned() } else { format!("c{}", place + 1) };
            let text = format!("Continue: {}", words::describe(game));
            writeln!(out, "{}", wrapped_after(&format!("  {key:<3}"), &text))?;
        }
    }
    if unfinished.len() > MOST_GAMES {
        let last = unfinished.len();
        let text = format!("More, up to c{last}: 'divvy saved' lists them in this order.");
        writeln!(out, "{}", wrapped_after("     ", &text))?;
    }
    let hint = "Each is set up as a contest, Number Maze as a race. For a game exactly as specified, put an s before its number, as in s2.";
    Ok(writeln!(out, "\n{}\n", wrapped(hint))?)
}

impl Pick {
    /// A game by its place in the list or by its name, with an `s` before the place as specified; `c`, `c2`, … an
    /// unfinished one.
    fn of(line: &str) -> Option<Self> {
        let line = line.trim().to_ascii_lowercase();
        let place = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
        let game = |text: &str| Game::ALL.get(place(text)?).copied();
        Some(match line.as_str() {
            "quit" | "q" => Pick::Quit,
            "c" => Pick::Continue(0),
            text => {
                let specified = text.strip_prefix('s').and_then(game);
                let specified = specified.map(|game| Pick::Begin(game, Box::default()));
                let unfinished = text.strip_prefix('c').and_then(place).map(Pick::Continue);
                let contest = game(text).or_else(|| Game::meant(text));
                let contest =
                    contest.map(|game| Pick::Begin(game, divvy_analysis::contest(game).into()));
                specified.or(unfinished).or(contest)?
            }
        })
    }
}

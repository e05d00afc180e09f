//! `divvy` alone on a terminal: pick a game, then play.

use std::io::Write;

use divvy_match::Setup;
use divvy_programs::Settings;
use divvy_rules::{Game, Options, Rules};
use divvy_store::{Session, Store};
use divvy_words as words;

use crate::command::play;
use crate::failure::{Failure, INTERRUPTED};
use crate::line::{Line, shown};
use crate::terminal;

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Failure> {
    terminal::leave_cleanly_on_signals()?;
    let store = Store::of_user()?;
    let unfinished = store.list()?.into_iter().find(|saved| !saved.in_use && saved.game.is_ok());

    writeln!(out, "divvy: number games for two\n")?;
    for (index, game) in Game::ALL.into_iter().enumerate() {
        writeln!(out, "  {}  {}\n     {}", index + 1, words::name(game), words::summary(game))?;
    }
    if let Some(Ok(game)) = unfinished.as_ref().map(|saved| &saved.game) {
        writeln!(out, "  c  Continue: {}", words::describe(game))?;
    }
    writeln!(out)?;

    let prompt = format!("Pick a game (1-{}, or quit): ", Game::ALL.len());
    let mut input = terminal::input()?;
    let session = loop {
        let line = match input.read(&prompt, out)? {
            Line::Text(line) => line,
            Line::End => return Ok(()),
            Line::Interrupted => return Err(Failure::Exit(INTERRUPTED)),
        };
        match (line.trim().to_lowercase().as_str(), &unfinished) {
            ("quit" | "q", _) => return Ok(()),
            ("c", Some(saved)) => break Session::resume(&store, &saved.path)?,
            (text, _) => match pick(text) {
                Some(game) => {
                    let rules = Rules::new(game, &Options::default())?;
                    break Session::start(&store, Setup::new(rules))?;
                }
                None => writeln!(out, "Invalid choice: {} is not on the list", shown(text))?,
            },
        }
    };
    writeln!(out)?;
    play::play(session, input.as_mut(), out, Settings::default())
}

/// A game by its place in the list or by its name.
fn pick(text: &str) -> Option<Game> {
    match text.parse::<usize>() {
        Ok(place) => Game::ALL.get(place.checked_sub(1)?).copied(),
        Err(_) => text.replace(' ', "-").parse().ok(),
    }
}

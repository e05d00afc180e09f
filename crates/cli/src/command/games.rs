//! `divvy games`

use std::io::Write;

use divvy_rules::Game;
use divvy_words as words;
use serde::Serialize;

use crate::failure::Failure;
use crate::line::{wrapped, wrapped_after};
use crate::output;

#[derive(Serialize)]
struct List {
    games: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    id: Game,
    name: &'static str,
    summary: &'static str,
}

pub(crate) fn run(json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let entry = |id| Entry { id, name: words::name(id), summary: words::summary(id) };
    let list = List { games: Game::ALL.map(entry).into() };
    if json {
        output::json(out, &list)?;
    } else {
        for Entry { id, name, summary } in list.games {
            writeln!(out, "{name} ({id})\n{}", wrapped_after("  ", summary))?;
        }
        // One of the three says it for all of them.
        if let Some(text) = Game::ALL.into_iter().find_map(words::same_rules) {
            writeln!(out, "\n{}", wrapped(text))?;
        }
    }
    Ok(())
}

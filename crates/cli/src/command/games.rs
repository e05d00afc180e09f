//! `divvy games`

use std::io::Write;
use std::process::ExitCode;

use divvy_rules::Game;
use divvy_words as words;
use serde::Serialize;

use crate::args::GamesArgs;
use crate::failure::Failure;

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

pub(crate) fn run(args: &GamesArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let entry = |id| Entry { id, name: words::name(id), summary: words::summary(id) };
    let list = List { games: Game::ALL.map(entry).into() };
    if args.json {
        serde_json::to_writer(&mut *out, &list).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        for Entry { id, name, summary } in list.games {
            writeln!(out, "{name} ({id})\n  {summary}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

//! `divvy mcp`

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use divvy_mcp::{LoggedGame, Recorder, Settings, Summary, serve_stdio};
use divvy_rules::Rules;
use divvy_solver::Solver;
use divvy_words::too_large_for_bots;

use crate::args::McpArgs;
use crate::failure::Failure;
use crate::log::{Log, Writers};
use crate::output;

pub(crate) fn run(args: &McpArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(path) = &args.summary {
        return summarise(path, args.json, out);
    }
    let log = args.log.as_deref().map(|path| Log::open(path, Writers::Many)).transpose()?;
    let log = log.map(|(log, _)| Mutex::new(log));
    let recorder = Recorder::new(move |game| {
        let written = log.as_ref().map(|log| {
            let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
            log.write(game)
        });
        // It has happened all the same.
        if let Some(Err(failure)) = written {
            output::remark(format!("a move is not in the log: {}", failure.reason()));
        }
    });
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(serve_stdio(settings(args)?, recorder));
    // A reply that is still being worked out has no client any more.
    runtime.shutdown_background();
    served.map_err(|error| Failure::Running(format!("the client broke off: {error}")))
}

fn settings(args: &McpArgs) -> Result<Settings, Failure> {
    let rules = match args.game {
        Some(game) => Some(Rules::new(game, &args.rules.0)?),
        None if args.rules.0.is_empty() => None,
        None => return Err(Failure::usage("rule options need the game they belong to")),
    };
    if let (Some(rules), Some(bot)) = (rules, args.opponent)
        && bot.needs_solver()
    {
        let playable = Solver::check(rules);
        playable.map_err(|error| Failure::Usage(too_large_for_bots(&error)))?;
    }
    Ok(Settings {
        player: args.player.clone(),
        rules,
        opponent: args.opponent,
        seat: args.seat,
        seed: args.seed,
        hints: !args.no_hints,
        undo: !args.no_undo,
        legal: !args.hide_legal,
        games: args.games,
        ..Settings::default()
    })
}

fn summarise(path: &Path, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let text = std::fs::read(path).map_err(|error| Failure::system("read", path, &error))?;
    let name = path.display();
    // Of each game the last line counts. A line can have been cut off when something went wrong.
    let mut games = BTreeMap::new();
    for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
        match serde_json::from_slice::<LoggedGame>(line) {
            Ok(game) => drop(games.insert(game.id.clone(), game)),
            Err(_) if line.is_empty() => {}
            Err(_) => output::remark(format!(
                "{name}, line {} is left out: it is not a game that divvy mcp has logged",
                index + 1
            )),
        }
    }
    if games.is_empty() && !text.is_empty() {
        return Err(Failure::Running(format!("{name} has no game that divvy mcp has logged")));
    }
    let mut summary = Summary::default();
    games.values().for_each(|game| summary.add(game));
    match json {
        true => Ok(output::json(out, &BTreeMap::from([("rows", summary.rows())]))?),
        false => Ok(write!(out, "{summary}")?),
    }
}

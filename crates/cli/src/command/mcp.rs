//! `divvy mcp`

use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use divvy_mcp::{GameLog, LoggedGame, Recorder, Settings, Summary, serve_http, serve_stdio};
use divvy_rules::Rules;
use divvy_solver::Solver;
use divvy_words::too_large_for_bots;
use serde::Deserialize;

use super::serve::{bind, stop_signal};
use crate::args::McpArgs;
use crate::failure::Failure;
use crate::log::{Log, Writers};
use crate::output;

pub(crate) fn run(args: &McpArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if let Some(path) = &args.summary {
        return summarise(path, args.json, out);
    }
    let settings = settings(args)?;
    let log = args.log.as_deref().map(|path| Log::open(path, Writers::Many)).transpose()?;
    let state = log.map(|(log, _)| Mutex::new(LogState { log, games: HashSet::new(), read: 0 }));
    let recorder = Recorder::new(ModelLog { player: args.player.clone(), state });
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let Some(addr) = &args.addr else { return Ok(serve_stdio(settings, recorder).await) };
        let stop = stop_signal();
        let listener = bind(addr, "--addr").await?;
        writeln!(out, "divvy mcp is at http://{}/mcp", listener.local_addr()?)?;
        out.flush()?;
        Ok::<_, Failure>(serve_http(settings, recorder, listener, stop).await)
    });
    // A reply that is still being worked out has no client any more.
    runtime.shutdown_background();
    served?.map_err(|error| Failure::Running(format!("the client broke off: {error}")))
}

/// The log of an evaluation, if there is one. Several processes may write it.
struct ModelLog {
    player: String,
    state: Option<Mutex<LogState>>,
}

struct LogState {
    log: Log,
    /// The games that the player has begun, as far as the log was read.
    games: HashSet<String>,
    read: u64,
}

/// What tells the games of a log apart.
#[derive(Deserialize)]
struct Begun {
    id: String,
    player: String,
}

impl ModelLog {
    fn state(&self) -> Option<MutexGuard<'_, LogState>> {
        self.state.as_ref().map(|state| state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl GameLog for ModelLog {
    fn tell(&self, game: &LoggedGame) {
        // It has happened all the same.
        if let Some(Err(failure)) = self.state().map(|mut state| state.log.write(game)) {
            output::remark(format!("a move is not in the log: {}", failure.reason()));
        }
    }

    fn begun(&self) -> Option<u64> {
        let mut state = self.state()?;
        state.log.claim();
        let (lines, end) = state.log.lines_from(state.read).ok()?;
        state.read = end;
        let begun = lines.split(|&byte| byte == b'\n').map(serde_json::from_slice::<Begun>);
        let own = begun.flatten().filter(|game| game.player == self.player);
        state.games.extend(own.map(|game| game.id));
        Some(state.games.len() as u64)
    }

    fn release(&self) {
        if let Some(state) = self.state() {
            state.log.release();
        }
    }
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

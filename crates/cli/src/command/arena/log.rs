//! The log of a tournament: a line that says which, and a line for every game. If the tournament gets more games, another
//! first line follows, by which the games after it are numbered.

use std::path::Path;

use divvy_lab::{Arena, Played, score};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::log::{Log, Writers, line};

#[derive(Serialize, Deserialize)]
struct Head {
    arena: Arena,
    /// How the games after it were judged; logs of older versions do not say.
    #[serde(default)]
    judged: u32,
}

const NOT_A_LOG: &str = "this is not the log of a tournament";
const ANOTHER_VERSION: &str = "another version of divvy has judged these games, so they can be reported but not gone on with: \
                               --log with another name begins anew";
const NOT_A_GAME: &str = "this is not a game of the tournament";

/// Begins a log of `count` games, or continues one, and says what was played.
pub(super) fn open(
    path: &Path,
    arena: &Arena,
    count: usize,
    resume: bool,
) -> Result<(Log, Vec<Played>), Failure> {
    let name = path.display();
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return Err(Failure::Usage(format!("--log: {name} is not a file")));
    }
    if !resume && path.exists() {
        let why = "exists; --resume goes on with it, another name begins anew";
        return Err(Failure::Usage(format!("--log: {name} {why}")));
    }
    let (mut log, lines) = Log::open(path, Writers::One)?;
    let head = Head { arena: arena.clone(), judged: score::VERSION };
    if lines.is_empty() {
        if !line(&head)?.starts_with(&log.cut) {
            return Err(wrong(path, 1, NOT_A_LOG));
        }
        log.write(&head)?;
        return Ok((log, Vec::new()));
    }
    let (last, played) = read(path, &lines, arena)?;
    if last.judged != score::VERSION && played.len() < count {
        return Err(wrong(path, 1, ANOTHER_VERSION));
    }
    if last.arena != *arena {
        log.write(&head)?;
    }
    Ok((log, played))
}

/// The games of a log of the same tournament, or of the same with fewer games, as they are numbered in this one; and the
/// tournament as the log has it last.
fn read(path: &Path, lines: &str, arena: &Arena) -> Result<(Head, Vec<Played>), Failure> {
    let (mut last, mut played): (Option<Head>, _) = (None, Vec::new());
    for (index, line) in lines.lines().enumerate() {
        // Few lines are heads, and games are long: only what begins like one is read as one.
        let head = line.starts_with(r#"{"arena""#).then(|| serde_json::from_str::<Head>(line).ok());
        if let Some(head) = head.flatten() {
            if arena.continued(&head.arena, 0).is_none() {
                return Err(wrong(path, index + 1, &another(arena, &head.arena)));
            }
            last = Some(head);
            continue;
        }
        let Head { arena: head, .. } = last.as_ref().ok_or_else(|| wrong(path, 1, NOT_A_LOG))?;
        let game = serde_json::from_str(line).ok().filter(|game| head.has_played(game));
        let game = game.and_then(|game: Played| {
            let number = arena.continued(head, game.number)?;
            Some(Played { number, ..game })
        });
        played.push(game.ok_or_else(|| wrong(path, index + 1, NOT_A_GAME))?);
    }
    Ok((last.ok_or_else(|| wrong(path, 1, NOT_A_LOG))?, played))
}

/// Why a log cannot be continued.
fn another(arena: &Arena, logged: &Arena) -> String {
    let mut same = "game, options, players, --seed and --reskin".to_owned();
    let [(plies, positions, names), logged] = [arena, logged].map(Arena::settings);
    for (name, differs) in [
        ("--random-plies", plies != logged.0),
        ("--positions", positions != logged.1),
        ("the players' names", names != logged.2),
    ] {
        if differs {
            same = format!("{same}, {name}");
        }
    }
    format!("the log is of another tournament: {same} must be the same, and --games not less")
}

fn wrong(path: &Path, place: usize, why: &str) -> Failure {
    Failure::Running(format!("{}, line {place}: {why}", path.display()))
}

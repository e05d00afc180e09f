//! Files that divvy 1.0.0-rc.1 wrote are opened, and the answers that it gave are still given: `fixtures/rc1` holds both.
//!
//! The files stay as they are. `DIVVY_BLESS=1 cargo test -p divvy --test kept` writes the answers anew.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;
#[path = "common/http.rs"]
mod http;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use common::screen::Screen;
use common::{World, is_blessing};
use divvy_testing::{Cluster, Tests, Tool, tests};
use http::{Connection, Service};
use serde_json::Value;

fn kept(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/rc1").join(name)
}

/// A world with copies of the saved games in `saved` and of the logs in `arena`.
fn world() -> World {
    let world = World::new();
    for folder in ["saved", "arena"] {
        fs::create_dir(world.path().join(folder)).unwrap();
        for name in names(folder) {
            let copy = world.path().join(folder).join(&name);
            fs::copy(kept(folder).join(&name), copy).unwrap();
        }
    }
    world
}

fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(kept(folder)).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn check(transcript: &str) {
    common::check_transcript(&world(), &kept(transcript));
}

fn saved_games_are_listed_reviewed_and_continued() {
    check("saved.txt");
    let transcript = fs::read_to_string(kept("saved.txt")).unwrap();
    for name in names("saved") {
        let opened = transcript.contains(&format!("divvy play --resume saved/{name}"));
        assert!(opened, "saved/{name} is not opened");
    }
}

fn tournaments_are_reported_from_their_logs_and_not_mixed_with_new_games() {
    check("arena.txt");
}

fn positions_are_solved() {
    check("solve.txt");
}

fn games_are_reviewed() {
    check("review.txt");
}

fn the_laboratory_answers() {
    check("lab.txt");
}

fn rules_are_explained() {
    check("rules.txt");
}

fn options_are_refused() {
    check("options.txt");
}

/// Asks the `> ` lines of a file and compares each answer with the `< ` line below. Lines with `#` are headings.
fn check_dialogue(
    name: &str,
    mut ask: impl FnMut(&str) -> String,
    difference: impl Fn(&str, &str) -> Option<String>,
) {
    let text = fs::read_to_string(kept(name)).unwrap();
    let (mut answered, mut differences) = (String::new(), Vec::new());
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        answered += &format!("{line}\n");
        let Some(request) = line.strip_prefix("> ") else { continue };
        let expected = lines.next_if(|line| line.starts_with("< ")).map_or("", |line| &line[2..]);
        let answer = ask(request);
        let found = difference(expected, &answer);
        // What has only been added to since stays as it was kept.
        let kept = if found.is_some() { &answer } else { expected };
        answered += &format!("< {kept}\n");
        differences.extend(found.map(|found| format!("> {request}\n{found}")));
    }
    if is_blessing() {
        return fs::write(kept(name), answered).unwrap();
    }
    let count = differences.len();
    differences.truncate(5);
    assert!(count == 0, "{name}: {count} answers differ, the first:\n{}", differences.join("\n\n"));
}

fn the_engine_answers() {
    let text = fs::read_to_string(kept("engine.txt")).unwrap();
    let requests = text.lines().filter_map(|line| line.strip_prefix("> "));
    let input: String = requests.map(|request| format!("{request}\n")).collect();
    let run = World::new().run(&["engine"], input);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let mut answers = run.stdout.lines();
    let other = |kept: &str, now: &str| (kept != now).then(|| format!("< {kept}\n< {now}"));
    check_dialogue("engine.txt", |_| answers.next().unwrap_or_default().to_owned(), other);
}

/// Opens a database and asks for everything in these files. Games of any age are kept.
fn check_server(database: &str, dialogues: &[&str]) {
    let world = World::new();
    let options = ["--rate", "0", "--log", "off", "--keep-days", "36500", "--database", database];
    let service =
        Service::run(world.divvy(&[&["serve", "--addr", "127.0.0.1:0"], &options[..]].concat()));
    let ask = |request: &str| {
        let answer = answer(service.port, request);
        // An address that an error names is there.
        if let Some((_, address)) = answer.split_once("; see ") {
            let path = address.split('"').next().unwrap();
            let found = Connection::open(service.port, 0).unwrap().send("GET", path, "").unwrap();
            assert_eq!(found.0, 200, "{answer}");
        }
        answer
    };
    for name in dialogues {
        check_dialogue(name, ask, lost);
    }
    assert_eq!(service.stop(), Some(0));
}

/// The answer to a request: `TOKEN METHOD PATH BODY`, or `TOKEN WAIT VERSION PATH` for a state that a bot has to move for.
fn answer(port: u16, request: &str) -> String {
    let (token, request) = request.split_once(' ').unwrap();
    let (method, request) = request.split_once(' ').unwrap();
    let (method, request) = match method {
        "WAIT" => {
            let (version, path) = request.split_once(' ').unwrap();
            let id = path.rsplit('/').next().unwrap();
            // As a watcher: an open stream of a seat would show its player as present.
            let mut stream = Connection::open(port, 0).unwrap().stream(id);
            stream.wait_for(&format!("\"version\":{version},"));
            ("GET", path)
        }
        _ => (method, request),
    };
    let (path, body) = request.split_once(' ').unwrap_or((request, ""));
    let mut connection = Connection::open(port, token.parse().unwrap()).unwrap();
    let (status, text) = connection.send(method, &format!("/api/v1{path}"), body).unwrap();
    format!("{status} {text}")
}

/// The first thing of an answer that is not in another: keys may be added, nothing else may change.
fn lost(kept: &str, now: &str) -> Option<String> {
    let [(old_status, old), (status, new)] =
        [kept, now].map(|answer| answer.split_once(' ').unwrap_or((answer, "")));
    if old_status != status {
        return Some(format!("< {kept}\n< {now}"));
    }
    let [old, new] = [old, new].map(|text| serde_json::from_str(text).unwrap_or(Value::from(text)));
    lost_in(&old, &new, "answer")
}

fn lost_in(old: &Value, new: &Value, path: &str) -> Option<String> {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => old.iter().find_map(|(key, old)| {
            let path = format!("{path}.{key}");
            new.get(key)
                .map_or_else(|| Some(format!("{path} is missing")), |new| lost_in(old, new, &path))
        }),
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            let mut pairs = old.iter().zip(new).enumerate();
            pairs.find_map(|(index, (old, new))| lost_in(old, new, &format!("{path}[{index}]")))
        }
        _ => (old != new).then(|| format!("{path} was {old} and is {new}")),
    }
}

fn a_sqlite_file_of_the_server_is_opened_and_its_games_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("server.sqlite");
    fs::copy(kept("server.sqlite"), &file).unwrap();
    let database = format!("sqlite:{}", file.display());
    check_server(&database, &["states.txt", "answers.txt", "changes.txt"]);
}

fn a_postgresql_dump_of_the_server_is_opened_and_its_games_go_on() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    cluster.restore(&database, &kept("server.sql"));
    // Written anew from the file of SQLite only.
    if !is_blessing() {
        check_server(&database, &["states.txt", "changes.txt"]);
    }
}

fn choices_and_settings_of_the_full_screen_board_are_read() {
    let world = World::new();
    for (folder, file) in [("state", "choices.json"), ("config", "settings.toml")] {
        let folder = world.path().join(folder).join("divvy");
        fs::create_dir_all(&folder).unwrap();
        fs::copy(kept(file), folder.join(file)).unwrap();
    }
    let mut screens = String::new();
    // The list begins at the game that was played last, Number Maze.
    for (game, steps) in [
        ("Number Maze", ""),
        ("Sequence Duel", "j"),
        ("Chain Reaction", "k"),
        ("Multiple Madness", "kk"),
        ("Trap Avoidance", "kkk"),
    ] {
        let mut screen = Screen::open(&world, &[]);
        screen.wait_for("number games for two");
        screen.press(format!("{steps}o"));
        screen.wait_for(&format!("Set up {game}"));
        screens += &format!("-- {game}\n");
        for line in screen.contents().trim_end().lines() {
            screens += &format!("{}\n", line.trim_end());
        }
        screen.press("\u{3}");
        screen.exit_code();
    }
    let path = kept("board.txt");
    if is_blessing() {
        return fs::write(path, screens).unwrap();
    }
    assert_eq!(screens, fs::read_to_string(path).unwrap());
}

fn main() -> ExitCode {
    let tests = tests![
        saved_games_are_listed_reviewed_and_continued,
        tournaments_are_reported_from_their_logs_and_not_mixed_with_new_games,
        positions_are_solved,
        games_are_reviewed,
        the_laboratory_answers,
        rules_are_explained,
        options_are_refused,
        the_engine_answers,
        a_sqlite_file_of_the_server_is_opened_and_its_games_go_on,
        choices_and_settings_of_the_full_screen_board_are_read,
    ];
    let on_postgresql = tests![a_postgresql_dump_of_the_server_is_opened_and_its_games_go_on,];
    Tests::default().with(tests).needing(Tool::PostgreSql, on_postgresql).run()
}

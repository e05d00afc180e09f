//! `divvy admin`, beside servers that run; and what servers do with the database that they are given.

#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "../common/mod.rs"]
mod common;
mod copies;
#[path = "../common/http.rs"]
mod http;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{ExitCode, Stdio};
use std::time::{Duration, Instant};

use common::{Run, World};
use divvy_testing::{Cluster, PASSWORD, Tests, Tool, tests};
use http::{Connection, Service};
use serde_json::{Value, json};

/// Runs `divvy admin` on a database, or on that in the data folder.
fn admin(world: &World, database: Option<&str>, args: &[&str]) -> Run {
    let mut all = vec!["admin"];
    all.extend(args);
    if let Some(database) = database {
        all.extend(["--database", database]);
    }
    world.run(&all, "")
}

/// What it prints when it succeeds.
fn done(world: &World, database: Option<&str>, args: &[&str]) -> String {
    let run = admin(world, database, args);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{args:?}: {}", run.stdout);
    run.stdout
}

fn json_of(world: &World, database: Option<&str>, args: &[&str]) -> Value {
    serde_json::from_str(&done(world, database, args)).unwrap()
}

/// Begins a game at one screen and plays these numbers.
fn play(connection: &mut Connection, numbers: &[u32]) -> String {
    let wish = json!({"game": "multiple-madness", "mode": "local"});
    let (status, begun) = connection.post("/api/v1/games", &wish).unwrap();
    assert_eq!(status, 201, "{begun}");
    let id = begun["game"]["id"].as_str().unwrap().to_owned();
    for (ply, number) in numbers.iter().enumerate() {
        let (status, text) = act(connection, &id, *number, ply);
        assert_eq!(status, 200, "{text}");
    }
    id
}

fn act(connection: &mut Connection, id: &str, number: u32, ply: usize) -> (u16, Value) {
    let body = json!({"number": number, "ply": ply});
    connection.post(&format!("/api/v1/games/{id}/move"), &body).unwrap()
}

/// Asks again until the server has learnt of a change.
fn wait_for_status(connection: &mut Connection, path: &str, expected: u16) -> Value {
    let begun = Instant::now();
    loop {
        let (status, body) = connection.get(path).unwrap();
        if status == expected {
            return body;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{path}: {status} {body}");
        std::thread::yield_now();
    }
}

fn a_second_server_on_one_file_is_refused_until_the_first_has_gone() {
    let world = World::new();
    let first = Service::start(&world, None);
    let file = world.path().join("divvy/server.sqlite");
    let other_way = world.path().join("other.sqlite");
    symlink(&file, &other_way).unwrap();
    for path in [&file, &other_way] {
        let database = format!("sqlite:{}", path.display());
        let args = ["serve", "--addr", "127.0.0.1:0", "--log", "off", "--database", &database];
        let second = world.run(&args, "");
        assert_eq!((second.code, second.stdout.as_str()), (Some(1), ""));
        let path = path.display();
        let begin = format!("divvy serve: {path} is in use by another divvy serve (process ");
        let end = "): stop that one first, or let several share a PostgreSQL database \
                   (--database postgres://USER@HOST/DATABASE)\n";
        assert!(second.stderr.starts_with(&begin), "{}", second.stderr);
        assert!(second.stderr.ends_with(end), "{}", second.stderr);
    }
    // However it ends, the next one can start.
    first.kill();
    Service::start(&world, None).stop();
    Service::start(&world, None).stop();
}

fn ids_may_begin_with_a_hyphen() {
    let world = World::new();
    Service::start(&world, None).stop();
    let id = "-M6m-RjBtZ8hriBU-wwG-D";
    for command in [&["show", id][..], &["show", id, "--json"], &["end", id], &["delete", id]] {
        let run = world.run(&[&["admin"], command].concat(), "");
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{}", run.stderr);
        assert!(run.stderr.contains(id), "{}", run.stderr);
    }
}

fn look_after_games(world: &World, database: Option<&str>) {
    let service = Service::start(world, database);
    let mut connection = Connection::open(service.port, 7).unwrap();
    let [ended, deleted] = [&[6, 3, 9][..], &[6]].map(|moves| play(&mut connection, moves));

    let list = json_of(world, database, &["list", "--json"]);
    let games = list["games"].as_array().unwrap();
    assert_eq!(games.len(), 2);
    assert_eq!((games[0]["id"].as_str(), &games[0]["version"]), (Some(&*deleted), &json!(1)));
    assert_eq!(games[1]["game"], "multiple-madness");
    assert_eq!(games[1]["players"], json!(["human", "human"]));
    assert!(games[1]["bytes"].as_u64().unwrap() > 100);
    let line = done(world, database, &["list", "--limit", "1", "--active", "1h"]);
    let begin = format!("{deleted}  Multiple Madness, human and human, 1 event, just now, ");
    assert!(line.starts_with(&begin), "{line}");
    assert_eq!(done(world, database, &["list", "--inactive", "1h"]), "No games.\n");
    assert_eq!(done(world, database, &["list", "--game", "number-maze"]), "No games.\n");

    for form in [&["show", &ended][..], &["show", &ended, "--json"]] {
        let shown = done(world, database, form);
        assert!(shown.contains("multiple-madness:6,3,9"), "{shown}");
        for secret in ["holder", "salt", &format!("{:032x}", 7)] {
            assert!(!shown.contains(secret), "{shown}");
        }
    }

    let mut stream = Connection::open(service.port, 7).unwrap().stream(&ended);
    stream.wait_for("\"version\":3,");
    let said = done(world, database, &["end", &ended]);
    assert_eq!(said, format!("Game {ended} is ended and can no longer be played.\n"));
    stream.wait_for("The operator of this server has ended the game.");
    let (status, refused) = act(&mut connection, &ended, 18, 3);
    assert_eq!((status, &refused["error"]["code"]), (422, &json!("refused")), "{refused}");
    let (_, state) = connection.get(&format!("/api/v1/games/{ended}")).unwrap();
    assert_eq!((&state["finished"], &state["you"]["may"]), (&json!(true), &json!([])));
    let again = done(world, database, &["end", &ended]);
    assert_eq!(again, format!("Game {ended} was ended before.\n"));

    assert_eq!(
        done(world, database, &["delete", &deleted]),
        format!("Game {deleted} is deleted.\n")
    );
    wait_for_status(&mut connection, &format!("/api/v1/games/{deleted}"), 404);
    let gone = admin(world, database, &["delete", &deleted]);
    assert_eq!(gone.stderr, format!("divvy admin delete: there is no game {deleted}\n"));
    assert_eq!(gone.code, Some(1));
    assert_eq!(admin(world, database, &["show", "x"]).code, Some(2));
    let report = json_of(world, database, &["check", "--json"]);
    assert_eq!(report, json!({"games": 1, "events": 4, "damaged": []}));
    assert_eq!(service.stop(), Some(0));
}

fn games_are_looked_after_on_sqlite() {
    look_after_games(&World::new(), None);
}

fn games_are_looked_after_on_postgresql() {
    look_after_games(&World::new(), Some(&Cluster::shared().database()));
}

fn inactive_games_are_deleted_if_the_operator_says_so() {
    let world = World::new();
    let service = Service::start(&world, None);
    let mut connection = Connection::open(service.port, 7).unwrap();
    let id = play(&mut connection, &[6]);
    assert_eq!(done(&world, None, &["delete", "--inactive", "1h"]), "0 games deleted.\n");
    assert_eq!(done(&world, None, &["delete", "--inactive", "1ms"]), "1 game deleted.\n");
    assert_eq!(act(&mut connection, &id, 3, 1).0, 404);
    assert_eq!(admin(&world, None, &["delete", "--inactive", "1h", &id]).code, Some(2));
    assert_eq!(service.stop(), Some(0));
}

fn a_file_with_two_names_is_refused() {
    let world = World::new();
    let service = Service::start(&world, None);
    let other = world.path().join("other.sqlite");
    fs::hard_link(world.path().join("divvy/server.sqlite"), &other).unwrap();
    let database = format!("sqlite:{}", other.display());
    let args = ["serve", "--addr", "127.0.0.1:0", "--log", "off", "--database", &database];
    let second = world.run(&args, "");
    assert_eq!(second.code, Some(1));
    assert!(second.stderr.contains("it has several names (hard links)"), "{}", second.stderr);
    assert_eq!(service.stop(), Some(0));
}

fn a_row_whose_id_is_damaged_is_deleted_by_its_number() {
    let world = World::new();
    let service = Service::start(&world, None);
    let id = play(&mut Connection::open(service.port, 7).unwrap(), &[6, 3]);
    let copy = world.path().join("copy.sqlite");
    done(&world, None, &["backup", copy.to_str().unwrap()]);
    let bytes = fs::read(&copy).unwrap();
    let at = |place: usize| bytes[place..].starts_with(id.as_bytes());
    // In the table, in the index, and in the salt of the setup.
    let places: Vec<usize> = (0..bytes.len()).filter(|&place| at(place)).collect();
    assert_eq!(places.len(), 3);
    let mut changed = bytes.clone();
    places.iter().for_each(|&place| changed[place] = b'!');
    fs::write(&copy, changed).unwrap();
    let database = format!("sqlite:{}", copy.display());
    let damaged = admin(&world, Some(&database), &["check"]);
    let line = format!("Game !{} (row 1), setup: its id is not that of a game\n", &id[1..]);
    assert!(damaged.stdout.contains(&line), "{}", damaged.stdout);
    let said = done(&world, Some(&database), &["delete", "--row", "1"]);
    assert_eq!(said, "Game row 1 and its events are deleted.\n");
    done(&world, Some(&database), &["check"]);
    assert_eq!(admin(&world, Some(&database), &["delete", "--row", "1"]).code, Some(1));
}

fn a_database_that_is_not_there_is_not_created() {
    let world = World::new();
    let file = world.path().join("divvy/server.sqlite");
    let (said, at) = ("divvy admin list: there is no database at", file.display());
    let expected = format!("{said} {at}; --database names another\n");
    let list = || {
        let run = admin(&world, None, &["list"]);
        assert_eq!((run.code, run.stderr), (Some(1), expected.clone()));
    };
    list();
    assert!(!file.exists());
    // Nor does an empty file become one.
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, "").unwrap();
    list();
    assert_eq!(fs::metadata(&file).unwrap().len(), 0);
}

fn passwords_are_warned_of_and_never_repeated() {
    let world = World::new();
    let url = "postgres://me:sesame@127.0.0.1:1/games";
    let warning = "divvy admin list: the password in --database is shown in the list of processes; use \
                   PGPASSWORD, a password file (~/.pgpass or PGPASSFILE) or --database-file instead";
    for url in [url, "postgres://me@127.0.0.1:1/games?password=sesame"] {
        let run = admin(&world, Some(url), &["list"]);
        assert_eq!(run.code, Some(1));
        let mut lines = run.stderr.lines();
        assert_eq!(lines.next(), Some(warning));
        let reason = lines.next().unwrap();
        assert!(reason.contains(": cannot reach PostgreSQL database games at 127.0.0.1:1"));
        assert!(!run.stderr.contains("sesame"), "{}", run.stderr);
    }
    let file = world.path().join("url");
    fs::write(&file, format!("{url}\n")).unwrap();
    for (mode, lines) in [(0o644, 2), (0o600, 1)] {
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        let run = world.run(&["admin", "list", "--database-file", file.to_str().unwrap()], "");
        assert_eq!((run.code, run.stderr.lines().count()), (Some(1), lines), "{}", run.stderr);
        assert!(!run.stderr.contains("sesame"), "{}", run.stderr);
    }
    // A parameter that is misspelt may be a password too.
    for wrong in ["mysql://me:sesame@host/games", "postgres://me@127.0.0.1:1/games?pasword=sesame"]
    {
        fs::write(&file, wrong).unwrap();
        let args = ["serve", "--addr", "127.0.0.1:0", "--log", "text", "--database-file", "url"];
        let mut command = world.divvy(&args);
        let mut serving = command.env("DIVVY_LOG", "trace").stdout(Stdio::null()).spawn().unwrap();
        let mut log = String::new();
        let mut lines = std::io::BufReader::new(serving.stderr.take().unwrap());
        // It waits for a database that does not answer, which the log tells.
        while std::io::BufRead::read_line(&mut lines, &mut log).unwrap() > 0
            && !log.contains("the database is waited for")
        {}
        let _ = serving.kill();
        serving.wait().unwrap();
        assert!(!log.is_empty() && !log.contains("sesame"), "{log}");
    }
}

fn a_password_comes_from_the_environment_or_a_file() {
    let cluster = Cluster::encrypted();
    let port = cluster.port();
    let open = format!("postgres://divvy@127.0.0.1:{port}/postgres");
    let world = World::new();
    let write = |name: &str, text: &str| {
        let path = world.path().join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        path.display().to_string()
    };
    let line = format!("127.0.0.1:{port}:*:divvy:{PASSWORD}\n");
    let elsewhere = write("passwords", &line);
    let file = write("url", &format!("postgres://divvy:{PASSWORD}@127.0.0.1:{port}/postgres\n"));
    let log = world.path().join("log");
    let serve = |database: [&str; 2], variable: Option<(&str, &str)>| {
        let args = [&["serve", "--addr", "127.0.0.1:0", "--log", "text"][..], &database].concat();
        let mut command = world.divvy(&args);
        command.env("DIVVY_LOG", "trace").envs(variable);
        let service = Service::run_logging(command, fs::File::create(&log).unwrap().into());
        play(&mut Connection::open(service.port, 7).unwrap(), &[6]);
        assert_eq!(service.stop(), Some(0));
        let log = fs::read_to_string(&log).unwrap();
        assert!(log.contains("connections to PostgreSQL are encrypted"), "{log}");
        assert!(!log.contains(PASSWORD), "{log}");
        assert!(!log.contains("shown in the list"), "{log}");
    };
    serve(["--database", &open], Some(("PGPASSWORD", PASSWORD)));
    serve(["--database", &open], Some(("PGPASSFILE", &elsewhere)));
    serve(["--database-file", &file], None);
    write(".pgpass", &line);
    serve(["--database", &open], None);
    let wrong = ("PGPASSWORD", "not-the-password");
    let mut command = world.divvy(&["admin", "list", "--database", &open]);
    let refused = command.envs([wrong]).output().unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(1));
    assert!(said.contains("password authentication failed"), "{said}");
    assert!(!said.contains(wrong.1), "{said}");
}

fn main() -> ExitCode {
    let tests = tests![
        ids_may_begin_with_a_hyphen,
        a_second_server_on_one_file_is_refused_until_the_first_has_gone,
        games_are_looked_after_on_sqlite,
        copies::a_copy_is_made_while_the_server_runs_and_a_changed_byte_of_it_is_found,
        copies::a_backup_is_put_back_and_what_was_there_is_kept,
        copies::what_is_restored_belongs_to_the_owner_of_the_folder,
        copies::links_in_the_folder_lead_nowhere,
        copies::a_file_that_is_no_database_is_not_restored,
        copies::nothing_but_a_database_is_replaced_and_the_backup_stays,
        inactive_games_are_deleted_if_the_operator_says_so,
        a_file_with_two_names_is_refused,
        a_row_whose_id_is_damaged_is_deleted_by_its_number,
        a_database_that_is_not_there_is_not_created,
        passwords_are_warned_of_and_never_repeated,
    ];
    let on_postgresql = tests![
        games_are_looked_after_on_postgresql,
        a_password_comes_from_the_environment_or_a_file,
        copies::postgresql_is_backed_up_by_its_own_tools,
    ];
    Tests::default().with(tests).needing(Tool::PostgreSql, on_postgresql).run()
}

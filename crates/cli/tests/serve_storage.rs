//! `divvy serve` and its database: killed in the middle of games, cut off, and with others on the same one.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

mod common;
#[path = "common/http.rs"]
mod http;
#[path = "common/players.rs"]
mod players;

use std::fs::File;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Barrier, Mutex};

use common::World;
use divvy_testing::{Cluster, Tests, Tool, tests};
use http::{Connection, Service};
use players::{Played, find, play};
use serde_json::{Value, json};

/// Kills the server while 200 players play, starts it again, and looks for every acknowledged move.
fn nothing_is_lost(world: &World, database: Option<&str>) {
    let mut acknowledged = 0;
    let mut all: Vec<Played> = Vec::new();
    for round in 0..3 {
        let service = Service::start(world, database);
        let port = service.port;
        let played = Arc::new(Mutex::new(Vec::new()));
        let players: Vec<_> = (0..200)
            .map(|number| {
                let played = Arc::clone(&played);
                std::thread::spawn(move || {
                    let games = play(port, round * 1_000 + number);
                    played.lock().unwrap().extend(games);
                })
            })
            .collect();
        // In the middle: when enough moves have been made.
        service.wait_for_moves(2_000);
        service.kill();
        players.into_iter().for_each(|player| player.join().unwrap());
        all.append(&mut played.lock().unwrap());

        let service = Service::start(world, database);
        acknowledged = find(&service, &all);
        assert_eq!(service.stop(), Some(0));
    }
    // Of the 2,000 moves before each kill all but those on their way were acknowledged. On a busy machine not every
    // player has begun when the server is killed.
    assert!(acknowledged >= 5_000 && all.len() >= 300, "{acknowledged} {}", all.len());
    eprintln!("{} games, 3 kills, {acknowledged} acknowledged moves, none lost", all.len());
}

fn killed_in_the_middle_of_two_hundred_games_sqlite_loses_nothing() {
    nothing_is_lost(&World::new(), None);
}

fn killed_in_the_middle_of_two_hundred_games_postgresql_loses_nothing() {
    let cluster = Cluster::shared();
    nothing_is_lost(&World::new(), Some(&cluster.database()));
}

/// A limit of the size of files stands for a disk that is full.
fn a_server_that_cannot_write_is_not_ready() {
    let world = World::new();
    // Without the signal the write fails as it does on a full disk.
    let line =
        "trap '' XFSZ; ulimit -f 400; exec divvy serve --addr 127.0.0.1:0 --no-limits --log text";
    let mut command = world.command("sh");
    command.args(["-c", line]);
    let path = world.path().join("log");
    let service = Service::run_logging(command, File::create(&path).unwrap().into());
    let mut connection = Connection::open(service.port, 7).unwrap();
    assert_eq!(connection.get_text("/readyz").unwrap(), "ready");
    let wish = json!({"game": "multiple-madness", "mode": "local"});
    let full = (0..2_000).find_map(|_| {
        let (status, body) = connection.post("/api/v1/games", &wish).unwrap();
        (status != 201).then_some((status, body))
    });
    let (status, body) = full.unwrap();
    assert_eq!((status, &body["error"]["code"]), (503, &json!("unavailable")), "{body}");
    let begun = std::time::Instant::now();
    for _ in 0..100 {
        assert_eq!(connection.post("/api/v1/games", &wish).unwrap().0, 503);
    }
    // The last answer is reused for a second.
    while connection.get_text("/readyz").unwrap() == "ready" {
        assert!(begun.elapsed().as_secs() < 60, "still ready");
        assert_eq!(connection.post("/api/v1/games", &wish).unwrap().0, 503);
    }
    assert_eq!(connection.get_text("/healthz").unwrap(), "ok");
    // Not a line for each of these requests, but one every ten seconds.
    let log = std::fs::read_to_string(&path).unwrap();
    let warnings = log.lines().filter(|line| line.contains("could not be created")).count();
    let most = 2 + usize::try_from(begun.elapsed().as_secs() / 10).unwrap();
    assert!((1..=most).contains(&warnings), "{log}");
}

/// Returns once a file has this in it, which it must within a minute.
fn wait_for_text(path: &Path, text: &str) -> String {
    let begun = std::time::Instant::now();
    loop {
        let found = std::fs::read_to_string(path).unwrap_or_default();
        if found.contains(text) {
            return found;
        }
        assert!(begun.elapsed().as_secs() < 60, "no {text:?} in {found:?}");
        std::thread::yield_now();
    }
}

fn a_server_that_waits_for_its_database_can_be_stopped_and_tells_no_password() {
    let world = World::new();
    let path = world.path().join("log");
    let mut command = world.divvy(&["serve", "--database", "postgres://u:secret@127.0.0.1:1/d"]);
    let mut child = command.stderr(File::create(&path).unwrap()).spawn().unwrap();
    let log = wait_for_text(&path, "the database is waited for");
    assert!(log.contains("cannot reach PostgreSQL database d at 127.0.0.1:1"), "{log}");
    assert!(!log.contains("secret"), "{log}");
    let pid = nix::unistd::Pid::from_raw(i32::try_from(child.id()).unwrap());
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGTERM).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

fn a_database_that_is_away_at_the_start_is_waited_for() {
    let cluster = Cluster::new();
    let (world, database) = (World::new(), cluster.database());
    cluster.stop();
    let path = world.path().join("log");
    let log = File::create(&path).unwrap();
    let command = world.divvy(&["serve", "--addr", "127.0.0.1:0", "--database", &database]);
    let service = std::thread::scope(|scope| {
        let service = scope.spawn(|| Service::run_logging(command, log.into()));
        wait_for_text(&path, "the database is waited for");
        cluster.start();
        service.join().unwrap()
    });
    let wish = json!({"game": "multiple-madness", "mode": "local"});
    let begun = Connection::open(service.port, 7).unwrap().post("/api/v1/games", &wish);
    assert_eq!(begun.unwrap().0, 201);
    assert_eq!(service.stop(), Some(0));
}

fn two_processes_on_one_database_are_one_service() {
    let cluster = Cluster::shared();
    let (world, database) = (World::new(), cluster.database());
    let [one, two] = [0, 1].map(|_| Service::start(&world, Some(&database)));
    let mut through_one = Connection::open(one.port, 7).unwrap();
    let wish = json!({"game": "multiple-madness", "mode": "local"});
    let (_, body) = through_one.post("/api/v1/games", &wish).unwrap();
    let id = body["game"]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/games/{id}/move");
    let mut stream = Connection::open(two.port, 8).unwrap().stream(&id);
    stream.wait_for("\"ply\":0");
    // A move through one reaches a viewer of the other.
    assert_eq!(through_one.post(&path, &json!({"number": 6, "ply": 0})).unwrap().0, 200);
    stream.wait_for("\"said\":\"Player 1 removes 6.\"");
    // The same ply through both: one is made, the other told.
    let mut through_two = Connection::open(two.port, 7).unwrap();
    assert_eq!(through_two.post(&path, &json!({"number": 3, "ply": 1})).unwrap().0, 200);
    let (status, stale) = through_one.post(&path, &json!({"number": 12, "ply": 1})).unwrap();
    assert_eq!((status, &stale["game"]["ply"]), (409, &json!(2)));
    // A player who is present through one is present to a client of the other.
    let wish = json!({"game": "multiple-madness", "mode": "friend"});
    let (_, body) = through_one.post("/api/v1/games", &wish).unwrap();
    let friends = body["game"]["id"].as_str().unwrap();
    let mut host = Connection::open(one.port, 7).unwrap().stream(friends);
    host.wait_for("event: state");
    let mut friend = Connection::open(two.port, 9).unwrap();
    let join = format!("/api/v1/games/{friends}/join");
    assert_eq!(friend.post(&join, &json!({"invite": body["invite"]})).unwrap().0, 200);
    let mut friend = friend.stream(friends);
    friend.wait_for("event: state");
    for through in [&mut through_one, &mut through_two] {
        let begun = std::time::Instant::now();
        loop {
            let (_, state) = through.get(&format!("/api/v1/games/{friends}")).unwrap();
            if (0..2).all(|seat| state["players"][seat]["here"] == true) {
                break;
            }
            assert!(begun.elapsed().as_secs() < 15, "{state}");
        }
    }
    // One is killed; the game goes on through the other.
    one.kill();
    assert_eq!(through_two.post(&path, &json!({"number": 9, "ply": 2})).unwrap().0, 200);
    assert_eq!(two.stop(), Some(0));
}

/// Sends the same request from many clients at once, half of them through each process; the answers.
fn race(ports: [u16; 2], tokens: &[usize], path: &str, body: &Value) -> Vec<(u16, Value)> {
    let start = Barrier::new(tokens.len());
    std::thread::scope(|scope| {
        let racing = tokens.iter().enumerate().map(|(index, &token)| {
            let start = &start;
            scope.spawn(move || {
                let mut connection = Connection::open(ports[index % 2], token).unwrap();
                start.wait();
                connection.post(path, body).unwrap()
            })
        });
        let racing: Vec<_> = racing.collect();
        racing.into_iter().map(|one| one.join().unwrap()).collect()
    })
}

fn requests_that_race_through_two_processes_have_one_winner_and_leave_nothing_behind() {
    let cluster = Cluster::shared();
    let (world, database) = (World::new(), cluster.database());
    let services = [0, 1].map(|_| Service::start(&world, Some(&database)));
    let ports = [services[0].port, services[1].port];
    let mut host = Connection::open(ports[0], 7).unwrap();
    for _ in 0..10 {
        let wish = json!({"game": "multiple-madness", "mode": "friend"});
        let (_, body) = host.post("/api/v1/games", &wish).unwrap();
        let path = format!("/api/v1/games/{}/join", body["game"]["id"].as_str().unwrap());
        let tokens: Vec<usize> = (100..120).collect();
        let answers = race(ports, &tokens, &path, &json!({"invite": body["invite"]}));
        let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.0).collect();
        statuses.sort_unstable();
        assert_eq!((statuses[0], &statuses[1..]), (200, &[409; 19][..]));

        let wish = json!({"game": "multiple-madness", "mode": "local"});
        let (_, body) = host.post("/api/v1/games", &wish).unwrap();
        let path = format!("/api/v1/games/{}", body["game"]["id"].as_str().unwrap());
        host.post(&format!("{path}/resign"), &json!({"ply": 0})).unwrap();
        let answers = race(ports, &[7; 20], &format!("{path}/rematch"), &json!({}));
        let next = &answers[0].1["rematch"]["id"];
        assert!(next.is_string(), "{}", answers[0].1);
        for (status, state) in &answers {
            assert_eq!((*status, &state["rematch"]["id"]), (200, next), "{state}");
        }
    }
    // Each time a game to join, a game to repeat, and its rematch.
    let name = database.rsplit_once('/').unwrap().1;
    let games = cluster.ask(name, "SELECT count(*) FROM games");
    assert!(games.lines().any(|line| line.trim() == "30"), "{games}");
    assert_eq!(services.map(Service::stop), [Some(0); 2]);
}

fn a_database_that_is_gone_for_a_while_is_told_and_comes_back() {
    let cluster = Cluster::new();
    let (world, database) = (World::new(), cluster.database());
    let service = Service::start(&world, Some(&database));
    let mut connection = Connection::open(service.port, 7).unwrap();
    let wish = json!({"game": "multiple-madness", "mode": "local"});
    let (_, body) = connection.post("/api/v1/games", &wish).unwrap();
    let id = body["game"]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/games/{id}/move");
    assert_eq!(connection.post(&path, &json!({"number": 6, "ply": 0})).unwrap().0, 200);
    let mut stream = Connection::open(service.port, 8).unwrap().stream(&id);
    stream.wait_for("\"ply\":1");
    cluster.stop();
    let gone = std::time::Instant::now();
    while gone.elapsed().as_secs() < 5 {
        let (status, body) = connection.post(&path, &json!({"number": 3, "ply": 1})).unwrap();
        assert_eq!((status, &body["error"]["code"]), (503, &json!("unavailable")), "{body}");
        assert_eq!(connection.get_text("/healthz").unwrap(), "ok");
    }
    cluster.start();
    // By itself: the first requests may still meet a broken connection.
    let back = std::time::Instant::now();
    loop {
        let answer = connection.post(&path, &json!({"number": 3, "ply": 1})).unwrap();
        assert!([200, 503].contains(&answer.0), "{}", answer.1);
        if answer.0 == 200 {
            break;
        }
        assert!(back.elapsed().as_secs() < 60, "{}", answer.1);
    }
    // A viewer that stayed connected is told.
    stream.wait_for("\"ply\":2");
    assert_eq!(service.stop(), Some(0));
}

fn main() -> ExitCode {
    let tests = tests![
        killed_in_the_middle_of_two_hundred_games_sqlite_loses_nothing,
        a_server_that_cannot_write_is_not_ready,
        a_server_that_waits_for_its_database_can_be_stopped_and_tells_no_password,
    ];
    let on_postgresql = tests![
        killed_in_the_middle_of_two_hundred_games_postgresql_loses_nothing,
        two_processes_on_one_database_are_one_service,
        requests_that_race_through_two_processes_have_one_winner_and_leave_nothing_behind,
        a_database_that_is_gone_for_a_while_is_told_and_comes_back,
        a_database_that_is_away_at_the_start_is_waited_for,
    ];
    Tests::default().with(tests).needing(Tool::PostgreSql, on_postgresql).run()
}

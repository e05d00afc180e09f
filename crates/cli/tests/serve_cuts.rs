//! `divvy serve` with clients that go away in the middle of their requests, while another process takes the write lock of
//! the database now and then, and while the server is killed and stopped: nothing acknowledged is lost.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

mod common;
#[path = "common/http.rs"]
mod http;
#[path = "common/players.rs"]
mod players;

use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{scope, sleep};
use std::time::Duration;

use common::World;
use divvy_testing::{Cluster, Tests, Tool, tests};
use http::{Connection, Service};
use players::{Played, find, play};
use serde_json::json;
use sqlx::{Connection as _, PgConnection, SqliteConnection};

/// In turn the server is killed and stopped.
const ROUNDS: usize = 10;

const PLAYERS: usize = 8;

/// Clients that go away, and how many requests each begins in a round: 1,000 in all.
const CUTTERS: usize = 5;
const CUTS: usize = 20;

/// Numbers that look random and are the same each time (xorshift).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// Every kind of request; `ID` is a game of the client's.
const REQUESTS: [(&str, &str, &str); 30] = [
    ("GET", "/readyz", ""),
    ("GET", "/readyz", ""),
    ("GET", "/readyz", ""),
    ("GET", "/readyz", ""),
    ("GET", "/healthz", ""),
    ("GET", "/metrics", ""),
    ("GET", "/", ""),
    ("GET", "/g/ID", ""),
    ("GET", "/rules/number-maze", ""),
    ("GET", "/api/v1/openapi.json", ""),
    ("GET", "/api/v1/bots", ""),
    ("GET", "/api/v1/mine?games=ID", ""),
    ("GET", "/api/v1/games/ID", ""),
    ("GET", "/api/v1/games/ID/why?number=7", ""),
    ("GET", "/api/v1/games/ID/hint", ""),
    ("GET", "/api/v1/games/ID/review", ""),
    ("GET", "/api/v1/games/ID/events", ""),
    ("POST", "/api/v1/token", "{}"),
    ("POST", "/api/v1/games", r#"{"game":"chain-reaction","mode":"local"}"#),
    ("POST", "/api/v1/games", r#"{"game":"number-maze","mode":"computer","bot":"perfect"}"#),
    ("POST", "/api/v1/games", r#"{"game":"trap-avoidance","mode":"friend"}"#),
    ("POST", "/api/v1/games/ID/join", r#"{"invite":"none"}"#),
    ("POST", "/api/v1/games/ID/invite", "{}"),
    ("POST", "/api/v1/games/ID/move", r#"{"number":6,"ply":0}"#),
    ("POST", "/api/v1/games/ID/move", r#"{"number":3,"ply":1}"#),
    ("POST", "/api/v1/games/ID/undo", r#"{"ply":1}"#),
    ("POST", "/api/v1/games/ID/resign", r#"{"ply":0}"#),
    ("POST", "/api/v1/games/ID/next-round", "{}"),
    ("POST", "/api/v1/games/ID/rematch", "{}"),
    ("POST", "/api/v1/games/ID/rematch/answer", r#"{"accept":true}"#),
];

/// Begins requests and goes away at some moment of each.
fn cut(port: u16, number: usize) {
    let mut chance = Chance(0x5eed + number as u64);
    let token = 10_000 + number;
    let wish = json!({"game": "multiple-madness", "mode": "local"});
    let begun = loop {
        let mut connection = Connection::open(port, token).unwrap();
        match connection.post("/api/v1/games", &wish).unwrap() {
            (201, begun) => break begun,
            (503, _) => {}
            (status, body) => panic!("{status} {body}"),
        }
    };
    let id = begun["game"]["id"].as_str().unwrap();
    for _ in 0..CUTS {
        let (method, path, body) = REQUESTS[usize::try_from(chance.below(30)).unwrap()];
        let request = format!(
            "{method} {} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token:032x}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            path.replace("ID", id),
            body.len()
        );
        let sent = match chance.below(8) {
            0 => usize::try_from(chance.below(request.len() as u64)).unwrap(),
            _ => request.len(),
        };
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.write_all(&request.as_bytes()[..sent]).unwrap();
        // The moment at which it goes away; nothing is waited for.
        sleep(Duration::from_micros(chance.below(20_000)));
    }
}

/// Another process takes the write lock and gives it back, again and again.
async fn lock_now_and_then(database: &str, stop: &AtomicBool) {
    let mut chance = Chance(0x10c4);
    while !stop.load(Ordering::Relaxed) {
        let held = Duration::from_millis(chance.below(100));
        // A transaction that the lock is not to be had for is given up, and rolled back with its connection.
        if database.starts_with("postgres") {
            let mut connection = PgConnection::connect(database).await.unwrap();
            let lock = "SET lock_timeout = '2s'; BEGIN; LOCK TABLE games, schema IN EXCLUSIVE MODE";
            let _ = sqlx::raw_sql(lock).execute(&mut connection).await;
            tokio::time::sleep(held).await;
            connection.close().await.unwrap();
        } else {
            let mut connection = SqliteConnection::connect(database).await.unwrap();
            let _ = sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut connection).await;
            tokio::time::sleep(held).await;
            connection.close().await.unwrap();
        }
        tokio::time::sleep(Duration::from_millis(chance.below(50))).await;
    }
}

/// Plays while others cut their requests off; the games of those who play.
fn disturbed(database: &str, port: u16, round: usize, end: impl FnOnce()) -> Vec<Played> {
    let stop = AtomicBool::new(false);
    scope(|scope| {
        let locking = scope.spawn(|| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.unwrap().block_on(lock_now_and_then(database, &stop));
        });
        let playing: Vec<_> = (0..PLAYERS)
            .map(|number| scope.spawn(move || play(port, round * 100 + number)))
            .collect();
        let cutting: Vec<_> = (0..CUTTERS)
            .map(|number| scope.spawn(move || cut(port, round * 100 + number)))
            .collect();
        cutting.into_iter().for_each(|one| one.join().unwrap());
        end();
        stop.store(true, Ordering::Relaxed);
        locking.join().unwrap();
        playing.into_iter().flat_map(|one| one.join().unwrap()).collect()
    })
}

fn lose_nothing(world: &World, database: &str) -> Vec<Played> {
    let (mut all, mut acknowledged) = (Vec::new(), 0);
    for round in 0..ROUNDS {
        let service = Service::start(world, Some(database));
        let port = service.port;
        let end = || match round % 2 {
            0 => service.kill(),
            _ => assert_eq!(service.stop(), Some(0)),
        };
        all.extend(disturbed(database, port, round, end));
        let service = Service::start(world, Some(database));
        acknowledged = find(&service, &all);
        assert_eq!(service.stop(), Some(0));
    }
    let cuts = ROUNDS * CUTTERS * CUTS;
    eprintln!(
        "{cuts} requests cut off, {ROUNDS} ends, {acknowledged} acknowledged moves, none lost"
    );
    assert!(acknowledged > 20, "{acknowledged}");
    all
}

fn requests_that_are_cut_off_lose_nothing_on_sqlite() {
    let world = World::new();
    let file = world.path().join("games.sqlite");
    let all = lose_nothing(&world, &format!("sqlite:{}", file.display()));
    // Once the server has stopped, the file alone holds everything.
    let copy = world.path().join("copy.sqlite");
    fs::copy(&file, &copy).unwrap();
    find(&Service::start(&world, Some(&format!("sqlite:{}", copy.display()))), &all);
}

fn requests_that_are_cut_off_lose_nothing_on_postgresql() {
    lose_nothing(&World::new(), &Cluster::shared().database());
}

fn main() -> ExitCode {
    let tests = tests![requests_that_are_cut_off_lose_nothing_on_sqlite];
    let on_postgresql = tests![requests_that_are_cut_off_lose_nothing_on_postgresql];
    Tests::default().with(tests).needing(Tool::PostgreSql, on_postgresql).run()
}

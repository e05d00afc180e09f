//! `divvy serve` as a process: started, stopped and bothered.

use crate::common::World;
use crate::http::{Connection, Service};
use serde_json::json;

#[test]
fn it_says_where_it_is_and_ends_when_it_is_asked_to() {
    let world = World::new();
    let service = Service::start(&world, None);
    let mut connection = Connection::open(service.port, 0).unwrap();
    assert_eq!(connection.get_text("/healthz").unwrap(), "ok");
    assert!(world.path().join("divvy/server.sqlite").exists());
    // An open stream does not hold it up.
    let (_, body) =
        connection.post("/api/v1/games", &json!({"game": "number-maze", "mode": "local"})).unwrap();
    let id = body["game"]["id"].as_str().unwrap();
    let mut stream = Connection::open(service.port, 0).unwrap().stream(id);
    stream.wait_for("event: state");
    assert_eq!(service.stop(), Some(0));
    stream.wait_for("event: reconnect");
}

#[test]
fn what_opens_the_browser_leaves_nothing_behind() {
    use std::os::unix::fs::PermissionsExt;
    let world = World::new();
    let programs = world.path().join("programs");
    std::fs::create_dir(&programs).unwrap();
    for name in ["xdg-open", "open"] {
        let program = programs.join(name);
        std::fs::write(&program, "#!/bin/sh\necho $$ $1 > \"$HOME/opened\"\n").unwrap();
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
    }
    let mut command = world.divvy(&["serve", "--addr", "127.0.0.1:0", "--open", "--log", "off"]);
    command.env("PATH", format!("{}:{}", programs.display(), world.search_path()));
    let service = Service::run(command);
    let begun = std::time::Instant::now();
    let in_time = || assert!(begun.elapsed().as_secs() < 60, "not in time");
    let said = loop {
        in_time();
        match std::fs::read_to_string(world.path().join("opened")) {
            Ok(said) if said.ends_with('\n') => break said,
            _ => std::thread::yield_now(),
        }
    };
    let (process, url) = said.trim().split_once(' ').unwrap();
    assert_eq!(url, format!("http://127.0.0.1:{}/", service.port));
    // A child that was not waited for stays in the list of processes.
    while std::path::Path::new(&format!("/proc/{process}")).exists() {
        in_time();
        std::thread::yield_now();
    }
    assert_eq!(service.stop(), Some(0));
}

#[test]
fn it_logs_as_much_as_it_is_asked_to() {
    for (level, expected) in [(None, false), (Some("debug"), true), (Some("error"), false)] {
        let world = World::new();
        let path = world.path().join("log");
        let mut command = world.divvy(&["serve", "--addr", "127.0.0.1:0"]);
        command.envs(level.map(|level| ("DIVVY_LOG", level)));
        let service = Service::run_logging(command, std::fs::File::create(&path).unwrap().into());
        Connection::open(service.port, 0).unwrap().get_text("/healthz").unwrap();
        assert_eq!(service.stop(), Some(0));
        let log = std::fs::read_to_string(path).unwrap();
        assert_eq!(log.contains("path=\"/healthz\""), expected, "{level:?}: {log}");
        assert_eq!(log.contains("stopped"), level != Some("error"), "{level:?}: {log}");
    }
    let world = World::new();
    let mut command = world.divvy(&["serve", "--addr", "127.0.0.1:0"]);
    let run = command.env("DIVVY_LOG", "loud").output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8(run.stderr).unwrap().contains("DIVVY_LOG takes off, error"));
}

#[test]
fn wrong_usage_is_told() {
    let world = World::new();
    for (args, words) in [
        ("serve --addr nowhere", "--addr"),
        (
            "serve --database mysql://x",
            "--database takes sqlite:PATH or postgres://USER@HOST/DATABASE, not mysql:",
        ),
        ("serve --max-size 0", "--max-size"),
    ] {
        let run = world.run(&args.split(' ').collect::<Vec<_>>(), "");
        assert_eq!(run.code, Some(2), "{args}: {}", run.stderr);
        assert!(run.stderr.contains(words), "{args}: {}", run.stderr);
    }
    let service = Service::start(&world, None);
    let taken = format!("127.0.0.1:{}", service.port);
    let run = world.run(&["serve", "--addr", &taken, "--database", "sqlite:other.sqlite"], "");
    assert_eq!(run.code, Some(1));
    assert!(
        run.stderr.contains("cannot listen at") && run.stderr.contains("--addr"),
        "{}",
        run.stderr
    );
}

#[expect(clippy::too_many_lines, reason = "a list of requests")]
#[test]
fn a_thousand_hostile_requests_do_no_harm() {
    let world = World::new();
    let service = Service::start(&world, None);
    let before = service.memory();
    let mut chance = 7_u64;
    let mut random = || {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        chance >> 33
    };
    let bodies = [
        "",
        "{",
        "null",
        "[]",
        "{\"game\":1}",
        "{\"game\":\"number-maze\",\"mode\":\"local\",\"options\":{\"size\":-1}}",
        "{\"game\":\"number-maze\",\"mode\":\"local\",\"options\":{\"size\":1e99}}",
        "\u{0}\u{1}",
        "{\"number\":99999999999999999999}",
        "{\"text\":\"javascript:alert(1)\"}",
        "{\"text\":\"http://<script>\u{7f}\"}",
    ];
    let paths = [
        "/api/v1/games",
        "/api/v1/games/%00",
        "/api/v1/games/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/api/v1/review?game=",
        "/api/v1/review?game=%ff%fe",
        "/api/v1/qr",
        "/g/<script>",
        "/assets/../Cargo.toml",
        "/api/v1/games/AAAAAAAAAAAAAAAAAAAAAA/move",
        "*",
        "/rules/chess",
    ];
    for index in 0..1_000_u64 {
        let path = paths[(random() % paths.len() as u64) as usize];
        let body = bodies[(random() % bodies.len() as u64) as usize];
        let method = ["GET", "POST", "PUT", "OPTIONS", "HEAD", "\u{7f}"][(random() % 6) as usize];
        let raw = match index % 4 {
            0 => format!(
                "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                body.len()
            ),
            1 => format!(
                "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\nConnection: close\r\n\r\n{}",
                "x".repeat(100_000)
            ),
            2 => format!(
                "GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {}\r\nConnection: close\r\n\r\n",
                "a=b;".repeat((random() % 2_000) as usize)
            ),
            _ => {
                (0..random() % 300).map(|_| char::from((random() % 128) as u8)).collect::<String>()
                    + "\r\n\r\n"
            }
        };
        if let Some(status) = crate::http::raw(service.port, raw.as_bytes()) {
            assert!((200..500).contains(&status), "{status} for {:?}", &raw[..raw.len().min(200)]);
        }
    }
    let grown = service.memory().saturating_sub(before);
    assert!(grown < 20_000, "{grown} kB more");
    let mut connection = Connection::open(service.port, 0).unwrap();
    assert_eq!(connection.get_text("/healthz").unwrap(), "ok");
    assert_eq!(service.stop(), Some(0));
}

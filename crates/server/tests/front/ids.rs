//! Request ids, in answers and in the log.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::{Arc, Mutex};

use divvy_server::{Config, Listeners};
use divvy_service::Limits;
use serde_json::json;
use tracing_subscriber::fmt::MakeWriter;

use crate::client::World;
use crate::{ask, serving};

#[tokio::test]
async fn every_answer_has_an_id_of_its_own() {
    let world = World::new().await;
    let mut ids = BTreeSet::new();
    for path in ["/", "/api/v1/games", "/nowhere", "/healthz", "/api/v1/games/none/move"] {
        let id = world.stranger().get(path).await.header("x-request-id").unwrap();
        assert!(id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_hexdigit()), "{id}");
        assert!(ids.insert(id), "{path}");
    }
}

#[tokio::test]
async fn only_a_trusted_proxy_gives_ids_and_only_sane_ones() {
    for (trusted, given, taken) in [
        ("0.0.0.0", "0b6f-4d.2:x_Y", true),
        ("10.0.0.1", "0b6f-4d.2:x_Y", false),
        ("0.0.0.0", "with spaces", false),
        ("0.0.0.0", "", false),
        ("0.0.0.0", &"x".repeat(65), false),
        ("0.0.0.0", "ümlaut", false),
    ] {
        let trust_proxy = trusted.parse().unwrap();
        let world = World::with(Config {
            limits: Limits { rate: 0, ..Limits::default() },
            trust_proxy,
            ..Config::default()
        })
        .await;
        let answer = world.raw("GET", "/", &[("x-request-id", given.to_owned())], "").await;
        assert_eq!(answer.header("x-request-id").unwrap() == given, taken, "{trusted} {given}");
    }
}

/// A log that the test reads.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

#[tokio::test]
async fn the_access_log_names_routes_and_never_tokens_or_games() {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().with_writer(log.clone()).with_ansi(false);
    // This test runs in one thread.
    let _guard = tracing::subscriber::set_default(subscriber.finish());
    let config = Config {
        limits: Limits { rate: 0, ..Limits::default() },
        access_log: true,
        ..Config::default()
    };
    let world = World::with(config).await;
    let client = world.browser();
    let wish = json!({"game": "sequence-duel", "mode": "friend"});
    let begun = client.post("/api/v1/games", wish).await;
    let id = begun.body["game"]["id"].as_str().unwrap();
    let state = client.get(&format!("/api/v1/games/{id}?secret=1")).await;
    client.get("/nowhere/secret").await;
    let (token, _) = client.cookie().unwrap();
    let text = log.text();
    let request = state.header("x-request-id").unwrap();
    let line = text.lines().find(|line| line.contains(&request)).unwrap();
    let bytes = format!("bytes={}", state.text.len());
    for part in [
        "INFO",
        "GET",
        "route=\"/api/v1/games/{id}\"",
        "status=200",
        "ms=",
        "client=0.0.0.0",
        &bytes,
    ] {
        assert!(line.contains(part), "{part} in {line}");
    }
    assert!(text.contains("route=\"other\" status=404"), "{text}");
    for secret in [&*token, id, begun.body["invite"].as_str().unwrap(), "secret"] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
}

#[tokio::test]
async fn what_goes_wrong_is_logged_with_the_id_of_its_request() {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().with_writer(log.clone()).with_ansi(false);
    let _guard = tracing::subscriber::set_default(subscriber.finish());
    let world = World::new().await;
    let begun = world
        .browser()
        .post("/api/v1/games", json!({"game": "sequence-duel", "mode": "local"}))
        .await;
    let id =
        divvy_service::storage::GameId::parse(begun.body["game"]["id"].as_str().unwrap()).unwrap();
    let event =
        divvy_service::storage::StoredEvent { number: 1, at: 0, text: "damaged".to_owned() };
    let write = divvy_service::storage::GameWrite::Append { id: id.clone(), event, begins: None };
    world.storage.write(vec![write]).await.unwrap();
    // A server that has to load it finds out.
    let damaged = world.again().stranger().get(&format!("/api/v1/games/{id}")).await;
    assert_eq!(damaged.status, axum::http::StatusCode::INTERNAL_SERVER_ERROR);
    let request = damaged.header("x-request-id").unwrap();
    let text = log.text();
    let line = text.lines().find(|line| line.contains("a game is damaged")).unwrap();
    assert!(line.contains(&format!("request{{id={request}}}")), "{line}");
}

#[tokio::test]
async fn the_client_of_a_proxy_is_logged() {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().with_writer(log.clone()).with_ansi(false);
    let _guard = tracing::subscriber::set_default(subscriber.finish());
    let trust_proxy = "127.0.0.0/8".parse().unwrap();
    let config = Config {
        limits: Limits { rate: 0, ..Limits::default() },
        access_log: true,
        trust_proxy,
        ..Config::default()
    };
    let world = World::with(config).await;
    let port = serving(&world, Listeners::from).await;
    let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: [2001:db8::7]:443\r\nConnection: close\r\n\r\n";
    assert!(ask(port, request).await.ends_with("ok"));
    assert!(log.text().contains("client=2001:db8::7 "), "{}", log.text());
}

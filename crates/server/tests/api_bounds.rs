//! What the server does when somebody asks for too much, or something it relies on is broken.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

#[path = "api/client.rs"]
mod client;

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode};
use client::{Client, World};
use divvy_server::{Config, Server, serve};
use divvy_service::Limits;
use divvy_service::storage::{GameId, GameWrite, StoredEvent, WriteOutcome};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

async fn begin(world: &World) -> (Client, String) {
    let client = world.browser();
    let wish = json!({"game": "multiple-madness", "mode": "local"});
    let begun = client.post("/api/v1/games", wish).await;
    (client, begun.body["game"]["id"].as_str().unwrap().to_owned())
}

/// Adds these events to a game behind the server's back.
async fn add(world: &World, id: &str, events: impl Iterator<Item = &'static str>) {
    let id = GameId::parse(id).unwrap();
    let writes: Vec<GameWrite> = (1..)
        .zip(events)
        .map(|(number, event)| {
            let entry = StoredEvent { number, at: 0, text: event.to_owned() };
            GameWrite::Append { id: id.clone(), event: entry, begins: None }
        })
        .collect();
    let written = world.storage.write(writes).await.unwrap();
    assert!(written.iter().all(|written| *written == WriteOutcome::Stored));
}

#[tokio::test]
async fn a_game_does_not_go_on_for_ever_and_can_still_be_ended() {
    let world = World::new().await;
    let (client, id) = begin(&world).await;
    let again = ["{\"kind\":\"moved\",\"number\":6}", "{\"kind\":\"undone\"}"];
    add(&world, &id, again.into_iter().cycle().take(19_999)).await;
    // A server that has to load it plays it again.
    let world = world.again();
    let client = world.like(&client);
    let path = format!("/api/v1/games/{id}");
    assert_eq!(client.get(&path).await.body["version"], 19_999);
    let undone = client.post(&format!("{path}/undo"), json!({"ply": 1})).await;
    assert_eq!(undone.body["version"], 20_000);
    let refused = client.post(&format!("{path}/move"), json!({"number": 6, "ply": 0})).await;
    assert_eq!((refused.status, refused.code()), (StatusCode::UNPROCESSABLE_ENTITY, "refused"));
    let message = refused.body["error"]["message"].as_str().unwrap();
    assert!(message.contains("20000") && message.contains("begin another"), "{message}");
    let resigned = client.post(&format!("{path}/resign"), json!({"ply": 0})).await;
    assert_eq!(resigned.body["over"], true);
    let rematch = client.post(&format!("{path}/rematch"), json!({})).await;
    assert!(rematch.body["rematch"]["id"].is_string(), "{}", rematch.body);
}

#[tokio::test]
async fn a_damaged_game_is_told_as_such_and_not_to_be_tried_again() {
    let world = World::new().await;
    for event in [
        "nonsense",
        r#"{"kind":"moved","number":21}"#,
        r#"{"kind":"moved"}"#,
        r#"{"kind":"moved","number":6,"by":1}"#,
        r#"{"kind":"won"}"#,
    ] {
        let (_, id) = begin(&world).await;
        add(&world, &id, [event].into_iter()).await;
        let fresh = world.again();
        for path in ["", "/events", "/hint?ply=0", "/review"] {
            let answer = fresh.browser().get(&format!("/api/v1/games/{id}{path}")).await;
            assert_eq!(answer.status, StatusCode::INTERNAL_SERVER_ERROR, "{path}");
            assert_eq!((answer.code(), answer.header("retry-after")), ("damaged", None), "{path}");
            assert!(!answer.text.contains(event), "{}", answer.text);
        }
    }
}

#[tokio::test]
async fn a_body_that_breaks_off_is_a_bad_request_and_one_that_is_too_long_too_large() {
    let world = World::new().await;
    let broken = futures_util::stream::iter([
        Ok(Bytes::from_static(b"{\"game\":")),
        Err(std::io::Error::from(std::io::ErrorKind::ConnectionReset)),
    ]);
    for (body, code) in
        [(Body::from_stream(broken), "bad_request"), (Body::from("x".repeat(20_000)), "too_large")]
    {
        let request = Request::post("/api/v1/games").header("content-type", "application/json");
        assert_eq!(world.send(request.body(body).unwrap()).await.code(), code);
    }
}

#[tokio::test]
async fn a_game_that_no_address_has_room_for_can_be_sent_for_review() {
    let world = World::new().await;
    let client = world.stranger();
    // Both walk round and round.
    let walk = ["2,2", "4,4", "1,1"];
    let moves: Vec<&str> = walk.into_iter().cycle().take(5_001).collect();
    let game = format!("number-maze:{}", moves.join(","));
    assert!(game.len() > 20_000);
    let sent = client.post("/api/v1/review", json!({ "game": game })).await;
    assert_eq!(sent.status, StatusCode::OK, "{}", sent.text);
    assert_eq!(sent.body["notation"], game);
    assert_eq!(sent.body["review"]["moves"].as_array().unwrap().len(), 10_002);
    let huge = json!({ "game": "x".repeat(200_000) });
    assert_eq!(client.post("/api/v1/review", huge).await.code(), "too_large");
}

#[tokio::test]
async fn one_address_has_so_many_streams_and_no_more() {
    let world = World::with(Config {
        limits: Limits { rate: 0, ..Limits::default() },
        connections: 2,
        ..Config::default()
    })
    .await;
    let (client, id) = begin(&world).await;
    let first = client.stream(&id, None).await;
    let _second = client.stream(&id, None).await;
    let third = client.get(&format!("/api/v1/games/{id}/events")).await;
    assert_eq!((third.status, third.code()), (StatusCode::TOO_MANY_REQUESTS, "rate_limited"));
    assert!(third.text.contains("too many open streams"), "{}", third.text);
    assert!(third.header("retry-after").is_some());
    // Everything else goes on, and a stream that ends makes room.
    assert_eq!(client.get(&format!("/api/v1/games/{id}")).await.status, StatusCode::OK);
    drop(first);
    client.stream(&id, None).await;
}

#[tokio::test]
async fn behind_a_trusted_proxy_streams_are_counted_for_whoever_it_speaks_for() {
    let config = Config {
        limits: Limits { rate: 0, ..Limits::default() },
        connections: 1,
        trust_proxy: "0.0.0.0".parse().unwrap(),
        ..Config::default()
    };
    let world = World::with(config).await;
    let (client, id) = begin(&world).await;
    let from = async |address| client.try_stream(&id, Some(("x-forwarded-for", address))).await;
    let _one = from("192.0.2.1").await.unwrap_or_else(|status| panic!("{status}"));
    assert_eq!(from("192.0.2.1").await.err(), Some(StatusCode::TOO_MANY_REQUESTS));
    // What a client writes itself stands before what the proxy adds.
    assert_eq!(from("192.0.2.9, 192.0.2.1").await.err(), Some(StatusCode::TOO_MANY_REQUESTS));
    assert!(from("192.0.2.2").await.is_ok());
}

/// A connection that has been served once, or what it got instead.
async fn connect(port: u16) -> Result<TcpStream, String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let asked = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    // Whoever is turned away may find the connection closed already.
    let _ = stream.write_all(asked).await;
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\nok") {
        let mut buffer = [0; 1024];
        let read = tokio::time::timeout(Duration::from_secs(20), stream.read(&mut buffer)).await;
        match read.expect("an answer") {
            Ok(read @ 1..) => answer.extend_from_slice(&buffer[..read]),
            _ => return Err(String::from_utf8(answer).unwrap()),
        }
    }
    Ok(stream)
}

async fn serving(world: &World) -> u16 {
    serving_until(world, std::future::pending()).await.0
}

async fn serving_until(
    world: &World,
    stop: impl Future<Output = ()> + Send + 'static,
) -> (u16, tokio::task::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let server: Arc<Server> = Arc::clone(&world.server);
    (port, tokio::spawn(serve(server, listener, stop)))
}

/// Writes without giving the server a chance to read in between.
fn write_at_once(stream: &TcpStream, bytes: &[u8]) {
    assert_eq!(stream.try_write(bytes).unwrap(), bytes.len());
}

#[tokio::test]
async fn requests_that_were_sent_before_a_stop_are_answered() {
    let world = World::new().await;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let (port, served) = serving_until(&world, async { drop(stopped.await) }).await;
    let mut connections = Vec::new();
    for _ in 0..20 {
        connections.push(connect(port).await.unwrap());
    }
    let idle = connect(port).await.unwrap();
    // From here to the stop nothing is awaited: the requests are in the buffers of the system, and so are the connections
    // that were not accepted yet.
    let request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    connections.iter().for_each(|stream| write_at_once(stream, request));
    let backlog: Vec<std::net::TcpStream> = (0..20)
        .map(|_| {
            let mut stream = std::net::TcpStream::connect(("127.0.0.1", port)).unwrap();
            std::io::Write::write_all(&mut stream, request).unwrap();
            stream
        })
        .collect();
    stop.send(()).unwrap();
    for stream in backlog {
        stream.set_nonblocking(true).unwrap();
        connections.push(TcpStream::from_std(stream).unwrap());
    }
    for (index, mut stream) in connections.into_iter().enumerate() {
        let mut answer = String::new();
        let read = stream.read_to_string(&mut answer).await;
        assert!(read.is_ok() && answer.ends_with("\r\n\r\nok"), "{index}: {read:?} {answer}");
        assert!(answer.to_lowercase().contains("connection: close\r\n"), "{answer}");
    }
    drop(idle);
    served.await.unwrap();
}

#[tokio::test]
async fn one_address_has_so_many_connections_and_no_more() {
    let world = World::with(Config {
        limits: Limits { rate: 0, ..Limits::default() },
        connections: 2,
        ..Config::default()
    })
    .await;
    let port = serving(&world).await;
    let first = connect(port).await.unwrap();
    let _second = connect(port).await.unwrap();
    // Nothing was read of what it asked, and so the answer may get lost when the connection is closed.
    let third = connect(port).await.unwrap_err();
    assert!(third.is_empty() || third.starts_with("HTTP/1.1 429 "), "{third}");
    let metrics = world.stranger().get("/metrics").await.text;
    assert!(metrics.contains("divvy_connections_refused_total 1"), "{metrics}");
    // Whoever asks nothing can read it for certain.
    let mut silent = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let mut answer = String::new();
    silent.read_to_string(&mut answer).await.unwrap();
    let body = answer.split_once("\r\n\r\n").unwrap().1;
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    assert!(answer.starts_with("HTTP/1.1 429 ") && answer.contains("Retry-After: "), "{answer}");
    assert_eq!(body["error"]["code"], "rate_limited");
    // A connection that ends makes room.
    drop(first);
    while connect(port).await.is_err() {}
}

#[tokio::test]
async fn a_trusted_proxy_may_have_as_many_connections_as_it_needs() {
    let trust_proxy = "127.0.0.1".parse().unwrap();
    let config = Config {
        limits: Limits { rate: 0, ..Limits::default() },
        connections: 2,
        trust_proxy,
        ..Config::default()
    };
    let world = World::with(config).await;
    let port = serving(&world).await;
    let mut connections = Vec::new();
    for _ in 0..20 {
        connections.push(connect(port).await.unwrap());
    }
}

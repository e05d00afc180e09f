//! Clients that ask for more than their share: quotas, reviews that take long, answers that are not read.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

#[path = "../api/client.rs"]
mod client;
mod engine;
mod mcp;

use std::sync::Arc;

use axum::http::StatusCode;
use client::{Answer, Client, World};
use divvy_server::serve;
use divvy_service::Limits;
use divvy_service::storage::{GameId, GameWrite, NewGame, StoredEvent, WriteOutcome};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

async fn begin(client: &Client, wish: Value) -> Answer {
    client.post("/api/v1/games", wish).await
}

fn local() -> Value {
    json!({"game": "multiple-madness", "mode": "local"})
}

fn assert_limited(answer: &Answer, words: &str) {
    assert_eq!((answer.status, answer.code()), (StatusCode::TOO_MANY_REQUESTS, "rate_limited"));
    assert!(answer.text.contains(words), "{}", answer.text);
    let seconds: u64 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!(answer.text.contains(&format!("try again in {seconds} s")), "{}", answer.text);
}

/// Number Maze in which both walk in a circle.
fn circle(options: &str, moves: usize) -> String {
    let numbers = ["2", "3", "4", "9", "8", "1"];
    let walk: Vec<&str> = numbers.into_iter().cycle().take(moves).collect();
    format!("number-maze{options}:{}", walk.join(","))
}

#[tokio::test]
async fn one_address_begins_so_many_games_rematches_among_them() {
    let world = World::limited(Limits { rate: 0, games: 3, ..Limits::default() }).await;
    let client = world.browser();
    let first = begin(&client, local()).await;
    assert_eq!(begin(&client, json!({"game": "chess"})).await.code(), "bad_request");
    assert_eq!(begin(&client, local()).await.status, StatusCode::CREATED);
    let path = format!("/api/v1/games/{}", first.body["game"]["id"].as_str().unwrap());
    client.post(&format!("{path}/resign"), json!({"ply": 0})).await;
    let rematch = client.post(&format!("{path}/rematch"), json!({})).await;
    assert_eq!(rematch.status, StatusCode::OK, "{}", rematch.text);
    assert_limited(&begin(&client, local()).await, "too many games were begun");
    let rematch = format!("/api/v1/games/{}", rematch.body["rematch"]["id"].as_str().unwrap());
    let resigned = client.post(&format!("{rematch}/resign"), json!({"ply": 0})).await;
    assert_eq!(resigned.body["over"], true);
    assert_limited(&client.post(&format!("{rematch}/rematch"), json!({})).await, "too many games");
    // Nothing has changed, and what was begun goes on.
    assert_eq!(client.get(&rematch).await.body["rematch"], Value::Null);
    let metrics = client.get("/metrics").await.text;
    assert!(metrics.contains("divvy_refused_total{limit=\"games\"} 2"), "{metrics}");
}

#[tokio::test]
async fn one_address_makes_so_many_changes() {
    let world = World::limited(Limits { rate: 0, changes: 2, ..Limits::default() }).await;
    let client = world.browser();
    let begun = begin(&client, local()).await;
    let path = format!("/api/v1/games/{}", begun.body["game"]["id"].as_str().unwrap());
    for (ply, number) in [6, 3].into_iter().enumerate() {
        let body = json!({"number": number, "ply": ply});
        let played = client.post(&format!("{path}/move"), body).await;
        assert_eq!(played.status, StatusCode::OK);
    }
    let refused = client.post(&format!("{path}/move"), json!({"number": 9, "ply": 2})).await;
    assert_limited(&refused, "too many moves and changes");
    assert_eq!(client.get(&path).await.body["ply"], 2);
}

#[tokio::test]
async fn a_bot_moves_even_if_its_address_has_no_processor_time_left() {
    let world = World::limited(Limits { rate: 0, processor: 1, ..Limits::default() }).await;
    let client = world.browser();
    let wish = json!({"game": "multiple-madness", "mode": "computer", "seat": 1});
    let begun = begin(&client, wish).await;
    let id = begun.body["game"]["id"].as_str().unwrap();
    let path = format!("/api/v1/games/{id}");
    // Any job uses some of the one second that must be left.
    let review = |last: u32| format!("/api/v1/review?game=chain-reaction:{last}");
    assert_eq!(client.get(&review(6)).await.status, StatusCode::OK);
    assert_limited(&client.get(&review(7)).await, "has used up its time");
    assert_limited(&client.get(&format!("{path}/hint?ply=0")).await, "has used up its time");
    // What is known already costs nothing.
    assert_eq!(client.get(&review(6)).await.status, StatusCode::OK);
    client.post(&format!("{path}/move"), json!({"number": 6, "ply": 0})).await;
    let state = client.wait(id, |state| state["ply"] == 2).await;
    assert_eq!(state["to_move"], 1);
}

#[tokio::test]
async fn a_review_is_as_long_as_the_longest_game_and_lists_so_many_moves() {
    let world = World::new().await;
    let client = world.stranger();
    let longest = client.post("/api/v1/review", json!({ "game": circle("", 20_001) })).await;
    assert_eq!((longest.status, longest.code()), (StatusCode::PAYLOAD_TOO_LARGE, "too_large"));
    assert!(longest.text.contains("up to 20000 moves"), "{}", longest.text);
    // Both give a win away again and again, and hundreds of other moves would have won.
    let walk: Vec<&str> = ["9,9", "27,27", "3,3"].into_iter().cycle().take(1_000).collect();
    let game = format!("number-maze;size=10000;start=3;target=2:{}", walk.join(","));
    let large = client.post("/api/v1/review", json!({ "game": game })).await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(large.text.contains("too long to be shown"), "{}", large.text);
}

/// Adds these events to a game behind the server's back.
async fn add(world: &World, id: &str, events: impl Iterator<Item = String>) {
    let id = GameId::parse(id).unwrap();
    let append = |(number, text)| GameWrite::Append {
        id: id.clone(),
        event: StoredEvent { number, at: 0, text },
        begins: None,
    };
    let written = world.storage.write((1..).zip(events).map(append).collect()).await.unwrap();
    assert!(written.iter().all(|written| *written == WriteOutcome::Stored));
}

#[tokio::test]
async fn a_game_that_had_its_events_takes_no_more_invitations() {
    let world = World::new().await;
    let host = world.browser();
    let begun = begin(&host, json!({"game": "multiple-madness", "mode": "friend"})).await;
    let id = begun.body["game"]["id"].as_str().unwrap();
    let cancelled = json!({"kind": "invited", "invite": null}).to_string();
    add(&world, id, std::iter::repeat_n(cancelled, 20_000)).await;
    let world = world.again();
    let host = world.like(&host);
    let invite = host.post(&format!("/api/v1/games/{id}/invite"), json!({})).await;
    assert_eq!((invite.status, invite.code()), (StatusCode::UNPROCESSABLE_ENTITY, "refused"));
    assert!(invite.text.contains("20000"), "{}", invite.text);
}

#[tokio::test]
async fn a_rematch_after_the_last_event_is_offered_once() {
    let world = World::new().await;
    let [host, friend] = [world.browser(), world.browser()];
    let begun = begin(&host, json!({"game": "multiple-madness", "mode": "friend"})).await;
    let id = begun.body["game"]["id"].as_str().unwrap();
    let at = |path: &str| format!("/api/v1/games/{id}/{path}");
    let joined = friend.post(&at("join"), json!({"invite": begun.body["invite"]})).await;
    assert_eq!(joined.status, StatusCode::OK);
    let stored = world.storage.load(&GameId::parse(id).unwrap()).await.unwrap().unwrap();
    // A game of the same players that has gone on for long.
    let again = [json!({"kind": "moved", "number": 6}), json!({"kind": "undone"})];
    let again = again.into_iter().cycle().map(|event| event.to_string()).take(19_999);
    let (joined, again) = (stored.events[0].text.clone(), again.collect::<Vec<_>>());
    let other = GameId::parse(&"B".repeat(22)).unwrap();
    let new = NewGame { id: other.clone(), at: 0, setup: stored.setup.clone() };
    world.storage.write(vec![GameWrite::Create(new)]).await.unwrap();
    add(&world, other.as_str(), std::iter::once(joined).chain(again)).await;
    let at = |path: &str| format!("/api/v1/games/{}/{path}", other.as_str());
    assert_eq!(host.post(&at("undo"), json!({"ply": 1})).await.code(), "refused");
    assert_eq!(host.post(&at("resign"), json!({"ply": 1})).await.body["over"], true);
    assert_eq!(host.post(&at("rematch"), json!({})).await.body["rematch"], json!({"by": 1}));
    let declined = friend.post(&at("rematch/answer"), json!({"agree": false})).await;
    assert_eq!(declined.body["rematch"], json!({"declined": 2}));
    // The one who declined could offer one, and be declined, and so on.
    let refused = friend.post(&at("rematch"), json!({})).await;
    assert_eq!(refused.code(), "refused");
    assert!(refused.text.contains("20000"), "{}", refused.text);
}

#[tokio::test]
async fn events_that_are_not_read_are_bounded_for_each_address() {
    let world = World::new().await;
    let client = world.browser();
    let begun = begin(&client, json!({"game": "number-maze", "mode": "local"})).await;
    let id = begun.body["game"]["id"].as_str().unwrap();
    let walk = [2, 3, 4, 9, 8, 1].into_iter().cycle().take(12_000);
    add(&world, id, walk.map(|number| json!({"kind": "moved", "number": number}).to_string()))
        .await;
    let world = world.again();
    let mut unread = Vec::new();
    let last = loop {
        let mut stream = world.stranger().stream(id, None).await;
        let bytes = stream.bytes().await;
        if bytes.len() < 100_000 {
            break bytes;
        }
        unread.push((stream, bytes));
        assert!(unread.len() < 200, "nothing is refused");
    };
    assert!(last.starts_with(b"event: reconnect\n"), "{last:?}");
    let kept: usize = unread.iter().map(|(_, bytes)| bytes.len()).sum();
    assert!((20 << 20..=24 << 20).contains(&kept), "{kept} bytes");
    // Whoever reads has room again.
    unread.pop();
    assert!(world.stranger().stream(id, None).await.bytes().await.len() > 100_000);
}

/// A server on a socket.
async fn serving(world: &World) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(serve(Arc::clone(&world.server), listener, std::future::pending()));
    port
}

async fn ask(port: u16, game: &str) -> TcpStream {
    let body = json!({ "game": game }).to_string();
    let request = format!(
        "POST /api/v1/review HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// The status line and headers of an answer.
async fn head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    String::from_utf8(head).unwrap()
}

#[tokio::test]
async fn answers_that_are_not_read_are_bounded_for_each_address() {
    let world = World::new().await;
    let port = serving(&world).await;
    let mut unread = Vec::new();
    let refused = loop {
        // Each a different one, so that the server cannot share its bytes.
        let mut stream = ask(port, &circle("", 19_900 + unread.len())).await;
        let head = head(&mut stream).await;
        if !head.starts_with("HTTP/1.1 200 ") {
            break head;
        }
        unread.push(stream);
        assert!(unread.len() < 12, "nothing is refused");
    };
    assert!(refused.starts_with("HTTP/1.1 429 "), "{refused}");
    assert!(unread.len() > 1, "one answer at a time is too few");
    let metrics = world.stranger().get("/metrics").await.text;
    assert!(metrics.contains("divvy_refused_total{limit=\"unread\"}"), "{metrics}");
    // Connections that are closed make room.
    drop(unread);
    loop {
        let mut stream = ask(port, &circle("", 19_900)).await;
        if head(&mut stream).await.starts_with("HTTP/1.1 200 ") {
            break;
        }
    }
}

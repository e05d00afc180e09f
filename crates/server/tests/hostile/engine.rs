//! Questions to the engine that make no sense, or too many of them.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use divvy_server::app;
use divvy_service::Limits;
use divvy_testing::engine_line;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::json;
use tower::ServiceExt;

use crate::assert_limited;
use crate::client::World;

const ENGINE: &str = "/api/v1/engine";

/// The longest body that is read.
const LONGEST: usize = 128 * 1024;

/// What the process may grow by, in KB: 64 MB of computers are kept, and other tests run beside this one.
const GROWTH: u64 = 200 << 10;

/// What this process holds in memory, in KB, where the system tells.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let held = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    held.map_or(0, |held| held.trim().trim_end_matches(" kB").parse().unwrap())
}

/// A line, the id that its answer carries, and its beginning. Commands that need a game at hand come only if they are welcome.
fn some_line(random: &mut ChaCha8Rng, welcome: bool) -> (Vec<u8>, Option<String>, String) {
    loop {
        let (line, id) = engine_line(random, LONGEST);
        let shown: String = String::from_utf8_lossy(&line).chars().take(300).collect();
        let played =
            ["play", "genmove", "new", "undo"].map(|name| format!(r#""command":"{name}""#));
        if welcome || !played.iter().any(|command| shown.contains(command)) {
            return (line, id, shown);
        }
    }
}

/// The status and the text of an answer; an id may be JSON that few readers understand.
async fn send(app: &Router, line: Vec<u8>) -> (StatusCode, String) {
    let request = Request::post(ENGINE).header("content-type", "application/json");
    let request = request.header("host", "localhost").body(Body::from(line)).unwrap();
    let (parts, body) = app.clone().oneshot(request).await.unwrap().into_parts();
    let bytes = to_bytes(body, 1 << 24).await.unwrap();
    (parts.status, String::from_utf8(bytes.to_vec()).unwrap())
}

#[tokio::test]
async fn random_requests_get_an_answer_and_leave_nothing_behind() {
    let world = World::limited(Limits { rate: 0, processor: 0, ..Limits::default() }).await;
    let app = app(Arc::clone(&world.server));
    let mut random = ChaCha8Rng::seed_from_u64(24);
    let (mut answered, before) = (0, memory());
    for number in 0..10_000 {
        let (line, id, shown) = some_line(&mut random, number % 10 == 0);
        let length = line.len();
        let (status, text) = send(&app, line).await;
        assert!(status == StatusCode::OK || status.is_client_error(), "{number}: {status} {shown}");
        assert_eq!(status == StatusCode::PAYLOAD_TOO_LARGE, length > LONGEST, "{number}");
        if let Some(id) = id.filter(|_| length <= LONGEST) {
            assert!(text.starts_with(&format!(r#"{{"id":{id},"#)), "{shown} {text}");
        }
        answered += usize::from(status == StatusCode::OK);
    }
    assert!(answered > 1_000, "{answered} questions made sense");
    let grown = memory().saturating_sub(before);
    assert!(grown < GROWTH, "{grown} KB more are held");
    let metrics = world.stranger().get("/metrics").await.text;
    assert!(metrics.contains("divvy_games_begun_total 0"), "{metrics}");
}

#[tokio::test]
async fn an_address_without_processor_time_is_refused_in_the_words_of_http() {
    let world = World::limited(Limits { rate: 0, processor: 1, ..Limits::default() }).await;
    let client = world.stranger();
    let ask = |size: u32| {
        let position = format!("chain-reaction;size={size}:6");
        client.post(ENGINE, json!({"id": 1, "command": "solve", "position": position}))
    };
    assert_eq!(ask(30).await.status, StatusCode::OK);
    let refused = ask(31).await;
    assert_limited(&refused, "has used up its time");
    assert_eq!(refused.body.get("id"), None);
}

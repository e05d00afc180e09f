//! Models at `/mcp` that ask for more than their share.

use axum::http::StatusCode;
use divvy_service::Limits;
use serde_json::{Value, json};

use crate::add;
use crate::client::{Answer, World};

/// Sends a request of JSON-RPC.
async fn post(world: &World, authorization: Option<&str>, body: &str) -> Answer {
    let accept = ("accept", "application/json, text/event-stream".to_owned());
    let authorization = authorization.map(|value| ("authorization", value.to_owned()));
    let headers: Vec<_> = authorization.into_iter().chain([accept]).collect();
    world.raw("POST", "/mcp", &headers, body).await
}

/// Calls a tool for language models; returns its result.
async fn call(world: &World, authorization: Option<&str>, tool: &str, arguments: Value) -> Value {
    let params = json!({"name": tool, "arguments": arguments});
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    let answer = post(world, authorization, &body.to_string()).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.body["result"].clone()
}

/// Begins a game of a model, and returns its id.
async fn begin_model(world: &World, authorization: Option<&str>, options: Value) -> String {
    let wish = json!({"game": "number-maze", "options": options, "opponent": "random", "seat": 1});
    let begun = call(world, authorization, "new_game", wish).await;
    begun["structuredContent"]["game_id"].as_str().expect("a game").to_owned()
}

/// A budget is a reason like any other: the model reads it.
fn assert_refused(result: &Value, words: &str) {
    assert_eq!(result["isError"], true, "{result}");
    let text = result["content"][0]["text"].as_str().unwrap().to_lowercase();
    assert!(text.contains(words), "{result}");
}

async fn figure(world: &World, name: &str) -> usize {
    let metrics = world.stranger().get("/metrics").await.text;
    let line = metrics.lines().find_map(|line| line.strip_prefix(name)).expect("a figure");
    line.trim().parse().unwrap()
}

#[tokio::test]
async fn models_with_invented_tokens_leave_nothing_but_their_games() {
    let world = World::limited(Limits { games: 3, rate: 0, ..Limits::default() }).await;
    let mut begun = Vec::new();
    for number in 0..100 {
        let token = format!("Bearer invented {number}");
        let missing = json!({"game_id": "A".repeat(22)});
        assert_refused(&call(&world, Some(&token), "see", missing).await, "no game");
        if number < 3 {
            begun.push(begin_model(&world, Some(&token), json!({})).await);
        }
        if number == 3 {
            let wish = json!({"game": "number-maze"});
            assert_refused(&call(&world, Some(&token), "new_game", wish).await, "too many games");
        }
        let other = json!({"game_id": begun[0]});
        let seen = call(&world, Some(&token), "see", other).await;
        assert_eq!(seen["isError"] == true, number != 0, "{seen}");
    }
    assert_eq!(figure(&world, "divvy_games_in_memory").await, 3);
    assert_eq!(world.storage.count_inactive(i64::MAX).await, Ok([3, 3]));
}

fn message(id: Value, method: &str, params: Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

#[tokio::test]
async fn beyond_the_rate_a_model_is_told_in_its_protocol_when_to_try_again() {
    let world = World::paced(1).await;
    let list = message(json!("list 7"), "tools/list", json!({}));
    // What needs neither the solver nor a new game counts as one request, and 20 are free at once.
    for _ in 0..20 {
        assert_eq!(post(&world, None, &list).await.status, StatusCode::OK);
    }
    let large = format!("{}{list}", " ".repeat(5_000));
    for (body, id) in [(&list, json!("list 7")), (&"[]".into(), json!(null)), (&large, json!(null))]
    {
        // A slow machine may have earned another request.
        let mut refused = post(&world, None, body).await;
        while refused.status != StatusCode::TOO_MANY_REQUESTS {
            refused = post(&world, None, body).await;
        }
        assert_eq!(refused.header("retry-after").unwrap(), "1");
        assert_eq!(refused.header("content-type").unwrap(), "application/json");
        let message = "too many requests from this address; try again in 1 s";
        let error = json!({"code": -32_029, "message": message, "data": {"retry_after": 1}});
        assert_eq!(refused.body, json!({"jsonrpc": "2.0", "id": id, "error": error}));
    }
}

#[tokio::test]
async fn sessions_of_models_stay_within_the_usual_rate() {
    let world = World::limited(Limits::default()).await;
    // Games of a client that is as fast as it can be, each with a handshake of its own.
    for _ in 0..3 {
        let client = json!({"name": "client", "version": "1"});
        let hello =
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
        for (method, params) in [("initialize", hello), ("tools/list", json!({}))] {
            let answer = post(&world, None, &message(json!(1), method, params)).await;
            assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        }
        let id = begin_model(&world, None, json!({})).await;
        for _ in 0..40 {
            call(&world, None, "see", json!({ "game_id": id })).await;
        }
    }
}

#[tokio::test]
async fn what_is_costly_takes_more_of_the_rate_and_is_refused_as_a_result() {
    let world = World::paced(1).await;
    for _ in 0..3 {
        begin_model(&world, None, json!({})).await;
    }
    call(&world, None, "list_games", json!({})).await;
    let wish = json!({"name": "new_game", "arguments": {"game": "number-maze"}});
    let wish = message(json!(1), "tools/call", wish);
    // A slow machine may have earned another game.
    let mut result = json!({});
    while result["isError"] != true {
        result = post(&world, None, &wish).await.body["result"].clone();
    }
    assert_refused(&result, "too many requests from this address; try again in");
}

#[tokio::test]
async fn what_a_proxy_asks_a_model_for_is_no_token() {
    let world = World::new().await;
    let id = begin_model(&world, Some("Basic b25lOnNlc2FtZQ=="), json!({})).await;
    for (authorization, is_error) in [
        (None, false),
        (Some("Basic dHdvOnNlc2FtZQ=="), false),
        (Some("Bearer"), false),
        (Some("Bearer b25lOnNlc2FtZQ=="), true),
    ] {
        let seen = call(&world, authorization, "see", json!({ "game_id": id })).await;
        assert_eq!(seen["isError"] == true, is_error, "{seen}");
    }
}

#[tokio::test]
async fn what_models_wanted_to_know_is_given_up_when_they_leave() {
    let world = World::limited(Limits { processor: 12, rate: 0, ..Limits::default() }).await;
    // Every pair of tokens on this board is worked out.
    let long = json!({"size": 200, "without_one": true, "start": 2, "target": 3, "block": true});
    let id = begin_model(&world, None, long).await;
    let solve = || Box::pin(call(&world, None, "solve", json!({ "game_id": id })));
    let mut leaving: Vec<_> = (0..60).map(|_| solve()).collect();
    while figure(&world, "divvy_solver_jobs").await < leaving.len() {
        // Those that wait in the queue; a few may be answered before the last one is in it.
        let mut waiting = Vec::new();
        for mut solving in leaving {
            if futures_util::poll!(&mut solving).is_pending() {
                waiting.push(solving);
            }
        }
        leaving = waiting;
        tokio::task::yield_now().await;
    }
    assert!(leaving.len() > 40, "{} wait", leaving.len());
    drop(leaving);
    while figure(&world, "divvy_solver_jobs").await > 0 {
        tokio::task::yield_now().await;
    }
    // All of them together would have used up the time.
    assert_eq!(call(&world, None, "hint", json!({ "game_id": id })).await["isError"], false);
}

fn moves(numbers: impl Iterator<Item = u32>) -> impl Iterator<Item = String> {
    numbers.map(|number| json!({ "kind": "moved", "number": number }).to_string())
}

#[tokio::test]
async fn the_computer_moves_although_the_server_was_restarted_before() {
    let world = World::new().await;
    let token = Some("Bearer of one");
    // The computer cannot win with its first move.
    let far = json!({"size": 15, "without_one": true, "start": 3, "target": 7});
    let id = begin_model(&world, token, far).await;
    add(&world, &id, moves([6].into_iter())).await;
    let world = world.again();
    loop {
        let seen = call(&world, token, "see", json!({ "game_id": id })).await;
        if seen["structuredContent"]["moves"].as_array().unwrap().len() == 2 {
            break;
        }
        let hint = call(&world, token, "hint", json!({ "game_id": id })).await;
        assert!(hint["isError"] == false || hint.to_string().contains("turn"), "{hint}");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_review_for_a_model_lists_so_many_moves() {
    let world = World::new().await;
    let token = Some("Bearer of one");
    let id = begin_model(&world, token, json!({"size": 10_000, "start": 3, "target": 2})).await;
    add(&world, &id, moves([9, 9, 27, 27, 3, 3].into_iter().cycle().take(900))).await;
    let review = call(&world.again(), token, "review", json!({ "game_id": id })).await;
    assert_refused(&review, "too long to be shown");
}

#[tokio::test]
async fn calls_of_other_sites_and_large_ones_are_refused() {
    let world = World::new().await;
    let json = ("content-type", "application/json".to_owned());
    let other = ("sec-fetch-site", "cross-site".to_owned());
    let refused = world.raw("POST", "/mcp", &[json.clone(), other], "{}").await;
    assert_eq!((refused.status, refused.code()), (StatusCode::FORBIDDEN, "forbidden"));
    let large = world.raw("POST", "/mcp", &[json], &" ".repeat(70_000)).await;
    assert_eq!((large.status, large.code()), (StatusCode::PAYLOAD_TOO_LARGE, "too_large"));
}

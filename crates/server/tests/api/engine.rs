//! Questions about any position, in the protocol of the engine.

use axum::http::StatusCode;
use divvy_lab::Engine;
use divvy_service::Limits;
use serde_json::{Value, json};

use crate::client::{Answer, Client, World};
use crate::{begin, play};

const ENGINE: &str = "/api/v1/engine";

async fn ask(client: &Client, request: Value) -> Answer {
    client.post(ENGINE, request).await
}

#[tokio::test]
async fn every_question_is_answered_as_by_the_engine() {
    let world = World::new().await;
    let client = world.stranger();
    let commands = ask(&client, json!({"command": "list_commands"})).await.body["result"].take();
    for command in commands["commands"].as_array().unwrap() {
        let request = match command.as_str().unwrap() {
            "new" | "play" | "undo" | "genmove" | "quit" => {
                let answer = ask(&client, json!({"id": [command], "command": command})).await;
                assert_eq!((answer.status, answer.code()), (StatusCode::BAD_REQUEST, "no_game"));
                assert_eq!(answer.body["id"], json!([command]));
                continue;
            }
            "name" | "version" | "list_commands" | "bots" | "fair" => json!({"command": command}),
            "puzzle" => json!({"command": "puzzle", "date": "2026-11-18"}),
            "lesson" => json!({"command": command, "lesson": "pairs", "step": 5, "move": 2}),
            // The server has a largest size of its own.
            "games" => {
                let answer = ask(&client, json!({"command": "games"})).await;
                assert_eq!(answer.body["result"], client.get("/api/v1/games").await.body);
                continue;
            }
            _ => json!({"id": 7, "command": command, "position": "chain-reaction;size=30:6,3"}),
        };
        let answer = ask(&client, request.clone()).await;
        assert_eq!(answer.status, StatusCode::OK, "{request}");
        assert_eq!(answer.text, Engine::default().answer(request.to_string().as_bytes()));
        assert_eq!(answer.header("cache-control").as_deref(), Some("no-store"));
    }
    let metrics = client.get("/metrics").await.text;
    assert!(metrics.contains("divvy_games_begun_total 0"), "{metrics}");
}

#[tokio::test]
async fn a_board_is_what_the_table_shows() {
    let world = World::new().await;
    for (game, numbers) in
        [("multiple-madness", [6, 3]), ("number-maze", [2, 4]), ("trap-avoidance", [7, 9])]
    {
        let names = json!(["Ada", "Ben"]);
        let wish = json!({"game": game, "mode": "local", "names": names});
        let (client, id, _) = begin(&world, wish).await;
        for (ply, number) in numbers.into_iter().enumerate() {
            let state = play(&client, &id, number, ply).await.body;
            let request =
                json!({"command": "board", "position": state["notation"], "names": names});
            let board = ask(&client, request).await.body["result"].take();
            for (key, value) in board.as_object().unwrap() {
                match key.as_str() {
                    "parts" => value.as_object().unwrap().iter().for_each(|(key, parts)| {
                        assert_eq!(*parts, state["parts"][key], "{game} parts {key}");
                    }),
                    key => assert_eq!(*value, state[key], "{game} {key}"),
                }
            }
            assert!(board.as_object().unwrap().len() > 15, "{board}");
        }
    }
}

#[tokio::test]
async fn what_cannot_be_answered_is_told_with_a_status() {
    let limits = Limits { rate: 0, max_size: 500, ..Limits::default() };
    let world = World::limited(limits).await;
    let client = world.stranger();
    let (bad, large) = (StatusCode::BAD_REQUEST, StatusCode::UNPROCESSABLE_ENTITY);
    for (body, status, code) in [
        ("nonsense", bad, "invalid_json"),
        ("", bad, "invalid_json"),
        ("[]", bad, "not_an_object"),
        (r#"{"command":"jump"}"#, bad, "unknown_command"),
        (r#"{"command":"solve"}"#, bad, "no_game"),
        (r#"{"command":"solve","position":"number-maze:1"}"#, bad, "illegal_move"),
        (r#"{"command":"board","position":"chain-reaction;size=501"}"#, large, "too_large"),
        (r#"{"command":"longest","position":"chain-reaction;size=201"}"#, large, "too_large"),
        (r#"{"command":"fair","game":"chain-reaction","options":{"size":25}}"#, large, "too_large"),
        (r#"{"command":"values","position":"trap-avoidance;memory=2"}"#, large, "too_large"),
    ] {
        let answer = client.send("POST", ENGINE, Some("application/json"), body).await;
        assert_eq!((answer.status, answer.code()), (status, code), "{body}");
        assert_eq!(answer.body["id"], Value::Null, "{body}");
        assert_eq!(answer.header("content-type").as_deref(), Some("application/json"));
    }
    let long = format!(r#"{{"command":"name","id":"{}"}}"#, "x".repeat(128 * 1024));
    let answer = client.send("POST", ENGINE, Some("application/json"), &long).await;
    assert_eq!((answer.status, answer.code()), (StatusCode::PAYLOAD_TOO_LARGE, "too_large"));
    let room = format!(r#"{{"command":"name","id":"{}"}}"#, "x".repeat(127 * 1024));
    let answer = client.send("POST", ENGINE, Some("application/json"), &room).await;
    assert_eq!(answer.status, StatusCode::OK);
    let answer = client.send("POST", ENGINE, Some("text/plain"), r#"{"command":"name"}"#).await;
    assert_eq!(answer.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let answer = client.get(ENGINE).await;
    assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED);
}

//! What is stored of a game: its form is part of every database.

use axum::http::StatusCode;
use divvy_service::storage::{GameId, GameWrite, StoredEvent, StoredGame};
use serde_json::{Value, json};

use crate::client::{Client, World};
use crate::{begin, play};

async fn stored(world: &World, id: &str) -> StoredGame {
    world.storage.load(&GameId::parse(id).unwrap()).await.unwrap().unwrap()
}

async fn post(client: &Client, id: &str, what: &str, body: Value) -> Value {
    let answer = client.post(&format!("/api/v1/games/{id}/{what}"), body).await;
    assert_eq!(answer.status, StatusCode::OK, "{what}: {}", answer.text);
    answer.body
}

#[tokio::test]
async fn events_of_the_match_and_of_the_server_share_one_form() {
    let world = World::new().await;
    let wish = json!({"game": "multiple-madness", "mode": "friend", "best_of": 3});
    let (host, id, begun) = begin(&world, wish).await;
    let friend = world.browser();
    let id = id.as_str();
    post(&friend, id, "join", json!({"invite": begun["invite"]})).await;
    play(&host, id, 6, 0).await;
    for agree in [false, true] {
        post(&host, id, "undo", json!({"ply": 1})).await;
        post(&friend, id, "undo/answer", json!({ "agree": agree })).await;
    }
    post(&friend, id, "resign", json!({"ply": 0})).await;
    post(&host, id, "next-round", json!({"round": 1})).await;
    post(&friend, id, "resign", json!({"ply": 0})).await;
    post(&host, id, "rematch", json!({})).await;
    post(&friend, id, "rematch/answer", json!({"agree": false})).await;
    post(&friend, id, "rematch", json!({})).await;
    let state = post(&host, id, "rematch/answer", json!({"agree": true})).await;
    let next = state["rematch"]["id"].as_str().unwrap();
    let game = stored(&world, id).await;
    let events: Vec<&str> = game.events.iter().map(|event| event.text.as_str()).collect();
    assert!(events[0].starts_with(r#"{"kind":"joined","seat":2,"holder":""#), "{}", events[0]);
    let expected = [
        r#"{"kind":"moved","number":6}"#,
        r#"{"kind":"undo_asked","by":1}"#,
        r#"{"kind":"undo_declined"}"#,
        r#"{"kind":"undo_asked","by":1}"#,
        r#"{"kind":"undone"}"#,
        r#"{"kind":"resigned","by":2}"#,
        r#"{"kind":"next_round"}"#,
        r#"{"kind":"resigned","by":2}"#,
        r#"{"kind":"rematch_offered","by":1}"#,
        r#"{"kind":"rematch_declined"}"#,
        r#"{"kind":"rematch_offered","by":2}"#,
        &format!(r#"{{"kind":"rematched","game":"{next}"}}"#),
    ];
    assert_eq!(events[1..], expected);
    // A server that has to load the game reads the same.
    let again = world.again();
    assert_eq!(again.like(&host).get(&format!("/api/v1/games/{id}")).await.body, state);
}

#[tokio::test]
async fn a_resignation_of_early_versions_is_that_of_the_player_to_move() {
    let world = World::new().await;
    let (client, id, _) = begin(&world, json!({"game": "multiple-madness", "mode": "local"})).await;
    let event = StoredEvent { number: 1, at: 0, text: r#"{"kind":"resigned"}"#.to_owned() };
    let write = GameWrite::Append { id: GameId::parse(&id).unwrap(), event, begins: None };
    world.storage.write(vec![write]).await.unwrap();
    let state = world.again().like(&client).get(&format!("/api/v1/games/{id}")).await.body;
    assert_eq!((&state["resigned"], &state["winner"]), (&json!(1), &json!(2)));
}

#[tokio::test]
async fn tokens_are_stored_as_hashes_that_differ_from_game_to_game() {
    let world = World::new().await;
    let client = world.browser();
    let mut hashes = Vec::new();
    for _ in 0..2 {
        let wish = json!({"game": "multiple-madness", "mode": "local"});
        let begun = client.post("/api/v1/games", wish).await.body;
        let setup = stored(&world, begun["game"]["id"].as_str().unwrap()).await.setup;
        assert!(!setup.contains(&client.cookie().unwrap().0), "{setup}");
        let setup: Value = serde_json::from_str(&setup).unwrap();
        assert_eq!(setup["holders"][0], setup["holders"][1]);
        hashes.push(setup["holders"][0].clone());
    }
    assert!(hashes[0].is_string() && hashes[0] != hashes[1], "{hashes:?}");
}

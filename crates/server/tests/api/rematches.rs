//! A rematch and an undo after the end, in either order.

use axum::http::StatusCode;
use divvy_service::storage::{GameId, GameWrite, StoredEvent};
use serde_json::{Value, json};

use crate::client::World;
use crate::{begin, friends, play};

fn may(state: &Value, action: &str) -> bool {
    state["you"]["may"].as_array().unwrap().contains(&json!(action))
}

#[tokio::test]
async fn an_undo_after_the_end_withdraws_the_offer_of_a_rematch() {
    let world = World::new().await;
    let (host, friend, id) = friends(&world).await;
    let at = |path: &str| format!("/api/v1/games/{id}/{path}");
    for (number, ply) in [(11, 0), (1, 1), (13, 2)] {
        play(if ply == 1 { &friend } else { &host }, &id, number, ply).await;
    }
    assert_eq!(host.post(&at("rematch"), json!({})).await.body["rematch"], json!({"by": 1}));
    friend.post(&at("undo"), json!({"ply": 3})).await;
    let undone = host.post(&at("undo/answer"), json!({"agree": true})).await.body;
    assert_eq!((&undone["over"], &undone["rematch"]), (&json!(false), &Value::Null));
    assert_eq!(undone["request"], Value::Null);
    let state = friend.get(&format!("/api/v1/games/{id}")).await.body;
    assert!(!may(&state, "answer_rematch"), "{state}");
    // After the new end each may offer one again.
    play(&friend, &id, 1, 1).await;
    play(&host, &id, 13, 2).await;
    assert_eq!(friend.post(&at("rematch"), json!({})).await.body["rematch"], json!({"by": 2}));
}

#[tokio::test]
async fn nothing_is_taken_back_once_the_rematch_has_begun() {
    let world = World::new().await;
    let (client, id, _) = begin(&world, json!({"game": "multiple-madness", "mode": "local"})).await;
    for (number, ply) in [(11, 0), (1, 1), (13, 2)] {
        play(&client, &id, number, ply).await;
    }
    let at = |path: &str| format!("/api/v1/games/{id}/{path}");
    let begun = client.post(&at("rematch"), json!({})).await.body;
    assert!(begun["rematch"]["id"].is_string() && !may(&begun, "undo"), "{begun}");
    let refused = client.post(&at("undo"), json!({"ply": 3})).await;
    assert_eq!((refused.status, refused.code()), (StatusCode::UNPROCESSABLE_ENTITY, "refused"));
    assert_eq!(refused.body["error"]["message"], "the rematch has begun");
}

#[tokio::test]
async fn a_request_to_take_back_lapses_when_the_rematch_begins() {
    let world = World::new().await;
    let (host, friend, id) = friends(&world).await;
    let at = |path: &str| format!("/api/v1/games/{id}/{path}");
    for (number, ply) in [(11, 0), (1, 1), (13, 2)] {
        play(if ply == 1 { &friend } else { &host }, &id, number, ply).await;
    }
    friend.post(&at("undo"), json!({"ply": 3})).await;
    host.post(&at("rematch"), json!({})).await;
    let begun = friend.post(&at("rematch"), json!({})).await.body;
    assert!(begun["rematch"]["id"].is_string(), "{begun}");
    assert_eq!((&begun["undo"], &begun["request"]["by"]), (&Value::Null, &Value::Null));
    let late = host.post(&at("undo/answer"), json!({"agree": true})).await;
    assert_eq!(late.code(), "refused");
}

/// Events as earlier versions stored them, which would be refused today.
#[tokio::test]
async fn games_of_earlier_versions_in_which_a_rematch_outlived_an_undo_are_read() {
    let offered: &[&str] = &[
        r#"{"kind":"rematch_offered","by":1}"#,
        r#"{"kind":"undone"}"#,
        r#"{"kind":"rematch_declined"}"#,
        r#"{"kind":"moved","number":13}"#,
    ];
    let begun: &[&str] = &[
        r#"{"kind":"rematched","game":"AAAAAAAAAAAAAAAAAAAAAA"}"#,
        r#"{"kind":"undo_asked","by":2}"#,
        r#"{"kind":"undone"}"#,
    ];
    for (later, ply) in [(offered, 3), (begun, 1)] {
        let world = World::new().await;
        let (host, _, id) = friends(&world).await;
        let moves = [11, 1, 13].map(|number| format!(r#"{{"kind":"moved","number":{number}}}"#));
        let texts = moves.iter().map(String::as_str).chain(later.iter().copied());
        for (text, number) in texts.zip(2..) {
            let event = StoredEvent { number, at: 0, text: text.to_owned() };
            let write = GameWrite::Append { id: GameId::parse(&id).unwrap(), event, begins: None };
            world.storage.write(vec![write]).await.unwrap();
        }
        let again = world.again();
        let state = again.like(&host).get(&format!("/api/v1/games/{id}")).await;
        assert_eq!(state.status, StatusCode::OK, "{}", state.text);
        assert_eq!(state.body["ply"], ply, "{}", state.text);
        assert_eq!(state.body["version"], 4 + later.len(), "{}", state.text);
    }
}

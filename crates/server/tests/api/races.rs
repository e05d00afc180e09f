//! Requests that arrive at the same time, through one process or two: each is decided where it is stored.

use std::collections::HashSet;

use axum::http::StatusCode;
use divvy_server::Config;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::client::{Client, World};
use crate::fake_storage::FakeStorage;
use crate::{begin, friends, play};

/// Two processes on one storage that hear nothing of each other.
fn two_worlds() -> (std::sync::Arc<FakeStorage>, [World; 2]) {
    let storage = FakeStorage::new();
    let config = Config { rate: 0, ..Config::default() };
    let worlds = ["one", "two"].map(|name| World::on(storage.clone(), config.clone(), name));
    (storage, worlds)
}

#[tokio::test]
async fn one_of_many_joins_gets_the_seat_and_the_others_are_told_that_it_is_taken() {
    let (_, worlds) = two_worlds();
    let wish = json!({"game": "multiple-madness", "mode": "friend"});
    let (_, id, begun) = begin(&worlds[0], wish).await;
    let path = format!("/api/v1/games/{id}/join");
    let clients: Vec<Client> = (0..40).map(|index| worlds[index % 2].browser()).collect();
    // The game is in the memory of both.
    worlds[1].stranger().get(&format!("/api/v1/games/{id}")).await;
    let body = json!({"invite": begun["invite"]});
    let answers = join_all(clients.iter().map(|client| client.post(&path, body.clone()))).await;
    let seated = answers.iter().filter(|answer| answer.status == StatusCode::OK).count();
    assert_eq!(seated, 1);
    for late in answers.iter().filter(|answer| answer.status != StatusCode::OK) {
        assert_eq!(late.status, StatusCode::CONFLICT, "{}", late.text);
        assert_eq!(late.body["error"]["message"], "the seat is taken; you can watch");
        assert_eq!(late.body["game"]["players"][1]["taken"], true);
    }
}

#[tokio::test]
async fn a_join_that_is_repeated_through_another_process_finds_the_seat_taken_by_itself() {
    let (_, worlds) = two_worlds();
    let wish = json!({"game": "multiple-madness", "mode": "friend"});
    let (_, id, begun) = begin(&worlds[0], wish).await;
    // The other process has the game in memory as it was.
    worlds[1].stranger().get(&format!("/api/v1/games/{id}")).await;
    let body = json!({"invite": begun["invite"]});
    let path = format!("/api/v1/games/{id}/join");
    let friend = worlds[0].browser();
    assert_eq!(friend.post(&path, body.clone()).await.status, StatusCode::OK);
    let again = worlds[1].like(&friend).post(&path, body).await;
    assert_eq!((again.status, &again.body["you"]["seats"]), (StatusCode::OK, &json!([2])));
}

#[tokio::test]
async fn many_rematches_at_once_create_one_game() {
    let (storage, worlds) = two_worlds();
    let wish = json!({"game": "multiple-madness", "mode": "local"});
    let (client, id, _) = begin(&worlds[0], wish).await;
    client.post(&format!("/api/v1/games/{id}/resign"), json!({"ply": 0})).await;
    let path = format!("/api/v1/games/{id}/rematch");
    let clients: Vec<Client> = (0..100).map(|index| worlds[index % 2].like(&client)).collect();
    let answers = join_all(clients.iter().map(|client| client.post(&path, json!({})))).await;
    let begun: HashSet<&str> = answers
        .iter()
        .map(|answer| answer.body["rematch"]["id"].as_str().unwrap_or_else(|| panic!("{answer:?}")))
        .collect();
    assert_eq!(begun.len(), 1);
    assert_eq!(storage.games(), 2, "the game and its rematch");
    // The rematch can be played through both.
    let next = begun.into_iter().next().unwrap();
    assert_eq!(play(&client, next, 6, 0).await.status, StatusCode::OK);
    let state = worlds[1].like(&client).get(&format!("/api/v1/games/{next}")).await.body;
    assert_eq!((&state["ply"], &state["you"]["seats"]), (&json!(1), &json!([1, 2])));
}

#[tokio::test]
async fn friends_who_offer_a_rematch_at_the_same_time_have_agreed() {
    let (storage, worlds) = two_worlds();
    let (host, friend, id) = friends(&worlds[0]).await;
    host.post(&format!("/api/v1/games/{id}/resign"), json!({"ply": 0})).await;
    let path = format!("/api/v1/games/{id}/rematch");
    let friend = worlds[1].like(&friend);
    friend.get(&format!("/api/v1/games/{id}")).await;
    let (one, two) = tokio::join!(host.post(&path, json!({})), friend.post(&path, json!({})));
    assert_eq!((one.status, two.status), (StatusCode::OK, StatusCode::OK), "{two:?}");
    let begun = |answer: &Value| answer["rematch"]["id"].is_string();
    assert!(begun(&one.body) || begun(&two.body), "{one:?} {two:?}");
    assert_eq!(storage.games(), 2);
}

//! Requests that arrive at the same time, through one process or two: each is decided where it is stored.

use std::collections::HashSet;

use axum::http::StatusCode;
use divvy_server::Config;
use divvy_service::Limits;
use divvy_service::storage::GameId;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::client::{Client, World};
use crate::fake_storage::FakeStorage;
use crate::{begin, friends, play};

/// Two processes on one storage that hear nothing of each other.
fn two_worlds() -> (std::sync::Arc<FakeStorage>, [World; 2]) {
    let storage = FakeStorage::new();
    let config = Config { limits: Limits { rate: 0, ..Limits::default() }, ..Config::default() };
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

/// Notifications take their time; what was acknowledged is shown all the same.
#[tokio::test]
async fn what_one_process_acknowledged_the_other_shows() {
    let (_, worlds) = two_worlds();
    let wish = json!({"game": "multiple-madness", "mode": "local"});
    let (client, id, _) = begin(&worlds[0], wish).await;
    let other = worlds[1].like(&client);
    let path = format!("/api/v1/games/{id}");
    other.get(&path).await;
    for (number, ply) in [(6, 0), (3, 1), (9, 2)] {
        assert_eq!(play(&client, &id, number, ply).await.status, StatusCode::OK);
        assert_eq!(other.get(&path).await.body["ply"], ply + 1);
    }
    play(&client, &id, 1, 3).await;
    let mine = other.get(&format!("/api/v1/mine?games={id}")).await.body;
    assert_eq!(mine["games"][0]["ply"], 4);
    play(&client, &id, 13, 4).await;
    assert_eq!(other.stream(&id, None).await.next_state().await.data["ply"], 5);
    // The round is over.
    let review = worlds[1].stranger().get(&format!("{path}/review")).await;
    assert_eq!(review.status, StatusCode::OK, "{}", review.text);
}

#[tokio::test]
async fn a_conflict_shows_the_newest_state_and_an_outage_is_none() {
    let (storage, worlds) = two_worlds();
    let wish = json!({"game": "multiple-madness", "mode": "local"});
    let (client, id, _) = begin(&worlds[0], wish).await;
    let other = worlds[1].like(&client);
    other.get(&format!("/api/v1/games/{id}")).await;
    play(&client, &id, 6, 0).await;
    play(&client, &id, 3, 1).await;
    // The other process has neither of them yet: the client is ahead of it, and late.
    let late = play(&other, &id, 12, 1).await;
    assert_eq!((late.status, &late.body["game"]["ply"]), (StatusCode::CONFLICT, &json!(2)));
    play(&client, &id, 9, 2).await;
    assert_eq!(play(&other, &id, 1, 3).await.status, StatusCode::OK);
    storage.set_unreachable(true);
    for ply in [0, 3, 4, 5] {
        let answer = play(&other, &id, 13, ply).await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{ply}: {}", answer.text);
    }
}

#[tokio::test]
async fn many_readers_of_one_game_share_what_the_storage_says() {
    let (storage, worlds) = two_worlds();
    let wish = json!({"game": "multiple-madness", "mode": "local"});
    let (client, id, _) = begin(&worlds[0], wish).await;
    let readers: Vec<Client> = (0..100).map(|_| worlds[0].like(&client)).collect();
    let path = format!("/api/v1/games/{id}");
    let before = storage.event_reads();
    let held = storage.block(&GameId::parse(&id).unwrap()).await;
    let all = join_all(readers.iter().map(|reader| reader.get(&path)));
    let release = async {
        while storage.event_reads() == before {
            tokio::task::yield_now().await;
        }
        drop(held);
    };
    let (answers, ()) = tokio::join!(all, release);
    assert!(answers.iter().all(|answer| answer.status == StatusCode::OK));
    let reads = storage.event_reads() - before;
    assert!(reads <= 2, "{reads}");
}

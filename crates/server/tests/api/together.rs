//! Two people on two machines: invitations, requests, seats that last.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::client::World;
use crate::{begin, friends, play};

#[tokio::test]
async fn a_friend_joins_by_invitation_and_others_watch() {
    let world = World::new().await;
    let (host, id, begun) =
        begin(&world, json!({"game": "chain-reaction", "mode": "friend", "names": ["Ada", ""]}))
            .await;
    let invite = begun["invite"].as_str().unwrap();
    // Nobody moves while a seat is free.
    assert_eq!(play(&host, &id, 6, 0).await.code(), "refused");
    let path = format!("/api/v1/games/{id}/join");
    let friend = world.browser();
    assert_eq!(
        friend.post(&path, json!({"invite": "0".repeat(32)})).await.status,
        StatusCode::FORBIDDEN
    );
    assert_eq!(friend.post(&path, json!({"invite": id})).await.status, StatusCode::FORBIDDEN);
    assert_eq!(host.post(&path, json!({"invite": invite})).await.status, StatusCode::FORBIDDEN);
    let joined = friend.post(&path, json!({"invite": invite, "name": "<b>Ben</b>"})).await;
    assert_eq!(joined.status, StatusCode::OK, "{}", joined.body);
    assert_eq!(joined.body["you"]["seats"], json!([2]));
    assert_eq!(joined.body["players"][1]["name"], "<b>Ben</b>");
    // The answer may get lost; whoever asks again has the seat.
    let again = friend.post(&path, json!({"invite": invite})).await;
    assert_eq!((again.status, &again.body["you"]["seats"]), (StatusCode::OK, &json!([2])));
    let third = world.browser();
    let late = third.post(&path, json!({"invite": invite})).await;
    assert_eq!(late.status, StatusCode::CONFLICT);
    assert_eq!(late.body["game"]["you"]["seats"], json!([]));

    // Each moves in turn and for nobody else.
    assert_eq!(play(&friend, &id, 6, 0).await.body["error"]["message"], "it is not your turn");
    assert_eq!(play(&host, &id, 6, 0).await.status, StatusCode::OK);
    assert_eq!(play(&third, &id, 3, 1).await.status, StatusCode::FORBIDDEN);
    assert_eq!(play(&friend, &id, 3, 1).await.status, StatusCode::OK);
    // A hint is never given here, a review only later.
    let hint = host.get(&format!("/api/v1/games/{id}/hint?ply=2")).await;
    assert_eq!((hint.status, hint.code()), (StatusCode::FORBIDDEN, "forbidden"));
    let review = host.get(&format!("/api/v1/games/{id}/review")).await;
    assert_eq!((review.status, review.code()), (StatusCode::UNPROCESSABLE_ENTITY, "refused"));
    for path in ["undo", "resign"] {
        let answer = third.post(&format!("/api/v1/games/{id}/{path}"), json!({"ply": 2})).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path}");
    }
}

#[tokio::test]
async fn a_friend_is_asked_before_moves_are_taken_back() {
    let world = World::new().await;
    let (host, friend, id) = friends(&world).await;
    let at = |path: &str| format!("/api/v1/games/{id}/{path}");
    play(&host, &id, 6, 0).await;
    let asked = host.post(&at("undo"), json!({"ply": 1})).await;
    assert_eq!(asked.body["undo"], json!({"by": 1}));
    assert_eq!(asked.body["ply"], 1);
    assert_eq!(host.post(&at("undo/answer"), json!({"agree": true})).await.code(), "refused");
    let stale = friend.post(&at("undo/answer"), json!({"agree": true, "version": 1})).await;
    assert_eq!(stale.status, StatusCode::CONFLICT);
    let declined = friend.post(&at("undo/answer"), json!({"agree": false})).await;
    assert_eq!(declined.body["undo"], Value::Null);
    assert_eq!(declined.body["ply"], 1);
    assert_eq!(friend.post(&at("undo/answer"), json!({"agree": true})).await.code(), "refused");
    host.post(&at("undo"), json!({"ply": 1})).await;
    let agreed = friend.post(&at("undo/answer"), json!({"agree": true})).await;
    assert_eq!(agreed.body["ply"], 0);
    assert_eq!(agreed.body["said"], "Taken back: 6.");
    // Whoever asks is to move afterwards: the answer that was made in the meantime goes too.
    play(&host, &id, 6, 0).await;
    play(&friend, &id, 3, 1).await;
    host.post(&at("undo"), json!({"ply": 2})).await;
    let agreed = friend.post(&at("undo/answer"), json!({"agree": true})).await;
    assert_eq!(
        (&agreed.body["said"], &agreed.body["to_move"]),
        (&json!("Taken back: 3, 6."), &json!(1))
    );
    // Who has not moved has nothing to take back.
    play(&host, &id, 6, 0).await;
    assert_eq!(friend.post(&at("undo"), json!({"ply": 1})).await.code(), "refused");
    host.post(&at("undo"), json!({"ply": 1})).await;
    friend.post(&at("undo/answer"), json!({"agree": true})).await;
    // A move in between withdraws the question.
    play(&host, &id, 6, 0).await;
    host.post(&at("undo"), json!({"ply": 1})).await;
    let moved = play(&friend, &id, 3, 1).await;
    assert_eq!(moved.body["undo"], Value::Null);
}

#[tokio::test]
async fn a_player_may_resign_whoever_is_to_move() {
    let world = World::new().await;
    let (host, friend, id) = friends(&world).await;
    play(&host, &id, 6, 0).await;
    let path = format!("/api/v1/games/{id}");
    for (client, may) in [(&host, true), (&friend, true), (&world.browser(), false)] {
        let state = client.get(&path).await.body;
        assert_eq!(state["you"]["may"].as_array().unwrap().contains(&json!("resign")), may);
    }
    let stale = host.post(&format!("{path}/resign"), json!({"ply": 0})).await;
    assert_eq!(stale.status, StatusCode::CONFLICT);
    let resigned = host.post(&format!("{path}/resign"), json!({"ply": 1})).await;
    assert_eq!(resigned.body["ending"], "Player 1 resigns. Player 2 wins!");
    let late = friend.post(&format!("{path}/resign"), json!({"ply": 1})).await;
    assert_eq!(late.code(), "refused");
    // It is kept who it was.
    let state = world.again().browser().get(&path).await.body;
    assert_eq!(state["winner"], 2);
    // At one screen it is whoever is to move.
    let (both, id, _) = begin(&world, json!({"game": "multiple-madness", "mode": "local"})).await;
    play(&both, &id, 6, 0).await;
    let resigned = both.post(&format!("/api/v1/games/{id}/resign"), json!({"ply": 1})).await;
    assert_eq!(resigned.body["ending"], "Player 2 resigns. Player 1 wins!");
}

#[tokio::test]
async fn the_player_who_waits_invites_anew_or_cancels() {
    let world = World::new().await;
    let (host, id, begun) =
        begin(&world, json!({"game": "chain-reaction", "mode": "friend"})).await;
    let (join, invite) = (format!("/api/v1/games/{id}/join"), format!("/api/v1/games/{id}/invite"));
    let friend = world.browser();
    let status = async |token: &Value| friend.post(&join, json!({"invite": token})).await.status;
    assert_eq!(friend.post(&invite, json!({})).await.status, StatusCode::FORBIDDEN);
    let second = host.post(&invite, json!({})).await;
    assert_eq!(second.status, StatusCode::OK, "{}", second.body);
    assert!(second.body["game"]["you"]["may"].as_array().unwrap().contains(&json!("invite")));
    assert_eq!(status(&begun["invite"]).await, StatusCode::FORBIDDEN);
    let none = host.post(&invite, json!({"cancel": true})).await;
    assert_eq!(none.body["invite"], Value::Null);
    assert_eq!(status(&second.body["invite"]).await, StatusCode::FORBIDDEN);
    let third = host.post(&invite, json!({})).await;
    assert_eq!(status(&third.body["invite"]).await, StatusCode::OK);
    // A game that has both players needs no invitation.
    assert_eq!(host.post(&invite, json!({})).await.code(), "refused");
}

#[tokio::test]
async fn friends_play_again_with_the_other_first_and_keep_their_seats() {
    let world = World::new().await;
    let (host, friend, id) = friends(&world).await;
    let at = |path: &str| format!("/api/v1/games/{id}/{path}");
    assert_eq!(host.post(&at("rematch"), json!({})).await.code(), "refused");
    let resigned = host.post(&at("resign"), json!({"ply": 0})).await;
    assert_eq!(resigned.body["ending"], "Player 1 resigns. Player 2 wins!");
    let offered = host.post(&at("rematch"), json!({})).await;
    assert_eq!(offered.body["rematch"], json!({"by": 1}));
    assert!(!offered.body["you"]["may"].as_array().unwrap().contains(&json!("rematch")));
    let begun = friend.post(&at("rematch"), json!({})).await;
    let next = begun.body["rematch"]["id"].as_str().unwrap().to_owned();
    let state = host.get(&format!("/api/v1/games/{next}")).await.body;
    assert_eq!(state["you"]["seats"], json!([1]));
    assert_eq!(state["first"], 2, "the other one begins");
    assert_eq!(play(&friend, &next, 6, 0).await.status, StatusCode::OK);
    // Whoever only watched the first game only watches the second.
    let state = world.browser().get(&format!("/api/v1/games/{next}")).await.body;
    assert_eq!(state["you"]["seats"], json!([]));
}

#[tokio::test]
async fn a_rematch_can_be_declined_and_whoever_declined_may_think_again() {
    let world = World::new().await;
    let (host, friend, id) = friends(&world).await;
    let at = |path: &str| format!("/api/v1/games/{id}/{path}");
    let no = json!({"agree": false});
    host.post(&at("resign"), json!({"ply": 0})).await;
    assert_eq!(friend.post(&at("rematch/answer"), no.clone()).await.code(), "refused");
    host.post(&at("rematch"), json!({})).await;
    assert_eq!(host.post(&at("rematch/answer"), no.clone()).await.code(), "refused");
    let watcher = world.browser();
    assert_eq!(watcher.post(&at("rematch/answer"), no.clone()).await.code(), "forbidden");
    let declined = friend.post(&at("rematch/answer"), no.clone()).await.body;
    assert_eq!(declined["rematch"], json!({"declined": 2}));
    assert_eq!(declined["said"], "Player 2 does not want to play again.");
    assert_eq!(host.post(&at("rematch"), json!({})).await.code(), "refused");
    let offered = friend.post(&at("rematch"), json!({})).await.body;
    assert_eq!(offered["rematch"], json!({"by": 2}));
    let begun = host.post(&at("rematch/answer"), json!({"agree": true})).await.body;
    assert!(begun["rematch"]["id"].is_string(), "{begun}");
}

#[tokio::test]
async fn each_player_is_told_the_end_as_their_own() {
    let world = World::new().await;
    let (host, friend, id) = friends(&world).await;
    for (number, ply) in [(11, 0), (1, 1), (13, 2)] {
        play(if ply == 1 { &friend } else { &host }, &id, number, ply).await;
    }
    let path = format!("/api/v1/games/{id}");
    for (reader, ending) in [
        (&host, json!("You win: Player 2 has no move left.")),
        (&friend, json!("Player 1 wins: you have no move left.")),
        (&world.browser(), Value::Null),
    ] {
        let state = reader.get(&path).await.body;
        assert_eq!(state["you"]["ending"], ending);
        assert_eq!(state["ending"], "Player 1 wins: Player 2 has no move left.");
    }
    // Whoever holds both seats is neither of them.
    let wish = json!({"game": "number-maze", "mode": "local", "best_of": 1});
    let (client, id, _) = begin(&world, wish).await;
    let state = play(&client, &id, 20, 0).await.body;
    assert_eq!(state["you"]["ending"], Value::Null);
    assert_eq!(state["ending"], "Player 1 reaches 20 and wins.");
    // The end of a series is told with the end of its last round.
    let wish = json!({"game": "number-maze", "mode": "computer", "bot": "random", "best_of": 3});
    let (client, id, _) = begin(&world, wish).await;
    play(&client, &id, 20, 0).await;
    let path = format!("/api/v1/games/{id}");
    client.post(&format!("{path}/next-round"), json!({"round": 1})).await;
    let state = client.wait(&id, |state| state["ply"] == 1).await;
    let state = if state["over"] == true {
        client.post(&format!("{path}/next-round"), json!({"round": 2})).await;
        play(&client, &id, 20, 0).await.body
    } else {
        play(&client, &id, 20, 1).await.body
    };
    let ending = state["you"]["ending"].as_str().unwrap();
    assert!(ending.starts_with("You reach 20 and win. You win the match, 2 to "));
}

#[tokio::test]
async fn an_invitation_is_looked_at_without_being_taken() {
    let world = World::new().await;
    let wish = json!({"game": "chain-reaction", "mode": "friend", "names": ["Ada", ""]});
    let (host, id, begun) = begin(&world, wish).await;
    let (guest, path) = (world.stranger(), format!("/api/v1/games/{id}"));
    let look = async |invite: &Value| {
        guest.post(&format!("{path}/invite/check"), json!({ "invite": invite })).await.body
    };
    let open = look(&begun["invite"]).await;
    assert_eq!(open["sentence"], "Ada is waiting for you");
    assert_eq!(
        open["parts"]["sentence"],
        json!([{"seat": 1, "name": "Ada"}, " is waiting for you"])
    );
    assert_eq!(look(&begun["invite"]).await["open"], true);
    assert_eq!(guest.get(&path).await.body["version"], 0);
    let renewed = host.post(&format!("{path}/invite"), json!({})).await.body;
    host.post(&format!("{path}/invite"), json!({"cancel": true})).await;
    for invite in [&begun["invite"], &renewed["invite"], &json!("nonsense")] {
        let closed = look(invite).await;
        assert_eq!(
            (&closed["open"], &closed["sentence"]),
            (&json!(false), &json!("This invitation is closed."))
        );
    }
}

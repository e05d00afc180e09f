//! Every address and every refusal of the API, without a socket.

#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "api/client.rs"]
mod client;

use axum::http::StatusCode;
use client::{Client, World};
use serde_json::{Value, json};

/// A game of this kind, and whoever began it.
async fn begin(world: &World, wish: Value) -> (Client, String, Value) {
    let client = world.browser();
    let answer = client.post("/api/v1/games", wish).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.body);
    let id = answer.body["game"]["id"].as_str().unwrap().to_owned();
    assert_eq!(answer.header("location").unwrap(), format!("/api/v1/games/{id}"));
    (client, id, answer.body)
}

async fn play(client: &Client, id: &str, number: u32, ply: usize) -> client::Answer {
    client.post(&format!("/api/v1/games/{id}/move"), json!({"number": number, "ply": ply})).await
}

#[tokio::test]
async fn health_readiness_and_figures_are_told() {
    let world = World::new().await;
    let client = world.stranger();
    assert_eq!(client.get("/healthz").await.text, "ok");
    assert_eq!(client.get("/readyz").await.status, StatusCode::OK);
    begin(&world, json!({"game": "sequence-duel", "mode": "local"})).await;
    let metrics = client.get("/metrics").await.text;
    assert!(metrics.contains("divvy_games_begun_total 1"), "{metrics}");
    assert!(metrics.contains("divvy_http_requests_total{class=\"2xx\"} "), "{metrics}");
}

#[tokio::test]
async fn the_games_and_bots_are_listed_with_what_they_take() {
    let world = World::new().await;
    let client = world.stranger();
    let games = client.get("/api/v1/games").await.body;
    let ids: Vec<&str> = games["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["id"].as_str().unwrap())
        .collect();
    let all = divvy_rules::Game::ALL.map(divvy_rules::Game::id);
    assert_eq!(ids, all);
    for game in divvy_rules::Game::ALL {
        let found = games["games"].as_array().unwrap().iter().find(|one| one["id"] == game.id());
        let options: Vec<String> = found.unwrap()["options"]
            .as_array()
            .unwrap()
            .iter()
            .map(|option| option["name"].as_str().unwrap().replace('_', "-"))
            .collect();
        let expected: Vec<String> = game.options().iter().map(ToString::to_string).collect();
        assert_eq!(options, expected, "{game}");
    }
    let bots = client.get("/api/v1/bots").await.body;
    assert_eq!(bots["bots"].as_array().unwrap().len(), divvy_play::Bot::ALL.len());
    assert_eq!(bots["bots"][5]["id"], "perfect");
}

#[tokio::test]
async fn two_people_at_one_screen_play_to_the_end() {
    let world = World::new().await;
    let (client, id, begun) = begin(
        &world,
        json!({"game": "multiple-madness", "mode": "local", "names": ["Ada", "Ben"]}),
    )
    .await;
    assert_eq!(begun["game"]["you"]["seats"], json!([1, 2]));
    assert_eq!(begun["invite"], Value::Null);
    let state = play(&client, &id, 11, 0).await.body;
    assert_eq!(state["said"], "Ada takes 11.");
    assert_eq!(state["legal"], json!([[1, 1]]));
    assert_eq!(state["taken"], json!([[11, 11]]));
    assert_eq!(state["to_move"], 2);
    play(&client, &id, 1, 1).await;
    let state = play(&client, &id, 13, 2).await.body;
    assert_eq!(state["over"], true);
    assert_eq!(state["winner"], 1);
    assert_eq!(state["ending"], "Ben has no valid moves. Ada wins!");
    assert_eq!(state["legal"], json!([]));
    assert_eq!(state["to_move"], Value::Null);
    assert_eq!(state["notation"], "multiple-madness:11,1,13");
    // Afterwards every position can be asked about, by everybody.
    let hint = world.stranger().get(&format!("/api/v1/games/{id}/hint?ply=1")).await.body;
    assert_eq!((&hint["outcome"], &hint["best"]), (&json!("loss"), &json!(1)));
    assert_eq!(client.get(&format!("/api/v1/games/{id}/hint?ply=3")).await.code(), "refused");
    let review = client.get(&format!("/api/v1/games/{id}/review")).await.body;
    assert_eq!(review["review"]["winner"], 1);
    assert_eq!(review["review"]["moves"].as_array().unwrap().len(), 3);
    // The same from a link that contains the whole game.
    let shared = client.get("/api/v1/review?game=multiple-madness:11,1,13").await.body;
    assert_eq!(shared["review"], review["review"]);
    // A move after the end is refused and changes nothing.
    let late = play(&client, &id, 7, 3).await;
    assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(late.code(), "refused");
}

#[tokio::test]
async fn a_race_tells_tokens_walks_bans_and_skips() {
    let world = World::new().await;
    let (client, id, begun) = begin(&world, json!({"game": "number-maze", "mode": "local"})).await;
    assert_eq!(begun["game"]["race"]["target"], 20);
    assert_eq!(begun["game"]["taken"], Value::Null);
    play(&client, &id, 11, 0).await;
    let state = play(&client, &id, 2, 1).await.body;
    assert_eq!(
        state["said"],
        "Player 2 moves to 2. Player 1 has no valid moves and skips the turn."
    );
    assert_eq!(state["moves"][2], json!({"seat": 1, "number": null}));
    assert_eq!(state["race"]["walks"], json!([[1, 11], [1, 2]]));
    assert_eq!(state["race"]["tokens"][1], json!({"at": 2, "banned": 1}));
    assert_eq!(state["to_move"], 2);
}

#[tokio::test]
async fn refused_moves_say_why_in_the_words_of_line_mode() {
    let world = World::new().await;
    let (client, id, _) = begin(&world, json!({"game": "multiple-madness", "mode": "local"})).await;
    play(&client, &id, 6, 0).await;
    for (number, words) in [
        (8, "Invalid choice: 8 is not a factor or multiple of 6"),
        (6, "Invalid choice: 6 is already taken"),
        (21, "Invalid choice: 21 is outside 1-20"),
        (0, "Invalid choice: 0 is outside 1-20"),
    ] {
        let answer = play(&client, &id, number, 1).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(answer.body["error"]["message"], words);
        assert_eq!(answer.code(), "refused");
    }
}

#[tokio::test]
async fn a_stale_move_gets_the_state_and_is_never_made_twice() {
    let world = World::new().await;
    let (client, id, _) = begin(&world, json!({"game": "multiple-madness", "mode": "local"})).await;
    assert_eq!(play(&client, &id, 6, 0).await.status, StatusCode::OK);
    let again = play(&client, &id, 6, 0).await;
    assert_eq!(again.status, StatusCode::CONFLICT);
    assert_eq!(again.code(), "stale");
    assert_eq!(again.body["game"]["ply"], 1);
    // The version guards against a retry after moves were taken back.
    let path = format!("/api/v1/games/{id}/undo");
    assert_eq!(client.post(&path, json!({"ply": 1})).await.status, StatusCode::OK);
    let late = client
        .post(&format!("/api/v1/games/{id}/move"), json!({"number": 6, "ply": 0, "version": 0}))
        .await;
    assert_eq!(late.status, StatusCode::CONFLICT);
}

#[tokio::test]
async fn of_many_moves_at_once_exactly_one_is_made() {
    let world = World::new().await;
    let (client, id, _) = begin(&world, json!({"game": "multiple-madness", "mode": "local"})).await;
    let attempts = (1..=20).map(|number| play(&client, &id, number, 0));
    let answers = futures_util::future::join_all(attempts).await;
    let made = answers.iter().filter(|answer| answer.status == StatusCode::OK).count();
    let stale = answers.iter().filter(|answer| answer.status == StatusCode::CONFLICT).count();
    assert_eq!((made, stale), (1, 19));
}

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
    for path in ["hint?ply=2", "review"] {
        let help = host.get(&format!("/api/v1/games/{id}/{path}")).await;
        assert_eq!(help.status, StatusCode::FORBIDDEN, "{path}");
    }
    for path in ["undo", "resign"] {
        let answer = third.post(&format!("/api/v1/games/{id}/{path}"), json!({"ply": 2})).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path}");
    }
}

/// A game between friends, both there.
async fn friends(world: &World) -> (Client, Client, String) {
    let (host, id, begun) =
        begin(world, json!({"game": "multiple-madness", "mode": "friend"})).await;
    let friend = world.browser();
    let joined =
        friend.post(&format!("/api/v1/games/{id}/join"), json!({"invite": begun["invite"]})).await;
    assert_eq!(joined.status, StatusCode::OK);
    (host, friend, id)
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
async fn friends_play_again_with_seats_swapped_and_keep_their_seats() {
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
        (&host, json!("You win! Player 2 has no valid moves.")),
        (&friend, json!("You lose: you have no valid moves.")),
        (&world.browser(), Value::Null),
    ] {
        let state = reader.get(&path).await.body;
        assert_eq!(state["you"]["ending"], ending);
        assert_eq!(state["ending"], "Player 2 has no valid moves. Player 1 wins!");
    }
    // Whoever holds both seats is neither of them.
    let wish = json!({"game": "number-maze", "mode": "local", "best_of": 1});
    let (client, id, _) = begin(&world, wish).await;
    let state = play(&client, &id, 20, 0).await.body;
    assert_eq!(state["you"]["ending"], Value::Null);
    assert_eq!(state["ending"], "Player 1 has reached node 20 and wins!");
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
    assert!(ending.starts_with("You win! You have reached node 20. You win the match, 2 to "));
}

#[tokio::test]
async fn why_a_number_cannot_be_played_is_an_answer_and_no_error() {
    let world = World::new().await;
    let (host, friend, id) = friends(&world).await;
    play(&host, &id, 6, 0).await;
    let path = |number: &str| format!("/api/v1/games/{id}/why?number={number}");
    for (client, number, why) in [
        (&friend, 8, json!("Invalid choice: 8 is not a factor or multiple of 6")),
        (&friend, 21, json!("Invalid choice: 21 is outside 1-20")),
        (&friend, 12, Value::Null),
        (&host, 12, json!("it is not your turn")),
    ] {
        let answer = client.get(&path(&number.to_string())).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(
            answer.body,
            json!({"number": number, "legal": why.is_null(), "why": why}),
            "{number}"
        );
    }
    let senseless = friend.get(&path("six")).await;
    assert_eq!(senseless.body["error"]["message"], "number takes a whole number");
    assert_eq!(friend.get(&format!("/api/v1/games/{id}")).await.body["ply"], 1);
}

#[tokio::test]
async fn somebody_s_games_are_those_with_a_seat_that_are_not_finished() {
    let world = World::new().await;
    let (host, friend, id) = friends(&world).await;
    let (_, others, _) = begin(&world, json!({"game": "chain-reaction", "mode": "local"})).await;
    let path = format!("/api/v1/mine?games={id},{others},AAAAAAAAAAAAAAAAAAAAAA,nonsense");
    let mine = host.get(&path).await.body;
    assert_eq!(mine["games"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&mine["games"][0]["id"], &mine["games"][0]["you"]["seats"]),
        (&json!(id), &json!([1]))
    );
    assert_eq!(friend.get(&path).await.body["games"][0]["you"]["seats"], json!([2]));
    assert_eq!(world.browser().get(&path).await.body, json!({"games": []}));
    host.post(&format!("/api/v1/games/{id}/resign"), json!({"ply": 0})).await;
    assert_eq!(host.get(&path).await.body, json!({"games": []}));
}

#[tokio::test]
async fn the_computer_answers_and_takes_back_with_the_person() {
    let world = World::new().await;
    let wish = json!({"game": "multiple-madness", "mode": "computer", "bot": "perfect"});
    let (client, id, _) = begin(&world, wish).await;
    let hint = client.get(&format!("/api/v1/games/{id}/hint?ply=0")).await.body;
    assert_eq!(hint["outcome"], "win");
    assert_eq!(hint["verdict"], "You can win from here.");
    assert!(!hint["pairs"].as_array().unwrap().is_empty());
    play(&client, &id, 6, 0).await;
    let state = client.wait(&id, |state| state["ply"] == 2).await;
    assert_eq!(state["to_move"], 1);
    let stale = client.get(&format!("/api/v1/games/{id}/hint?ply=1")).await;
    assert_eq!(stale.status, StatusCode::CONFLICT);
    let undone = client.post(&format!("/api/v1/games/{id}/undo"), json!({"ply": 2})).await;
    assert_eq!(undone.body["ply"], 0);
    // In the other seat the bot begins.
    let wish = json!({"game": "number-maze", "mode": "computer", "bot": "perfect", "seat": 2});
    let (client, id, _) = begin(&world, wish).await;
    let state = client.wait(&id, |state| state["over"] == true).await;
    assert_eq!(state["winner"], 1);
    assert_eq!(state["players"][0]["kind"], "perfect");
}

#[tokio::test]
async fn a_series_goes_on_round_by_round() {
    let world = World::new().await;
    let wish = json!({"game": "sequence-duel", "mode": "local", "best_of": 3});
    let (client, id, _) = begin(&world, wish).await;
    let next = format!("/api/v1/games/{id}/next-round");
    assert_eq!(client.post(&next, json!({"round": 1})).await.code(), "refused");
    client.post(&format!("/api/v1/games/{id}/resign"), json!({"ply": 0})).await;
    let state = client.post(&next, json!({"round": 1})).await.body;
    assert_eq!(
        (&state["round"], &state["first"], &state["score"]),
        (&json!(2), &json!(2), &json!([0, 1]))
    );
    // The second press of the same button finds it done.
    assert_eq!(client.post(&next, json!({"round": 1})).await.status, StatusCode::CONFLICT);
}

#[tokio::test]
async fn requests_that_make_no_sense_are_told_what_would() {
    let world = World::new().await;
    let client = world.browser();
    for (wish, words) in [
        (json!({"game": "chess", "mode": "local"}), "chess"),
        (json!({"game": "sequence-duel"}), "missing field `mode`"),
        (json!({"game": "sequence-duel", "mode": "alone"}), "unknown variant `alone`"),
        (json!({"game": "sequence-duel", "mode": "local", "colour": 1}), "unknown field `colour`"),
        (
            json!({"game": "sequence-duel", "mode": "local", "options": {"block": true}}),
            "block is not an option of sequence-duel",
        ),
        (
            json!({"game": "sequence-duel", "mode": "local", "options": {"size": 0}}),
            "size takes a whole number from 1",
        ),
        (
            json!({"game": "sequence-duel", "mode": "local", "bot": "easy"}),
            "bot goes with mode computer",
        ),
        (
            json!({"game": "sequence-duel", "mode": "computer", "bot": "deep"}),
            "bot takes random, greedy",
        ),
        (
            json!({"game": "sequence-duel", "mode": "local", "best_of": 0}),
            "best_of takes a number from 1 to 1000",
        ),
        (json!({"game": "sequence-duel", "mode": "local", "first": 3}), "first takes 1, 2"),
        (
            json!({"game": "sequence-duel", "mode": "local", "names": ["A", "A"]}),
            "both players would be called A; please give one of them another name",
        ),
        (
            json!({"game": "sequence-duel", "mode": "computer", "names": ["Computer", "Computer"]}),
            "please choose another name for yourself",
        ),
        (
            json!({"game": "sequence-duel", "mode": "local", "options": {"size": -5}}),
            "options.size takes a whole number from 0 to 4294967295, not -5",
        ),
        (json!([1, 2]), "the body makes no sense"),
    ] {
        let answer = client.post("/api/v1/games", wish.clone()).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{wish}");
        let message = answer.body["error"]["message"].as_str().unwrap();
        assert!(message.contains(words), "{wish}: {message}");
        assert_eq!(answer.code(), "bad_request");
    }
    let large = client
        .post(
            "/api/v1/games",
            json!({"game": "sequence-duel", "mode": "local", "options": {"size": 100_000}}),
        )
        .await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(large.code(), "too_large");
    let unsolvable = json!({"game": "number-maze", "mode": "computer", "options":
        {"size": 500, "without_one": true, "start": 4, "target": 9, "block": true}});
    assert_eq!(client.post("/api/v1/games", unsolvable).await.code(), "not_solvable");
    assert_eq!(
        client.send("POST", "/api/v1/games", Some("text/plain"), "{}").await.code(),
        "unsupported_media_type"
    );
    assert_eq!(client.send("DELETE", "/api/v1/games", None, "").await.code(), "method_not_allowed");
    let huge = format!("\"{}\"", "x".repeat(100_000));
    assert_eq!(
        client.send("POST", "/api/v1/games", Some("application/json"), &huge).await.code(),
        "too_large"
    );
    for path in [
        "/api/v1/games/short",
        "/api/v1/games/AAAAAAAAAAAAAAAAAAAAAA",
        "/api/v1/nothing",
        "/api/v1/games/..%2f..%2fetc",
    ] {
        let answer = client.get(path).await;
        assert_eq!((answer.status, answer.code()), (StatusCode::NOT_FOUND, "not_found"), "{path}");
    }
    assert_eq!(client.get("/api/v1/review?game=chess:1").await.code(), "bad_request");
    assert_eq!(client.get("/api/v1/review").await.code(), "bad_request");
    let sent = client.post("/api/v1/review", json!({"game": "chess:1"})).await;
    assert_eq!(sent.code(), "bad_request");
}

#[tokio::test]
async fn a_link_becomes_a_picture_without_standing_in_an_address() {
    let world = World::new().await;
    let client = world.stranger();
    let link = json!({"text": "http://here.example/g/x#invite=91c2"});
    let picture = client.post("/api/v1/qr", link).await;
    assert_eq!(picture.status, StatusCode::OK);
    assert_eq!(picture.header("content-type").unwrap(), "image/svg+xml");
    assert!(picture.text.starts_with("<svg "), "{}", picture.text);
    let asked = client.get("/api/v1/qr?text=http://here.example/").await;
    assert_eq!(asked.status, StatusCode::METHOD_NOT_ALLOWED);
    for (text, code) in
        [("javascript:alert(1)", "bad_request"), (&"http://x/".repeat(60), "too_large")]
    {
        assert_eq!(client.post("/api/v1/qr", json!({ "text": text })).await.code(), code);
    }
}

#[tokio::test]
async fn seats_cannot_be_had_by_guessing_or_from_other_sites() {
    let world = World::new().await;
    let (client, id, _) = begin(&world, json!({"game": "multiple-madness", "mode": "local"})).await;
    let path = format!("/api/v1/games/{id}/move");
    let body = json!({"number": 6, "ply": 0}).to_string();
    let cookie = client.cookie().unwrap();
    assert!(cookie.1.contains("HttpOnly") && cookie.1.contains("SameSite=Lax"), "{}", cookie.1);
    for headers in [
        vec![("cookie", format!("divvy={}", "0".repeat(32)))],
        vec![("cookie", "divvy=nonsense".to_owned())],
        vec![("authorization", format!("Bearer {}", "f".repeat(32)))],
        vec![],
    ] {
        let answer = world.raw("POST", &path, &headers, &body).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{headers:?}");
    }
    let answer = world.raw("POST", &path, &[("authorization", "Bearer x".to_owned())], &body).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    // Even with the right cookie, another site gets nowhere.
    let right = ("cookie", format!("divvy={}", cookie.0));
    for other in [
        ("sec-fetch-site", "cross-site".to_owned()),
        ("origin", "https://elsewhere.example".to_owned()),
    ] {
        let headers = [right.clone(), other, ("host", "here.example".to_owned())];
        assert_eq!(world.raw("POST", &path, &headers, &body).await.status, StatusCode::FORBIDDEN);
    }
    let same = [
        right.clone(),
        ("origin", "http://here.example".to_owned()),
        ("host", "here.example".to_owned()),
    ];
    assert_eq!(world.raw("POST", &path, &same, &body).await.status, StatusCode::OK);
    // The same token works for a program.
    let bearer = [("authorization", format!("Bearer {}", cookie.0))];
    let body = json!({"number": 3, "ply": 1}).to_string();
    assert_eq!(world.raw("POST", &path, &bearer, &body).await.status, StatusCode::OK);
}

#[tokio::test]
async fn every_answer_has_the_headers_that_keep_a_page_safe() {
    let world = World::new().await;
    for path in ["/", "/healthz", "/api/v1/games", "/nowhere"] {
        let answer = world.stranger().get(path).await;
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options").unwrap(), "nosniff");
        assert_eq!(answer.header("x-frame-options").unwrap(), "DENY");
    }
}

#[tokio::test]
async fn too_many_requests_are_told_when_to_come_back() {
    let world = World::limited(5).await;
    let client = world.stranger();
    let mut limited = None;
    for _ in 0..200 {
        let answer = client.get("/api/v1/bots").await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            limited = Some(answer);
            break;
        }
    }
    let limited = limited.expect("there is a limit");
    assert_eq!(limited.code(), "rate_limited");
    assert!(limited.header("retry-after").unwrap().parse::<u64>().unwrap() >= 1);
    assert_eq!(client.get("/healthz").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_stream_tells_everything_and_can_be_taken_up_again() {
    let world = World::new().await;
    let (client, id, _) = begin(&world, json!({"game": "multiple-madness", "mode": "local"})).await;
    let mut stream = client.stream(&id, None).await;
    let first = stream.next().await;
    assert_eq!((first.event.as_str(), first.id.as_deref()), ("state", Some("0")));
    play(&client, &id, 6, 0).await;
    let moved = stream.next_state().await;
    assert_eq!(moved.id.as_deref(), Some("1"));
    assert_eq!(moved.data["said"], "Player 1 takes 6.");
    drop(stream);
    play(&client, &id, 3, 1).await;
    // Whoever has seen version 1 gets version 2 at once; whoever has seen 2 waits for more.
    let mut stream = client.stream(&id, Some("1")).await;
    assert_eq!(stream.next_state().await.data["ply"], 2);
    drop(stream);
    let mut stream = client.stream(&id, Some("2")).await;
    play(&client, &id, 9, 2).await;
    assert_eq!(stream.next_state().await.data["ply"], 3);
}

#[tokio::test]
async fn who_is_here_is_shown_and_streams_end_when_the_server_stops() {
    let world = World::new().await;
    let (host, friend, id) = friends(&world).await;
    let mut stream = host.stream(&id, None).await;
    stream.next_state().await;
    let friends_stream = friend.stream(&id, None).await;
    assert_eq!(stream.next_presence().await, json!([true, true]));
    drop(friends_stream);
    assert_eq!(stream.next_presence().await, json!([true, false]));
    world.server.stop();
    assert_eq!(stream.until("reconnect").await.event, "reconnect");
    assert!(stream.ends().await);
}

//! Every address and every refusal of the API, without a socket.

#![allow(clippy::unwrap_used, reason = "tests")]

mod client;
mod damage;
mod engine;
mod fake_storage;
mod pages;
mod previews;
mod processes;
mod races;
mod rematches;
mod reviews;
mod safety;
mod stored;
mod together;

use axum::http::StatusCode;
use client::{Client, World};
use serde_json::{Value, json};

/// A game of this kind, and the client that began it.
async fn begin(world: &World, wish: Value) -> (Client, String, Value) {
    let client = world.browser();
    let answer = client.post("/api/v1/games", wish).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.body);
    let id = answer.body["game"]["id"].as_str().unwrap();
    assert_eq!(answer.header("location").unwrap(), format!("/api/v1/games/{id}"));
    (client, id.to_owned(), answer.body)
}

async fn play(client: &Client, id: &str, number: u32, ply: usize) -> client::Answer {
    client.post(&format!("/api/v1/games/{id}/move"), json!({"number": number, "ply": ply})).await
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
        let expected: Vec<String> = game.options().map(|option| option.to_string()).collect();
        assert_eq!(options, expected, "{game}");
    }
    let bots = client.get("/api/v1/bots").await.body;
    assert_eq!(bots["bots"].as_array().unwrap().len(), divvy_match::Bot::ALL.len());
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
    assert_eq!(state["said"], "Ada removes 11.");
    let ada = json!({"seat": 1, "name": "Ada"});
    assert_eq!(state["parts"]["said"], json!([ada, " removes 11."]));
    let headline = json!({"turn": "Ben’s turn", "task": "remove a factor or multiple of 11"});
    assert_eq!(state["headline"], headline);
    assert_eq!(state["so_far"], "Ada removed 11. Ben can remove 1.");
    assert_eq!(state["about"], json!(["1–20"]));
    assert_eq!(state["goal"], "The player who cannot remove a number loses.");
    assert_eq!(state["legal"], json!([[1, 1]]));
    assert_eq!(state["taken"], json!([[11, 11]]));
    assert_eq!(state["to_move"], 2);
    play(&client, &id, 1, 1).await;
    let state = play(&client, &id, 13, 2).await.body;
    assert_eq!(state["over"], true);
    assert_eq!(state["winner"], 1);
    assert_eq!(state["ending"], "Ada wins: Ben has no move left.");
    let why = "Ben is stuck: 13 only goes with 1, and 1 is gone.";
    assert_eq!(state["headline"], json!({"turn": "Ada wins!", "task": why}));
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
async fn why_a_number_cannot_be_played_is_an_answer_and_no_error() {
    let world = World::new().await;
    let (host, friend, id) = friends(&world).await;
    play(&host, &id, 6, 0).await;
    let path = |number: &str| format!("/api/v1/games/{id}/why?number={number}");
    let can = "You can remove 1, 2, 3, 12 or 18.";
    for (client, number, why, sentence) in [
        (
            &friend,
            8,
            json!("Invalid choice: 8 is not a factor or multiple of 6"),
            json!(format!("8 is not a factor or multiple of 6. {can}")),
        ),
        (
            &friend,
            21,
            json!("Invalid choice: 21 is outside 1-20"),
            json!(format!("21 is outside 1-20. {can}")),
        ),
        (&friend, 12, Value::Null, Value::Null),
        (&host, 12, json!("it is not your turn"), Value::Null),
    ] {
        let answer = client.get(&path(&number.to_string())).await;
        assert_eq!(answer.status, StatusCode::OK);
        let reason = sentence.as_str().map(|told| told.replace(&format!(" {can}"), ""));
        assert_eq!(
            answer.body,
            json!({"number": number, "legal": why.is_null(), "why": why, "sentence": sentence, "reason": reason}),
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
    assert_eq!(mine["games"][0]["id"], json!(id));
    assert_eq!(mine["games"][0]["you"]["seats"], json!([1]));
    assert_eq!(friend.get(&path).await.body["games"][0]["you"]["seats"], json!([2]));
    assert_eq!(world.browser().get(&path).await.body, json!({"games": []}));
    // What it shows is what the state says.
    let state = host.get(&format!("/api/v1/games/{id}")).await.body;
    for (key, value) in mine["games"][0].as_object().unwrap() {
        match key.as_str() {
            "players" => assert_eq!(value[1]["name"], state["players"][1]["name"]),
            "you" => assert_eq!(value["seats"], state["you"]["seats"]),
            "parts" => assert_eq!(value["status"], state["parts"]["status"]),
            key => assert_eq!(*value, state[key], "{key}"),
        }
    }
    host.post(&format!("/api/v1/games/{id}/resign"), json!({"ply": 0})).await;
    assert_eq!(host.get(&path).await.body, json!({"games": []}));
    let all = host.get(&format!("{path}&finished=true")).await.body;
    assert_eq!(
        (&all["games"][0]["id"], &all["games"][0]["status"]),
        (&json!(id), &json!("You lose"))
    );
    let senseless = host.get(&format!("{path}&finished=perhaps")).await.body;
    assert_eq!(senseless["error"]["message"], "finished takes true or false");
}

#[tokio::test]
async fn each_of_somebody_s_games_is_listed_once_and_costs_as_much_as_a_request() {
    let world = World::paced(1).await;
    let (client, id, _) = begin(&world, json!({"game": "chain-reaction", "mode": "local"})).await;
    let mine = client.get(&format!("/api/v1/mine?games={}", [id.as_str(); 12].join(","))).await;
    assert_eq!(mine.body["games"].as_array().unwrap().len(), 1);
    // 20 at once, 5 for the game, 1 for the list; 12 others are more than is left after one request for them.
    let others: Vec<String> = (0..12)
        .map(|last| format!("AAAAAAAAAAAAAAAAAAAAA{}", ('A'..).nth(last).unwrap()))
        .collect();
    let path = format!("/api/v1/mine?games={}", others.join(","));
    assert_eq!(client.get(&path).await.body, json!({"games": []}));
    assert_eq!(client.get(&path).await.code(), "rate_limited");
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
async fn every_round_of_a_game_goes_on_from_moves_that_were_made_already() {
    let world = World::new().await;
    let wish = json!({"game": "sequence-duel", "mode": "local", "best_of": 3, "moves": [6, 3, 9]});
    let (client, id, state) = begin(&world, wish).await;
    assert_eq!(state["game"]["notation"], "sequence-duel:6,3,9");
    let undo = format!("/api/v1/games/{id}/undo");
    assert_eq!(client.post(&undo, json!({"ply": 3})).await.code(), "refused");
    play(&client, &id, 18, 3).await;
    assert_eq!(client.post(&undo, json!({"ply": 4})).await.body["ply"], 3);
    client.post(&format!("/api/v1/games/{id}/resign"), json!({"ply": 3})).await;
    let next = format!("/api/v1/games/{id}/next-round");
    let state = client.post(&next, json!({"round": 1})).await.body;
    assert_eq!((&state["ply"], &state["to_move"]), (&json!(3), &json!(1)));
    // Another process reads the same from the storage.
    let read = world.again().like(&client).get(&format!("/api/v1/games/{id}")).await;
    assert_eq!(read.body["notation"], "sequence-duel:6,3,9");
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
    assert_eq!(moved.data["said"], "Player 1 removes 6.");
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

#[tokio::test]
async fn traps_that_last_two_turns_are_played_hinted_and_reviewed() {
    let world = World::new().await;
    let games = world.stranger().get("/api/v1/games").await.body;
    let memory = &games["games"][0]["options"][4];
    assert_eq!((&memory["name"], &memory["default"]), (&json!("memory"), &json!(1)));
    assert_eq!((&memory["kind"], &memory["values"]), (&json!("choice"), &json!([1, 2])));
    let wish = |memory: Value, size: u32| {
        let options = json!({"size": size, "memory": memory});
        json!({"game": "trap-avoidance", "mode": "local", "options": options})
    };
    let wrong = world.browser().post("/api/v1/games", wish(json!(3), 12)).await;
    assert_eq!(wrong.body["error"]["message"], "memory takes 1 or 2, not 3");
    let (client, id, _) = begin(&world, wish(json!(2), 12)).await;
    play(&client, &id, 7, 0).await;
    let state = play(&client, &id, 9, 1).await.body;
    assert_eq!(state["options"], json!({"size": 12, "memory": 2}));
    assert_eq!(state["barred"], json!([[1, 1], [3, 3], [7, 7], [9, 9]]));
    assert_eq!(state["setters"], json!([7, 9]));
    assert_eq!(play(&client, &id, 3, 2).await.code(), "refused");
    let hint = client.get(&format!("/api/v1/games/{id}/hint?ply=2")).await.body;
    assert!(hint["text"].as_str().unwrap().contains("you have an answer"), "{hint}");
    assert_eq!(hint["pairs"], json!([]));
    let mut computer = wish(json!(2), 17);
    computer["mode"] = json!("computer");
    let refused = world.browser().post("/api/v1/games", computer).await;
    let why = refused.body["error"]["message"].as_str().unwrap();
    assert_eq!(refused.code(), "not_solvable");
    assert!(why.contains("up to size 16") && why.contains("random and greedy"), "{why}");
    let (client, id, _) = begin(&world, wish(json!("2"), 17)).await;
    let hint = client.get(&format!("/api/v1/games/{id}/hint?ply=0")).await;
    assert_eq!(hint.code(), "not_solvable");
}

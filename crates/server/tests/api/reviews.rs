//! Reviews as a page shows them, and what a state says to its viewer.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::client::{Client, World};
use crate::{begin, friends, play};

async fn review(client: &Client, body: Value) -> Value {
    let answer = client.post("/api/v1/review", body).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body
}

#[tokio::test]
async fn every_position_of_every_game_can_be_shown() {
    let world = World::new().await;
    for game in divvy_rules::Game::ALL {
        let wish = json!({"game": game.id(), "mode": "local", "first": 2, "names": ["Ada", "Ben"]});
        let (client, id, mut begun) = begin(&world, wish).await;
        // The state after each number of moves.
        let mut states = vec![begun["game"].take()];
        while states.last().unwrap()["over"] == false {
            let state = states.last().unwrap();
            // In a race the largest node is the target, which the first move reaches; go around by the smallest ones.
            let number = state["legal"][0][0].as_u64().unwrap() as u32;
            let reaches = states.len() > 20 && state["legal"].to_string().contains("20]");
            let number = if reaches && state["race"].is_object() { 20 } else { number };
            let moved = play(&client, &id, number, states.len() - 1).await;
            assert_eq!(moved.status, StatusCode::OK, "{}", moved.body);
            states.push(moved.body);
        }
        let reviewed = client.get(&format!("/api/v1/games/{id}/review")).await.body;
        let plies = reviewed["plies"].as_array().unwrap();
        assert_eq!(plies.len(), states.len() - 1);
        assert_eq!(reviewed["review"]["moves"].as_array().unwrap().len(), plies.len());
        assert_eq!(
            (&reviewed["title"], &reviewed["names"]),
            (&states[0]["name"], &json!(["Ada", "Ben"]))
        );
        assert_eq!(reviewed["details"], json!(["Ben and Ada", "Numbers 1-20"]));
        for state in &states {
            let request = json!({"command": "board", "position": state["notation"], "names": ["Ada", "Ben"], "first": 2});
            let board = client.post("/api/v1/engine", request).await.body["result"].take();
            for key in ["taken", "last", "race", "to_move", "legal", "moves", "winner", "headline"]
            {
                assert_eq!(board[key], state[key], "{game} {key} {}", state["notation"]);
            }
        }
        // The list of moves of the state, skipped turns among them.
        let turns = plies.iter().flat_map(|ply| {
            let skipped = ply["skipped"].as_array().unwrap().iter();
            std::iter::once(json!({"seat": ply["seat"], "number": ply["number"]}))
                .chain(skipped.map(|seat| json!({"seat": seat, "number": null})))
        });
        let end = states.last().unwrap();
        assert_eq!(Value::from_iter(turns), end["moves"], "{game}");
        let last = plies.last().unwrap();
        let told = last["sentence"].as_str().unwrap();
        assert!(told.contains(" and wins."), "{told}");
        assert_eq!(last["ahead"], end["winner"]);
    }
}

#[tokio::test]
async fn skipped_turns_of_a_race_stand_with_the_move_before_them() {
    let world = World::new().await;
    let client = world.stranger();
    let reviewed = review(&client, json!({"game": "number-maze:11,2,20"})).await;
    let second = &reviewed["plies"][1];
    assert_eq!((&second["seat"], &second["skipped"]), (&json!(2), &json!([1])));
    assert_eq!(reviewed["plies"][2]["sentence"], "Player 2 moves to 20 and wins.");
}

#[tokio::test]
async fn a_shared_game_has_the_names_and_the_end_that_its_link_tells() {
    let world = World::new().await;
    let client = world.stranger();
    let game = "multiple-madness;opening=even:6,3";
    let wish = json!({"game": game, "names": ["<b>Ada</b>", ""], "resigned": 1});
    let reviewed = review(&client, wish).await;
    assert_eq!(reviewed["names"], json!(["<b>Ada</b>", "Player 2"]));
    assert_eq!(
        reviewed["details"],
        json!(["<b>Ada</b> and Player 2", "Numbers 1-20", "The first number is even"])
    );
    assert_eq!(reviewed["over"], false, "the moves do not go to the end");
    let [first, last] = [0, 1].map(|ply| reviewed["plies"][ply]["sentence"].as_str().unwrap());
    assert!(first.starts_with("<b>Ada</b> removes 6."), "{first}");
    assert!(last.ends_with("<b>Ada</b> resigned a won game."), "{last}");
    assert!(last.contains(reviewed["plies"][1]["stands"].as_str().unwrap()), "{last}");
    // Without them the game is open.
    let open = review(&client, json!({"game": game})).await;
    assert_eq!(open["names"], json!(["Player 1", "Player 2"]));
    assert_eq!(open["review"]["moves"], reviewed["review"]["moves"]);
    // A game that ended before its first move says so.
    let wish = json!({"game": "sequence-duel:", "resigned": 2});
    let none = review(&client, wish).await;
    assert_eq!(
        (&none["plies"], &none["parts"]["given_up"]),
        (&json!([]), &json!([{"seat": 2, "name": "Player 2"}, " resigned."]))
    );
}

#[tokio::test]
async fn what_a_link_cannot_tell_is_refused() {
    let world = World::new().await;
    let client = world.stranger();
    let game = "multiple-madness:11,1,13";
    for (body, words) in [
        (json!({"game": game, "resigned": 1}), "resigned goes with a game that is not over"),
        (json!({"game": game, "resigned": 3}), "\"resigned\" takes 1 or 2, not 3"),
        (json!({"game": game, "names": ["Ada"]}), "\"names\" takes two names"),
        (json!({"game": game, "names": ["Ada", "Ada"]}), "both players would be called Ada"),
        (json!({"game": game, "score": 1}), "\"score\" is not a field here"),
    ] {
        let answer = client.post("/api/v1/review", body.clone()).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{body}");
        let message = answer.body["error"]["message"].as_str().unwrap();
        assert!(message.starts_with(words), "{body}: {message}");
    }
    let asked = client.get("/api/v1/review?game=multiple-madness:11&resigned=1").await;
    assert_eq!(asked.code(), "bad_request");
}

#[tokio::test]
async fn a_reviewed_move_is_told_in_the_words_of_line_mode() {
    let world = World::new().await;
    let notation = "multiple-madness;size=30:6,3,9,18,2,14,7";
    let record: divvy_rules::Record = notation.parse().unwrap();
    let told = divvy_analysis::Review::of(&record).unwrap();
    let game = divvy_match::Match::from_record(record);
    let to = divvy_words::Audience::everybody(&game);
    let reviewed = review(&world.stranger(), json!({"game": notation})).await;
    assert_eq!(reviewed["summary"], to.summary(&told).to_string());
    for (ply, reviewed_move) in reviewed["plies"].as_array().unwrap().iter().zip(&told.moves) {
        assert_eq!(ply["sentence"], to.reviewed(reviewed_move, &told).to_string());
    }
}

#[tokio::test]
async fn each_viewer_is_told_whose_turn_it_is() {
    let world = World::new().await;
    let (host, id, begun) =
        begin(&world, json!({"game": "multiple-madness", "mode": "friend", "names": ["Ada", ""]}))
            .await;
    let (friend, watcher) = (world.browser(), world.browser());
    let path = format!("/api/v1/games/{id}");
    assert_eq!(begun["game"]["status"], "Waiting for the other player");
    assert_eq!(watcher.get(&path).await.body["status"], "Ada is waiting for a friend");
    let join = json!({"invite": begun["invite"], "name": "Ben"});
    let joined = friend.post(&format!("{path}/join"), join).await.body;
    assert_eq!(
        (&joined["status"], &joined["said"]),
        (&json!("Ada’s turn"), &json!("Ben has joined."))
    );
    assert_eq!(play(&host, &id, 11, 0).await.body["status"], "Ben’s turn");
    let listed = friend.get(&format!("/api/v1/mine?games={id}")).await.body;
    assert_eq!(listed["games"][0]["status"], "Your turn");
    play(&friend, &id, 1, 1).await;
    play(&host, &id, 13, 2).await;
    for (viewer, status) in
        [(&host, "You win!"), (&friend, "You lose"), (&watcher, "The game is over")]
    {
        assert_eq!(viewer.get(&path).await.body["status"], status);
    }
    // At one screen there is no "you", and a series has rounds.
    let wish = json!({"game": "number-maze", "mode": "local", "best_of": 3});
    let (both, id, begun) = begin(&world, wish).await;
    assert_eq!(begun["game"]["status"], "Player 1’s turn");
    assert_eq!(play(&both, &id, 20, 0).await.body["status"], "The round is over");
}

#[tokio::test]
async fn each_viewer_is_told_of_requests_in_their_own_words() {
    let world = World::new().await;
    let (host, friend, id) = friends(&world).await;
    let watcher = world.browser();
    let at = |path: &str| format!("/api/v1/games/{id}/{path}");
    let expect = async |expected: [Value; 3]| {
        for (viewer, expected) in [&host, &friend, &watcher].into_iter().zip(expected) {
            let state = viewer.get(&format!("/api/v1/games/{id}")).await.body;
            assert_eq!(state["request"], expected);
        }
    };
    let says = |by: Option<u8>, sentence: &str| json!({"by": by, "sentence": sentence});
    expect([Value::Null, Value::Null, Value::Null]).await;
    play(&host, &id, 6, 0).await;
    host.post(&at("undo"), json!({"ply": 1})).await;
    expect([
        says(Some(1), "You asked to undo 6. Waiting for the answer …"),
        says(Some(1), "Player 1 asks to undo 6."),
        Value::Null,
    ])
    .await;
    let declined = friend.post(&at("undo/answer"), json!({"agree": false})).await.body;
    assert_eq!(declined["said"], "Player 2 does not agree to undo.");
    expect([Value::Null, Value::Null, Value::Null]).await;
    host.post(&at("resign"), json!({"ply": 1})).await;
    host.post(&at("rematch"), json!({})).await;
    let offered = says(Some(1), "Player 1 would like to play again.");
    let waiting = says(Some(1), "You offered a rematch. Waiting for the answer …");
    expect([waiting, offered.clone(), offered]).await;
    friend.post(&at("rematch/answer"), json!({"agree": false})).await;
    let declined = says(Some(2), "Player 2 does not want to play again.");
    expect([declined.clone(), says(Some(2), "You declined the rematch."), declined]).await;
    friend.post(&at("rematch"), json!({})).await;
    host.post(&at("rematch/answer"), json!({"agree": true})).await;
    let begun = says(None, "You play again.");
    expect([begun.clone(), begun, says(None, "They play again.")]).await;
}

#[tokio::test]
async fn a_review_speaks_to_its_reader_and_a_resigned_win_is_a_slip() {
    let world = World::new().await;
    let (host, friend, id) = friends(&world).await;
    let path = format!("/api/v1/games/{id}");
    play(&host, &id, 11, 0).await;
    play(&friend, &id, 1, 1).await;
    host.post(&format!("{path}/resign"), json!({"ply": 2})).await;
    for (reader, you, by) in [
        (&host, json!(1), "You"),
        (&friend, json!(2), "Player 1"),
        (&world.browser(), Value::Null, "Player 1"),
    ] {
        let told = reader.get(&format!("{path}/review")).await.body;
        assert_eq!((&told["you"], &told["review"]["resigned"]), (&you, &json!(1)));
        assert_eq!(told["review"]["decisive"], Value::Null);
        assert_eq!(told["summary"], format!("One slip. {by} resigned a won game."));
    }
}

#[tokio::test]
async fn after_a_game_against_a_bot_another_one_is_offered_and_who_begins_is_told() {
    let world = World::new().await;
    let wish = json!({"game": "number-maze", "mode": "computer", "bot": "medium"});
    let (player, id, begun) = begin(&world, wish.clone()).await;
    assert_eq!(begun["game"]["other_bot"], Value::Null);
    let won = play(&player, &id, 20, 0).await.body;
    assert_eq!((&won["winner"], &won["other_bot"]), (&json!(1), &json!("hard")));
    assert_eq!(won["so_far"], "You moved to 20. The computer begins the next game.");
    let (player, id, _) = begin(&world, wish).await;
    let resigned = player.post(&format!("/api/v1/games/{id}/resign"), json!({"ply": 0})).await;
    assert_eq!(resigned.body["other_bot"], "easy");
}

#[tokio::test]
async fn a_hint_comes_in_three_steps() {
    let world = World::new().await;
    let wish = json!({"game": "multiple-madness", "mode": "computer", "options": {"size": 8, "without_one": true}, "names": ["Ada", "Computer"]});
    let (player, id, _) = begin(&world, wish).await;
    let hint = player.get(&format!("/api/v1/games/{id}/hint?ply=0")).await.body;
    let [nudge, what, why] = [0, 1, 2].map(|step| hint["steps"][step].as_str().unwrap());
    assert_eq!(nudge, "You can win with this move. Which number leaves the computer no reply?");
    assert_eq!(what, format!("Remove {}.", hint["best"]));
    assert_eq!(why, "Then no number can follow, and the computer is stuck.");
    assert_eq!(hint["text"], format!("{what} {why}"));
}

//! The module against a store in memory: what the page's worker does with it.

#![allow(clippy::unwrap_used, missing_docs, reason = "tests")]

use std::collections::BTreeMap;

use divvy_rules::Game;
use divvy_testing::engine_line;
use divvy_web::Site;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

/// The browser's store, and ids by counting.
#[derive(Default)]
struct Browser {
    site: Site,
    rows: BTreeMap<(String, u64), String>,
    ids: u64,
}

impl Browser {
    fn call(&mut self, request: &Value) -> (Value, Vec<u8>) {
        parts_of(&self.site.answer(request.to_string().as_bytes()))
    }

    /// The rows that a reply asks for.
    fn read(&self, reads: &Value) -> Vec<Value> {
        let asked = reads.as_array().unwrap().iter();
        let rows = asked.flat_map(|read| {
            let from = (read[0].as_str().unwrap().to_owned(), read[1].as_u64().unwrap());
            let rows =
                self.rows.range(from.clone()..).take_while(move |((id, _), _)| *id == from.0);
            rows.map(|((id, number), text)| json!([id, number, text]))
        });
        rows.collect()
    }

    /// The decision about a request, before anything is stored.
    fn decide(&mut self, method: &str, path: &str, body: &Value) -> (Value, Vec<u8>) {
        self.ids += 1;
        let chance = format!("{:022}", self.ids);
        let mut request = json!({ "method": method, "path": path, "body": body, "chance": chance });
        let (reply, answer) = self.call(&request);
        if reply["reads"].is_null() {
            return (reply, answer);
        }
        request["rows"] = self.read(&reply["reads"]).into();
        self.call(&request)
    }

    /// Stores what a decision says; whether nothing of it was there.
    fn store(&mut self, reply: &Value) -> bool {
        let key = |row: &Value| (row[0].as_str().unwrap().to_owned(), row[1].as_u64().unwrap());
        let rows = reply["writes"].as_array().cloned().unwrap_or_default();
        let new = rows.iter().all(|row| !self.rows.contains_key(&key(row)));
        if new {
            let rows = rows.iter().map(|row| (key(row), row[2].as_str().unwrap().to_owned()));
            self.rows.extend(rows);
        }
        new
    }

    /// A request, and the turns of bots after it.
    fn ask(&mut self, method: &str, path: &str, body: &Value) -> (u64, Value) {
        let (mut reply, answer) = self.decide(method, path, body);
        assert!(self.store(&reply));
        let status = reply["status"].as_u64().unwrap();
        while let Some(id) = reply["bot"].as_str() {
            let path = format!("/games/{id}/bot");
            reply = self.decide("POST", &path, &Value::Null).0;
            assert!(self.store(&reply));
        }
        (status, serde_json::from_slice(&answer).unwrap())
    }

    fn get(&mut self, path: &str) -> Value {
        let (status, answer) = self.ask("GET", path, &Value::Null);
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }

    fn post(&mut self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.ask("POST", path, body);
        assert!(status < 300, "{path}: {answer}");
        answer
    }

    fn begin(&mut self, game: Game, mode: &str) -> String {
        let begun = self.post("/games", &json!({ "game": game, "mode": mode }));
        format!("/games/{}", begun["game"]["id"].as_str().unwrap())
    }

    fn play(&mut self, game: &str, state: &Value, number: &Value) -> Value {
        let body = json!({ "number": number, "ply": state["ply"], "version": state["version"] });
        self.post(&format!("{game}/move"), &body)
    }
}

#[test]
fn every_game_is_played_to_its_end_by_two_people_and_against_the_computer() {
    let mut browser = Browser::default();
    for game in Game::ALL {
        for mode in ["local", "computer"] {
            let path = browser.begin(game, mode);
            let mut state = browser.get(&path);
            while state["over"] == false {
                let advised = browser.get(&format!("{path}/hint?ply={}", state["ply"]));
                let first = state["legal"][0][0].clone();
                let best = advised["best"].is_number().then(|| advised["best"].clone());
                browser.play(&path, &state, &best.unwrap_or(first));
                state = browser.get(&path);
            }
            let review = browser.get(&format!("{path}/review"));
            assert_eq!(review["notation"], state["notation"]);
            // A tab that knows nothing reads the same game.
            browser.site = Site::default();
            assert_eq!(browser.get(&path), state);
        }
    }
}

#[test]
fn undo_resignation_rematch_and_the_list_of_games() {
    let mut browser = Browser::default();
    let path = browser.begin(Game::MultipleMadness, "computer");
    let state = browser.get(&path);
    browser.play(&path, &state, &json!(6));
    let state = browser.get(&path);
    assert_eq!(state["ply"], 2, "the computer has replied");
    let why = browser.get(&format!("{path}/why?number=6"));
    assert_eq!(
        (&why["legal"], &why["why"]),
        (&json!(false), &json!("Invalid choice: 6 is already taken"))
    );
    let expected = |state: &Value| json!({ "ply": state["ply"], "version": state["version"] });
    assert_eq!(browser.post(&format!("{path}/undo"), &expected(&state))["ply"], 0);
    // What refers to an older version gets the game as it is.
    let (status, stale) = browser.ask("POST", &format!("{path}/undo"), &expected(&state));
    assert_eq!((status, &stale["error"]["code"]), (409, &json!("stale")));
    let state = &stale["game"];
    assert_eq!(browser.post(&format!("{path}/resign"), &expected(state))["winner"], 2);
    let rematch = browser.post(&format!("{path}/rematch"), &json!({}));
    let id = rematch["rematch"]["id"].as_str().unwrap();
    let state = browser.get(&format!("/games/{id}"));
    assert_eq!(
        (&state["first"], &state["ply"]),
        (&json!(2), &json!(0)),
        "it has not been looked at"
    );
    assert_eq!(browser.get(&format!("/games/{id}"))["ply"], 1, "the computer begins");
    let old = &path["/games/".len()..];
    let none = "x".repeat(22);
    let mine = browser.get(&format!("/mine?finished=true&games={old},{id},{none}"));
    let listed: Vec<&Value> =
        mine["games"].as_array().unwrap().iter().map(|game| &game["id"]).collect();
    assert_eq!(listed, [old, id]);
}

#[test]
fn two_tabs_cannot_overwrite_each_other() {
    let (mut one, mut two) = (Browser::default(), Browser::default());
    let path = one.begin(Game::MultipleMadness, "local");
    two.rows = one.rows.clone();
    let number = |number: u32| json!({ "number": number, "ply": 0, "version": 0 });
    let (path_of_move, six, eight) = (format!("{path}/move"), number(6), number(8));
    // Both decide before either has stored.
    let first = one.decide("POST", &path_of_move, &six).0;
    let second = two.decide("POST", &path_of_move, &eight).0;
    assert!(one.store(&first));
    two.rows = one.rows.clone();
    assert!(!two.store(&second));
    let (status, answer) = two.ask("POST", &path_of_move, &eight);
    assert_eq!((status, &answer["game"]["notation"]), (409, &json!("multiple-madness:6")));
    // What is damaged is not shown, and nothing else suffers.
    let other = two.begin(Game::SequenceDuel, "local");
    for text in ["", "{}", r#"{"kind":"moved","number":6}"#] {
        two.rows.insert((path["/games/".len()..].to_owned(), 2), text.to_owned());
        let (status, answer) = two.ask("GET", &path, &Value::Null);
        assert_ne!(status, 200, "{text}: {answer}");
    }
    two.get(&other);
}

#[test]
fn what_needs_a_server_says_so() {
    let mut browser = Browser::default();
    let friend = json!({ "game": "multiple-madness", "mode": "friend" });
    let path = browser.begin(Game::MultipleMadness, "local");
    for (path, body) in [
        ("/games", friend),
        ("/qr", json!({ "text": "https://example.org/" })),
        (&*format!("{path}/invite"), json!({})),
        (&*format!("{path}/join"), json!({ "invite": "x" })),
    ] {
        let (status, answer) = browser.ask("POST", path, &body);
        assert!(status >= 400, "{path}");
        assert!(answer["error"]["message"].as_str().unwrap().contains("divvy serve"), "{answer}");
    }
}

/// Requests that no page would send, mixed with some that it would.
#[test]
fn ten_thousand_random_and_malformed_requests_are_answered() {
    let mut browser = Browser::default();
    let mut random = ChaCha8Rng::seed_from_u64(27);
    let game = browser.begin(Game::MultipleMadness, "computer");
    let others = ["/engine", "/games", "/mine?games=", "/review", "/bots", "", "//?", "/games/x"];
    let parts =
        ["", "/move", "/undo", "/hint?ply=0", "/why?number=6", "/review", "/rematch", "/bot"];
    for round in 0..10_000 {
        let path = match random.random_range(0..2) {
            0 => others[random.random_range(0..others.len())].to_owned(),
            _ => format!("{game}{}", parts[random.random_range(0..parts.len())]),
        };
        let method = ["GET", "POST", ""][random.random_range(0..3)];
        let (line, _) = engine_line(&mut random, 1 << 16);
        let mut request = |rows: &str| {
            let head = format!(
                r#"{{"method":"{method}","path":"{path}","chance":"{round:022}","rows":{rows},"body":"#
            );
            let request = [head.as_bytes(), &line, b"}"].concat();
            parts_of(&browser.site.answer(&request))
        };
        let (mut reply, mut answer) = request("null");
        if !reply["reads"].is_null() {
            (reply, answer) = request(r#"[["x",1,"{}"]]"#);
        }
        assert!(reply["status"].as_u64().unwrap() >= 200, "{round}: {method} {path}");
        // An id that is echoed may be no text that Rust has.
        serde_json::from_slice::<serde::de::IgnoredAny>(&answer).unwrap();
    }
    assert_eq!(browser.get(&game)["ply"], 0);
}

fn parts_of(reply: &[u8]) -> (Value, Vec<u8>) {
    let end = reply.iter().position(|byte| *byte == b'\n').unwrap();
    (serde_json::from_slice(&reply[..end]).unwrap(), reply[end + 1..].to_vec())
}

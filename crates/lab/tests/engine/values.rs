//! What every legal number is worth.

use divvy_lab::Engine;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::lines::some_rules;
use crate::{ask, at};

/// The numbers of an answer, each with its outcome and depth, ascending.
pub(crate) fn numbers(answer: &Value) -> Vec<(u64, Value, Value)> {
    let mut numbers = Vec::new();
    for value in answer["values"].as_array().unwrap() {
        for run in value["runs"].as_array().unwrap() {
            let [from, to] = [0, 1].map(|end| run[end].as_u64().unwrap());
            let worth = |number| (number, value["outcome"].clone(), value["depth"].clone());
            numbers.extend((from..=to).map(worth));
        }
    }
    numbers.sort_by_key(|(number, ..)| *number);
    numbers
}

/// What `solve` says of the position after a move, seen by the player who makes it.
fn solved_after(engine: &mut Engine, number: &Value) -> (u64, Value, Value) {
    let played = ask(engine, json!({"command": "play", "move": number}));
    let solved = ask(engine, json!({"command": "solve"}));
    ask(engine, json!({"command": "undo"}));
    let outcome = match &solved["winner"] {
        Value::Null => "draw",
        winner if *winner == played["player"] => "win",
        _ => "loss",
    };
    let depth = solved["depth"].as_u64().map(|depth| depth + 1);
    (number.as_u64().unwrap(), json!(outcome), json!(depth))
}

proptest! {
    #[test]
    fn values_are_what_solve_says_after_each_move(
        position in some_rules(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
    ) {
        let mut engine = at(position);
        for choice in choices {
            let state = ask(&mut engine, json!({"command": "state"}));
            let legal = state["legal"].as_array().unwrap();
            let values = ask(&mut engine, json!({"command": "values"}));
            prop_assert_eq!(&values["to_move"], &state["to_move"]);
            let expected: Vec<_> =
                legal.iter().map(|number| solved_after(&mut engine, number)).collect();
            prop_assert_eq!(numbers(&values), expected, "{}", state["position"]);
            if legal.is_empty() {
                break;
            }
            let number = &legal[choice.index(legal.len())];
            ask(&mut engine, json!({"command": "play", "move": number}));
        }
    }
}

#[test]
fn a_game_in_the_request_is_judged_and_the_one_at_hand_stays() {
    let mut engine = at("multiple-madness:6,3");
    let before = ask(&mut engine, json!({"command": "values"}));
    let other = ask(&mut at("chain-reaction;size=10:6,1"), json!({"command": "values"}));
    assert_ne!(before, other);
    for request in [
        json!({"command": "values", "position": "chain-reaction;size=10:6,1"}),
        json!({"command": "values", "game": "chain-reaction", "options": {"size": 10}, "moves": [6, 1]}),
    ] {
        assert_eq!(ask(&mut engine, request.clone()), other, "{request}");
        assert_eq!(ask(&mut Engine::default(), request), other, "without a game at hand");
        assert_eq!(ask(&mut engine, json!({"command": "values"})), before);
    }
    let over =
        json!({"command": "values", "game": "number-maze", "moves": [2, 2], "turn_limit": 2});
    assert_eq!(ask(&mut engine, over), json!({"to_move": 1, "values": [], "text": ""}));
}

#[test]
fn large_boards_have_runs_and_the_depth_of_moves_that_end_the_game() {
    for (position, ends) in [
        ("trap-avoidance;size=10000", &[1][..]),
        ("multiple-madness;size=10000:6", &[]),
        ("chain-reaction;size=100:47,1", &[53, 59, 61, 67, 71, 73, 79, 83, 89, 97]),
        ("number-maze;size=10000;target=9999", &[9_999]),
        ("number-maze;size=10000;target=9999;block:2,3", &[]),
    ] {
        let mut engine = at(position);
        let values = ask(&mut engine, json!({"command": "values"}));
        let solved = ask(&mut engine, json!({"command": "solve"}));
        let numbers = numbers(&values);
        let those = |test: &dyn Fn(&(u64, Value, Value)) -> bool| -> Value {
            numbers.iter().filter(|worth| test(worth)).map(|(number, ..)| *number).collect()
        };
        assert_eq!(those(&|_| true), solved["legal"], "{position}");
        assert_eq!(those(&|(_, outcome, _)| outcome == "win"), solved["winning"], "{position}");
        assert_eq!(those(&|(.., depth)| *depth == 1), json!(ends), "{position}");
        assert_eq!(those(&|(.., depth)| !depth.is_null()), json!(ends), "{position}");
    }
    let line = br#"{"command":"values","position":"trap-avoidance;size=10000"}"#;
    assert!(Engine::default().answer(line).len() < 200);
}

#[test]
fn sentences_name_the_players_by_the_seat_that_begins() {
    let mut engine = at("chain-reaction;size=10:6,1,3");
    for (first, mover, other) in [(1, "Ben", "Ada"), (2, "Ada", "Ben")] {
        let mut told = |command: &str| {
            let request = json!({"command": command, "names": ["Ada", "Ben"], "first": first});
            ask(&mut engine, request)["text"].to_string()
        };
        assert_eq!(told("values"), format!("\"{mover} wins with 9.\""));
        assert!(told("hint").contains(&format!("{other} is stuck")));
    }
}

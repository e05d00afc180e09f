//! Questions about any position: hints, longest games, fair boards; from an engine, or without a game at hand.

use std::collections::BTreeSet;

use divvy_analysis::Computer;
use divvy_lab::Engine;
use divvy_lab::engine::{self, ErrorCode, Limits};
use divvy_lab::fair::proposed;
use divvy_rules::{Game, Position, Record};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::lines::some_rules;
use crate::values::numbers;
use crate::{ask, error};

/// The partners in a hint.
fn pairs(hint: &Value) -> Vec<[u32; 2]> {
    serde_json::from_value(hint["pairs"].clone()).unwrap()
}

/// Partners are free, each has one, and either may follow the other: so whatever the player to move takes, the partner answers.
fn assert_proves(record: &Record, pairs: &[[u32; 2]]) {
    let Position::Removal(position) = record.position() else {
        return assert!(pairs.is_empty(), "{record}");
    };
    let partners: BTreeSet<u32> = pairs.iter().flatten().copied().collect();
    assert_eq!(partners.len(), 2 * pairs.len(), "{record}: {pairs:?}");
    let number = |value| record.rules().board().number(value).unwrap();
    for &[one, two] in pairs {
        // A trap is a factor or multiple, but for a 1 that is free.
        let related = one.max(two).is_multiple_of(one.min(two));
        let avoided = record.rules().game() == Game::TrapAvoidance;
        let free = one.min(two) == 1 && record.to_string().contains("one=free");
        assert!(if avoided { !related || free } else { related }, "{record}: {one} {two}");
        assert!(
            [one, two].iter().all(|&value| position.free().contains(number(value))),
            "{record}"
        );
    }
    if pairs.is_empty() {
        return;
    }
    // Whatever the loser plays, to the end of the game, has a partner among them; all of them can come up.
    let answer_to = |played: u32| {
        let pair = pairs.iter().find(|pair| pair.contains(&played));
        let [one, two] = pair.unwrap_or_else(|| panic!("{record}: {played} of {pairs:?}"));
        if *one == played { *two } else { *one }
    };
    let mut seen = BTreeSet::new();
    let mut open = vec![record.clone()];
    while let Some(at) = open.pop().filter(|_| seen.len() < 3_000) {
        for reply in &at.legal() {
            let mut next = at.clone();
            next.play(reply).unwrap();
            next.play(number(answer_to(reply.get()))).unwrap();
            if seen.insert(next.to_string()) {
                open.push(next);
            }
        }
    }
    if open.is_empty() {
        let up: BTreeSet<&str> = seen.iter().flat_map(|game| game.split([':', ','])).collect();
        assert!(partners.iter().all(|one| up.contains(one.to_string().as_str())), "{record}");
    }
}

proptest! {
    #[test]
    fn a_hint_about_a_move_agrees_with_values_and_proves_it(
        rules in some_rules(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..9),
    ) {
        let [mut engine, mut other] = [Engine::default(), Engine::default()];
        let mut record: Record = rules.parse().unwrap();
        for choice in choices {
            let legal = record.position().legal();
            if record.is_over() {
                break;
            }
            record.play(legal.iter().nth(choice.index(legal.len() as usize)).unwrap()).unwrap();
        }
        let about = |record: &Record| json!({"command": "values", "position": record.to_string()});
        let values = ask(&mut engine, about(&record));
        for (number, outcome, _) in numbers(&values) {
            let request = json!({"command": "hint", "position": record.to_string(), "move": number});
            let hint = ask(&mut engine, request);
            prop_assert_eq!((&hint["outcome"], &hint["best"]), (&outcome, &json!(number)));
            prop_assert!(hint["text"].as_str().unwrap().starts_with(hint["verdict"].as_str().unwrap()));
            let mut after = record.clone();
            let played = |record: &mut Record, value: &Value| {
                let value = u32::try_from(value.as_u64().unwrap()).unwrap();
                record.play(record.rules().board().number(value).unwrap()).unwrap();
            };
            played(&mut after, &json!(number));
            if let Some(reply) = hint.get("reply") {
                prop_assert_eq!(&outcome, "loss");
                let replies = numbers(&ask(&mut other, about(&after)));
                let worth = replies.iter().find(|(number, ..)| json!(number) == *reply);
                prop_assert_eq!(&worth.unwrap().1, "win", "{} {}", after, reply);
                played(&mut after, reply);
            } else {
                prop_assert!(outcome != "loss" || after.to_move() == record.to_move(), "{}", after);
            }
            assert_proves(&after, &pairs(&hint));
        }
    }
}

#[test]
fn the_longest_chain_on_100_numbers_has_77() {
    let mut engine = Engine::default();
    let longest =
        ask(&mut engine, json!({"command": "longest", "position": "chain-reaction;size=100"}));
    assert_eq!((&longest["length"], &longest["left_out"]), (&json!(77), &json!(23)));
    let example: Record = longest["example"].as_str().unwrap().parse().unwrap();
    assert_eq!((example.moves().len(), example.is_over()), (77, true));
}

#[test]
fn fair_boards_come_from_a_list_or_from_a_search() {
    let mut engine = Engine::default();
    let all = ask(&mut engine, json!({"command": "fair"}));
    assert_eq!(all["boards"].as_array().unwrap().len(), proposed(None, u32::MAX).len());
    let maze = ask(&mut engine, json!({"command": "fair", "game": "number-maze"}));
    let names: Vec<&Value> =
        maze["boards"].as_array().unwrap().iter().map(|board| &board["name"]).collect();
    assert_eq!(names, ["Quick", "Recommended", "Longer", "With blocking", "Large"]);
    assert_eq!(
        maze["boards"][0]["about"],
        "1 of 4 first moves keeps the shortest way; it takes 3 turns."
    );
    // A named board is what the search says of it.
    let mut named = maze["boards"][1].clone();
    let search =
        json!({"command": "fair", "game": "number-maze", "options": named["options"], "count": 3});
    named.as_object_mut().unwrap().remove("name");
    let mut found = ask(&mut engine, search)["boards"].take();
    found.as_array_mut().unwrap().retain(|board| board["options"] == named["options"]);
    assert_eq!(found, json!([named]));
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn what_a_question_does_not_take_is_an_error() {
    for (request, code, message) in [
        (
            r#"{"command":"hint","position":"number-maze","move":1}"#,
            "illegal_move",
            "1 is where you",
        ),
        (
            r#"{"command":"hint","position":"number-maze","move":21}"#,
            "illegal_move",
            "21 is outside",
        ),
        (r#"{"command":"hint","position":"number-maze","move":"2"}"#, "invalid_field", "\"move\""),
        (
            r#"{"command":"hint","position":"number-maze:20","move":1}"#,
            "game_over",
            "the game is over",
        ),
        (
            r#"{"command":"board","position":"number-maze","you":3}"#,
            "invalid_field",
            "\"you\" takes 1",
        ),
        (
            r#"{"command":"board","position":"number-maze","names":["Ada"]}"#,
            "invalid_field",
            "\"names\" takes two different names",
        ),
        (r#"{"command":"longest","position":"number-maze"}"#, "invalid_field", ""),
        (r#"{"command":"longest","position":"trap-avoidance;memory=2"}"#, "too_large", ""),
        (r#"{"command":"fair","count":3}"#, "missing_field", "fair takes \"options\""),
        (r#"{"command":"fair","game":"chess"}"#, "invalid_field", "\"chess\" is not a game"),
        (
            r#"{"command":"fair","game":"number-maze","count":0}"#,
            "invalid_field",
            "\"count\" takes",
        ),
        (
            r#"{"command":"fair","game":"number-maze","options":{"opening":"even"}}"#,
            "invalid_options",
            "opening is not an option of number-maze",
        ),
        (
            r#"{"command":"fair","game":"sequence-duel","options":{"size":201}}"#,
            "too_large",
            "fair boards are looked for up to size 200 here, not 201",
        ),
        (
            r#"{"command":"fair","game":"sequence-duel","options":{"size":2}}"#,
            "invalid_options",
            "no board among these",
        ),
        (r#"{"command":"lesson","step":2}"#, "missing_field", "\"step\" goes with \"lesson\""),
        (
            r#"{"command":"lesson","lesson":"chess"}"#,
            "invalid_field",
            "\"chess\" is not a lesson: they are the-rule, ",
        ),
        (r#"{"command":"lesson","lesson":1}"#, "invalid_field", "\"lesson\" takes a text, not 1"),
        (
            r#"{"command":"lesson","lesson":"pairs","step":0}"#,
            "invalid_field",
            "\"step\" takes a whole number from 1 to 6, not 0",
        ),
        (
            r#"{"command":"lesson","lesson":"pairs","step":-1}"#,
            "invalid_field",
            "\"step\" takes a whole number from 1 to 6, not -1",
        ),
        (r#"{"command":"lesson","lesson":"pairs","move":"8"}"#, "invalid_field", "\"move\" takes"),
        (
            r#"{"command":"lesson","lesson":"pairs","moves":[8]}"#,
            "invalid_field",
            "\"moves\" goes with a step that is a game",
        ),
        (
            r#"{"command":"lesson","lesson":"pairs","step":6,"moves":[8,7]}"#,
            "illegal_move",
            "move 2 cannot be played: 7 is not a factor or multiple of 8",
        ),
        (
            r#"{"command":"fair","game":"trap-avoidance","options":{"size":30,"memory":2}}"#,
            "too_large",
            "",
        ),
    ] {
        let (found, said) = error(&mut Engine::default(), request);
        assert_eq!((found.as_str(), said.starts_with(message)), (code, true), "{request}\n{said}");
    }
}

#[test]
fn a_client_without_an_engine_asks_about_positions_within_limits() {
    let limits = Limits { size: 50, longest: (30, 1 << 20), fair: 12 };
    let asked = |line: &str| engine::ask(line.as_bytes(), &mut Computer::default(), &limits);
    let commands: Value = serde_json::from_str(&asked(r#"{"command":"list_commands"}"#).0).unwrap();
    for command in commands["result"]["commands"].as_array().unwrap() {
        let alone = asked(&format!(r#"{{"command":{command}}}"#)).1;
        let always = ["name", "version", "list_commands", "games", "bots", "fair", "lesson"];
        let expected = (!always.contains(&command.as_str().unwrap())).then_some(ErrorCode::NoGame);
        let expected = if command == "play" { Some(ErrorCode::NoGame) } else { expected };
        assert_eq!(alone, expected, "{command}");
    }
    for (line, code) in [
        (r#"{"command":"solve","position":"chain-reaction;size=50:6"}"#, None),
        (r#"{"command":"solve","position":"chain-reaction;size=51:6"}"#, Some(ErrorCode::TooLarge)),
        (r#"{"command":"longest","position":"chain-reaction;size=30"}"#, None),
        (r#"{"command":"longest","position":"chain-reaction;size=31"}"#, Some(ErrorCode::TooLarge)),
        (
            r#"{"command":"fair","game":"number-maze","options":{"size":13}}"#,
            Some(ErrorCode::TooLarge),
        ),
        (r#"{"command":"fair","game":"number-maze","count":2}"#, None),
        (r#"{"command":"new","game":"number-maze"}"#, Some(ErrorCode::NoGame)),
    ] {
        assert_eq!(asked(line).1, code, "{line}");
    }
    let games: Value = serde_json::from_str(&asked(r#"{"command":"games"}"#).0).unwrap();
    assert_eq!(games["result"]["max_size"], 50);
}

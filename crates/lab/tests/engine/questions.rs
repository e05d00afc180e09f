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
fn a_puzzle_has_one_winning_move_which_only_a_hint_tells() {
    let mut engine = Engine::default();
    let requests = [
        json!({"command": "puzzle", "date": "2026-11-18"}),
        json!({"command": "puzzle", "seed": 7}),
        json!({"command": "puzzle", "seed": 7, "grade": 5, "game": "trap-avoidance"}),
        json!({"command": "puzzle", "seed": u64::MAX, "game": "chain-reaction", "options": {"size": 30}}),
    ];
    for request in requests {
        let puzzle = ask(&mut engine, request.clone());
        let keys: Vec<&String> = puzzle.as_object().unwrap().keys().collect();
        assert_eq!(keys.len(), 4, "no answer: {keys:?}");
        for name in ["date", "seed", "grade", "game"] {
            let told = puzzle.get(name).or(puzzle["board"].get(name));
            assert!(request.get(name).is_none_or(|wanted| Some(wanted) == told), "{request}");
        }
        let (position, first) = (&puzzle["position"], &puzzle["board"]["first"]);
        assert_eq!(puzzle["board"]["to_move"], 1);
        assert_eq!(
            (position, &puzzle["board"]["headline"]["turn"]),
            (&puzzle["board"]["notation"], &json!("Your turn"))
        );
        let solved = ask(&mut engine, json!({"command": "solve", "position": position}));
        assert_eq!(solved["winning"].as_array().unwrap().len(), 1, "{request}");
        for number in solved["legal"].as_array().unwrap() {
            let judged = json!({"command": "hint", "position": position, "move": number, "first": first, "you": 1, "names": ["You", "Computer"]});
            let judged = ask(&mut engine, judged);
            let right = solved["winning"] == json!([number]);
            assert_eq!(judged["outcome"] == "win", right, "{request}");
            let text = judged["text"].as_str().unwrap();
            assert!(!text.contains("Player") && !text.contains("you is"), "{text}");
        }
    }
}

/// What is asked, and the code and the beginning of the message that answer it.
const REFUSED: [[&str; 3]; 33] = [
    [r#"{"command":"puzzle"}"#, "missing_field", "puzzle takes \"seed\" or \"date\""],
    [r#"{"command":"puzzle","date":"2026-11-31"}"#, "invalid_field", "\"date\" takes a day"],
    [r#"{"command":"puzzle","date":20261118}"#, "invalid_field", "\"date\" takes"],
    [
        r#"{"command":"puzzle","date":"2026-11-18","grade":3}"#,
        "invalid_field",
        "\"grade\" goes with \"seed\"",
    ],
    [r#"{"command":"puzzle","seed":1,"grade":6}"#, "invalid_field", "\"grade\" takes"],
    [r#"{"command":"puzzle","seed":-1}"#, "invalid_field", "\"seed\" takes"],
    [r#"{"command":"puzzle","seed":1,"options":{}}"#, "invalid_field", "\"options\" goes"],
    [
        r#"{"command":"puzzle","seed":1,"game":"number-maze","options":{"size":20000}}"#,
        "too_large",
        "puzzles are made on boards up to",
    ],
    [
        r#"{"command":"puzzle","seed":1,"game":"number-maze","options":{"size":2}}"#,
        "invalid_options",
        "no position with exactly one",
    ],
    [r#"{"command":"hint","position":"number-maze","you":0}"#, "invalid_field", "\"you\" takes"],
    [r#"{"command":"hint","position":"number-maze","move":1}"#, "illegal_move", "1 is where you"],
    [r#"{"command":"hint","position":"number-maze","move":21}"#, "illegal_move", "21 is outside"],
    [r#"{"command":"hint","position":"number-maze","move":"2"}"#, "invalid_field", "\"move\""],
    [r#"{"command":"hint","position":"number-maze:20","move":1}"#, "game_over", "the game is over"],
    [r#"{"command":"board","position":"number-maze","you":3}"#, "invalid_field", "\"you\" takes 1"],
    [
        r#"{"command":"board","position":"number-maze","names":["Ada"]}"#,
        "invalid_field",
        "\"names\" takes two different names",
    ],
    [r#"{"command":"longest","position":"number-maze"}"#, "invalid_field", ""],
    [r#"{"command":"longest","position":"trap-avoidance;memory=2"}"#, "too_large", ""],
    [r#"{"command":"fair","count":3}"#, "missing_field", "fair takes \"options\""],
    [r#"{"command":"fair","game":"chess"}"#, "invalid_field", "\"chess\" is not a game"],
    [r#"{"command":"fair","game":"number-maze","count":0}"#, "invalid_field", "\"count\" takes"],
    [
        r#"{"command":"fair","game":"number-maze","options":{"opening":"even"}}"#,
        "invalid_options",
        "opening is not an option of number-maze",
    ],
    [
        r#"{"command":"fair","game":"sequence-duel","options":{"size":201}}"#,
        "too_large",
        "fair boards are looked for up to size 200 here, not 201",
    ],
    [
        r#"{"command":"fair","game":"sequence-duel","options":{"size":2}}"#,
        "invalid_options",
        "no board among these",
    ],
    [
        r#"{"command":"fair","game":"trap-avoidance","options":{"size":30,"memory":2}}"#,
        "too_large",
        "",
    ],
    [r#"{"command":"lesson","step":2}"#, "missing_field", "\"step\" goes with \"lesson\""],
    [
        r#"{"command":"lesson","lesson":"chess"}"#,
        "invalid_field",
        "\"chess\" is not a lesson: they are the-rule, ",
    ],
    [r#"{"command":"lesson","lesson":1}"#, "invalid_field", "\"lesson\" takes a text, not 1"],
    [
        r#"{"command":"lesson","lesson":"pairs","step":0}"#,
        "invalid_field",
        "\"step\" takes a whole number from 1 to 6, not 0",
    ],
    [
        r#"{"command":"lesson","lesson":"pairs","step":-1}"#,
        "invalid_field",
        "\"step\" takes a whole number from 1 to 6, not -1",
    ],
    [r#"{"command":"lesson","lesson":"pairs","move":"8"}"#, "invalid_field", "\"move\" takes"],
    [
        r#"{"command":"lesson","lesson":"pairs","moves":[8]}"#,
        "invalid_field",
        "\"moves\" goes with a step that is a game",
    ],
    [
        r#"{"command":"lesson","lesson":"pairs","step":6,"moves":[8,7]}"#,
        "illegal_move",
        "move 2 cannot be played: 7 is not a factor or multiple of 8",
    ],
];

#[test]
fn what_a_question_does_not_take_is_an_error() {
    for [request, code, message] in REFUSED {
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
        let expected = if command == "puzzle" { Some(ErrorCode::MissingField) } else { expected };
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
        (
            r#"{"command":"puzzle","seed":1,"game":"chain-reaction","options":{"size":51}}"#,
            Some(ErrorCode::TooLarge),
        ),
        (r#"{"command":"new","game":"number-maze"}"#, Some(ErrorCode::NoGame)),
    ] {
        assert_eq!(asked(line).1, code, "{line}");
    }
    let games: Value = serde_json::from_str(&asked(r#"{"command":"games"}"#).0).unwrap();
    assert_eq!(games["result"]["max_size"], 50);
}

//! Lines of any bytes: one answer each.

use divvy_lab::Engine;
use divvy_lab::engine::LONGEST_LINE;
use divvy_match::Bot;
use proptest::prelude::*;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::{answers, ask, at};

#[test]
fn the_id_comes_back_as_it_was_written() {
    let mut engine = Engine::default();
    for id in [
        "1",
        "-0",
        "1.50",
        "1e400",
        "123456789012345678901234567890",
        "null",
        "true",
        r#""""#,
        r#""\u0041\n\ud800""#,
        r#"{ "b" : 1, "a" : [ ] , "a" : 2 }"#,
        "[1,\t2]",
    ] {
        for rest in [r#""command":"name""#, r#""command":"nonsense""#, r#""x":1"#] {
            let answer = engine.answer(format!(r#"{{"id":{id},{rest}}}"#).as_bytes());
            assert!(answer.starts_with(&format!(r#"{{"id":{id},""#)), "{answer}");
        }
    }
    // A line must stay one line, whatever its reader takes for the end of one.
    assert!(
        engine.answer(b"{\"id\":[1,\r2],\"command\":\"name\"}").starts_with(r#"{"id":[1, 2],"#)
    );
    for line in [r#"{"command":"name"}"#, r#"{"id":1,"id":1,"command":"name"}"#, "7"] {
        assert!(engine.answer(line.as_bytes()).starts_with(r#"{"id":null,"#), "{line}");
    }
}

#[test]
fn lines_are_answered_one_by_one_until_quit_or_the_end() {
    assert!(answers(b"").is_empty());
    assert_eq!(answers(b"{\"command\":\"name\"}\n").len(), 1);
    let name = r#"{"id":null,"result":{"name":"divvy"}}"#;
    assert_eq!(answers(b"{\"command\":\"name\"}\r\n{\"command\":\"name\"}"), [name, name]);
    assert_eq!(answers(b"\n\n\n").len(), 3);
    let after_quit = answers(b"{\"id\":1,\"command\":\"quit\"}\n{\"command\":\"name\"}\n");
    assert_eq!(after_quit, [r#"{"id":1,"result":{}}"#]);
}

#[test]
fn a_line_that_is_too_long_is_passed_over() {
    let frame = r#"{"command":"name","id":""}"#;
    let line = |length: usize| {
        let id = "x".repeat(length - frame.len());
        format!("{{\"command\":\"name\",\"id\":\"{id}\"}}")
    };
    let (longest, too_long) = (line(LONGEST_LINE), line(LONGEST_LINE + 1));
    let much_too_long = line(3 * LONGEST_LINE);
    let input = [&longest, &too_long, &much_too_long, frame, &much_too_long].join("\n");
    let answers = answers(input.as_bytes());
    let refused =
        |answer: &String| answer.starts_with(r#"{"id":null,"error":{"code":"line_too_long""#);
    assert_eq!(answers.iter().map(refused).collect::<Vec<_>>(), [false, true, true, false, true]);
    assert!(answers[0].ends_with(r#""result":{"name":"divvy"}}"#));
}

/// Rules of every kind, small enough to be solved in no time.
pub(crate) fn some_rules() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "trap-avoidance;size=9",
        "trap-avoidance;size=12;one=free",
        "trap-avoidance;size=11;memory=2",
        "multiple-madness;size=14",
        "chain-reaction;size=12;opening=even-below-half",
        "sequence-duel;size=13;without-one",
        "number-maze",
        "number-maze;size=22;without-one;start=14;target=6",
        "number-maze;size=30;without-one;start=14;target=15;block",
    ])
}

/// Requests, most of them sensible, with moves that may or may not be legal.
fn some_request() -> impl Strategy<Value = Value> {
    let plain = prop::sample::select(vec![
        "name",
        "version",
        "list_commands",
        "state",
        "legal",
        "undo",
        "solve",
        "values",
        "hint",
        "board",
        "longest",
        "games",
        "bots",
        "fair",
        "lesson",
        "review",
        "new",
        "jump",
    ]);
    let about = vec!["new", "state", "legal", "solve", "values", "board", "longest", "review"];
    let bots = prop::sample::select(Bot::ALL.map(Bot::name).to_vec());
    prop_oneof![
        plain.prop_map(|command| json!({"command": command})),
        (0..32, any::<bool>())
            .prop_map(|(number, legal)| json!({"command": "play", "move": number, "legal": legal})),
        (bots, any::<u64>())
            .prop_map(|(bot, seed)| json!({"command": "genmove", "bot": bot, "seed": seed})),
        (prop::sample::select(about), some_rules())
            .prop_map(|(command, position)| json!({"command": command, "position": position})),
        (0..8, prop::collection::vec(0..12, 0..3), 0..12).prop_map(|(step, moves, number)| {
            json!({"command": "lesson", "lesson": "left-over", "step": step, "moves": moves, "move": number})
        }),
        (0..32, some_rules()).prop_map(
            |(number, position)| json!({"command": "hint", "position": position, "move": number})
        ),
    ]
}

proptest! {
    #[test]
    fn undo_after_play_gives_the_same_state(
        position in some_rules(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..20),
        solve in any::<bool>(),
    ) {
        let mut engine = at(position);
        for choice in choices {
            let ask_for = |engine: &mut Engine, command: &str| ask(engine, json!({"command": command}));
            let before = ask_for(&mut engine, "state");
            let legal = before["legal"].as_array().unwrap().clone();
            if legal.is_empty() {
                break;
            }
            let solved = solve.then(|| ask_for(&mut engine, "solve"));
            let number = &legal[choice.index(legal.len())];
            let played = ask(&mut engine, json!({"command": "play", "move": number}));
            let after = ask_for(&mut engine, "state");
            prop_assert_eq!(&played["to_move"], &after["to_move"]);
            prop_assert_eq!(&played["winner"], &after["winner"]);
            prop_assert_eq!(&ask_for(&mut engine, "undo")["move"], number);
            prop_assert_eq!(ask_for(&mut engine, "state"), before);
            prop_assert_eq!(solve.then(|| ask_for(&mut engine, "solve")), solved);
            ask(&mut engine, json!({"command": "play", "move": number}));
            prop_assert_eq!(ask_for(&mut engine, "state"), after);
        }
    }

    #[test]
    fn every_line_has_one_answer_with_its_id(
        requests in prop::collection::vec((some_request(), any::<u64>()), 1..30),
    ) {
        let mut input = String::new();
        for (request, id) in &requests {
            let mut request = request.clone();
            request["id"] = json!(id);
            input += &format!("{request}\n");
        }
        let answers = answers(input.as_bytes());
        prop_assert_eq!(answers.len(), requests.len());
        for (answer, (request, id)) in answers.iter().zip(&requests) {
            let answer: Value = serde_json::from_str(answer).unwrap();
            prop_assert_eq!(&answer["id"], &json!(id), "{}", request);
            prop_assert!(answer["result"].is_object() || answer["error"]["code"].is_string());
        }
    }

    #[test]
    fn any_bytes_are_answered_line_by_line(
        request in some_request(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        noise in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        let mut line = request.to_string().into_bytes();
        for (place, byte) in damage {
            let place = place.index(line.len());
            line[place] = byte;
        }
        let input = [&b"{\"command\":\"new\",\"position\":\"number-maze:5\"}\n"[..], &line, b"\n", &noise].concat();
        let ends = input.iter().filter(|byte| **byte == b'\n').count();
        let expected = ends + usize::from(input.last() != Some(&b'\n'));
        let answers = answers(&input);
        prop_assert_eq!(answers.len(), expected);
        for answer in answers {
            let fields: std::collections::BTreeMap<String, &RawValue> =
                serde_json::from_str(&answer).unwrap();
            prop_assert!(fields.contains_key("id"), "{}", answer);
            prop_assert!(fields.contains_key("result") != fields.contains_key("error"), "{}", answer);
        }
    }
}

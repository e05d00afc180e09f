//! What is wrong is said, with a code and in words, and nothing has changed.

use divvy_lab::Engine;
use divvy_rules::Record;
use serde_json::{Value, json};

use crate::{ask, at, error};

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn every_error_has_its_code_and_says_what_would_be_right() {
    let cases: &[(&str, &str, &str)] = &[
        ("", "invalid_json", "the line is blank; a request is a JSON object"),
        (" \t\r", "invalid_json", "the line is blank; a request is a JSON object"),
        ("play 6", "invalid_json", "the line is not JSON from column 1 on"),
        (r#"{"command":"name"} x"#, "invalid_json", "the line is not JSON from column 20 on"),
        (r#"{"command":"#, "invalid_json", "the line is not JSON: it ends too early"),
        (r#"{"\ud800":1}"#, "invalid_json", "the name of a field is not text"),
        ("6", "not_an_object", r#"a request is a JSON object such as {"id":1,"command":"name"}"#),
        (r#"["name"]"#, "not_an_object", ""),
        (
            r#"{"id":1}"#,
            "missing_field",
            "\"command\" is missing: the commands are name, version, ",
        ),
        (r#"{"command":7}"#, "invalid_field", "\"command\" takes a text, not 7"),
        (r#"{"command":"jump"}"#, "unknown_command", "\"jump\" is not a command: they are name, "),
        (
            r#"{"command":"state","now":1}"#,
            "unknown_field",
            "\"now\" is not a field of state, which takes \"game\", \"options\", \"moves\", ",
        ),
        (
            r#"{"command":"bots","now":1}"#,
            "unknown_field",
            "\"now\" is not a field of bots, which takes none but \"id\" and \"command\"",
        ),
        (
            r#"{"command":"genmove","bots":1}"#,
            "unknown_field",
            "\"bots\" is not a field of genmove, which takes \"bot\", \"seed\"",
        ),
        (r#"{"command":"play","move":1,"move":2}"#, "repeated_field", "\"move\" is given twice"),
        (
            r#"{"command":"play"}"#,
            "missing_field",
            "\"move\" is missing: play takes a whole number such as 6",
        ),
        (
            r#"{"command":"play","move":6.5}"#,
            "invalid_field",
            "\"move\" takes a whole number such as 6, not 6.5",
        ),
        (
            r#"{"command":"play","move":null}"#,
            "invalid_field",
            "\"move\" takes a whole number such as 6, not null",
        ),
        (
            r#"{"command":"play","move":6}"#,
            "no_game",
            "no game has been begun: send the command new first",
        ),
        (
            r#"{"command":"genmove","bot":"best"}"#,
            "invalid_field",
            "\"best\" is not a bot: the bots are random, greedy, easy, medium, hard, perfect",
        ),
        (r#"{"command":"genmove","bot":1}"#, "invalid_field", "\"bot\" takes a text, not 1"),
        (
            r#"{"command":"genmove","seed":-1}"#,
            "invalid_field",
            "\"seed\" takes a whole number from 0 to 18446744073709551615, not -1",
        ),
        (
            r#"{"command":"new"}"#,
            "missing_field",
            "new takes \"game\", with \"options\" and \"moves\", or \"position\"",
        ),
        (
            r#"{"command":"values","moves":[6]}"#,
            "missing_field",
            "values takes \"game\", with \"options\" and \"moves\", or \"position\"",
        ),
        (
            r#"{"command":"new","game":"chess"}"#,
            "invalid_field",
            "\"chess\" is not a game: the games are trap-avoidance, ",
        ),
        (
            r#"{"command":"new","game":"chess","position":"chess"}"#,
            "invalid_field",
            "\"position\" names the game already: give one of the two",
        ),
        (
            r#"{"command":"new","position":"number-maze","moves":[2]}"#,
            "invalid_field",
            "\"moves\" goes with \"game\"; a position has its own",
        ),
        (
            r#"{"command":"new","position":"number-maze;sise=3"}"#,
            "invalid_position",
            "\"sise\" is not an option: the options are size, ",
        ),
        (
            r#"{"command":"new","position":"number-maze:2,x"}"#,
            "invalid_position",
            "move 2 is not a number: \"x\"",
        ),
        (
            r#"{"command":"new","position":"number-maze:1"}"#,
            "illegal_move",
            "move 1 cannot be played: 1 is where you already are",
        ),
        (
            r#"{"command":"new","game":"number-maze","moves":6}"#,
            "invalid_field",
            "\"moves\" takes a list of whole numbers such as [6,3], not 6",
        ),
        (
            r#"{"command":"new","game":"number-maze","moves":[2,"x"]}"#,
            "invalid_field",
            "\"moves\" takes a list of whole numbers such as [6,3], and number 2 in it is \"x\"",
        ),
        (
            r#"{"command":"new","game":"number-maze","moves":[2,-3]}"#,
            "illegal_move",
            "move 2 cannot be played: -3 is outside 1-20",
        ),
        (
            r#"{"command":"new","game":"multiple-madness","moves":[11,1,13,5]}"#,
            "game_over",
            "move 4 cannot be played: the game is over: Player 1 has won",
        ),
        (
            r#"{"command":"new","game":"number-maze","options":[]}"#,
            "invalid_field",
            "\"options\" takes an object such as {\"size\":30}, not []",
        ),
        (
            r#"{"command":"new","game":"number-maze","options":{"size":1,"size":2}}"#,
            "invalid_options",
            "size is given twice",
        ),
        (
            r#"{"command":"new","game":"number-maze","options":{"without-one":true}}"#,
            "invalid_options",
            "\"without-one\" is not an option: the options are size, opening, without_one, ",
        ),
        (
            r#"{"command":"new","game":"number-maze","options":{"size":0}}"#,
            "invalid_options",
            "size takes a whole number from 1 to 1000000, not 0",
        ),
        (
            r#"{"command":"new","game":"number-maze","options":{"size":99999999999}}"#,
            "invalid_options",
            "size takes a whole number from 1 to 1000000, not 99999999999",
        ),
        (
            r#"{"command":"new","game":"number-maze","options":{"without_one":1}}"#,
            "invalid_options",
            "without_one takes true or false, not 1",
        ),
        (
            r#"{"command":"new","game":"chain-reaction","options":{"opening":"odd"}}"#,
            "invalid_options",
            "opening takes any, even or even-below-half, not \"odd\"",
        ),
        (
            r#"{"command":"new","game":"chain-reaction","options":{"block":true}}"#,
            "invalid_options",
            "block is not an option of chain-reaction, which takes size, opening, without_one",
        ),
    ];
    for (line, code, message) in cases {
        let (found, said) = error(&mut Engine::default(), line);
        assert_eq!((found.as_str(), said.starts_with(message)), (*code, true), "{line}\n{said}");
    }
    let mut fresh = Engine::default();
    for command in [
        "state", "legal", "undo", "genmove", "solve", "values", "hint", "board", "longest",
        "review",
    ] {
        let line = json!({"command": command}).to_string();
        assert_eq!(error(&mut fresh, line).0, "no_game", "{command}");
    }
    assert_eq!(error(&mut fresh, b"{\"command\":\"\xff\"}").1, "the line is not UTF-8");
    let deep = format!("{{\"id\":{}{}}}", "[".repeat(64), "]".repeat(64));
    assert_eq!(error(&mut fresh, deep).1, "the line is nested more than 64 deep");
    let brackets = json!({"command": "name", "id": "[{".repeat(100) + "\""}).to_string();
    assert!(fresh.answer(brackets.as_bytes()).contains("\"result\""), "brackets in a text");
}

#[test]
fn a_move_is_refused_in_the_words_that_people_see() {
    let play = |position: &str, number: &str| {
        let line = format!(r#"{{"command":"play","move":{number}}}"#);
        error(&mut at(position), line)
    };
    let illegal = |message: &str| ("illegal_move".to_owned(), message.to_owned());
    assert_eq!(play("multiple-madness:6", "8"), illegal("8 is not a factor or multiple of 6"));
    assert_eq!(play("multiple-madness:6,3", "6"), illegal("6 is already taken"));
    assert_eq!(play("trap-avoidance:6", "3"), illegal("3 is a factor or multiple of 6"));
    assert_eq!(play("sequence-duel;opening=even", "3"), illegal("3 is not an even number"));
    assert_eq!(play("number-maze:5,2", "1"), illegal("1 is the node you were on last turn"));
    assert_eq!(play("number-maze", "0"), illegal("0 is outside 1-20"));
    assert_eq!(play("number-maze", "-6"), illegal("-6 is outside 1-20"));
    let huge = "9".repeat(60);
    let shown = format!("{}... is outside 1-20", "9".repeat(40));
    assert_eq!(play("number-maze", &huge), illegal(&shown));
}

#[test]
fn nobody_moves_in_a_game_that_is_over_or_takes_back_what_was_not_played() {
    let mut over = at("multiple-madness:11,1,13");
    let over_error = ("game_over".to_owned(), "the game is over: Player 1 has won".to_owned());
    assert_eq!(error(&mut over, r#"{"command":"genmove"}"#), over_error);
    assert_eq!(error(&mut over, r#"{"command":"play","move":99}"#), over_error);
    assert_eq!(ask(&mut over, json!({"command": "legal"})), json!({"legal": []}));
    assert_eq!(ask(&mut over, json!({"command": "solve"}))["winner"], 1);
    assert_eq!(
        ask(&mut over, json!({"command": "undo"})),
        json!({"move": 13, "player": 1, "skipped": [], "to_move": 1, "over": false, "winner": null})
    );
    let mut fresh = at("multiple-madness");
    assert_eq!(
        error(&mut fresh, r#"{"command":"undo"}"#),
        ("nothing_to_undo".to_owned(), "there is no move to take back".to_owned())
    );
    // A board on which the first player cannot even begin.
    let stuck = ask(&mut at("multiple-madness;size=1;opening=even"), json!({"command": "state"}));
    assert_eq!((&stuck["over"], &stuck["winner"]), (&json!(true), &json!(2)));
}

#[test]
fn a_request_that_fails_leaves_the_game_as_it_was() {
    let mut engine = at("chain-reaction:8,4");
    let before = ask(&mut engine, json!({"command": "state"}));
    for line in [
        r#"{"command":"new","game":"chain-reaction","moves":[6,8]}"#,
        r#"{"command":"play","move":3}"#,
        r#"{"command":"play","move":[2]}"#,
        "nonsense",
    ] {
        assert!(!error(&mut engine, line).0.is_empty(), "{line}");
        assert_eq!(ask(&mut engine, json!({"command": "state"})), before, "{line}");
    }
}

#[test]
fn a_race_that_cannot_be_solved_says_so_and_is_played_all_the_same() {
    let mut engine = at("number-maze;size=300;without-one;start=2;block");
    for command in ["solve", "values", "hint", "review", "genmove"] {
        let (code, message) = error(&mut engine, json!({"command": command}).to_string());
        assert_eq!(code, "too_large");
        assert!(message.starts_with("a race with blocking and without 1 is solved up to size 200"));
        assert_eq!(
            message.ends_with("; the bots random and greedy do without"),
            command == "genmove"
        );
    }
    for bot in ["random", "greedy"] {
        assert!(ask(&mut engine, json!({"command": "genmove", "bot": bot}))["move"].is_u64());
    }
}

#[test]
fn a_race_goes_on_for_a_thousand_turns_at_most() {
    let mut engine = at("number-maze");
    let walk = [2, 2, 4, 4, 1, 1];
    for number in walk.into_iter().cycle().take(1_000) {
        assert_eq!(ask(&mut engine, json!({"command": "play", "move": number}))["move"], number);
    }
    let limit = "a game of Number Maze goes on for 1000 turns at most";
    for line in [r#"{"command":"play","move":1}"#, r#"{"command":"genmove"}"#] {
        assert_eq!(error(&mut engine, line), ("turn_limit".to_owned(), limit.to_owned()));
    }
    let state = ask(&mut engine, json!({"command": "state"}));
    assert_eq!(state["race"]["turns"].as_array().unwrap().len(), 1_000);
    assert_abandoned(&mut engine);
    let longer = state["position"].as_str().unwrap().to_owned() + ",1";
    let (code, message) =
        error(&mut engine, json!({"command": "new", "position": longer}).to_string());
    assert_eq!(
        (code.as_str(), message),
        ("turn_limit", format!("move 1001 cannot be played: {limit}"))
    );
    let lifted = json!({"command": "new", "position": longer, "turn_limit": null});
    assert_eq!(ask(&mut engine, lifted)["over"], false);
    let earlier =
        json!({"command": "new", "game": "number-maze", "moves": [2, 2], "turn_limit": 2});
    assert_eq!(ask(&mut engine, earlier)["over"], true);
    let none = r#"{"command":"new","game":"number-maze","turn_limit":0}"#;
    let takes = "\"turn_limit\" takes a whole number from 1 on, or null, not 0";
    assert_eq!(error(&mut engine, none), ("invalid_field".to_owned(), takes.to_owned()));
    ask(&mut engine, json!({"command": "new", "position": state["position"]}));
    // Taking back and beginning anew are still possible, and cheap.
    ask(&mut engine, json!({"command": "solve"}));
    ask(&mut engine, json!({"command": "undo"}));
    assert_eq!(ask(&mut engine, json!({"command": "genmove"}))["move"], 20);
    ask(&mut engine, json!({"command": "new", "game": "number-maze"}));
    assert_eq!(ask(&mut engine, json!({"command": "solve"}))["best"], 20);
}

/// The game is over without a winner, and every command knows it.
fn assert_abandoned(engine: &mut Engine) {
    let state = ask(engine, json!({"command": "state"}));
    let position = state["position"].as_str().unwrap().to_owned();
    assert_eq!(ask(engine, json!({"command": "legal"})), json!({"legal": []}));
    let begun = ask(engine, json!({"command": "new", "position": position}));
    let solved = ask(engine, json!({"command": "solve"}));
    for answer in [&state, &begun, &solved] {
        assert_eq!((&answer["over"], &answer["winner"]), (&json!(true), &Value::Null), "{answer}");
        assert_eq!(answer["to_move"], 1, "after an even number of turns");
    }
    for answer in [&state, &solved] {
        assert_eq!(answer["legal"], json!([]), "{answer}");
    }
    assert_eq!((&solved["winning"], &solved["best"]), (&json!([]), &Value::Null));
    assert_eq!(
        ask(engine, json!({"command": "values"})),
        json!({"to_move": 1, "values": [], "text": ""})
    );
    assert_eq!(ask(engine, json!({"command": "review"}))["over"], true);
    assert_eq!(state["race"]["turns"].as_array().unwrap().len(), 1_000);
}

#[test]
fn skipped_turns_count_for_the_limit_and_do_not_pass_it() {
    let mut cut = 0;
    for seed in 0..12_u64 {
        let mut engine = at("number-maze");
        let (mut turns, mut chance) = (0, seed);
        let mut legal = ask(&mut engine, json!({"command": "legal"}))["legal"].take();
        while turns < 1_000 {
            // From 1 half of the moves go into a dead end, so that there are many skips; none goes to the target.
            let choices = legal.as_array().unwrap().iter().filter(|number| **number != 20);
            let choices: Vec<&Value> = choices.collect();
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let place = (chance >> 33) as usize;
            let dead_end = choices.iter().find(|number| ***number == 11 && place.is_multiple_of(2));
            let number = dead_end.unwrap_or(&choices[place / 2 % choices.len()]);
            let request = json!({"command": "play", "move": number, "legal": true});
            let mut played = ask(&mut engine, request.clone());
            turns += 1 + played["skipped"].as_array().unwrap().len();
            assert!(turns <= 1_000, "{turns}");
            assert_eq!(played["over"], json!(turns == 1_000), "after {turns} turns");
            let undone = ask(&mut engine, json!({"command": "undo"}));
            for key in ["move", "player", "skipped"] {
                assert_eq!(undone[key], played[key]);
            }
            ask(&mut engine, request);
            legal = played["legal"].take();
        }
        assert_abandoned(&mut engine);
        let position = ask(&mut engine, json!({"command": "state"}))["position"].take();
        let record: Record = position.as_str().unwrap().parse().unwrap();
        cut += usize::from(record.turns().count() > 1_000);
    }
    assert!(cut > 0, "some of these games would have gone on with a skipped turn");
}

#[test]
fn moves_are_answered_with_the_legal_ones_on_request() {
    let mut engine = Engine::default();
    let request = json!({"command": "new", "game": "sequence-duel", "moves": [6], "legal": true});
    assert_eq!(ask(&mut engine, request)["legal"], json!([1, 2, 3, 12, 18]));
    let played = ask(&mut engine, json!({"command": "play", "move": 18, "legal": true}));
    assert_eq!(played["legal"], json!([1, 2, 3, 9]));
    let undone = ask(&mut engine, json!({"command": "undo", "legal": true}));
    assert_eq!(undone["legal"], json!([1, 2, 3, 12, 18]));
    let moved = ask(&mut engine, json!({"command": "genmove", "legal": true}));
    assert_eq!(moved["legal"], ask(&mut engine, json!({"command": "legal"}))["legal"]);
    let plain = ask(&mut engine, json!({"command": "undo", "legal": false}));
    assert!(plain.get("legal").is_none(), "{plain}");
    assert_eq!(
        error(&mut engine, r#"{"command":"play","move":1,"legal":1}"#),
        ("invalid_field".to_owned(), "\"legal\" takes true or false, not 1".to_owned())
    );
    let state = ask(&mut engine, json!({"command": "state"}));
    assert_eq!(state["moves"], json!([6]), "nothing was played");
    // After the last move there is none.
    let mut engine = at("multiple-madness:11,1");
    let last = ask(&mut engine, json!({"command": "play", "move": 13, "legal": true}));
    assert_eq!(last["legal"], json!([]));
}

#[test]
fn boards_of_a_million_numbers_are_played() {
    let mut engine = at("multiple-madness;size=1000000");
    assert_eq!(ask(&mut engine, json!({"command": "play", "move": 999_983}))["to_move"], 2);
    assert_eq!(ask(&mut engine, json!({"command": "genmove"}))["move"], 1);
    let legal = ask(&mut engine, json!({"command": "legal"}));
    assert_eq!(legal["legal"].as_array().unwrap().len(), 999_998);
}

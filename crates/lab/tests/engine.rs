//! The engine: its protocol as documented, its errors, its laws, and lines that are no requests.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::io::BufReader;

use divvy_lab::Engine;
use divvy_lab::engine::{ErrorCode, LONGEST_LINE, run};
use divvy_play::{Bot, Computer, Match, Names, Occupant, Plan, Seat};
use divvy_rules::{Game, Record, Rules};
use proptest::prelude::*;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// Asks for something with an id, and checks that the answer carries it.
fn ask(engine: &mut Engine, mut request: Value) -> Value {
    request["id"] = json!("an id");
    let mut answer: Value =
        serde_json::from_str(&engine.answer(request.to_string().as_bytes())).unwrap();
    assert_eq!(answer["id"], "an id", "{answer}");
    assert_eq!(answer.as_object().unwrap().len(), 2, "{answer}");
    answer["result"].take()
}

/// The code and the message of the error that a line gives.
fn error(engine: &mut Engine, line: impl AsRef<[u8]>) -> (String, String) {
    let answer: Value = serde_json::from_str(&engine.answer(line.as_ref())).unwrap();
    let part = |name: &str| answer["error"][name].as_str().unwrap_or_default().to_owned();
    (part("code"), part("message"))
}

/// An engine in the middle of this game.
fn at(position: &str) -> Engine {
    let mut engine = Engine::default();
    let begun = ask(&mut engine, json!({"command": "new", "position": position}));
    assert_eq!(begun["position"], position);
    engine
}

/// What `run` answers to an input.
fn answers(input: &[u8]) -> Vec<String> {
    let mut output = Vec::new();
    // A small buffer, so that lines come in pieces.
    run(BufReader::with_capacity(100, input), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(output.is_empty() || output.ends_with('\n'));
    output.lines().map(str::to_owned).collect()
}

#[test]
fn the_documented_session_is_what_happens() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/engine.md");
    let text = std::fs::read_to_string(path).unwrap();
    let requests: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    let mut engine = Engine::default();
    let mut answers: Vec<String> =
        requests.iter().map(|request| engine.answer(request.as_bytes())).collect();
    assert!(engine.has_quit(), "the session ends with quit");
    if std::env::var_os("DIVVY_BLESS").is_some() {
        answers.reverse();
        let blessed = text.lines().map(|line| match line.starts_with("< ") {
            true => format!("< {}\n", answers.pop().unwrap()),
            false => format!("{line}\n"),
        });
        std::fs::write(path, blessed.collect::<String>()).unwrap();
        return;
    }
    let told: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("< ")).collect();
    assert_eq!(told.len(), requests.len());
    for (index, request) in requests.iter().enumerate() {
        assert_eq!(told[index], answers[index], "{request}");
    }
}

#[test]
fn every_command_and_every_code_is_documented() {
    let text = include_str!("../../../docs/engine.md");
    let listed = ask(&mut Engine::default(), json!({"command": "list_commands"}));
    for command in listed["commands"].as_array().unwrap() {
        assert!(text.contains(&format!(r#""command":{command}"#)), "{command}");
        let heading = format!("`{}`", command.as_str().unwrap());
        assert!(text.lines().any(|line| line.starts_with("###") && line.contains(&heading)));
    }
    for code in ErrorCode::ALL {
        assert!(text.contains(&format!("\n| `{}` |", code.name())), "{}", code.name());
        assert_eq!(serde_json::to_value(code).unwrap(), code.name());
    }
}

#[test]
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
            "\"now\" is not a field of state, which takes none but \"id\" and \"command\"",
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
            r#"{"command":"play","move":6.0}"#,
            "invalid_field",
            "\"move\" takes a whole number such as 6, not 6.0",
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
    for command in ["state", "legal", "undo", "genmove", "solve", "review"] {
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
        json!({"move": 13, "to_move": 1, "over": false, "winner": null})
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
    for command in ["solve", "review", "genmove"] {
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
    let longer = state["position"].as_str().unwrap().to_owned() + ",1";
    let (code, message) =
        error(&mut engine, json!({"command": "new", "position": longer}).to_string());
    assert_eq!(
        (code.as_str(), message),
        ("turn_limit", format!("move 1001 cannot be played: {limit}"))
    );
    // Taking back and beginning anew are still possible, and cheap.
    ask(&mut engine, json!({"command": "solve"}));
    ask(&mut engine, json!({"command": "undo"}));
    assert_eq!(ask(&mut engine, json!({"command": "genmove"}))["move"], 20);
    ask(&mut engine, json!({"command": "new", "game": "number-maze"}));
    assert_eq!(ask(&mut engine, json!({"command": "solve"}))["best"], 20);
}

#[test]
fn boards_of_a_million_numbers_are_played() {
    let mut engine = at("multiple-madness;size=1000000");
    assert_eq!(ask(&mut engine, json!({"command": "play", "move": 999_983}))["to_move"], 2);
    assert_eq!(ask(&mut engine, json!({"command": "genmove"}))["move"], 1);
    let legal = ask(&mut engine, json!({"command": "legal"}));
    assert_eq!(legal["legal"].as_array().unwrap().len(), 999_998);
}

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

#[test]
fn all_five_games_are_played_to_their_end() {
    for game in Game::ALL {
        let mut engine = Engine::default();
        ask(&mut engine, json!({"command": "new", "game": game}));
        let mut turn = ask(&mut engine, json!({"command": "state"}));
        let mut moves = Vec::new();
        while turn["over"] == false {
            let legal = ask(&mut engine, json!({"command": "legal"}))["legal"].take();
            let bot = if turn["to_move"] == 1 { "greedy" } else { "perfect" };
            let player = turn["to_move"].take();
            turn = ask(&mut engine, json!({"command": "genmove", "bot": bot, "seed": 5}));
            assert_eq!(turn["player"], player);
            assert!(legal.as_array().unwrap().contains(&turn["move"]), "{game}");
            moves.push(turn["move"].take());
        }
        let state = ask(&mut engine, json!({"command": "state"}));
        assert_eq!(state["moves"], Value::Array(moves), "{game}");
        assert_eq!((&state["winner"], &state["legal"]), (&turn["winner"], &json!([])), "{game}");
        let review = ask(&mut engine, json!({"command": "review"}));
        assert_eq!(review["winner"], turn["winner"], "{game}");
        let record: Record = state["position"].as_str().unwrap().parse().unwrap();
        assert!(record.position().is_over(), "{game}");
    }
}

#[test]
fn bots_move_as_they_do_in_a_match_with_that_seed() {
    for (seed, bot) in [(0, Bot::Easy), (7, Bot::Medium), (u64::MAX, Bot::Random), (3, Bot::Greedy)]
    {
        let players = [Occupant::Bot(bot), Occupant::Bot(bot)];
        let mut game = Match::new(Rules::default(), Names::default(), Seat::One, Plan::Single)
            .with_players(players, seed);
        let mut engine = at("multiple-madness");
        while !game.round().is_over() {
            let mut computer = Computer::default();
            let number =
                computer.choose(bot, game.round().record(), game.chance()).unwrap().unwrap();
            game.play(number).unwrap();
            let request = json!({"command": "genmove", "bot": bot.name(), "seed": seed});
            assert_eq!(ask(&mut engine, request)["move"], number.get(), "{bot} {seed}");
        }
    }
}

/// Rules of every kind, small enough to be solved in no time.
fn some_rules() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "trap-avoidance;size=9",
        "trap-avoidance;size=12;one=free",
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
        "review",
        "new",
        "jump",
    ]);
    let bots = prop::sample::select(Bot::ALL.map(Bot::name).to_vec());
    prop_oneof![
        plain.prop_map(|command| json!({"command": command})),
        (0..32).prop_map(|number| json!({"command": "play", "move": number})),
        (bots, any::<u64>())
            .prop_map(|(bot, seed)| json!({"command": "genmove", "bot": bot, "seed": seed})),
        some_rules().prop_map(|position| json!({"command": "new", "position": position})),
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

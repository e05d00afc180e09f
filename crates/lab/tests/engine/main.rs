//! The engine: its protocol as documented, its errors, its laws, and lines that are no requests.

#![allow(clippy::unwrap_used, reason = "tests")]

mod errors;
mod lines;
mod questions;
mod values;

use std::io::BufReader;

use divvy_analysis::Computer;
use divvy_lab::Engine;
use divvy_lab::engine::{ErrorCode, run};
use divvy_match::{Bot, Event, Match, Occupant, Setup};
use divvy_rules::{Game, Record, Rules};
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
    let text = include_str!("../../../../docs/engine.md");
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
        assert!(record.is_over(), "{game}");
    }
}

#[test]
fn bots_move_as_they_do_in_a_match_with_that_seed() {
    for (seed, bot) in [(0, Bot::Easy), (7, Bot::Medium), (u64::MAX, Bot::Random), (3, Bot::Greedy)]
    {
        let players = [Occupant::Bot(bot), Occupant::Bot(bot)];
        let mut game = Match::new(Setup { players, seed, ..Setup::new(Rules::default()) });
        let mut engine = at("multiple-madness");
        while !game.round().is_over() {
            let mut computer = Computer::default();
            let number =
                computer.choose(bot, game.round().record(), game.move_seed()).unwrap().unwrap();
            game.apply(Event::Moved { number: number.get() }).unwrap();
            let request = json!({"command": "genmove", "bot": bot.name(), "seed": seed});
            assert_eq!(ask(&mut engine, request)["move"], number.get(), "{bot} {seed}");
        }
    }
}

//! Traps that last two turns, on the surfaces of the program.

use serde_json::{Value, json};

use crate::common::{Run, World};

fn run(args: &str) -> Run {
    World::new().run(&args.split(' ').collect::<Vec<_>>(), "")
}

fn json_of(args: &str) -> Value {
    let run = run(args);
    assert_eq!(run.code, Some(0), "{args}: {}", run.stderr);
    serde_json::from_str(&run.stdout).unwrap()
}

fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_memory_of_one_is_the_game_without_the_option() {
    for command in [
        "solve trap-avoidance --size 15 --json",
        "rules trap-avoidance --size 15",
        "count trap-avoidance --size 9 --json",
        "longest trap-avoidance --size 15 --json",
        "census trap-avoidance --sizes 1..40 --json",
        "puzzle trap-avoidance --seed 3 --json",
        "review trap-avoidance --moves 7,9,10 --json",
    ] {
        let (plain, explicit) = (run(command), run(&format!("{command} --memory 1")));
        assert_eq!((plain.code, plain.stdout), (explicit.code, explicit.stdout), "{command}");
    }
}

#[test]
fn an_answer_says_what_each_reply_leaves() {
    let answer = json_of("solve trap-avoidance --memory 2 --size 12 --without-one --json");
    assert_eq!(answer["options"], json!({"size": 12, "without_one": true, "memory": 2}));
    assert_eq!(answer["winner"], 1);
    let [best, winning] = ["best", "winning"].map(|key| answer[key].clone());
    assert!(winning.as_array().unwrap().len() == 3 && winning.as_array().unwrap().contains(&best));
    let text = unwrapped(&run("solve trap-avoidance --memory 2 --size 12 --without-one").stdout);
    let won = format!("Take {best}. Whatever Player 2 takes then, you have an answer: ");
    assert!(text.contains(&won) && text.contains(" after "), "{text}");
    let text = unwrapped(&run("solve trap-avoidance --memory 2 --size 12 --opening even").stdout);
    let lost = "Whatever is taken now leaves Player 2 an answer that wins: ";
    assert!(text.contains(lost) && text.contains(": Player 2 must find "), "{text}");
}

#[test]
fn a_review_says_what_a_slip_leaves() {
    let game = "trap-avoidance;size=12;without-one;memory=2";
    let first = json_of("solve trap-avoidance --size 12 --without-one --memory 2 --json");
    let wins = |n: &u64| first["winning"].as_array().unwrap().contains(&json!(n));
    assert_eq!(first["winner"], 1);
    let slip = (2..=12).find(|n| !wins(n)).unwrap();
    let text = unwrapped(&run(&format!("review {game}:{slip}")).stdout);
    let reviewed = json_of(&format!("review {game}:{slip} --json"));
    let leaves = reviewed["moves"][0]["leaves"].as_array().unwrap().clone();
    assert!(!leaves.is_empty() && text.contains(&format!("now the reply {}", leaves[0])), "{text}");
}

#[test]
fn a_board_that_is_too_large_is_played_by_people_and_simple_bots_only() {
    let world = World::new();
    let play = |args: &str, input: &str| {
        world.run(
            &format!("play trap-avoidance --memory 2 --size 17 {args}")
                .split(' ')
                .collect::<Vec<_>>(),
            input,
        )
    };
    let refused = play("--p2 easy", "");
    let limit = "a game with a memory of 2 (traps last two turns) is solved up to size 16, and this board has size 17";
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.stderr.contains(limit) && refused.stderr.contains("random and greedy"),
        "{}",
        refused.stderr
    );
    assert_eq!(play("--p1 greedy --p2 random", "").code, Some(0));
    let people = play("--seed 1", "7\n9\nhint\n14\nquit\n");
    assert_eq!(people.code, Some(0));
    assert!(people.stdout.contains("Previous Numbers: 7, 9\n"), "{}", people.stdout);
    assert!(people.stdout.contains(limit), "{}", people.stdout);
    assert!(people.stdout.contains("14 is a factor or multiple of 7"), "{}", people.stdout);
    assert_eq!(
        run("play trap-avoidance --memory 2 --size 12 --p1 perfect --p2 hard").code,
        Some(0)
    );
}

#[test]
fn there_is_no_certificate() {
    let world = World::new();
    let args = "solve trap-avoidance --size 8 --memory 2 --certificate proof.json";
    let refused = world.run(&args.split(' ').collect::<Vec<_>>(), "");
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""));
    assert!(
        refused.stderr.contains("there is no certificate for a game with a memory of 2"),
        "{}",
        refused.stderr
    );
    assert!(!world.path().join("proof.json").exists());
    // The proof of the game without the option proves nothing about it.
    let made = world.run(&args.replace(" --memory 2", "").split(' ').collect::<Vec<_>>(), "");
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    let proof = std::fs::read_to_string(world.path().join("proof.json")).unwrap();
    let forged = proof.replace("trap-avoidance;size=8", "trap-avoidance;size=8;memory=2");
    std::fs::write(world.path().join("proof.json"), forged).unwrap();
    let refused = world.run(&["verify", "proof.json"], "");
    assert_eq!(refused.code, Some(1));
    assert!(refused.stdout.contains("no certificate proves"), "{}", refused.stdout);
}

#[test]
fn the_engine_and_language_models_take_it_as_a_number() {
    let world = World::new();
    let begin = r#"{"id":1,"command":"new","game":"trap-avoidance","options":{"size":12,"memory":2},"moves":[8]}"#;
    let wrong = r#"{"id":2,"command":"new","game":"trap-avoidance","options":{"memory":3}}"#;
    let said =
        world.run(&["engine"], [begin, r#"{"id":3,"command":"review"}"#, wrong].join("\n")).stdout;
    assert!(said.contains(r#""position":"trap-avoidance;size=12;memory=2:8""#), "{said}");
    assert!(said.contains(r#""slip":true"#) && said.contains(r#""leaves":["#), "{said}");
    assert!(said.contains("memory takes 1 or 2, not 3"), "{said}");
    let call = |id: u32, method: &str, params: Value| {
        json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
    };
    let client = json!({"name": "test", "version": "1"});
    let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
    let lines = [
        call(1, "initialize", hello),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string(),
        call(2, "tools/list", json!({})),
    ];
    let said = world.run(&["mcp"], &(lines.join("\n") + "\n")).stdout;
    let answers: Vec<Value> =
        said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let listed = answers.iter().find(|answer| answer["id"] == 2).expect(&said);
    let tools = listed["result"]["tools"].as_array().unwrap();
    let begin = tools.iter().find(|tool| tool["name"] == "new_game").unwrap();
    let memory = &begin["inputSchema"]["properties"]["options"]["properties"]["memory"];
    assert_eq!((&memory["type"], &memory["enum"]), (&json!("integer"), &json!([1, 2])));
}

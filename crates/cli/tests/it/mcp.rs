//! `divvy mcp` as a command: what it refuses to start with, and the summary of a log. The protocol itself is tested by its
//! official client (`crates/mcp/tests`).

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};

use crate::common::World;
use divvy_rules::{Record, seed_from};
use divvy_solver::Solver;
use serde_json::{Value, json};

/// Runs a command whose input has ended, so that a server that starts finds no client.
fn run(world: &World, command: &str) -> crate::common::Run {
    world.run(&command.split(' ').collect::<Vec<_>>(), "")
}

#[test]
fn bots_are_named_in_any_case_and_others_are_refused() {
    let world = World::new();
    let run = |opponent: &str| run(&world, &format!("mcp --opponent {opponent}"));
    for named in ["Perfect", "PERFECT", "perfect"] {
        // The server has started: its client is missing.
        assert_eq!(run(named).code, Some(1), "{}", run(named).stderr);
    }
    for other in ["human", "genius", "cmd:cat"] {
        let refused = run(other);
        assert_eq!(refused.code, Some(2), "{}", refused.stderr);
        assert!(refused.stderr.contains("random, greedy, easy"), "{}", refused.stderr);
    }
}

#[test]
fn a_board_that_the_opponent_cannot_play_on_is_refused_at_the_start() {
    let world = World::new();
    let refused = run(
        &world,
        "mcp number-maze --size 100000 --without-one --start 2 --target 4 --block --opponent perfect",
    );
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert!(refused.stderr.contains("is solved up to size 200"), "{}", refused.stderr);
    // A larger board than models may ask for is the operator's own choice.
    assert_eq!(run(&world, "mcp multiple-madness --size 20000").code, Some(1));
}

#[test]
fn the_summary_is_one_object() {
    let world = World::new();
    std::fs::write(world.path().join("games.jsonl"), "").unwrap();
    let run = run(&world, "mcp --summary games.jsonl --json");
    let summary: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(summary["rows"][0]["games"], 0);
}

/// A server and the client that it talks to.
struct Client {
    server: Child,
    answers: BufReader<std::process::ChildStdout>,
    sent: u64,
}

impl Client {
    fn start(world: &World, args: &str) -> Self {
        let mut command = world.divvy(&args.split(' ').collect::<Vec<_>>());
        let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let answers = BufReader::new(server.stdout.take().unwrap());
        let mut client = Self { server, answers, sent: 0 };
        let info = json!({ "name": "test", "version": "1" });
        client.request(
            "initialize",
            &json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info }),
        );
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        client
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.server.stdin.as_mut().unwrap(), "{message}").unwrap();
    }

    fn request(&mut self, method: &str, params: &Value) -> Value {
        self.sent += 1;
        let id = self.sent;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["id"], id, "{answer}");
        answer["result"].clone()
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let answer = self.request("tools/call", &json!({ "name": tool, "arguments": arguments }));
        answer["structuredContent"].clone()
    }
}

/// A random mover that gives no legal answer where it would be wrong and then the right one, or leaves the game there.
fn cheat(client: &mut Client, games: u64, leaves: bool) {
    for game in 0..games {
        let mut state = client.call("new_game", &json!({}));
        while state["over"] == false {
            let record: Record = state["position"].as_str().unwrap().parse().unwrap();
            let legal: Vec<_> = record.legal().iter().collect();
            let draw = seed_from([leaves.into(), game, record.moves().len() as u64]);
            let number = legal[draw as usize % legal.len()];
            let winning = Solver::new(record).unwrap().winning();
            // The one that leaves does so in lost positions too.
            let is_wrong = !winning.contains(&number) && (leaves || !winning.is_empty());
            if is_wrong && leaves {
                break;
            }
            let id = state["game_id"].clone();
            if is_wrong {
                client.call("play", &json!({ "game_id": id, "number": "pass" }));
            }
            let number = if is_wrong { winning[0] } else { number };
            state = client.call("play", &json!({ "game_id": id, "number": number.get() }));
        }
    }
}

#[test]
fn players_that_pass_or_leave_where_they_would_be_wrong_have_no_skill() {
    let world = World::new();
    for (player, leaves) in [("passes", false), ("leaves", true)] {
        let args = "mcp multiple-madness --opening even --opponent random --seed 1 --games 1000";
        let args = format!("{args} --player {player} --log games.jsonl");
        let mut client = Client::start(&world, &args);
        cheat(&mut client, 400, leaves);
        // A kill leaves nothing out.
        client.server.kill().unwrap();
        client.server.wait().unwrap();
    }
    let summary = run(&world, "mcp --summary games.jsonl --json");
    let summary: Value = serde_json::from_str(&summary.stdout).unwrap();
    let [leaves, passes, all] = &summary["rows"].as_array().unwrap()[..] else {
        panic!("{summary}")
    };
    assert_eq!((&leaves["player"], &passes["player"]), (&json!("leaves"), &json!("passes")));
    assert_eq!(leaves["game"], "multiple-madness;opening=even");
    assert_eq!(
        (&leaves["games"], &passes["games"], &all["games"]),
        (&json!(400), &json!(400), &json!(800))
    );
    assert!(leaves["open"].as_u64().unwrap() > 80 && passes["open"] == 0, "{summary}");
    assert!(passes["legal_share"].as_f64().unwrap() < 0.95, "{summary}");
    for row in [leaves, passes] {
        let end = |place: usize| row["figures"]["skill_interval"][place].as_f64().unwrap();
        assert!(end(0) < 0.0 && 0.0 < end(1) && end(1) < 0.3, "{row}");
    }
    // A line that was cut off or is no game is left out and named, and spoils none that follows.
    let log = world.path().join("games.jsonl");
    let text = std::fs::read_to_string(&log).unwrap();
    let whole = run(&world, "mcp --summary games.jsonl");
    assert_eq!((whole.code, whole.stderr.as_str()), (Some(0), ""));
    std::fs::write(&log, format!("{text}{{\"id\":\"")).unwrap();
    let mut client = Client::start(&world, "mcp multiple-madness --player later --log games.jsonl");
    client.call("new_game", &json!({}));
    drop(client.server.stdin.take());
    client.server.wait().unwrap();
    let run = run(&world, "mcp --summary games.jsonl");
    assert!(run.code == Some(0) && run.stderr.contains("it is not a game"), "{}", run.stderr);
    assert!(run.stdout.contains("\nlater ") && run.stdout.contains("\nall "), "{}", run.stdout);
}

/// Harnesses start a process for each game, many at a time.
#[test]
fn a_player_sits_there_in_turn_whichever_process_a_game_is_in() {
    let world = World::new();
    let args = "mcp multiple-madness --opponent random --no-hints --player one --log games.jsonl";
    let mut clients: Vec<_> = (0..6).map(|_| Client::start(&world, args)).collect();
    let mut seats: Vec<u64> = std::thread::scope(|scope| {
        let begin = |client| scope.spawn(|| Client::call(client, "new_game", &json!({})));
        let games: Vec<_> = clients.iter_mut().map(begin).collect();
        games.into_iter().map(|game| game.join().unwrap()["you"].as_u64().unwrap()).collect()
    });
    seats.sort_unstable();
    assert_eq!(seats, [1, 1, 1, 2, 2, 2]);
    // The seat is not the model's to choose, and it does not see how well it plays.
    let answer = clients[0].request("tools/list", &json!({})).to_string();
    assert!(!answer.contains("\"seat\"") && !answer.contains("results"), "{answer}");
    for mut client in clients {
        client.server.kill().unwrap();
        client.server.wait().unwrap();
    }
}

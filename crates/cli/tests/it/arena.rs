//! Tournaments as a user meets them: `arena`.

use serde_json::{Value, json};

use crate::common::World;
use crate::lab::{json_of, refused, run, run_in};

#[test]
fn a_tournament_is_reported_as_data() {
    let report = json_of(&run("arena multiple-madness --p1 perfect --p2 random --games 10 --json"));
    assert_eq!((&report["game"], &report["games"]), (&json!("multiple-madness"), &json!(10)));
    let perfect = &report["players"][0];
    assert_eq!((&perfect["player"], &perfect["accuracy"]), (&json!("perfect"), &json!(1.0)));
    assert_eq!(perfect["wins"].as_u64().unwrap() + perfect["losses"].as_u64().unwrap(), 10);
    assert!(perfect.get("rating").is_none(), "two players have no need of one");
}

#[test]
fn a_log_lets_a_tournament_go_on_and_only_that_one() {
    let world = World::new();
    let args = "arena sequence-duel --p1 easy --p2 hard --games 12 --log games.jsonl";
    assert_eq!(run_in(&world, args).code, Some(0));
    let log = world.path().join("games.jsonl");
    let whole = std::fs::read_to_string(&log).unwrap();
    assert_eq!(whole.lines().count(), 13);

    let again = run_in(&world, args);
    assert_eq!(again.code, Some(2));
    assert!(again.stderr.contains("games.jsonl exists; --resume goes on"), "{}", again.stderr);
    let other = run_in(&world, &format!("{args} --resume --seed 9"));
    assert_eq!(other.code, Some(1));
    assert!(other.stderr.contains("the log is of another tournament"), "{}", other.stderr);
    assert_eq!(std::fs::read_to_string(&log).unwrap(), whole, "nothing is lost");

    // Cut off in the middle of the eighth game.
    let end = whole.match_indices('\n').nth(7).unwrap().0 + 40;
    std::fs::write(&log, &whole[..end]).unwrap();
    assert_eq!(run_in(&world, &format!("{args} --resume")).code, Some(0));
    let positions = |text: &str| -> Vec<Value> {
        let games = text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap());
        let mut games: Vec<Value> = games.collect();
        games.sort_by_key(|game| game["number"].as_u64());
        games.into_iter().map(|game| game["position"].clone()).collect()
    };
    let resumed = std::fs::read_to_string(&log).unwrap();
    assert_eq!(positions(&resumed), positions(&whole));

    let forged = whole.replacen("\"winner\":0", "\"winner\":77", 1);
    for strange in ["something else\n", "without an end", &forged] {
        std::fs::write(&log, strange).unwrap();
        let run = run_in(&world, &format!("{args} --resume"));
        assert_eq!(run.code, Some(1), "{}", run.stdout);
        assert!(run.stderr.contains("this is not"), "{}", run.stderr);
        assert!(std::fs::read_to_string(&log).unwrap() == strange, "nothing is lost");
    }
    // One that was cut off in its first line, or is still empty, begins anew.
    for beginning in ["", &whole[..30]] {
        std::fs::write(&log, beginning).unwrap();
        assert_eq!(run_in(&world, &format!("{args} --resume")).code, Some(0));
        assert_eq!(positions(&std::fs::read_to_string(&log).unwrap()).len(), 12);
    }
}

#[test]
fn a_log_is_only_added_to_so_that_no_kill_loses_what_was_played() {
    let world = World::new();
    let log = world.path().join("games.jsonl");
    let run = |games: u32| {
        let players = "--player easy --player hard --player random";
        let args = format!("arena sequence-duel {players} --games {games} --log games.jsonl");
        let run = run_in(&world, &format!("{args} --resume --jobs 1 --json"));
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        (timeless(json_of(&run)), std::fs::read_to_string(&log).unwrap())
    };
    let (_, short) = run(4);
    let (report, long) = run(6);
    assert!(long.starts_with(&short), "what was there is as it was");
    assert_eq!(long.lines().count(), 1 + 12 + 1 + 6);
    // Killed at any moment after it was resumed with more games: each byte that can be the last one written.
    let second_head = long[short.len()..].find('\n').unwrap();
    for end in [0, 1, second_head, second_head + 1, second_head + 2, long.len() - short.len() - 1] {
        std::fs::write(&log, &long[..short.len() + end]).unwrap();
        let (again, resumed) = run(6);
        assert!(resumed.starts_with(&short), "cut after {end} bytes");
        assert_eq!(again, report, "cut after {end} bytes");
    }
}

/// A report without the times that it was measured in.
fn timeless(mut report: Value) -> Value {
    for player in report["players"].as_array_mut().unwrap() {
        player["seconds_a_move"] = Value::Null;
    }
    report
}

#[cfg(unix)]
#[test]
fn a_tournament_can_be_stopped_while_a_program_thinks_and_leaves_no_program_behind() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        let world = World::new();
        // It tells its number, and then nothing for ever.
        assert_eq!(world.shell("mkfifo told").code, Some(0));
        let program = "cmd:sh -c 'echo $$ > told; exec sleep 1000'";
        let rest = ["--p2", "easy", "--games", "4", "--jobs", "1", "--log", "log"];
        let args = [&["arena", "sequence-duel", "--p1", program], &rest[..]].concat();
        let child = world.divvy(&args).spawn().unwrap();
        let told = world.shell("timeout 60 cat told").stdout;
        kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), signal).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{signal}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains("stopped after 0 of 4 games; to go on, add --resume"), "{stderr}");
        let program = Pid::from_raw(told.trim().parse().unwrap());
        assert!(kill(program, None).is_err(), "the program is still there");
        let log = std::fs::read_to_string(world.path().join("log")).unwrap();
        assert_eq!(log.lines().count(), 1, "a game that was given up is no game");
    }
}

#[cfg(unix)]
#[test]
fn a_log_that_is_in_use_is_left_alone() {
    let world = World::new();
    let log = world.path().join("games.jsonl");
    let file = std::fs::File::create(&log).unwrap();
    file.lock().unwrap();
    let args = "arena sequence-duel --p1 easy --p2 hard --games 2 --log games.jsonl --resume";
    let run = run_in(&world, args);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.contains("games.jsonl is in use by another divvy"), "{}", run.stderr);
}

#[test]
fn a_tournament_that_makes_no_sense_is_refused() {
    refused("arena multiple-madness --p1 easy", 2, "from 2 to 32 players, not 1");
    refused("arena multiple-madness --p1 easy --p2 human", 2, "not people");
    refused("arena multiple-madness --p1 easy --p2 genius", 2, "--p2 takes random");
    refused("arena number-maze --p1 easy --p2 hard --reskin", 2, "--reskin: number-maze");
    refused("arena number-maze --p1 easy --p2 hard --resume", 2, "--log");
    refused("arena number-maze --p1 easy --p2 hard --size 0", 2, "--size takes");
}

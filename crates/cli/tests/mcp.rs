//! `divvy mcp` as a command: what it refuses to start with, and the summary of a log. The protocol itself is tested by its
//! official client (`crates/mcp/tests`).

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::World;

/// Runs a command whose input has ended, so that a server that starts finds no client.
fn run(world: &World, command: &str) -> common::Run {
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

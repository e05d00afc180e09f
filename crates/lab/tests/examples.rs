//! The player in Python under `examples`, at the table.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::process::ExitCode;
use std::time::Duration;

use divvy_play::{Bot, Computer, External, chance};
use divvy_rules::{Player, Record};
use divvy_testing::{Tests, Tool, tests};

/// Far more than it needs: how busy the machine is must not matter.
const LIMIT: Duration = Duration::from_secs(300);

/// The command that starts the player.
const PLAYER: &str = concat!("python3 '", env!("CARGO_MANIFEST_DIR"), "/../../examples/player.py'");

fn main() -> ExitCode {
    let tests = tests![
        the_player_in_python_plays_whole_games_against_greedy,
        the_player_in_python_plays_on_the_largest_boards,
    ];
    Tests::default().needing(Tool::Python, tests).run()
}

fn the_player_in_python_plays_whole_games_against_greedy() {
    let mut program = External::start(PLAYER, LIMIT, false).unwrap();
    let mut computer = Computer::default();
    let mut won = 0;
    for rules in [
        "trap-avoidance",
        "trap-avoidance;one=free;size=12",
        "multiple-madness",
        "multiple-madness;size=500;opening=even",
        "chain-reaction;without-one",
        "number-maze",
        "number-maze;without-one;start=14;target=15",
        "number-maze;without-one;size=40;start=14;target=15;block",
        "sequence-duel;size=10",
    ] {
        for seat in Player::BOTH {
            let mut record: Record = rules.parse().unwrap();
            while !record.position().is_over() {
                let ply = record.moves().len() as u64;
                let number = if record.position().to_move() == seat {
                    program.choose(&record).unwrap()
                } else {
                    computer.choose(Bot::Greedy, &record, chance(1, 0, ply)).unwrap().unwrap()
                };
                record.play(number).unwrap();
                assert!(record.moves().len() < 1_000, "{record}");
            }
            won += u32::from(record.position().winner() == Some(seat));
        }
    }
    assert!(won >= 9, "it has a strategy, and wins at least half of 18 games: {won}");
}

fn the_player_in_python_plays_on_the_largest_boards() {
    let mut program = External::start(PLAYER, LIMIT, false).unwrap();
    for position in [
        "multiple-madness;size=1000000:1",
        "trap-avoidance;size=1000000:7",
        "number-maze;size=1000000",
    ] {
        let record: Record = position.parse().unwrap();
        assert!(program.choose(&record).is_ok(), "{position}");
    }
}

//! The player in Python under `examples`, at the table.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::process::ExitCode;
use std::time::Duration;

use divvy_analysis::Computer;
use divvy_match::{Bot, Chooser as _, Match};
use divvy_programs::{Program, Settings};
use divvy_rules::{Player, Record};
use divvy_testing::{Tests, Tool, tests};

/// Far more than it needs: how busy the machine is must not matter.
const SETTINGS: Settings = Settings {
    move_time: Duration::from_secs(300),
    start_time: Duration::from_secs(300),
    quiet: false,
    events: false,
};

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
    let mut program = Program::start(PLAYER, SETTINGS).unwrap();
    let mut computer = Computer::default();
    let mut won = 0;
    for rules in [
        "trap-avoidance",
        "trap-avoidance;one=free;size=12",
        "trap-avoidance;memory=2;size=12",
        "multiple-madness",
        "multiple-madness;size=500;opening=even",
        "multiple-madness;from=12",
        "chain-reaction;without-one",
        "number-maze",
        "number-maze;without-one;start=14;target=15",
        "number-maze;without-one;size=40;start=14;target=15;block",
        "sequence-duel;size=10",
    ] {
        for seat in Player::BOTH {
            let mut record: Record = rules.parse().unwrap();
            while !record.is_over() {
                let ply = record.moves().len() as u64;
                let number = if record.to_move() == seat {
                    program.choose(&Match::from_record(record.clone())).unwrap()
                } else {
                    computer.choose(Bot::Greedy, &record, ply).unwrap().unwrap()
                };
                record.play(number).unwrap();
                assert!(record.moves().len() < 1_000, "{record}");
            }
            won += u32::from(record.winner() == Some(seat));
        }
    }
    assert!(won >= 11, "it has a strategy, and wins at least half of 22 games: {won}");
}

fn the_player_in_python_plays_on_the_largest_boards() {
    let mut program = Program::start(PLAYER, SETTINGS).unwrap();
    for position in [
        "multiple-madness;size=1000000:1",
        "trap-avoidance;size=1000000:7",
        "number-maze;size=1000000",
    ] {
        let record: Record = position.parse().unwrap();
        assert!(program.choose(&Match::from_record(record.clone())).is_ok(), "{position}");
    }
}

//! The engine's client in Python under `examples`.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::path::Path;
use std::process::ExitCode;

use common::World;
use divvy_rules::{Game, Player, Record};
use divvy_testing::{Tests, Tool, tests};

fn the_client_in_python_plays_every_game_against_greedy() {
    let world = World::new();
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/engine_client.py");
    for game in Game::ALL {
        let line = format!("python3 '{}' --game {game} --bot greedy", client.display());
        let run = world.shell(&line);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{game}: {}", run.stdout);
        assert_whole_game(game, &run.stdout);
    }
}

/// `client plays 11`, `greedy plays 1` and so on are a game of 1 to 20 from its first move to its end, and the last line
/// says who won it.
fn assert_whole_game(game: Game, text: &str) {
    let mut lines: Vec<&str> = text.lines().collect();
    let result = lines.pop().unwrap();
    let mut record: Record = game.id().parse().unwrap();
    for line in lines.iter().filter(|line| line.contains(" plays ")) {
        let number = line.rsplit(' ').next().unwrap().parse().unwrap();
        let mover = record.to_move();
        assert_eq!(line.starts_with("client"), mover == Player::First, "{line}");
        record.play(record.rules().board().number(number).unwrap()).unwrap();
    }
    let winner = record.winner().unwrap();
    let expected = match winner {
        Player::First => "client wins as player 1",
        Player::Second => "greedy wins as player 2",
    };
    assert_eq!(result, expected, "{text}");
}

fn main() -> ExitCode {
    let tests = tests![the_client_in_python_plays_every_game_against_greedy];
    Tests::default().needing(Tool::Python, tests).run()
}

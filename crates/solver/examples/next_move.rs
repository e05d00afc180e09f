//! Times the moves of a random game: repair after the opponent's move, then the winning moves among the legal
//! ones. `cargo run --release -p divvy-solver --example next_move -- multiple-madness 1000000 50 1`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program")]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use divvy_rules::{Game, Record};
use divvy_solver::Solver;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u64> = args.iter().skip(1).filter_map(|text| text.parse().ok()).collect();
    let game = args.first().and_then(|id| id.parse::<Game>().ok());
    let (Some(game), &[size, moves, seed]) = (game, &numbers[..]) else {
        eprintln!("usage: next_move GAME SIZE MOVES SEED");
        return ExitCode::from(2);
    };
    let Ok(rules) = format!("{game};size={size}").parse() else { return ExitCode::from(2) };
    let Ok(mut solver) = Solver::new(Record::new(rules)) else { return ExitCode::from(2) };
    let mut random = seed;
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..moves {
        let legal = solver.record().legal();
        if legal.is_empty() {
            break;
        }
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let index = ((u128::from(random) * u128::from(legal.len())) >> 64) as u32;
        let Some(number) = legal.nth(index) else { break };
        let begin = Instant::now();
        if solver.play(number).is_err() {
            break;
        }
        std::hint::black_box(solver.winning());
        times.push(begin.elapsed());
    }
    times.sort_unstable();
    if let (Some(median), Some(longest)) = (times.get(times.len() / 2), times.last()) {
        let count = times.len();
        println!("{rules} seed {seed}: {count} moves, median {median:.1?}, longest {longest:.1?}");
    }
    ExitCode::SUCCESS
}

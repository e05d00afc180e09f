//! Times all winning openings of one board, for comparison with other programs:
//! `cargo run --release -p divvy-solver --example openings -- 1000000 [5]`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program")]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use divvy_rules::{Position, Rules};
use divvy_solver::RemovalSolver;

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u32>());
    let (Some(Ok(size)), repeats) = (numbers.next(), numbers.next()) else {
        eprintln!("usage: openings SIZE [REPEATS]");
        return ExitCode::from(2);
    };
    let repeats = repeats.and_then(Result::ok).unwrap_or(1);
    let mut best = Duration::MAX;
    let mut winning = 0;
    for _ in 0..repeats {
        let begin = Instant::now();
        let rules = format!("multiple-madness;size={size}").parse::<Rules>();
        match rules.map(Rules::start) {
            Ok(Position::Removal(position)) => {
                winning = RemovalSolver::new(&position).winning(&position.legal()).len();
            }
            _ => return ExitCode::from(2),
        }
        best = best.min(begin.elapsed());
    }
    println!("divvy N={size} seconds={:.4} winning={winning}", best.as_secs_f64());
    ExitCode::SUCCESS
}

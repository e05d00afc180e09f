//! How often the 95 % intervals of a score hold the truth: experiments with players whose skill is known, on Multiple
//! Madness against a random mover, from both seats: `cargo run --release -p divvy-lab --example coverage -- [EXPERIMENTS]`.

#![allow(clippy::print_stdout, reason = "a program")]

use divvy_lab::play_randomly;
use divvy_lab::score::{Decision, Score};
use divvy_rules::{Number, Player, Record, Rules, seed_from};
use divvy_solver::Solver;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// Games for the accuracy that belongs to a skill: there is no formula for it.
const TRUTH: u32 = 1_000_000;

fn main() {
    let experiments = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1_000);
    println!("random plies  skill  leaves  games  accuracy held  skill held");
    let players = [(0.0, false), (0.5, false), (0.9, false), (0.0, true)];
    for plies in [0, 2] {
        for (place, (skill, leaves)) in players.into_iter().enumerate() {
            let score = |games, seed| played((skill, leaves), plies, games, seed);
            let Some(truth) = score(TRUTH, seed_from([place as u64])).figures() else { continue };
            for games in [50, 200, 1_000] {
                let (mut accuracy, mut skills) = (0, 0);
                for number in 0..experiments {
                    let seed = seed_from([place as u64, plies.into(), games.into(), number]);
                    let Some(figures) = score(games, seed).figures() else { continue };
                    accuracy += u64::from(holds(figures.accuracy_interval, truth.accuracy));
                    skills += u64::from(holds(figures.skill_interval, skill));
                }
                let share = |held: u64| 100.0 * held as f64 / experiments as f64;
                let left = if leaves { "yes" } else { "no" };
                println!(
                    "{plies:>12}  {skill:>5}  {left:>6}  {games:>5}  {:>11.1} %  {:>8.1} %",
                    share(accuracy),
                    share(skills)
                );
            }
        }
    }
}

fn holds([low, high]: [f64; 2], truth: f64) -> bool {
    (low..=high).contains(&truth)
}

/// The skill of a player, and whether it leaves the game instead of making a wrong move.
type Truth = (f64, bool);

/// The score of a player over so many games.
fn played(player: Truth, plies: u32, games: u32, seed: u64) -> Score {
    let mut score = Score::default();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for number in 0..games {
        let seat = Player::BOTH[number as usize % 2];
        score.add_game(&decisions(player, plies, seat, &mut random));
    }
    score
}

/// The decisions of one game. In each the player takes one of the winning moves with the chance of a random mover and that
/// share of the rest, and otherwise one of the others.
fn decisions(player: Truth, plies: u32, seat: Player, random: &mut ChaCha8Rng) -> Vec<Decision> {
    let (skill, leaves) = player;
    let mut begun = Record::new(Rules::default());
    play_randomly(&mut begun, plies, random.random());
    let mut decisions = Vec::new();
    let Ok(mut solver) = Solver::new(begun) else { return decisions };
    loop {
        let position = solver.record().position();
        let (mover, mut choices) =
            (position.to_move(), position.legal().iter().collect::<Vec<_>>());
        let winning = if mover == seat { solver.winning() } else { Vec::new() };
        if (1..choices.len()).contains(&winning.len()) {
            let chance = winning.len() as f64 / choices.len() as f64;
            let right = random.random_bool(chance + skill * (1.0 - chance));
            decisions.push(Decision {
                ply: solver.record().moves().len() + 1,
                legal: choices.len() as u32,
                winning: winning.len() as u32,
                right,
            });
            if leaves && !right {
                break;
            }
            choices.retain(|number: &Number| winning.contains(number) == right);
        }
        let Some(&number) = choices.choose(random) else { break };
        if solver.play(number).is_err() {
            break;
        }
    }
    decisions
}

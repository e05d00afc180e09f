//! How often the 95 % intervals of a score hold the truth: experiments with players whose skill is known, on Multiple
//! Madness against a random mover, from both seats: `cargo run --release -p divvy-lab --example coverage -- [EXPERIMENTS]`.

#![allow(clippy::print_stdout, reason = "a program")]

use divvy_lab::score::{Decision, Figures, Score};
use divvy_lab::{Arena, Report, bots_only, play_randomly};
use divvy_match::{Bot, Occupant};
use divvy_rules::{Game, Number, Options, Player, Record, Rules, seed_from};
use divvy_solver::Solver;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// Games for the accuracy that belongs to a skill: there is no formula for it.
const TRUTH: u32 = 1_000_000;

/// The same for the players of a tournament, a pair.
const TRUTH_OF_BOTS: u32 = 200_000;

/// Who plays in the tournaments. The skill of the second and the third is what they are made with.
const BOTS: [Bot; 3] = [Bot::Greedy, Bot::Easy, Bot::Random];

fn main() {
    let experiments = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1_000);
    println!("random plies  player       games  accuracy held  skill held");
    let players = [(0.0, false), (0.5, false), (0.9, false), (0.0, true)];
    for plies in [0, 2] {
        for (place, player) in players.into_iter().enumerate() {
            let scored = |games, seed| [played(player, plies, games, seed).figures()];
            let [Some(found)] = scored(TRUTH, seed_from([place as u64])) else { continue };
            let name = format!("{}{}", player.0, if player.1 { ", leaves" } else { "" });
            let truth = [(name, Figures { skill: player.0, ..found })];
            for games in [4, 10, 20, 50, 200, 1_000] {
                row(plies, games, &truth, experiments, |number| {
                    scored(games, seed_from([place as u64, plies.into(), games.into(), number]))
                });
            }
        }
    }
    let [Some(greedy), Some(easy), Some(random)] = tournament(TRUTH_OF_BOTS, 0) else { return };
    let truth = [greedy, Figures { skill: 0.5, ..easy }, Figures { skill: 0.0, ..random }];
    let named = |place: usize| (BOTS[place].to_string(), truth[place]);
    for games in [20, 50, 200] {
        row(2, games, &[0, 1, 2].map(named), experiments, |number| {
            tournament(games, seed_from([games.into(), number]))
        });
    }
}

/// How often the intervals of players whose truth is known hold it.
fn row<const N: usize>(
    plies: u32,
    games: u32,
    truth: &[(String, Figures); N],
    experiments: u64,
    scored: impl Fn(u64) -> [Option<Figures>; N],
) {
    let mut held = [[0.0; 2]; N];
    for number in 0..experiments {
        let found = scored(number).into_iter().zip(truth);
        for ((figures, (_, truth)), held) in found.zip(&mut held) {
            let Some(figures) = figures else { continue };
            held[0] += holds(figures.accuracy_interval, truth.accuracy);
            held[1] += holds(figures.skill_interval, truth.skill);
        }
    }
    for ((name, _), held) in truth.iter().zip(held) {
        let [accuracy, skill] = held.map(|held| 100.0 * held / experiments as f64);
        println!("{plies:>12}  {name:<11}  {games:>5}  {accuracy:>11.1} %  {skill:>8.1} %");
    }
}

fn holds([low, high]: [f64; 2], truth: f64) -> f64 {
    f64::from(u8::from((low..=high).contains(&truth)))
}

/// The figures of bots that play each other from random beginnings.
fn tournament(games: u32, seed: u64) -> [Option<Figures>; BOTS.len()] {
    let players = BOTS.map(Occupant::Bot).to_vec();
    let arena = Arena::new(Game::MultipleMadness, &Options::default(), players, games, seed);
    let Ok(arena) = arena.map(|arena| arena.with_random_plies(2)) else { return [None; 3] };
    let report = Report::of(&arena, arena.play(&bots_only(), [], |_| true).values());
    [0, 1, 2].map(|place| report.players.get(place).and_then(|standing| standing.decisions))
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

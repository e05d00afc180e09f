//! The race against a plain search that shares nothing with the solver.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::{HashMap, HashSet};

use divvy_rules::{Board, Family, Number, Position, RacePosition, Rules, Token};
use divvy_solver::{Outcome, RaceSolver, Value};

/// Every pair of tokens on one board, and where each move of the first one leads: written from the rules,
/// without the rules crate.
struct States {
    tokens: Vec<(u32, u32)>,
    /// For the state `mover * tokens + other`, the node of each move, the state after it with skipped turns
    /// passed, and whether the same player moves again there.
    moves: Vec<Vec<(u32, usize, bool)>>,
}

impl States {
    fn new(size: u32, without_one: bool, block: bool) -> Self {
        let first = if without_one { 2 } else { 1 };
        let related = |a: u32, b: u32| a != b && (a.max(b)).is_multiple_of(a.min(b));
        let mut tokens = Vec::new();
        for at in first..=size {
            let around = (first..=size).filter(|&n| related(at, n));
            tokens.extend(std::iter::once(0).chain(around).map(|banned| (at, banned)));
        }
        let place: HashMap<(u32, u32), usize> =
            tokens.iter().enumerate().map(|(place, &token)| (token, place)).collect();
        let steps = |(at, banned): (u32, u32), (blocked, _): (u32, u32)| -> Vec<u32> {
            let free = |n: &u32| related(at, *n) && *n != banned && !(block && *n == blocked);
            (first..=size).filter(free).collect()
        };
        let mut moves = Vec::with_capacity(tokens.len() * tokens.len());
        for &mover in &tokens {
            for &other in &tokens {
                let after = |node: u32| {
                    let (mut next, mut last, mut again) = (other, (node, mover.0), false);
                    // Two tokens that block each other for ever cannot both be on the way to a target.
                    for _ in 0..4 {
                        if !steps(next, last).is_empty() {
                            break;
                        }
                        (next, last, again) = (last, (next.0, 0), !again);
                    }
                    (node, place[&next] * tokens.len() + place[&last], again)
                };
                moves.push(steps(mover, other).into_iter().map(after).collect());
            }
        }
        Self { tokens, moves }
    }

    /// For every state whether the mover wins, and in how many moves; undecided ones are draws.
    fn values(&self, target: u32) -> Vec<Option<(bool, u32)>> {
        let mut values = vec![None; self.moves.len()];
        for depth in 1.. {
            let mut decided = Vec::new();
            for (state, moves) in self.moves.iter().enumerate() {
                if values[state].is_some() || moves.is_empty() {
                    continue;
                }
                let wins = |&(node, next, again): &(u32, usize, bool)| match values[next] {
                    _ if node == target => Some(true),
                    Some((won, _)) => Some(won == again),
                    None => None,
                };
                if moves.iter().any(|m| wins(m) == Some(true)) {
                    decided.push((state, (true, depth)));
                } else if moves.iter().all(|m| wins(m) == Some(false)) {
                    decided.push((state, (false, depth)));
                }
            }
            if decided.is_empty() {
                break;
            }
            decided.into_iter().for_each(|(state, value)| values[state] = Some(value));
        }
        values
    }
}

fn rules(size: u32, without_one: bool, start: u32, target: u32, block: bool) -> Option<Rules> {
    let without_one = if without_one { ";without-one" } else { "" };
    let block = if block { ";block" } else { "" };
    let notation = format!("number-maze;size={size};start={start};target={target}");
    format!("{notation}{without_one}{block}").parse().ok()
}

fn solver(rules: Rules) -> RaceSolver {
    match rules.family() {
        Family::Race(race) => RaceSolver::new(race).unwrap(),
        Family::Removal(_) => unreachable!(),
    }
}

fn token(board: Board, (at, banned): (u32, u32)) -> Token {
    Token { at: board.number(at).unwrap(), banned: board.number(banned).ok() }
}

/// Compares every pair of tokens on one board, for each of these targets.
fn compare(
    size: u32,
    without_one: bool,
    block: bool,
    targets: impl IntoIterator<Item = u32>,
) -> usize {
    let states = States::new(size, without_one, block);
    let mut compared = 0;
    for target in targets {
        let race = |start| rules(size, without_one, start, target, block);
        // Numbers from which no walk leads to the target cannot be stood on.
        let reachable: HashSet<u32> = (1..=size).filter(|&n| race(n).is_some()).collect();
        let Some(rules) = (1..=size).find_map(race) else { continue };
        let solver = solver(rules);
        let possible = |(at, banned): &(u32, u32)| reachable.contains(at) && *banned != target;
        let values = states.values(target);
        for (state, value) in values.iter().enumerate() {
            let count = states.tokens.len();
            let (mover, other) = (states.tokens[state / count], states.tokens[state % count]);
            if !possible(&mover) || !possible(&other) || states.moves[state].is_empty() {
                continue;
            }
            let expected = match value {
                Some((true, depth)) => Value { outcome: Outcome::Win, depth: Some(*depth) },
                Some((false, depth)) => Value { outcome: Outcome::Loss, depth: Some(*depth) },
                None => Value { outcome: Outcome::Draw, depth: None },
            };
            let board = rules.board();
            let found = solver.value_of(token(board, mover), token(board, other));
            assert_eq!(found, expected, "{rules}: {mover:?} to move against {other:?}");
            let outcome = solver.outcome_of(token(board, mover), token(board, other));
            assert_eq!(outcome, expected.outcome, "{rules}: {mover:?} to move against {other:?}");
            let moves = &states.moves[state];
            let steps = moves.iter().map(|&(node, _, _)| board.number(node).unwrap());
            let winning = solver.winning_of(token(board, mover), token(board, other), steps);
            let wins = |&&(node, next, again): &&(u32, usize, bool)| {
                node == target || values[next].is_some_and(|(won, _)| won == again)
            };
            let expected: Vec<u32> = moves.iter().filter(wins).map(|&(node, _, _)| node).collect();
            let found: Vec<u32> = winning.iter().map(|number| number.get()).collect();
            assert_eq!(found, expected, "{rules}: {mover:?} to move against {other:?}");
            compared += 1;
        }
    }
    compared
}

const OPTIONS: [(bool, bool); 4] = [(false, false), (false, true), (true, false), (true, true)];

#[test]
fn every_pair_of_tokens_on_every_board_up_to_24_agrees_with_a_plain_search() {
    let mut compared = 0;
    for size in 2..=24 {
        for (without_one, block) in OPTIONS {
            compared += compare(size, without_one, block, 1..=size);
        }
    }
    assert!(compared > 1_000_000, "{compared}");
}

#[test]
fn larger_boards_agree_for_targets_of_every_kind() {
    for (without_one, block) in OPTIONS {
        compare(45, without_one, block, [45, 37, 32, 15, 7]);
    }
}

/// Positions as play reaches them, with what each move leads to.
#[test]
fn winning_moves_are_exactly_those_after_which_the_opponent_has_lost() {
    for size in 2..=9 {
        for (without_one, block) in OPTIONS {
            for start in 1..=size {
                for target in 1..=size {
                    if let Some(rules) = rules(size, without_one, start, target, block) {
                        check_winning(rules);
                    }
                }
            }
        }
    }
}

fn check_winning(rules: Rules) {
    let Position::Race(start) = rules.start() else { unreachable!() };
    let solver = solver(rules);
    let tokens = |p: &RacePosition| (p.token(p.to_move()), p.token(p.to_move().other()));
    let mut seen = HashSet::from([tokens(&start)]);
    let mut open = vec![start];
    while let Some(position) = open.pop() {
        let wins = |number: &Number| {
            let mut next = position;
            next.play(*number).unwrap();
            let value = solver.value(&next);
            let same = next.to_move() == position.to_move();
            value.outcome == if same { Outcome::Win } else { Outcome::Loss }
        };
        let expected: Vec<Number> = position.legal().iter().filter(wins).collect();
        assert_eq!(solver.winning(&position), expected, "{rules}: {position:?}");
        let won = solver.value(&position).outcome == Outcome::Win;
        assert_eq!(won, !expected.is_empty(), "{rules}: {position:?}");
        for number in &position.legal() {
            let mut next = position;
            next.play(number).unwrap();
            if next.winner().is_none() && seen.insert(tokens(&next)) {
                open.push(next);
            }
        }
    }
}

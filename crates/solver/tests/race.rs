//! The race against a plain search: every position of every board up to 24, every option.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::HashMap;

use divvy_rules::{Game, Options, Position, RacePosition, Rules};
use divvy_solver::{Outcome, RaceSolver, Value};

/// Every position that play can reach, and its value by the plainest means: repeat "won if a move leads to
/// a lost one, lost if all lead to won ones" until nothing changes. It knows the rules and nothing else.
fn oracle(start: RacePosition) -> HashMap<Key, (RacePosition, Option<(bool, u32)>)> {
    let mut known = HashMap::new();
    let mut open = vec![start];
    while let Some(position) = open.pop() {
        if known.insert(key(&position), (position, None)).is_none() && position.winner().is_none() {
            open.extend(children(&position));
        }
    }
    let families: Vec<(Key, Vec<(Key, bool)>)> = known
        .iter()
        .map(|(at, (position, _))| {
            let turn = |child: &RacePosition| (key(child), child.to_move() == position.to_move());
            (*at, children(position).iter().map(turn).collect())
        })
        .collect();
    for (position, value) in known.values_mut() {
        *value = position.winner().map(|winner| (winner == position.to_move(), 0));
    }
    for moves in 1.. {
        let mut decided = Vec::new();
        for (at, children) in &families {
            if known[at].1.is_some() {
                continue;
            }
            // Whether the mover wins by this child, as far as it is known.
            let results: Vec<Option<bool>> = children
                .iter()
                .map(|(child, same)| known[child].1.map(|(w, _)| w == *same))
                .collect();
            if results.contains(&Some(true)) {
                decided.push((*at, (true, moves)));
            } else if results.iter().all(|result| *result == Some(false)) {
                decided.push((*at, (false, moves)));
            }
        }
        if decided.is_empty() {
            return known;
        }
        for (at, value) in decided {
            known.get_mut(&at).unwrap().1 = Some(value);
        }
    }
    unreachable!()
}

/// A position without its turn counter, which does not matter to its worth.
type Key = [u32; 5];

fn key(position: &RacePosition) -> Key {
    let mover = position.token(position.to_move());
    let other = position.token(position.to_move().other());
    let banned = |token: divvy_rules::Token| token.banned.map_or(0, |n| n.get());
    [mover.at.get(), banned(mover), other.at.get(), banned(other), 0]
}

fn children(position: &RacePosition) -> Vec<RacePosition> {
    let play = |number| {
        let mut next = *position;
        next.play(number).unwrap();
        next
    };
    position.legal().iter().map(play).collect()
}

fn check(options: &Options) -> usize {
    let Ok(rules) = Rules::new(Game::NumberMaze, options) else { return 0 };
    let Position::Race(start) = rules.start() else { unreachable!() };
    let solver = RaceSolver::new(start.rules()).unwrap();
    let known = oracle(start);
    for (position, value) in known.values() {
        let expected = match value {
            Some((true, depth)) => Value { outcome: Outcome::Win, depth: Some(*depth) },
            Some((false, depth)) => Value { outcome: Outcome::Loss, depth: Some(*depth) },
            None => Value { outcome: Outcome::Draw, depth: None },
        };
        assert_eq!(solver.value(position), expected, "{rules}: {position:?}");
        if position.winner().is_none() {
            let wins = |number: &divvy_rules::Number| {
                let mut next = *position;
                next.play(*number).unwrap();
                let same = next.to_move() == position.to_move();
                known[&key(&next)].1.is_some_and(|(won, _)| won == same)
            };
            let winning: Vec<_> = position.legal().iter().filter(wins).collect();
            assert_eq!(solver.winning(position), winning, "{rules}: {position:?}");
        }
    }
    known.len()
}

#[test]
fn every_position_of_every_small_maze_agrees_with_a_plain_search() {
    let mut positions = 0;
    for size in 2..=SIZES {
        for without_one in [false, true] {
            for block in [false, true] {
                for start in 1..=size {
                    for target in 1..=size {
                        positions += check(&Options {
                            size: Some(size),
                            without_one,
                            block,
                            start: Some(start),
                            target: Some(target),
                            ..Options::default()
                        });
                    }
                }
            }
        }
    }
    assert!(positions > 10_000, "{positions}");
}
const SIZES: u32 = 16;

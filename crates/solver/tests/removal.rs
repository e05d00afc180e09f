//! The removal games against a plain memoised search that knows the rules and nothing of matchings.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::HashMap;

use divvy_rules::{Family, Game, Number, One, Opening, Options, RemovalPosition, Rules};
use divvy_solver::RemovalSolver;

/// Every removal board of a size, all options.
fn boards(size: u32) -> Vec<Rules> {
    let mut boards = Vec::new();
    let games = [
        (Game::MultipleMadness, None),
        (Game::TrapAvoidance, Some(One::Trap)),
        (Game::TrapAvoidance, Some(One::Free)),
    ];
    for (game, one) in games {
        for &opening in Opening::ALL {
            for without_one in [false, true] {
                let options = Options {
                    size: Some(size),
                    opening: Some(opening),
                    without_one,
                    one,
                    ..Options::default()
                };
                boards.extend(Rules::new(game, &options).ok());
            }
        }
    }
    boards
}

fn start(rules: Rules) -> RemovalPosition {
    match rules.family() {
        Family::Removal(removal) => removal.start(),
        Family::Race(_) => unreachable!(),
    }
}

/// Who wins, by trying everything.
#[derive(Default)]
struct Oracle(HashMap<(Vec<u32>, u32), bool>);

impl Oracle {
    fn wins(&mut self, position: &RemovalPosition) -> bool {
        let free: Vec<u32> = position.free().iter().map(Number::get).collect();
        let key = (free, position.last().map_or(0, Number::get));
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let wins = !self.winning(position).is_empty();
        self.0.insert(key, wins);
        wins
    }

    fn winning(&mut self, position: &RemovalPosition) -> Vec<Number> {
        let mut winning = Vec::new();
        for number in &position.legal() {
            let mut next = position.clone();
            next.play(number).unwrap();
            if !self.wins(&next) {
                winning.push(number);
            }
        }
        winning
    }
}

fn visit(
    position: &RemovalPosition,
    seen: &mut std::collections::HashSet<(Vec<u32>, u32)>,
    check: &mut impl FnMut(&RemovalPosition),
) {
    let free = position.free().iter().map(Number::get).collect();
    if !seen.insert((free, position.last().map_or(0, Number::get))) {
        return;
    }
    check(position);
    for number in &position.legal() {
        let mut next = position.clone();
        next.play(number).unwrap();
        visit(&next, seen, check);
    }
}

#[test]
fn every_reachable_position_of_every_small_board_agrees_with_a_plain_search() {
    for size in 1..=12 {
        for rules in boards(size) {
            let mut oracle = Oracle::default();
            visit(&start(rules), &mut Default::default(), &mut |position| {
                let solver = RemovalSolver::new(position);
                assert_eq!(
                    solver.winning(&position.legal()),
                    oracle.winning(position),
                    "{rules}: {position:?}"
                );
            });
        }
    }
}

//! The removal games against a plain memoised search that knows the rules and nothing of matchings.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::{HashMap, HashSet};

use divvy_rules::{Game, Number, Player, Position, Record, RemovalPosition, RuleOption, Rules};
use divvy_solver::{Certificate, Label, Pairing, RemovalSolver, Solver};

/// Every removal board of a size, all options.
fn boards(size: u32) -> Vec<Rules> {
    let struck = size / 2 + 1;
    let mut boards = Vec::new();
    for game in ["multiple-madness", "trap-avoidance", "trap-avoidance;one=free"] {
        let struck = &format!("from={struck}");
        for opening in ["opening=any", "opening=even", "opening=even-below-half", struck] {
            for without_one in ["", ";without-one"] {
                let notation = format!("{game};size={size};{opening}{without_one}");
                boards.extend(notation.parse::<Rules>().ok());
            }
        }
    }
    boards
}

fn rules(notation: &str) -> Rules {
    notation.parse().unwrap()
}

fn removal(record: &Record) -> &RemovalPosition {
    match record.position() {
        Position::Removal(position) => position,
        Position::Race(_) => unreachable!(),
    }
}

fn values(numbers: &[Number]) -> Vec<u32> {
    numbers.iter().map(|number| number.get()).collect()
}

/// The free numbers as bits, and the last one taken.
type Key = (u64, u32);

fn key(position: &RemovalPosition) -> Key {
    let bits = position.free().iter().map(|n| 1 << n.get()).sum();
    (bits, position.last().map_or(0, Number::get))
}

/// Who wins and how soon, by trying everything.
#[derive(Default)]
struct Oracle(HashMap<Key, (bool, u32)>);

impl Oracle {
    fn value(&mut self, position: &RemovalPosition) -> (bool, u32) {
        if let Some(&known) = self.0.get(&key(position)) {
            return known;
        }
        let after: Vec<(bool, u32)> = position
            .legal()
            .iter()
            .map(|number| {
                let mut next = position.clone();
                next.play(number).unwrap();
                self.value(&next)
            })
            .collect();
        let wins = after.iter().filter(|(won, _)| !won).map(|(_, depth)| depth + 1).min();
        let losses = after.iter().map(|(_, depth)| depth + 1).max();
        let value = wins.map_or((false, losses.unwrap_or(0)), |depth| (true, depth));
        self.0.insert(key(position), value);
        value
    }

    fn winning(&mut self, position: &RemovalPosition) -> Vec<Number> {
        let mut winning: Vec<Number> = position.legal().iter().collect();
        winning.retain(|&number| {
            let mut next = position.clone();
            next.play(number).unwrap();
            !self.value(&next).0
        });
        winning
    }
}

/// Calls `check` for every position that play can reach, once.
fn visit(record: &mut Record, seen: &mut HashSet<Key>, check: &mut impl FnMut(&Record)) {
    if !seen.insert(key(removal(record))) {
        return;
    }
    check(record);
    for number in &record.legal() {
        record.play(number).unwrap();
        visit(record, seen, check);
        record.undo();
    }
}

/// A small generator, so that a failure is the same failure next time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 33) * u64::from(bound)) >> 31) as u32
    }

    fn legal(&mut self, record: &Record) -> Option<Number> {
        let legal = record.legal();
        if legal.is_empty() { None } else { legal.nth(self.below(legal.len())) }
    }
}

#[test]
fn every_reachable_position_of_every_board_up_to_12_agrees_with_a_plain_search() {
    for size in 1..=12 {
        for rules in boards(size) {
            let mut oracle = Oracle::default();
            // Where the opening is restricted only the first move differs; the rest is visited once.
            if rules.options().choice(RuleOption::Opening).is_some() {
                let record = Record::new(rules);
                let winning = Solver::new(record.clone()).unwrap().winning();
                assert_eq!(winning, oracle.winning(removal(&record)), "{record}");
                continue;
            }
            visit(&mut Record::new(rules), &mut HashSet::new(), &mut |record| {
                let position = removal(record);
                let solver = RemovalSolver::new(position);
                let winning = solver.winning(&position.legal());
                assert_eq!(winning, oracle.winning(position), "{record}");
                // How soon takes a search of its own.
                if size <= 9 {
                    let mut solver = Solver::new(record.clone()).unwrap();
                    let solution = solver.solution();
                    let (won, depth) = oracle.value(position);
                    assert_eq!(solution.depth, Some(depth), "{record}");
                    let mover = position.to_move();
                    let winner = if won { mover } else { mover.other() };
                    assert_eq!(solution.winner, Some(winner), "{record}");
                    check_best(&mut solver, solution.best, &mut oracle);
                }
            });
        }
    }
}

/// The best move wins soonest, the smallest of equals, or sets the hardest problem: of those the latest end, then the largest.
fn check_best(solver: &mut Solver, best: Option<Number>, oracle: &mut Oracle) {
    let record = solver.record().clone();
    let mut rated = Vec::new();
    for number in &record.legal() {
        let mut next = removal(&record).clone();
        next.play(number).unwrap();
        let replies = oracle.winning(&next).len();
        assert_eq!(solver.replies(number).winning, replies, "{record}");
        let (lost, depth) = oracle.value(&next);
        let (n, depth) = (i64::from(number.get()), i64::from(depth));
        let share = replies * 1_000_000 / next.legal().len().max(1) as usize;
        rated.push(if lost { (1 + share, -depth, -n) } else { (0, depth, n) });
    }
    let rated = rated.into_iter().min().map(|(_, _, n)| n.unsigned_abs() as u32);
    assert_eq!(best.map(Number::get), rated, "{record}");
}

#[test]
fn random_positions_up_to_22_agree_with_a_plain_search() {
    let mut random = Random(1);
    for size in 13..=22 {
        for rules in boards(size) {
            // How many free numbers the plain search is fast enough for.
            let few = if rules.game() == Game::TrapAvoidance { 11 } else { 20 };
            let mut oracle = Oracle::default();
            for _ in 0..3 {
                let mut record = Record::new(rules);
                let mut solver = Solver::new(record.clone()).unwrap();
                while let Some(number) = random.legal(&record) {
                    record.play(number).unwrap();
                    solver.play(number).unwrap();
                    let position = removal(&record);
                    if position.free().len() <= few {
                        assert_eq!(solver.winning(), oracle.winning(position), "{record}");
                    }
                }
            }
        }
    }
}

#[test]
fn moves_and_undos_repair_what_a_fresh_solution_would_find() {
    let mut random = Random(7);
    for notation in
        ["multiple-madness;size=300", "trap-avoidance;size=150", "trap-avoidance;size=150;one=free"]
    {
        let mut solver = Solver::new(Record::new(rules(notation))).unwrap();
        for _ in 0..400 {
            let next = random.legal(solver.record()).filter(|_| random.below(3) > 0);
            match next {
                Some(number) => solver.play(number).unwrap(),
                None => drop(solver.undo()),
            }
            let record = solver.record();
            let fresh = RemovalSolver::new(removal(record));
            assert_eq!(solver.winning(), fresh.winning(&record.legal()), "{record}");
        }
        let far: Record = format!("{notation}:2").parse().unwrap();
        solver.follow(far.moves()).unwrap();
        assert_eq!(solver.record(), &far);
        assert_eq!(solver.winning(), Solver::new(far).unwrap().winning());
    }
}

/// On boards where large trees are dissolved and put together again, every label is what a fresh solution finds.
#[test]
fn every_move_leaves_the_labels_that_a_fresh_solution_finds() {
    let mut random = Random(5);
    for (size, positions) in [(200, 800), (1_000, 800), (2_310, 600), (5_040, 400), (20_000, 40)] {
        let rules = rules(&format!("multiple-madness;size={size}"));
        let mut record = Record::new(rules);
        let mut solver = RemovalSolver::new(removal(&record));
        for _ in 0..positions {
            let Some(number) = random.legal(&record) else {
                record = Record::new(rules);
                solver = RemovalSolver::new(removal(&record));
                continue;
            };
            record.play(number).unwrap();
            solver.take(number);
            let fresh = RemovalSolver::new(removal(&record));
            for number in rules.board().numbers() {
                assert_eq!(solver.label(number), fresh.label(number), "{number} after {record}");
            }
        }
    }
}

/// The same on boards too large for any other search: code that knows nothing of shortcuts checks the certificates.
#[test]
fn positions_of_large_boards_are_proved() {
    let mut random = Random(11);
    for (notation, steps) in [
        ("multiple-madness;size=3000", 120),
        ("multiple-madness;size=20000", 12),
        ("trap-avoidance;size=3000", 20),
        ("trap-avoidance;size=3000;one=free", 20),
    ] {
        let mut solver = Solver::new(Record::new(rules(notation))).unwrap();
        for step in 0..steps {
            let certificate = Certificate::of(&mut solver).unwrap();
            let contents = serde_json::to_vec(&certificate).unwrap();
            let verified = divvy_verifier::verify(&contents).unwrap();
            assert_eq!(verified.winner, solver.winner().map(Player::number), "{notation}");
            match random.legal(solver.record()).filter(|_| step % 5 != 4) {
                Some(number) => solver.play(number).unwrap(),
                None => drop(solver.undo()),
            }
        }
    }
    for size in [9_999, 10_000, 46_656, 99_999, 100_000] {
        let record = Record::new(rules(&format!("multiple-madness;size={size}")));
        let certificate = Certificate::of(&mut Solver::new(record).unwrap()).unwrap();
        divvy_verifier::verify(&serde_json::to_vec(&certificate).unwrap()).unwrap();
    }
}

/// The pairing that explains a position is a strategy: the player who follows it wins.
#[test]
fn the_player_who_answers_with_the_partner_wins() {
    let mut random = Random(3);
    for notation in [
        "multiple-madness",
        "multiple-madness;size=10",
        "chain-reaction;size=50;opening=even",
        "trap-avoidance;size=31;without-one",
    ] {
        for _ in 0..50 {
            let mut record = Record::new(rules(notation));
            let mut solver = Solver::new(record.clone()).unwrap();
            let best = solver.best();
            let (pairs, wins) = match solver.pairing(best).unwrap() {
                Pairing::Won { take, pairs } => {
                    record.play(take).unwrap();
                    (pairs, Player::First)
                }
                Pairing::Lost { pairs } => (pairs, Player::Second),
            };
            let partner = |number: Number| {
                let found = pairs.iter().find(|(a, b)| *a == number || *b == number);
                found.map(|&(a, b)| if a == number { b } else { a }).unwrap()
            };
            while let Some(number) = random.legal(&record) {
                record.play(number).unwrap();
                record.play(partner(number)).unwrap();
            }
            assert_eq!(record.winner(), Some(wins), "{record}");
        }
    }
}

#[test]
fn labels_and_paths_are_what_they_are_called() {
    for notation in ["multiple-madness;size=200", "trap-avoidance;size=101;one=free"] {
        let record = Record::new(rules(notation));
        let mut solver = RemovalSolver::new(removal(&record));
        for number in record.rules().board().numbers() {
            let path = solver.path_to(number);
            assert_eq!(path.is_some(), solver.label(number) == Some(Label::D));
            assert_eq!(path.is_some(), solver.wins(number));
            let Some(path) = path else { continue };
            assert_eq!(path.len() % 2, 1);
            assert_eq!(path.last(), Some(&number));
            assert_eq!(solver.partner(path[0]), None);
            for step in path[1..].chunks(2) {
                assert_eq!(solver.partner(step[0]), Some(step[1]));
            }
            let pairs = solver.pairs_without(number).unwrap();
            assert!(pairs.iter().all(|&(a, b)| a != number && b != number));
            assert_eq!(pairs.len(), solver.pairs().count(), "as many pairs as before");
        }
    }
}

#[test]
fn known_facts_about_winning_openings() {
    let winning =
        |notation: &str| values(&Solver::new(Record::new(rules(notation))).unwrap().winning());
    let all_but_1_and_14: Vec<u32> = (2..=20).filter(|&n| n != 14).collect();
    assert_eq!(winning("multiple-madness"), all_but_1_and_14);
    assert!(winning("multiple-madness;size=10").is_empty());
    assert_eq!(winning("trap-avoidance;size=16"), (1..=16).collect::<Vec<_>>());
    assert_eq!(winning("trap-avoidance;size=15"), [1]);
    let lost = |option: &str, sizes: std::ops::RangeInclusive<u32>| -> Vec<u32> {
        sizes.filter(|n| winning(&format!("sequence-duel;size={n}{option}")).is_empty()).collect()
    };
    assert_eq!(lost("", 1..=400), [2, 4, 6, 10]);
    assert_eq!(
        lost(";opening=even", 1..=30),
        [1, 2, 4, 5, 6, 7, 9, 10, 11, 15, 18, 19, 21, 22, 23, 25, 26, 28, 29]
    );
}

#[test]
fn depth_is_known_as_far_as_promised_and_beyond_that_nothing_is_said() {
    let depth = |notation: &str| Solver::new(notation.parse().unwrap()).unwrap().solution().depth;
    for notation in [
        "multiple-madness;size=24",
        "multiple-madness;size=24;opening=even",
        "trap-avoidance;size=16",
        "trap-avoidance;size=16;one=free",
    ] {
        assert!(depth(notation).is_some(), "{notation}");
    }
    for notation in ["multiple-madness;size=18;opening=even", "trap-avoidance;size=12;without-one"]
    {
        let record: Record = notation.parse().unwrap();
        let (_, expected) = Oracle::default().value(removal(&record));
        assert_eq!(depth(notation), Some(expected), "{notation}");
    }
    assert_eq!(depth("multiple-madness;size=200"), None);
    assert_eq!(depth("multiple-madness:11,1,13"), Some(0));
    // Late in a game on a large board few numbers matter, and the depth is known again.
    let mut record: Record = "trap-avoidance;size=60;without-one".parse().unwrap();
    let mut random = Random(5);
    while removal(&record).free().len() > 12 {
        let number = random.legal(&record).unwrap();
        record.play(number).unwrap();
    }
    assert!(Solver::new(record).unwrap().solution().depth.is_some());
}

#[test]
fn a_board_of_a_million_numbers_is_solved_and_played_on() {
    let mut record = Record::new(rules("multiple-madness;size=1000000"));
    let mut solver = Solver::new(record.clone()).unwrap();
    assert_eq!(solver.winner(), Some(Player::First));
    for _ in 0..6 {
        let best = solver.best().unwrap();
        record.play(best).unwrap();
        solver.play(best).unwrap();
    }
    let fresh = RemovalSolver::new(removal(&record));
    assert_eq!(solver.winning(), fresh.winning(&record.legal()));
}

#[test]
fn what_is_known_of_a_position_does_not_depend_on_what_was_asked_before() {
    for game in ["trap-avoidance", "trap-avoidance;one=free", "chain-reaction;size=27"] {
        let mut random = Random(7);
        let mut kept = Solver::new(game.parse().unwrap()).unwrap();
        for _ in 0..60 {
            let fresh = Solver::new(kept.record().clone()).unwrap().solution();
            assert_eq!(kept.solution(), fresh, "{}", kept.record());
            // Back and forth, so that searches are met that know other positions.
            match random.legal(kept.record()).filter(|_| random.below(4) > 0) {
                Some(number) => kept.play(number).unwrap(),
                None => drop([kept.undo(), kept.undo(), kept.undo()]),
            }
        }
    }
}

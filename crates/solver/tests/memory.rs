//! Games with a memory of 2 against a plain search that shares nothing with the rules or the solver.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::{HashMap, HashSet};

use divvy_rules::{Number, Player, Record, mixed};
use divvy_solver::{Certificate, NoCertificate, Solver};

/// What is left, and the numbers taken last, the newest first; 0 for none.
type State = (u32, [u32; 2]);

/// The rules by the contract alone, and what every position is worth.
struct Plain {
    size: u32,
    first: u32,
    free_one: bool,
    opening: &'static str,
    /// By position: whether the player to move wins, and in how many moves.
    known: HashMap<State, (bool, u32)>,
}

impl Plain {
    fn legal(&self, (left, previous): State) -> Vec<u32> {
        let sets_trap = |set: u32, n: u32| {
            let related = set.is_multiple_of(n) || n.is_multiple_of(set);
            related && !(self.free_one && (set == 1 || n == 1))
        };
        let may_open = |n: u32| match self.opening {
            "even" => n.is_multiple_of(2),
            "even-below-half" => n.is_multiple_of(2) && 2 * n < self.size,
            _ => true,
        };
        let free = (self.first..=self.size).filter(|n| left >> n & 1 == 1);
        free.filter(|&n| match previous {
            [0, _] => may_open(n),
            [last, 0] => !sets_trap(last, n),
            [last, before] => !sets_trap(last, n) && !sets_trap(before, n),
        })
        .collect()
    }

    fn after((left, [last, _]): State, n: u32) -> State {
        (left & !(1 << n), [n, last])
    }

    fn value(&mut self, state: State) -> (bool, u32) {
        if let Some(&known) = self.known.get(&state) {
            return known;
        }
        let replies: Vec<(bool, u32)> =
            self.legal(state).into_iter().map(|n| self.value(Self::after(state, n))).collect();
        let wins = replies.iter().filter(|(wins, _)| !wins).map(|(_, moves)| moves + 1).min();
        let lasts = replies.iter().map(|(_, moves)| moves + 1).max().unwrap_or(0);
        let value = wins.map_or((false, lasts), |moves| (true, moves));
        self.known.insert(state, value);
        value
    }
}

/// A game by its options, in notation and as the plain search has it.
fn game(
    size: u32,
    without_one: bool,
    free_one: bool,
    opening: &'static str,
    from: u32,
) -> Option<(Record, Plain, State)> {
    let mut notation = format!("trap-avoidance;size={size};memory=2");
    if without_one {
        notation += ";without-one";
    }
    if free_one {
        notation += ";one=free";
    }
    match from {
        0 => notation += &format!(";opening={opening}"),
        from => notation += &format!(";from={from}"),
    }
    let first = if without_one { 2 } else { 1 };
    let all: u32 = (first..=size).map(|n| 1 << n).sum();
    let start = (all & !(u32::from(from > 0) << from), [from, 0]);
    let plain = Plain { size, first, free_one, opening, known: HashMap::new() };
    // What does not fit together is tested with the rules.
    Some((notation.parse().ok()?, plain, start))
}

/// Compares everything that is said about the position the solver stands at.
fn compare(solver: &mut Solver, plain: &mut Plain, state: State) {
    let record = solver.record().clone();
    let mover = record.to_move();
    let (wins, moves) = plain.value(state);
    let legal = plain.legal(state);
    let after = |plain: &mut Plain, n: u32| plain.value(Plain::after(state, n));
    let winning: Vec<u32> = legal.iter().copied().filter(|&n| !after(plain, n).0).collect();
    let solution = solver.solution();
    let values = |numbers: &[Number]| numbers.iter().map(|n| n.get()).collect::<Vec<_>>();
    assert_eq!(values(&record.legal().iter().collect::<Vec<_>>()), legal, "{record}");
    assert_eq!(solution.winner, Some(if wins { mover } else { mover.other() }), "{record}");
    assert_eq!(values(&solution.winning), winning, "{record}");
    assert_eq!(solution.depth, Some(moves), "{record}");
    assert_eq!(solver.winner(), solution.winner);
    let best = solution.best.map(Number::get);
    assert_eq!(best.is_none(), legal.is_empty(), "{record}");
    if let Some(best) = best.filter(|_| wins) {
        assert_eq!(after(plain, best), (false, moves - 1), "{record}: {best} is not the quickest");
    }
    // Why: after the winning move, or after any, every reply leaves an answer that wins.
    let base = best.filter(|_| wins).map_or(state, |best| Plain::after(state, best));
    let answers = solver.answers(solution.best).unwrap();
    let (replies, answers): (Vec<Number>, Vec<Number>) = answers.into_iter().unzip();
    assert_eq!(values(&replies), plain.legal(base), "{record}");
    for (reply, answer) in replies.iter().zip(answers) {
        let replied = Plain::after(base, reply.get());
        assert!(plain.legal(replied).contains(&answer.get()), "{record}: {reply} {answer}");
        assert!(!plain.value(Plain::after(replied, answer.get())).0, "{record}: {reply} {answer}");
    }
    assert_eq!(solver.record(), &record, "it stands where it stood");
}

fn walk(solver: &mut Solver, plain: &mut Plain, state: State, seen: &mut HashSet<State>) {
    if !seen.insert(state) {
        return;
    }
    compare(solver, plain, state);
    for n in plain.legal(state) {
        let number = solver.record().rules().board().number(n).unwrap();
        solver.play(number).unwrap();
        walk(solver, plain, Plain::after(state, n), seen);
        solver.undo();
    }
}

#[test]
fn every_position_of_every_small_board() {
    let mut positions = 0;
    for size in 1..=10 {
        for (without_one, free_one) in [(false, false), (true, false), (false, true), (true, true)]
        {
            let openings = ["any", "even", "even-below-half"].map(|opening| (opening, 0));
            let struck = (1..=size).map(|from| ("any", from));
            for (opening, from) in openings.into_iter().chain(struck) {
                let Some((record, mut plain, start)) =
                    game(size, without_one, free_one, opening, from)
                else {
                    continue;
                };
                let mut seen = HashSet::new();
                let mut solver = Solver::new(record).unwrap();
                walk(&mut solver, &mut plain, start, &mut seen);
                positions += seen.len();
            }
        }
    }
    assert!(positions > 100_000, "{positions}");
}

#[test]
fn random_positions_of_larger_boards() {
    let mut seed = 0;
    let mut below = |most: u32| {
        seed += 1;
        (mixed(seed) % u64::from(most)) as u32
    };
    for _ in 0..1_000 {
        let size = 11 + below(6);
        let (without_one, free_one) = (below(2) == 0, below(2) == 0);
        let opening = ["any", "even", "even-below-half"][below(3) as usize];
        let from = if below(3) == 0 { 2 + below(size - 1) } else { 0 };
        let (mut record, mut plain, mut state) =
            game(size, without_one, free_one, opening, from).unwrap();
        // The first moves would take the plain search long.
        for _ in 0..size - 9 + below(4) {
            let legal = plain.legal(state);
            let Some(&n) = legal.get(below(legal.len().max(1) as u32) as usize) else { break };
            record.play(record.rules().board().number(n).unwrap()).unwrap();
            state = Plain::after(state, n);
        }
        compare(&mut Solver::new(record).unwrap(), &mut plain, state);
    }
}

#[test]
fn a_solver_that_began_in_the_middle_goes_back_to_the_start() {
    let mut solver = Solver::new("trap-avoidance;size=13;memory=2:8,9,5".parse().unwrap()).unwrap();
    while solver.undo().is_some() {}
    let mut fresh = Solver::new("trap-avoidance;size=13;memory=2".parse().unwrap()).unwrap();
    assert_eq!(solver.solution(), fresh.solution());
    let moves: Vec<Number> =
        [8, 9, 5].map(|n| fresh.record().rules().board().number(n).unwrap()).into();
    solver.follow(&moves).unwrap();
    fresh.follow(&moves).unwrap();
    assert_eq!(solver.solution(), fresh.solution());
}

#[test]
fn boards_that_are_too_large_are_refused_and_no_certificate_is_made() {
    let error = Solver::new("trap-avoidance;size=17;memory=2".parse().unwrap()).unwrap_err();
    let text = "a game with a memory of 2 (traps last two turns) is solved up to size 16, and this board has size 17";
    assert_eq!(error.to_string(), text);
    assert_eq!(Solver::check("trap-avoidance;size=17;memory=2".parse().unwrap()), Err(error));
    assert_eq!(Solver::check("trap-avoidance;size=17;memory=1".parse().unwrap()), Ok(()));
    let mut solver = Solver::new("trap-avoidance;size=12;memory=2".parse().unwrap()).unwrap();
    assert_eq!(Certificate::of(&mut solver).unwrap_err(), NoCertificate::Memory);
    assert!(solver.pairing(None).is_none());
}

/// As prototypes found: on 2 to 12 three of eleven openings win, on 1 to 12 and 2 to 12 no even one.
#[test]
fn boards_that_are_a_contest() {
    for (notation, winner, winning) in [
        ("trap-avoidance;size=12;memory=2;without-one", Player::First, 3),
        ("trap-avoidance;size=12;memory=2;opening=even", Player::Second, 0),
        ("trap-avoidance;size=12;memory=2;without-one;opening=even", Player::Second, 0),
        ("trap-avoidance;size=13;memory=2;without-one;opening=even", Player::Second, 0),
    ] {
        let solution = Solver::new(notation.parse().unwrap()).unwrap().solution();
        assert_eq!(
            (solution.winner, solution.winning.len()),
            (Some(winner), winning),
            "{notation}"
        );
    }
}

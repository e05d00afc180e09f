//! Reasons: partners that stay the same, and the ways of races.

#![allow(clippy::unwrap_used, missing_docs, reason = "tests")]

use std::collections::{BTreeMap, BTreeSet};

use divvy_analysis::{Advice, Exchange, Proof, Reason};
use divvy_rules::{Number, Record};
use divvy_solver::Solver;

fn solver(notation: &str) -> Solver {
    Solver::new(notation.parse::<Record>().unwrap()).unwrap()
}

/// The partners that prove what each legal move is worth.
fn partners(solver: &mut Solver) -> Vec<Vec<(Number, Number)>> {
    let legal: Vec<Number> = solver.record().legal().iter().collect();
    let proofs = legal.into_iter().map(|number| Proof::of(solver, number).unwrap());
    proofs.map(|proof| proof.advice().unwrap().pairs().to_vec()).collect()
}

#[test]
fn a_move_has_the_same_partners_whatever_was_looked_at_before() {
    for notation in [
        "multiple-madness;size=16;without-one;opening=even",
        "chain-reaction;size=40:24,12",
        "trap-avoidance;size=14:7",
    ] {
        let mut solver = solver(notation);
        let fresh = partners(&mut solver);
        assert!(fresh.iter().any(|pairs| !pairs.is_empty()), "{notation}");
        for number in solver.record().legal().iter().collect::<Vec<_>>() {
            // To the end of a game and back.
            solver.play(number).unwrap();
            let mut played = 1;
            while let Some(next) = solver.record().legal().iter().last() {
                solver.play(next).unwrap();
                played += 1;
            }
            for _ in 0..played {
                solver.undo();
            }
            assert_eq!(partners(&mut solver), fresh, "{notation} after {number}");
        }
    }
}

/// Numbers of the loser, each with its answer and all that can follow.
type Seen = BTreeMap<Number, (Number, BTreeSet<Number>)>;

/// Plays whatever the loser can, each time answered by its partner, and notes what comes up.
fn come_up(record: &Record, pairs: &[(Number, Number)], seen: &mut Seen) {
    for number in &record.legal() {
        let &(one, two) = pairs.iter().find(|(one, two)| [*one, *two].contains(&number)).unwrap();
        let answer = if one == number { two } else { one };
        let mut after = record.clone();
        after.play(number).unwrap();
        after.play(answer).unwrap();
        seen.entry(number).or_insert((answer, BTreeSet::new())).1.extend(&after.legal());
        come_up(&after, pairs, seen);
    }
}

#[test]
fn pairs_and_exchanges_are_those_that_come_up() {
    let (mut listed, mut superfluous, mut whole) = (0, 0, 0);
    for notation in [
        "chain-reaction;size=16;without-one;opening=even",
        "multiple-madness;size=14",
        "sequence-duel;size=24;opening=even",
        "trap-avoidance;size=9",
    ] {
        let mut solver = solver(notation);
        for number in solver.winning() {
            let advice = Advice::with_best(&mut solver, Some(number));
            let (mut record, mut seen) = (solver.record().clone(), Seen::new());
            record.play(number).unwrap();
            // A pair that comes up and is not listed is not found.
            come_up(&record, advice.pairs(), &mut seen);
            let is_seen = |(one, two): &&_| seen.contains_key(one) || seen.contains_key(two);
            listed += advice.pairs().len();
            superfluous += advice.pairs().len() - advice.pairs().iter().filter(is_seen).count();
            let Reason::Pairing { exchanges, .. } = &advice.reason else { continue };
            for Exchange { number, answer, then, later } in exchanges {
                assert_eq!(seen[number], (*answer, then.iter().collect()), "{notation}: {number}");
                assert_eq!(*later, !record.legal().contains(*number), "{notation}: {number}");
            }
            if seen.len() <= 8 {
                assert_eq!(exchanges.len(), seen.len(), "{notation}:{number}");
                whole += 1;
            }
        }
    }
    assert!(listed > 50, "{listed}");
    assert_eq!(superfluous, 0, "of {listed}");
    assert!(whole > 5, "{whole}");
}

#[test]
fn best_play_is_as_long_as_the_depth_says() {
    let mut compared = 0;
    for rules in ["chain-reaction;size=16;without-one;opening=even", "trap-avoidance;size=9"] {
        for number in &solver(rules).record().legal() {
            let mut solver = solver(&format!("{rules}:{number}"));
            let (solution, line) = (solver.solution(), Advice::of(&mut solver).line);
            let depth = solution.depth.filter(|_| !solution.winning.is_empty()).unwrap_or(0);
            assert_eq!(line.len(), depth as usize, "{rules}:{number}");
            compared += line.len();
            line.into_iter().for_each(|number| solver.play(number).unwrap());
            assert!(depth == 0 || solver.record().legal().is_empty(), "{rules}:{number}");
        }
    }
    assert!(compared > 10, "{compared}");
}

#[test]
fn the_way_of_a_race_leads_to_the_target_and_is_that_of_the_move() {
    let (mut ways, mut slower) = (0, 0);
    for (start, target) in [(3, 11), (9, 25), (4, 22), (15, 9), (6, 25), (14, 11)] {
        let rules = format!("number-maze;size=30;without-one;start={start};target={target}");
        let mut solver = solver(&rules);
        for _ in 0..6 {
            for number in solver.winning() {
                let Reason::Turns { mine, way, .. } =
                    Advice::with_best(&mut solver, Some(number)).reason
                else {
                    continue;
                };
                assert_eq!(way.first(), Some(&number), "{}", solver.record());
                assert_eq!(way.last().map(|last| last.get()), Some(target), "{}", solver.record());
                ways += 1;
                slower += u32::from(way.len() > mine as usize);
            }
            let Some(any) = solver.record().legal().iter().last() else { break };
            solver.play(any).unwrap();
        }
    }
    assert!(ways > 20 && slower > 0, "{ways}, {slower}");
}

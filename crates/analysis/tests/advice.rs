//! Reasons: partners that stay the same, and the ways of races.

#![allow(clippy::unwrap_used, missing_docs, reason = "tests")]

use std::collections::HashSet;

use divvy_analysis::{Advice, Proof, Reason};
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

/// Plays whatever the loser can, each time answered by its partner, and notes the pairs that come up.
fn come_up(record: &Record, pairs: &[(Number, Number)], seen: &mut HashSet<(Number, Number)>) {
    for number in &record.legal() {
        let &pair = pairs.iter().find(|(one, two)| [*one, *two].contains(&number)).unwrap();
        seen.insert(pair);
        let mut after = record.clone();
        after.play(number).unwrap();
        after.play(if pair.0 == number { pair.1 } else { pair.0 }).unwrap();
        come_up(&after, pairs, seen);
    }
}

#[test]
fn pairs_are_those_that_come_up() {
    let (mut listed, mut superfluous) = (0, 0);
    for notation in [
        "chain-reaction;size=16;without-one;opening=even",
        "multiple-madness;size=14",
        "sequence-duel;size=24;opening=even",
        "trap-avoidance;size=9",
    ] {
        let mut solver = solver(notation);
        for number in solver.winning() {
            let advice = Advice::with_best(&mut solver, Some(number));
            let (mut record, mut seen) = (solver.record().clone(), HashSet::new());
            record.play(number).unwrap();
            // A pair that comes up and is not listed is not found.
            come_up(&record, advice.pairs(), &mut seen);
            listed += advice.pairs().len();
            superfluous += advice.pairs().len() - seen.len();
        }
    }
    assert!(listed > 50, "{listed}");
    assert_eq!(superfluous, 0, "of {listed}");
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

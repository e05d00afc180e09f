//! What the solver writes is accepted.

use serde_json::{Value, json};

use crate::cases::{Cases, Tampering, list};

pub(crate) fn every_answer_about_a_removal_game_is_verified() -> Cases {
    let mut cases = Cases::new();
    for size in (1..=10).chain([30, 33, 35, 36, 39, 40]) {
        for options in ["", " --opening even", " --without-one"] {
            if size > 1 || options != " --without-one" {
                cases.add_solved(&format!("multiple-madness --size {size}{options}"));
                cases.add_solved(&format!("trap-avoidance --size {size}{options}"));
            }
        }
        cases.add_solved(&format!("trap-avoidance --size {size} --one free"));
        cases.add_solved(&format!("chain-reaction --size {size} --opening even-below-half"));
        cases.add_solved(&format!("sequence-duel --size {size} --moves {size}"));
        cases.add_solved(&format!("sequence-duel --size {size} --from {size}"));
        cases.add_solved(&format!("trap-avoidance --size {size} --from {}", size / 2 + 1));
    }
    // Won, lost and over.
    for position in [
        "multiple-madness --moves 6,3,9",
        "chain-reaction --from 12 --moves 6,3",
        "multiple-madness --moves 11",
        "chain-reaction --moves 8,4,12,1",
        "sequence-duel --size 10 --moves 6,3,9,1,8,2,10,5",
        "trap-avoidance --size 12 --moves 7,9,2",
        "trap-avoidance --moves 1",
        "trap-avoidance --size 12 --one free --without-one --moves 5,2",
        "trap-avoidance --size 30 --one free --moves 1,30",
    ] {
        cases.add_solved(position);
    }
    cases
}

pub(crate) fn every_answer_about_a_race_is_verified() -> Cases {
    let mut cases = Cases::new();
    for size in 2..=10 {
        for options in ["", " --block"] {
            cases.add_solved(&format!("number-maze --size {size}{options}"));
        }
    }
    for position in [
        "number-maze --start 14 --target 15 --without-one --block",
        "number-maze --start 14 --target 15 --without-one",
        "number-maze --size 12 --start 7 --target 5",
        "number-maze --size 12 --moves 11,2,4",
        "number-maze --size 12 --block --moves 7,11,1,5",
        "number-maze --size 12 --moves 6,12",
        "number-maze --moves 20",
    ] {
        cases.add_solved(position);
    }
    cases
}

pub(crate) fn the_documented_examples_are_what_the_program_writes() -> Cases {
    let mut cases = Cases::new();
    let text = include_str!("../../../../docs/certificates.md");
    let examples: Vec<&str> = text.split("```json\n").skip(1).collect();
    let commands = ["multiple-madness --size 5", "number-maze --size 3"];
    assert_eq!(examples.len(), commands.len());
    for (example, command) in examples.iter().zip(commands) {
        let (example, _) = example.split_once("```").unwrap();
        let written: Value = serde_json::from_slice(&cases.solve(command)).unwrap();
        assert_eq!(serde_json::from_str::<Value>(example).unwrap(), written, "{command}");
        assert!(text.contains(&format!("`divvy solve {command} --certificate FILE`")));
        cases.add(command, example, None);
    }
    cases
}

pub(crate) fn boards_over_ten_thousand_prove_the_best_move_and_that_no_other_wins() -> Cases {
    let mut large = Tampering::with("multiple-madness --size 10001");
    assert_eq!(large.original["proof"]["matching"]["paths"].as_array().unwrap().len(), 1);
    let best = large.original["best"].clone();
    let another = large.original["winning"].as_array().unwrap().iter().find(|n| **n != best);
    let another = another.unwrap().clone();
    large.refuse("paths", "no path", |c| c["proof"]["matching"]["paths"] = json!([]));
    large.refuse("paths", "another of D as the best", |c| c["best"] = another);
    large.refuse("winning", "a winning move left out", |c| drop(list(&mut c["winning"]).pop()));
    large.cases.add_solved("multiple-madness --size 10001");
    large.cases.add_solved("trap-avoidance --size 10001");
    large.cases
}

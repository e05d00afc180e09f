//! Certificates through the real program and through the second verifier, `docs/verify.py`: what the solver
//! writes is accepted by both, and what somebody changed is refused by both, at the same point.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod common;

use std::process::ExitCode;

use common::World;
use divvy_testing::{Tests, Tool, tests};
use serde_json::{Value, json};

/// Certificates with the point at which they must fail: none for those that hold.
struct Cases {
    world: World,
    cases: Vec<Case>,
}

struct Case {
    name: String,
    file: String,
    point: Option<&'static str>,
}

impl Cases {
    fn new() -> Self {
        Self { world: World::new(), cases: Vec::new() }
    }

    /// The certificate of what `divvy solve` says.
    fn solve(&self, args: &str) -> Vec<u8> {
        let args = format!("solve {args} --certificate solved.json");
        let run = self.world.run(&args.split(' ').collect::<Vec<_>>(), "");
        assert_eq!(run.code, Some(0), "{args}: {}", run.stderr);
        std::fs::read(self.world.path().join("solved.json")).unwrap()
    }

    fn add(&mut self, name: &str, contents: impl AsRef<[u8]>, point: Option<&'static str>) {
        let file = format!("{}.json", self.cases.len());
        std::fs::write(self.world.path().join(&file), contents).unwrap();
        self.cases.push(Case { name: name.to_owned(), file, point });
    }

    /// Adds what the solver writes, which must hold.
    fn add_solved(&mut self, args: &str) {
        let certificate = self.solve(args);
        self.add(args, certificate, None);
    }

    fn check(&self) {
        for case in &self.cases {
            let run = self.world.run(&["verify", &case.file], "");
            assert_eq!(run.stderr, "", "{}", case.name);
            assert_verdict(case, &run.stdout, run.code);
            assert_eq!(run.stdout.lines().count(), 1, "{}", case.name);
        }
    }

    /// All files in one run of Python, each through the script's own `main`.
    fn check_with_python(&self) {
        const RUN_EACH: &str = "
import sys
script, files = sys.argv[1], sys.argv[2:]
code = compile(open(script, 'rb').read(), script, 'exec')
for file in files:
    sys.argv = [script, file]
    try:
        exec(code, {'__name__': '__main__'})
    except SystemExit as exit:
        print(exit.code)
";
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/verify.py");
        let mut python = self.world.command("python3");
        python.args(["-c", RUN_EACH, script]).args(self.cases.iter().map(|case| &case.file));
        let output = python.output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        let stdout = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<&str> = stdout.lines().collect();
        assert_eq!(lines.len(), 2 * self.cases.len(), "one line and an exit code for each file");
        for (case, answer) in self.cases.iter().zip(lines.chunks(2)) {
            assert_verdict(case, answer[0], answer[1].parse().ok());
        }
    }
}

fn assert_verdict(case: &Case, stdout: &str, code: Option<i32>) {
    let Case { name, point, .. } = case;
    match point {
        None => assert_eq!((stdout.trim_end(), code), ("verified", Some(0)), "{name}"),
        Some(point) => {
            let expected = format!("not verified: {point}");
            assert!(stdout.starts_with(&expected), "{name}: {stdout:?} should name {point:?}");
            assert_eq!(code, Some(1), "{name}");
        }
    }
}

/// Changed copies of one certificate.
struct Tampering {
    cases: Cases,
    original: Value,
}

impl Tampering {
    fn with(args: &str) -> Self {
        let cases = Cases::new();
        let original = serde_json::from_slice(&cases.solve(args)).unwrap();
        Self { cases, original }
    }

    /// A copy that differs, and fails at this point.
    fn refuse(&mut self, point: &'static str, name: &str, change: impl FnOnce(&mut Value)) {
        let mut copy = self.original.clone();
        change(&mut copy);
        assert_ne!(copy, self.original, "{name} changes nothing");
        self.cases.add(name, copy.to_string(), Some(point));
    }
}

fn list(value: &mut Value) -> &mut Vec<Value> {
    value.as_array_mut().unwrap()
}

fn every_answer_about_a_removal_game_is_verified() -> Cases {
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

fn every_answer_about_a_race_is_verified() -> Cases {
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

fn the_documented_examples_are_what_the_program_writes() -> Cases {
    let mut cases = Cases::new();
    let text = include_str!("../../../docs/certificates.md");
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

fn boards_over_ten_thousand_prove_the_best_move_and_that_no_other_wins() -> Cases {
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

/// A board whose proof has everything: `d` is `[[4,8,16],[6],[9],[10],[11],[13],[15]]`, `a` is `[1,2,3,5,12]`,
/// 7 and 14 are left for C, and 4 and 11 have no partner.
const EVERYTHING: &str = "multiple-madness --size 16";

fn the_board_of_the_examples_below_is_as_they_need_it() {
    let proof = Tampering::with(EVERYTHING).original["proof"]["matching"].clone();
    assert_eq!(proof["d"], json!([[4, 8, 16], [6], [9], [10], [11], [13], [15]]));
    assert_eq!(proof["a"], json!([1, 2, 3, 5, 12]));
    assert_eq!(proof["pairs"][0], json!([1, 13]));
    assert_eq!(proof["pairs"][5], json!([7, 14]));
    assert_eq!(proof["paths"][3], json!([4, 12, 6, 3, 9]));
    assert_eq!(proof["paths"][5], json!([11]));
}

fn a_changed_matching_is_refused() -> Cases {
    let mut t = Tampering::with(EVERYTHING);
    t.refuse("point 1", "two partners swapped", |c| {
        c["proof"]["matching"]["pairs"][0] = json!([1, 10]);
        c["proof"]["matching"]["pairs"][1] = json!([2, 13]);
    });
    t.refuse("path 6", "another number left alone", |c| {
        c["proof"]["matching"]["pairs"][0] = json!([1, 11])
    });
    t.refuse("point 1", "a number in two pairs", |c| {
        c["proof"]["matching"]["pairs"][0] = json!([1, 9])
    });
    t.refuse("point 1", "a number with itself", |c| {
        c["proof"]["matching"]["pairs"][0] = json!([13, 13])
    });
    t.refuse("point 1", "a number off the board", |c| {
        c["proof"]["matching"]["pairs"][0] = json!([1, 17])
    });
    t.refuse("point 1", "the number 0", |c| c["proof"]["matching"]["pairs"][0] = json!([0, 13]));
    t.refuse("point 1", "a pair twice", |c| {
        list(&mut c["proof"]["matching"]["pairs"]).push(json!([1, 13]))
    });
    for index in 0..7 {
        t.refuse("p", "a pair left out", |c| {
            drop(list(&mut c["proof"]["matching"]["pairs"]).remove(index))
        });
    }
    t.refuse("form", "a pair of three", |c| c["proof"]["matching"]["pairs"][0] = json!([1, 13, 2]));
    t.cases
}

fn a_relabelled_number_is_refused() -> Cases {
    let mut t = Tampering::with(EVERYTHING);
    let d = |c: &mut Value, groups: Value| c["proof"]["matching"]["d"] = groups;
    t.refuse("point 4", "11 from D to A", |c| {
        d(c, json!([[4, 8, 16], [6], [9], [10], [13], [15]]));
        list(&mut c["proof"]["matching"]["a"]).push(json!(11));
    });
    t.refuse("point 4", "11 from D to C", |c| {
        d(c, json!([[4, 8, 16], [6], [9], [10], [13], [15]]));
    });
    t.refuse("point 2", "12 from A to D", |c| {
        d(c, json!([[4, 8, 16], [6], [9], [10], [11], [13], [15], [12]]));
        c["proof"]["matching"]["a"] = json!([1, 2, 3, 5]);
    });
    t.refuse("point 2", "12 from A to C", |c| c["proof"]["matching"]["a"] = json!([1, 2, 3, 5]));
    t.refuse("point 4", "7 from C to A", |c| {
        c["proof"]["matching"]["a"] = json!([1, 2, 3, 5, 7, 12])
    });
    t.refuse("point 3", "7 and 14 from C to D", |c| {
        list(&mut c["proof"]["matching"]["d"]).push(json!([7, 14]))
    });
    // As good a barrier as the first, but 14 does not win, so no path can lead there.
    t.refuse("paths", "7 from C to A and 14 to D", |c| {
        list(&mut c["proof"]["matching"]["d"]).push(json!([14]));
        c["proof"]["matching"]["a"] = json!([1, 2, 3, 5, 7, 12]);
    });
    t.refuse("point 3", "two groups made one", |c| {
        d(c, json!([[4, 8, 16], [6, 9], [10], [11], [13], [15]]));
    });
    t.refuse("point 4", "three groups made one", |c| {
        d(c, json!([[4, 8, 16], [6, 9, 10], [11], [13], [15]]));
    });
    t.refuse("point 2", "a group split", |c| {
        d(c, json!([[4], [8], [16], [6], [9], [10], [11], [13], [15]]));
    });
    t.refuse("point 3", "an empty group", |c| {
        list(&mut c["proof"]["matching"]["d"]).push(json!([]))
    });
    t.refuse("labels", "a number in two groups", |c| {
        list(&mut c["proof"]["matching"]["d"]).push(json!([6]))
    });
    t.refuse("labels", "a number in A twice", |c| {
        list(&mut c["proof"]["matching"]["a"]).push(json!(1))
    });
    t.refuse("labels", "17 in A", |c| list(&mut c["proof"]["matching"]["a"]).push(json!(17)));
    t.refuse("labels", "0 in D", |c| list(&mut c["proof"]["matching"]["d"]).push(json!([0])));
    t.cases
}

/// Every number, from where it is to everywhere else.
fn no_single_number_can_be_relabelled() -> Cases {
    let mut t = Tampering::with(EVERYTHING);
    let groups = t.original["proof"]["matching"]["d"].as_array().unwrap().len();
    for n in 1..=16 {
        for target in 0..groups + 3 {
            let mut copy = t.original.clone();
            let proof = &mut copy["proof"]["matching"];
            list(&mut proof["d"]).iter_mut().for_each(|group| list(group).retain(|m| *m != n));
            list(&mut proof["a"]).retain(|m| *m != n);
            match target {
                0 => {}
                1 => list(&mut proof["a"]).push(json!(n)),
                2 => list(&mut proof["d"]).push(json!([n])),
                group => list(&mut proof["d"][group - 3]).push(json!(n)),
            }
            list(&mut proof["d"]).retain(|group| *group != json!([]));
            let sorted = |value: &Value| {
                let sets = value["d"].as_array().unwrap().iter().chain([&value["a"]]);
                let mut sets: Vec<Vec<u64>> =
                    sets.map(|set| serde_json::from_value(set.clone()).unwrap()).collect();
                sets.iter_mut().for_each(|set| set.sort_unstable());
                sets.sort();
                sets
            };
            if sorted(&copy["proof"]["matching"]) != sorted(&t.original["proof"]["matching"]) {
                t.cases.add(&format!("{n} to {target}"), copy.to_string(), Some("point"));
            }
        }
    }
    t.cases
}

fn a_changed_path_is_refused() -> Cases {
    let mut t = Tampering::with(EVERYTHING);
    let fourth = |c: &mut Value, path: Value| c["proof"]["matching"]["paths"][3] = path;
    t.refuse("path 4", "one step short", |c| fourth(c, json!([4, 12, 6, 3])));
    t.refuse("paths", "two steps short", |c| fourth(c, json!([4, 12, 6])));
    t.refuse("path 4", "not to the partner", |c| fourth(c, json!([4, 12, 9])));
    t.refuse("path 4", "not along an edge", |c| fourth(c, json!([4, 3, 9])));
    t.refuse("path 4", "from a number with a partner", |c| fourth(c, json!([6, 3, 9])));
    t.refuse("path 4", "from the winning move itself", |c| fourth(c, json!([9])));
    t.refuse("path 4", "in a circle", |c| fourth(c, json!([4, 8, 16, 12, 6, 8, 16])));
    t.refuse("path 4", "over the edge of the board", |c| fourth(c, json!([4, 20, 5])));
    t.refuse("path 4", "over 0", |c| fourth(c, json!([4, 11, 0])));
    t.refuse("path 4", "no numbers", |c| fourth(c, json!([])));
    for index in 0..9 {
        t.refuse("paths", "no path", |c| {
            drop(list(&mut c["proof"]["matching"]["paths"]).remove(index))
        });
    }
    t.cases
}

fn a_changed_claim_is_refused() -> Cases {
    let mut t = Tampering::with(EVERYTHING);
    for (point, position) in [
        ("point 4", "multiple-madness;size=17"),
        ("labels", "multiple-madness;size=15"),
        ("labels", "multiple-madness;size=16;without-one"),
        ("winning", "multiple-madness;size=16;opening=even"),
        ("labels", "multiple-madness;size=16:1"),
        ("labels", "multiple-madness;size=16;from=1"),
        ("position", "multiple-madness;size=16;from=17"),
        ("position", "multiple-madness;size=16;from=6;opening=even"),
        ("point 1", "multiple-madness;size=16:14"),
        ("point 1", "trap-avoidance;size=16"),
        ("proof", "number-maze;size=16"),
        ("position", "multiple-madness;size=16:6,7"),
        ("position", "multiple-madness;size=16:6,6"),
        ("position", "multiple-madness;size=16:17"),
        ("position", "multiple-madness;size=16:x"),
        ("position", "multiple-madness;size=16;one=free"),
        ("position", "multiple-madness;size=16;size=16"),
        ("position", "multiple-madness;size=0"),
        ("position", "multiple-madness;size=1000001"),
        ("position", "multiple-madness;size=sixteen"),
        ("position", "multiple-madness;opening=odd"),
        ("position", "multiple-madness;size=1;without-one"),
        ("position", "nim\n;size=16"),
        ("position", ""),
    ] {
        t.refuse(point, position, |c| c["position"] = json!(position));
    }
    for winner in [json!(2), json!(null), json!(0), json!(3)] {
        t.refuse("winner", "another winner", |c| c["winner"] = winner);
    }
    for index in 0..9 {
        t.refuse("winning", "a move left out", |c| drop(list(&mut c["winning"]).remove(index)));
    }
    for losing in [1, 2, 7, 14, 17, 0] {
        t.refuse("winning", "a move added", |c| {
            list(&mut c["winning"]).push(json!(losing));
            list(&mut c["winning"]).sort_by_key(|n| n.as_u64());
        });
    }
    t.refuse("winning", "not ascending", |c| list(&mut c["winning"]).reverse());
    t.refuse("winning", "a move twice", |c| list(&mut c["winning"]).push(json!(16)));
    for best in [json!(14), json!(1), json!(17), json!(0), json!(null)] {
        t.refuse("best", "another best", |c| c["best"] = best);
    }
    t.cases
}

fn a_lost_position_cannot_be_claimed_as_won() -> Cases {
    let mut t = Tampering::with("multiple-madness --size 10");
    assert_eq!(t.original["winner"], 2);
    t.refuse("winner", "the other wins", |c| c["winner"] = json!(1));
    t.refuse("winning", "a winning move", |c| c["winning"] = json!([7]));
    t.refuse("point", "a winning move with a path", |c| {
        c["winning"] = json!([7]);
        c["proof"]["matching"]["d"] = json!([[7]]);
        c["proof"]["matching"]["paths"] = json!([[7]]);
    });
    t.refuse("best", "no best move", |c| c["best"] = json!(null));
    t.refuse("best", "a best move off the board", |c| c["best"] = json!(11));
    t.cases
}

fn a_game_that_is_over_still_needs_its_proof() -> Cases {
    let mut t = Tampering::with("sequence-duel --size 10 --moves 6,3,9,1,8,2,10,5");
    t.refuse("winner", "the other has won", |c| c["winner"] = json!(1));
    t.refuse("best", "a best move", |c| c["best"] = json!(7));
    t.refuse("point 1", "a pair", |c| c["proof"]["matching"]["pairs"] = json!([[4, 7]]));
    t.refuse("proof", "a proof of the other kind", |c| {
        c["proof"] = json!({"states": []});
    });
    t.cases
}

fn a_race_that_is_over_still_needs_its_proof() -> Cases {
    let mut t = Tampering::with("number-maze --moves 20");
    t.refuse("winner", "the other has won", |c| c["winner"] = json!(2));
    t.refuse("states", "a state", |c| c["proof"]["states"] = json!([[1, 0, 20, 1, -1]]));
    t.cases
}

fn where_unrelated_numbers_are_joined_tampering_is_refused_too() -> Cases {
    let mut t = Tampering::with("trap-avoidance --size 10");
    assert_eq!(t.original["proof"]["matching"]["d"], json!([[1], [2, 3, 4, 5, 6, 7, 8, 9, 10]]));
    t.refuse("point 1", "related numbers paired", |c| {
        c["proof"]["matching"]["pairs"][0] = json!([3, 9])
    });
    t.refuse("point 2", "2 in C", |c| {
        c["proof"]["matching"]["d"] = json!([[1], [3, 4, 5, 6, 7, 8, 9, 10]])
    });
    t.refuse("point 2", "a group split", |c| {
        c["proof"]["matching"]["d"] = json!([[1], [2, 3, 4, 5, 6, 7, 8], [9], [10]]);
    });
    t.refuse("point 3", "two groups made one", |c| {
        c["proof"]["matching"]["d"] = json!([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]);
    });
    t.refuse("point 3", "more groups than the board has numbers", |c| {
        let mut groups = vec![json!([]); 100];
        groups.extend([json!([1]), json!([2, 3, 4, 5, 6, 7, 8, 9, 10])]);
        c["proof"]["matching"]["d"] = Value::Array(groups);
    });
    t.refuse("path 3", "a step to a related number", |c| {
        c["proof"]["matching"]["paths"][2] = json!([2, 4, 3])
    });
    t.refuse("point 2", "a free 1", |c| c["position"] = json!("trap-avoidance;size=10;one=free"));
    t.cases
}

fn a_changed_state_of_a_race_is_refused() -> Cases {
    let mut t = Tampering::with("number-maze --size 4");
    let states = t.original["proof"]["states"].as_array().unwrap().clone();
    for (index, state) in states.iter().enumerate() {
        let worth = state[4].as_i64().unwrap();
        for other in [worth + 1, worth - 1, -worth, 0] {
            let name = format!("{state} worth {other}");
            t.refuse("states", &name, |c| c["proof"]["states"][index][4] = json!(other));
        }
        let name = format!("{state} left out");
        t.refuse("states", &name, |c| drop(list(&mut c["proof"]["states"]).remove(index)));
        let name = format!("{state} twice");
        t.refuse("states", &name, |c| list(&mut c["proof"]["states"]).push(state.clone()));
        for part in 0..4 {
            let name = format!("{state} with another part {part}");
            t.refuse("states", &name, |c| c["proof"]["states"][index][part] = json!(99));
        }
    }
    t.refuse("states", "one that play does not reach", |c| {
        list(&mut c["proof"]["states"]).push(json!([4, 0, 1, 0, 1]));
    });
    t.refuse("form", "a state of four", |c| c["proof"]["states"][0] = json!([1, 0, 1, 0]));
    t.refuse("form", "no states", |c| c["proof"]["states"] = json!(null));
    t.cases
}

fn a_changed_claim_about_a_race_is_refused() -> Cases {
    let mut t = Tampering::with("number-maze --size 6");
    for (point, position) in [
        ("states", "number-maze;size=7"),
        ("states", "number-maze;size=5"),
        ("states", "number-maze;size=6;block"),
        ("states", "number-maze;size=6;start=2"),
        ("states", "number-maze;size=6;target=4"),
        ("states", "number-maze;size=6:2"),
        ("states", "number-maze;size=6:6"),
        ("position", "number-maze;size=6:6,2"),
        ("position", "number-maze;size=6;without-one"),
        ("position", "number-maze;size=6;start=6"),
        ("position", "number-maze;size=6;start=7"),
        ("position", "number-maze;size=6;opening=any"),
        ("position", "number-maze;size=6;block=yes"),
        ("position", "number-maze;size=7;without-one;start=7;target=2"),
        ("proof", "multiple-madness;size=6"),
    ] {
        t.refuse(point, position, |c| c["position"] = json!(position));
    }
    t.refuse("winner", "another winner", |c| c["winner"] = json!(2));
    t.refuse("winner", "a draw", |c| c["winner"] = json!(null));
    t.refuse("winning", "no winning move", |c| c["winning"] = json!([]));
    t.refuse("winning", "another winning move", |c| c["winning"] = json!([2, 6]));
    t.refuse("best", "another best", |c| c["best"] = json!(2));
    t.refuse("best", "no best", |c| c["best"] = json!(null));
    t.cases
}

fn a_changed_form_is_refused() -> Cases {
    let mut t = Tampering::with(EVERYTHING);
    t.refuse("form", "another format", |c| c["format"] = json!("certificate"));
    t.refuse("form", "another version", |c| c["version"] = json!(2));
    t.refuse("form", "the version as text", |c| c["version"] = json!("1"));
    t.refuse("form", "an unknown key", |c| c["depth"] = json!(3));
    t.refuse("form", "an unknown key of two lines", |c| c["\n\u{1b}[31m"] = json!(3));
    t.refuse("form", "an unknown key in the proof", |c| {
        c["proof"]["matching"]["c"] = json!([7, 14])
    });
    t.refuse("form", "an unknown kind", |c| c["proof"] = json!({"tables": c["proof"]["matching"]}));
    t.refuse("form", "the other kind", |c| c["proof"] = json!({"states": c["proof"]["matching"]}));
    t.refuse("form", "both kinds", |c| c["proof"]["states"] = json!([]));
    t.refuse("form", "no proof", |c| c["proof"] = json!({}));
    t.refuse("form", "half a number", |c| c["best"] = json!(11.5));
    t.refuse("form", "a negative number", |c| c["winning"][0] = json!(-4));
    t.refuse("form", "a number as text", |c| c["winner"] = json!("1"));
    t.refuse("form", "true for 1", |c| c["winner"] = json!(true));
    t.refuse("form", "no list", |c| c["winning"] = json!({}));
    for key in ["format", "version", "position", "winner", "winning", "best", "proof"] {
        t.refuse("form", key, |c| drop(c.as_object_mut().unwrap().remove(key)));
    }
    for key in ["pairs", "d", "a", "paths"] {
        t.refuse("form", key, |c| {
            drop(c["proof"]["matching"].as_object_mut().unwrap().remove(key))
        });
    }
    let whole = t.original.to_string();
    t.cases.add("a key twice", whole.replacen('{', "{\"winner\":1,", 1), Some("form"));
    t.cases
}

fn what_is_no_certificate_at_all_is_refused_in_one_line() -> Cases {
    let mut cases = Cases::new();
    let whole = cases.solve(EVERYTHING);
    for length in (0..whole.len() - 2).step_by(11) {
        cases.add(&format!("cut at {length}"), &whole[..length], Some("form"));
    }
    let garbage: Vec<u8> = (0..2000_u32).map(|n| (n * n * 31 % 251) as u8 | 0x80).collect();
    cases.add("garbage", garbage, Some("form"));
    cases.add("zeros", [0; 100], Some("form"));
    cases.add("deeply nested lists", "[".repeat(100_000), Some("form"));
    cases.add("deeply nested objects", "{\"proof\":".repeat(100_000), Some("form"));
    let nested = format!("{{\"proof\":{{\"matching\":{{\"d\":{}", "[".repeat(100_000));
    cases.add("a deeply nested proof", nested, Some("form"));
    cases.add("something after the end", [&whole[..], b"x"].concat(), Some("form"));
    for other in ["null", "3", "\"divvy-certificate\"", "{}", "[]"] {
        cases.add(other, other, Some("form"));
    }
    cases
}

fn a_certificate_that_is_not_there_is_told_in_one_line() {
    let run = World::new().run(&["verify", "nowhere.json"], "");
    assert_eq!((run.code, run.stderr.lines().count()), (Some(1), 1), "{}", run.stderr);
}

/// Certificates by the name of what they show.
macro_rules! named {
    ($($cases:ident),+ $(,)?) => { [$((stringify!($cases), $cases as fn() -> Cases)),+] };
}

fn main() -> ExitCode {
    let cases = named![
        every_answer_about_a_removal_game_is_verified,
        every_answer_about_a_race_is_verified,
        the_documented_examples_are_what_the_program_writes,
        boards_over_ten_thousand_prove_the_best_move_and_that_no_other_wins,
        a_changed_matching_is_refused,
        a_relabelled_number_is_refused,
        no_single_number_can_be_relabelled,
        a_changed_path_is_refused,
        a_changed_claim_is_refused,
        a_lost_position_cannot_be_claimed_as_won,
        a_game_that_is_over_still_needs_its_proof,
        a_race_that_is_over_still_needs_its_proof,
        where_unrelated_numbers_are_joined_tampering_is_refused_too,
        a_changed_state_of_a_race_is_refused,
        a_changed_claim_about_a_race_is_refused,
        a_changed_form_is_refused,
        what_is_no_certificate_at_all_is_refused_in_one_line,
    ];
    let in_python = |(name, cases): (&str, fn() -> Cases)| {
        (format!("in_python::{name}"), move || cases().check_with_python())
    };
    Tests::default()
        .with(tests![
            the_board_of_the_examples_below_is_as_they_need_it,
            a_certificate_that_is_not_there_is_told_in_one_line,
        ])
        .with(cases.map(|(name, cases)| (name, move || cases().check())))
        .needing(Tool::Python, cases.map(in_python))
        .run()
}

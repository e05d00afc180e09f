//! Changed proofs of races are refused.

use serde_json::json;

use crate::cases::{Cases, Tampering, list};

pub(crate) fn a_race_that_is_over_still_needs_its_proof() -> Cases {
    let mut t = Tampering::with("number-maze --moves 20");
    t.refuse("winner", "the other has won", |c| c["winner"] = json!(2));
    t.refuse("states", "a state", |c| c["proof"]["states"] = json!([[1, 0, 20, 1, -1]]));
    t.cases
}

pub(crate) fn a_changed_state_of_a_race_is_refused() -> Cases {
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

pub(crate) fn a_changed_claim_about_a_race_is_refused() -> Cases {
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

//! Changed proofs of removal games are refused.

use serde_json::{Value, json};

use crate::cases::{Cases, EVERYTHING, Tampering, list};

pub(crate) fn the_board_of_the_examples_below_is_as_they_need_it() {
    let proof = Tampering::with(EVERYTHING).original["proof"]["matching"].clone();
    assert_eq!(proof["d"], json!([[4, 8, 16], [6], [9], [10], [11], [13], [15]]));
    assert_eq!(proof["a"], json!([1, 2, 3, 5, 12]));
    assert_eq!(proof["pairs"][0], json!([1, 13]));
    assert_eq!(proof["pairs"][5], json!([7, 14]));
    assert_eq!(proof["paths"][3], json!([4, 12, 6, 3, 9]));
    assert_eq!(proof["paths"][5], json!([11]));
}

pub(crate) fn a_changed_matching_is_refused() -> Cases {
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

pub(crate) fn a_relabelled_number_is_refused() -> Cases {
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
pub(crate) fn no_single_number_can_be_relabelled() -> Cases {
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

pub(crate) fn a_changed_path_is_refused() -> Cases {
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

pub(crate) fn a_changed_claim_is_refused() -> Cases {
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

pub(crate) fn a_lost_position_cannot_be_claimed_as_won() -> Cases {
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

pub(crate) fn a_game_that_is_over_still_needs_its_proof() -> Cases {
    let mut t = Tampering::with("sequence-duel --size 10 --moves 6,3,9,1,8,2,10,5");
    t.refuse("winner", "the other has won", |c| c["winner"] = json!(1));
    t.refuse("best", "a best move", |c| c["best"] = json!(7));
    t.refuse("point 1", "a pair", |c| c["proof"]["matching"]["pairs"] = json!([[4, 7]]));
    t.refuse("proof", "a proof of the other kind", |c| {
        c["proof"] = json!({"states": []});
    });
    t.cases
}

pub(crate) fn where_unrelated_numbers_are_joined_tampering_is_refused_too() -> Cases {
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
    t.refuse("position", "traps for two turns", |c| {
        c["position"] = json!("trap-avoidance;size=10;memory=2");
    });
    t.cases
}

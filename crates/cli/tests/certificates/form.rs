//! What has not the form of a certificate is refused.

use serde_json::json;

use crate::cases::{Cases, EVERYTHING, Tampering};
use crate::common::World;

pub(crate) fn a_changed_form_is_refused() -> Cases {
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
    t.cases.add("minus zero", whole.replacen("\"winner\":1", "\"winner\":-0", 1), Some("form"));
    t.cases.add("a key twice", whole.replacen('{', "{\"winner\":1,", 1), Some("form"));
    t.cases
}

pub(crate) fn what_is_no_certificate_at_all_is_refused_in_one_line() -> Cases {
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

pub(crate) fn a_certificate_that_is_not_there_is_told_in_one_line() {
    let run = World::new().run(&["verify", "nowhere.json"], "");
    assert_eq!((run.code, run.stderr.lines().count()), (Some(1), 1), "{}", run.stderr);
}

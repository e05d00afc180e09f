//! `divvy bench` as a user meets it.

use std::fs;

use serde_json::{Value, json};

use crate::common::World;

#[test]
fn a_set_is_made_answered_and_scored() {
    let world = World::new();
    let run = |args: &str| world.run(&args.split(' ').collect::<Vec<_>>(), "");
    let file = |name: &str| world.path().join(name);
    assert_eq!(run("bench make --positions 3 --seed 8 --out set.jsonl").code, Some(0));
    let set = fs::read_to_string(file("set.jsonl")).unwrap();
    assert_eq!(run("bench make --positions 3 --seed 8").stdout, set);
    let questions: Vec<Value> = set.lines().skip(1).map(|line| line.parse().unwrap()).collect();
    assert_eq!(questions.len(), 24);
    let answers: String = questions
        .iter()
        .filter(|question| question["wording"] == "neutral")
        .map(|question| {
            json!({"id": question["id"], "answer": question["winning"][0]}).to_string() + "\n"
        })
        .collect();
    fs::write(file("answers.jsonl"), &answers).unwrap();
    let scored = run("bench score set.jsonl answers.jsonl --json");
    let report: Value = scored.stdout.parse().unwrap();
    assert_eq!((&report["seed"], &report["questions"]), (&json!(8), &json!(24)));
    let all = &report["rows"][0];
    assert_eq!(
        (&all["by"], &all["missing"], &all["accuracy"]),
        (&json!("all"), &json!(15), &json!(0.375))
    );
    let table = run("bench score set.jsonl answers.jsonl").stdout;
    assert!(table.starts_with("Version 1, seed 8: 9 positions, 24 questions, sha256 "), "{table}");
    assert!(
        table.lines().any(|line| line.starts_with("wording neutral") && line.contains("100.0"))
    );

    for (set, answers, why) in [
        (
            set.replacen("Now", "now", 1),
            answers.clone(),
            "set.jsonl cannot be scored: it is not as divvy bench make",
        ),
        (
            "{}".to_owned(),
            answers.clone(),
            "set.jsonl cannot be scored: it is not a set that divvy bench make has written",
        ),
        (
            set.clone(),
            format!("{answers}{answers}"),
            "line 10 of the answers has the id related-0001/neutral for a second time",
        ),
        (set.clone(), "7".to_owned(), "line 1 of the answers is not of the form"),
    ] {
        fs::write(file("set.jsonl"), set).unwrap();
        fs::write(file("answers.jsonl"), answers).unwrap();
        let failed = run("bench score set.jsonl answers.jsonl");
        assert_eq!((failed.code, &*failed.stdout), (Some(1), ""));
        assert!(failed.stderr.contains(why), "{}", failed.stderr);
    }
}

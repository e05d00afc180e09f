//! Sets of questions and the scores of answers to them.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::{BTreeMap, HashMap, HashSet};

use divvy_lab::bench::{
    BenchError, Header, Kind, Length, Loses, Question, Report, draw, make, number_in, questions_of,
    score,
};
use divvy_rules::{Position, Record};
use divvy_solver::{Outcome, Solver};
use serde_json::{Value, json};

/// The checksum of the set of version 1 that has seed 1 and nine positions of each kind. It changes only with the version.
const SMALL: &str = "c204f20680d3388e5e43b98c7ccb30828bd25a69508682ca5cf5197c8d5e5020";

fn small() -> (String, Header, Vec<Question>) {
    let set = make(1, 9, &mut || true).unwrap();
    let (first, rest) = set.split_once('\n').unwrap();
    let header = serde_json::from_str(first).unwrap();
    let questions = rest.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (set, header, questions)
}

#[test]
fn a_seed_makes_the_same_bytes_on_every_machine() {
    let (set, header, questions) = small();
    assert_eq!(header.sha256, SMALL);
    assert_eq!((header.positions, header.questions, questions.len()), (27, 72, 72));
    assert_eq!(make(1, 9, &mut || true).unwrap(), set);
    let other = make(2, 9, &mut || true).unwrap();
    assert!(!other.contains(SMALL));
    // A larger set begins as a smaller one does.
    let more = questions_of(Kind::Race, 1, 12, &mut || true);
    let race: Vec<_> = questions.iter().filter(|it| it.rules == Kind::Race).collect();
    assert!(race.into_iter().eq(&more[..18]));
}

#[test]
fn labels_are_true_and_the_same_in_every_wording() {
    let questions: Vec<Question> =
        Kind::ALL.into_iter().flat_map(|kind| questions_of(kind, 3, 20, &mut || true)).collect();
    let mut by_position: HashMap<String, Vec<&Question>> = HashMap::new();
    for question in &questions {
        let record: Record = question.position.parse().unwrap();
        let numbers = |numbers: &[divvy_rules::Number]| {
            numbers.iter().map(|number| number.get()).collect::<Vec<_>>()
        };
        assert_eq!(question.legal, numbers(&record.legal().iter().collect::<Vec<_>>()));
        // A move wins if the opponent loses after it, whom a skip may have left out.
        let wins = |number: u32| {
            let mut after = record.clone();
            after.play(record.rules().board().number(number).unwrap()).unwrap();
            let outcome = Solver::new(after.clone()).unwrap().outcome();
            outcome
                == if after.to_move() == record.to_move() && !after.is_over() {
                    Outcome::Win
                } else {
                    Outcome::Loss
                }
                || after.winner() == Some(record.to_move())
        };
        let winning: Vec<u32> = question.legal.iter().copied().filter(|&n| wins(n)).collect();
        assert_eq!(question.winning, winning, "{}", question.position);
        assert!((1..question.legal.len()).contains(&winning.len()));
        assert_eq!(question.depth, Solver::new(record).unwrap().solution().depth);
        let chance = winning.len() as f64 / question.legal.len() as f64;
        assert_eq!(question.chance, chance);
        let loses = if chance >= 0.5 {
            Loses::Few
        } else if chance >= 0.25 {
            Loses::Many
        } else {
            Loses::Most
        };
        assert_eq!(question.loses, loses);
        assert_eq!(question.length == Length::Short, question.depth == Some(1));
        by_position.entry(question.position_id().to_owned()).or_default().push(question);
    }
    assert_eq!(by_position.len(), 60);
    for same in by_position.values() {
        let related = same[0].rules == Kind::Related;
        assert_eq!(same.len(), if related { 4 } else { 2 });
        let moves = |it: &Question| it.position.split_once(':').map(|(_, moves)| moves.to_owned());
        for question in same {
            let same_as = |other: &Question| {
                let Question { id, wording, position, prompt, .. } = other.clone();
                Question { id, wording, position, prompt, ..(*question).clone() } == *other
            };
            assert!(same_as(same[0]) && moves(question) == moves(same[0]));
        }
        assert_eq!(same.iter().map(|it| &it.prompt).collect::<HashSet<_>>().len(), same.len());
    }
}

#[test]
fn no_position_comes_twice_and_difficulties_are_balanced() {
    for kind in Kind::ALL {
        let drawn = draw(kind, 1, 45, &mut || true);
        let mut seen = HashSet::new();
        let mut difficulties: BTreeMap<_, usize> = BTreeMap::new();
        for labelled in &drawn {
            let record = &labelled.record;
            let position = match record.position() {
                Position::Removal(removal) => {
                    format!("{:?} {:?}", removal.free(), removal.previous().collect::<Vec<_>>())
                }
                Position::Race(race) => {
                    let tokens = [race.to_move(), race.to_move().other()].map(|it| race.token(it));
                    format!("{} {} {tokens:?}", record.rules().board(), race.rules().target())
                }
            };
            let traps = (kind == Kind::Unrelated).then(|| record.rules());
            let blocks = record.rules().to_string().contains("block");
            assert!(seen.insert((position, traps, blocks)), "{record}");
            *difficulties.entry(labelled.loses()).or_default() += 1;
            assert!((10..=100).contains(&record.rules().board().size()));
        }
        assert_eq!(drawn.len(), 45);
        assert!(difficulties.values().all(|count| (10..=20).contains(count)), "{difficulties:?}");
    }
}

#[test]
fn a_prompt_says_neither_how_to_win_nor_that_games_are_the_same() {
    let (_, _, questions) = small();
    let related = questions_of(Kind::Related, 4, 30, &mut || true);
    for question in questions.iter().chain(&related) {
        let names = [
            "Multiple Madness",
            "Chain Reaction",
            "Sequence Duel",
            "Trap Avoidance",
            "Number Maze",
        ];
        let named: Vec<_> =
            names.into_iter().filter(|name| question.prompt.contains(name)).collect();
        assert_eq!(named.len(), usize::from(question.wording != "neutral"), "{}", question.prompt);
        for word in
            ["same game", "can always win", "wins then", "wins at once", "contest", "{", "["]
        {
            assert!(!question.prompt.contains(word), "{word}: {}", question.prompt);
        }
        assert!(question.prompt.ends_with("\nAnswer: NUMBER"));
    }
}

fn answered(questions: &[Question], answer: impl Fn(&Question) -> Value) -> String {
    let line = |it| json!({"id": it, "answer": 0}).to_string();
    let lines = questions.iter().map(|question| {
        let mut line: Value = serde_json::from_str(&line(&question.id)).unwrap();
        line["answer"] = answer(question);
        format!("{line}\n")
    });
    lines.collect()
}

fn all(report: &Report) -> &divvy_lab::bench::Row {
    &report.rows[0]
}

#[test]
fn what_is_missing_or_illegal_is_wrong() {
    let (set, _, questions) = small();
    let perfect = score(&set, &answered(&questions, |it| json!(it.winning[0]))).unwrap();
    let row = all(&perfect);
    assert_eq!(
        (row.figures.accuracy, row.figures.skill, row.missing, row.illegal),
        (1.0, 1.0, 0, 0)
    );
    assert_eq!((row.positions, row.figures.decisions), (27, 72));
    let none = score(&set, "").unwrap();
    assert_eq!((all(&none).figures.accuracy, all(&none).missing), (0.0, 72));
    for answer in
        [json!("pass"), json!(0), json!(1000), json!(-1), json!(1.5), json!([7]), json!(true)]
    {
        let report = score(&set, &answered(&questions, |_| answer.clone())).unwrap();
        assert_eq!((all(&report).figures.accuracy, all(&report).illegal), (0.0, 72), "{answer}");
    }
    // Abstaining instead of every wrong answer gains nothing.
    let half = |it: &Question| it.id.len().is_multiple_of(2);
    let wrong = |it: &Question| *it.legal.iter().find(|n| !it.winning.contains(n)).unwrap();
    let honest = answered(&questions, |it| json!(if half(it) { it.winning[0] } else { wrong(it) }));
    let silent =
        answered(&questions, |it| if half(it) { json!(it.winning[0]) } else { Value::Null });
    let [honest, silent] = [honest, silent].map(|answers| score(&set, &answers).unwrap());
    assert_eq!(all(&honest).figures, all(&silent).figures);
    assert!(all(&silent).missing > 0);
}

#[test]
fn scores_are_told_by_rules_wording_size_and_difficulty() {
    let (set, _, questions) = small();
    let report = score(
        &set,
        &answered(&questions, |it| {
            json!(if it.wording == "neutral" {
                "I give up".into()
            } else {
                format!("So… **Answer: {}**.", it.winning[0])
            })
        }),
    )
    .unwrap();
    let names = |by| {
        report.rows.iter().filter(|row| row.by == by).map(|row| &*row.name).collect::<Vec<_>>()
    };
    assert_eq!(names("rules"), ["related", "unrelated", "race"]);
    assert_eq!(names("wording").len(), 6);
    assert_eq!(names("loses"), ["few", "many", "most"]);
    assert_eq!(names("length"), ["short", "middle", "long"]);
    for row in &report.rows {
        let figures = row.figures;
        match &*row.name {
            "neutral" => assert_eq!((figures.accuracy, row.illegal), (0.0, 27)),
            _ if row.by == "wording" => assert_eq!(figures.accuracy, 1.0),
            "unrelated" | "race" => assert_eq!(figures.accuracy, 0.5),
            "related" => assert_eq!(figures.accuracy, 0.75),
            _ => {}
        }
        let [low, high] = figures.accuracy_interval;
        assert!(low <= figures.accuracy && figures.accuracy <= high);
    }
    // Four questions about a position are one observation: where they agree, the interval is that of the positions.
    let width = |answer: &dyn Fn(&Question) -> u32, kind| {
        let report = score(&set, &answered(&questions, |it| json!(answer(it)))).unwrap();
        let row = report.rows.into_iter().find(|row| row.name == kind).unwrap();
        row.figures.accuracy_interval[1] - row.figures.accuracy_interval[0]
    };
    let odd = |it: &Question| {
        if it.position_id().ends_with(['1', '3', '5', '7', '9']) { it.winning[0] } else { 0 }
    };
    assert!((width(&odd, "related") - width(&odd, "race")).abs() < 1e-9);
}

#[test]
fn what_cannot_be_scored_is_told() {
    let (set, _, questions) = small();
    let id = &questions[5].id;
    let error = |set: &str, answers: &str| score(set, answers).unwrap_err();
    assert_eq!(error("", ""), BenchError::NotASet);
    assert_eq!(error("{}\n", ""), BenchError::NotASet);
    assert_eq!(error(&set.replacen("Answer", "answer", 1), ""), BenchError::Changed);
    assert_eq!(
        error(&set.replacen("\"divvy_bench\":1", "\"divvy_bench\":2", 1), ""),
        BenchError::Version(2)
    );
    assert_eq!(error(&set, "\n7\n"), BenchError::Form { line: 2 });
    let line = json!({"id": id, "answer": 1, "time": 2.5}).to_string();
    assert_eq!(
        error(&set, &format!("{line}\n{line}")),
        BenchError::Twice { line: 2, id: id.clone() }
    );
    let line = json!({"id": "race-9999/neutral", "answer": 1}).to_string();
    assert_eq!(
        error(&set, &line),
        BenchError::Unknown { line: 1, id: "race-9999/neutral".to_owned() }
    );
}

#[test]
fn a_number_is_found_in_a_text() {
    let cases = [
        ("12", Some(12)),
        ("  12.\n", Some(12)),
        ("Answer: 12", Some(12)),
        ("First 3, then 4.\n\n**Answer:** 12", Some(12)),
        ("the answer is \\boxed{12}, since 5 follows", Some(12)),
        ("Answer: 7. No, wait. Answer: 12", Some(12)),
        ("I take 12. That is my answer.", Some(12)),
        ("3 loses, so I play 12!", Some(12)),
        ("Answer: NUMBER", None),
        ("", None),
        ("pass", None),
        ("Answer: -12", None),
        ("Answer: 1.5", None),
        ("Answer: 3/4", None),
        ("Answer: 2, 3", Some(2)),
        ("99999999999999999999999", None),
        ("Réponse : １２", None),
    ];
    for (text, number) in cases {
        assert_eq!(number_in(text), number, "{text:?}");
    }
}

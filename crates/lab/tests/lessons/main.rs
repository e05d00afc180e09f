//! Every claim of every lesson, by the solver; and that the check would find a wrong one.

#![allow(clippy::unwrap_used, reason = "tests")]

mod check;

use check::check;
use divvy_lab::lesson::{Kind, Place, Verdict};
use divvy_solver::Solver;
use divvy_words::lessons::{Lesson, Right, lessons};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../words/src/lessons");

fn source(id: &str) -> String {
    std::fs::read_to_string(format!("{FOLDER}/{id}.txt")).unwrap()
}

#[test]
fn every_file_of_the_folder_is_a_lesson_and_true() {
    let mut files: Vec<String> = std::fs::read_dir(FOLDER)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    for file in &files {
        let id = file.strip_suffix(".txt").unwrap();
        let lesson = Lesson::read(id, &source(id)).unwrap_or_else(|error| panic!("{error}"));
        check(&lesson).unwrap_or_else(|error| panic!("{error}"));
    }
    let mut listed: Vec<String> = lessons().iter().map(|one| format!("{}.txt", one.id)).collect();
    listed.sort();
    assert_eq!(listed, files, "the list in words/src/lessons.rs names every file");
}

/// The text with one of its numbers raised by one, for every number in the lines that claim something.
fn mutations(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let claims = ["check: ", "right: ", "pairs: "].iter().any(|key| line.starts_with(key));
        let places = line.char_indices().filter(|(at, c)| {
            c.is_ascii_digit() && !line[..*at].ends_with(|c: char| c.is_ascii_digit())
        });
        for (at, _) in places.filter(|_| claims) {
            let end = line[at..].find(|c: char| !c.is_ascii_digit()).map_or(line.len(), |n| at + n);
            let number: u32 = line[at..end].parse().unwrap();
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines[index] = format!("{}{}{}", &line[..at], number + 1, &line[end..]);
            found.push(lines.join("\n"));
        }
    }
    found
}

#[test]
fn a_number_that_is_changed_is_found() {
    for lesson in lessons() {
        let text = source(&lesson.id);
        for changed in mutations(&text) {
            let read = Lesson::read(&lesson.id, &changed);
            let (_, line) = text.lines().zip(changed.lines()).find(|(a, b)| a != b).unwrap();
            let still_true = line == "check: after 12 1 13 can none";
            let found = read.and_then(|lesson| check(&lesson)).is_err();
            assert_eq!(found, !still_true, "{}: {line}", lesson.id);
        }
    }
}

/// A lesson of one step before its game, which lacks nothing.
const TRUE: &str = "\
title: Dead ends
about: A test.

position: multiple-madness:12,1
task: Remove 13.
right: 13
pairs: 2-4 5-10
answer 11 17 19: That wins, too.
check: after 13 can none
check: openings 18 of 20

position: multiple-madness;size=16
text: On 1 to 16, 4-8 is a pair.
task: Win.
right: game
";

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn what_is_wrong_with_a_lesson_is_told_with_its_line_and_what_would_be_right() {
    let told = |text: &str| {
        let lesson = Lesson::read("mine", text).and_then(|lesson| check(&lesson));
        lesson.map_or_else(|error| error.to_string(), |()| "true".to_owned())
    };
    assert_eq!(told(TRUE), "true");
    for (from, to, error) in [
        ("title: Dead ends\n", "", "line 1: a lesson begins with title: and about:"),
        (&TRUE[33..], "", "line 1: a lesson has at least one step"),
        ("Remove 13.", "Remove\n13.", "line 6: a line is a key and a text: task: "),
        (
            "\nposition: multiple-madness:12,1",
            "\n  position: 6",
            "line 4: there is no line to go on with",
        ),
        ("task: Remove 13.\n", "", "line 4: this step has no line task:"),
        ("task: Win.", "tusk: Win.", "line 12: this step has no line task:"),
        ("text: On", "tekst: On", "line 13: \"tekst\" is no key: position, text, task, "),
        (
            "madness:12,1",
            "madnes:12,1",
            "line 4: \"multiple-madnes\" is not a game: the games are ",
        ),
        ("madness:12,1", "madness:12,5", "line 4: move 2 cannot be played: 5 is not a factor or"),
        ("multiple-madness:12,1", "then 3", "line 4: there is no step before this one"),
        ("madness;size=16", "madness;size=0", "line 12: "),
        ("right: 13", "right: 21", "line 6: 21 is outside 1-20; right: takes winning, factors, "),
        ("right: 13", "right: best", "line 6: \"best\" is not a number; right: takes winning, "),
        (
            "right: 13",
            "right: 14",
            "line 6: 14 does not win here: those that do are 11, 13, 17 or 19",
        ),
        (
            "right: 13",
            "right: leaves 2",
            "line 6: no number is right here: of 2 to 11 or 13 to 20 those",
        ),
        (
            "answer 11 17 19",
            "answer 11 19",
            "line 8: 17 wins, too, and is not right: answer 17: must",
        ),
        ("answer 11 17 19", "answer 11 13 17 19", "line 8: 13 needs no answer: it is right, or"),
        ("answer 11 17 19", "answer 1 11 17 19", "line 8: 1 needs no answer: it is right, or"),
        ("pairs: 2-4 5-10", "pairs: 2-4 5-9", "line 7: 5-9 is no pair here: partners go together"),
        ("pairs: 2-4 5-10", "pairs: 2-12", "line 7: 2-12 is no pair here: partners go together"),
        ("pairs: 2-4 5-10", "pairs: 2-4 4-8", "line 7: 4 is in two pairs"),
        ("pairs: 2-4 5-10", "pairs: 2 4", "line 7: \"2\" is no pair such as 4-8"),
        ("13 can none", "13 can 2", "line 9: \"after 13 can 2\": right would be none"),
        ("13 can none", "1 can none", "line 9: \"after 1 can none\": 1 is already taken"),
        ("18 of 20", "19 of 20", "line 10: \"openings 19 of 20\": right would be 18 of 20"),
        (
            "openings 18",
            "starts 18",
            "line 10: \"starts 18 of 20\": a check begins with can, after,",
        ),
        ("check: openings 18 of 20", "check: pairs prove 13", "true"),
        (
            "check: openings 18 of 20",
            "check: pairs prove 4",
            "line 10: \"pairs prove 4\": 4, the partner of 2, is already",
        ),
        ("1 to 16", "1 to 15", "line 13: a text says 1 to 15, and the board is 1-16"),
        ("4-8 is", "4-9 is", "line 13: 4-9 is written like a pair, and is none here"),
        ("4-8 is", "4-80 is", "line 13: 4-80 is written like a pair, and is none here"),
        (
            "madness;size=16",
            "madness;size=10",
            "line 15: no number is right here: of 1 to 10 those that",
        ),
        (
            "right: game",
            "right: winning",
            "line 15: the last step of a lesson is a game (right: game)",
        ),
        ("madness;size=16", "madness", "line 13: a text says 1 to 16, and the board is 1-20"),
        (
            "\nposition: multiple-madness;size=16",
            "\nposition: then 13",
            "line 15: no number is right here",
        ),
        (
            "\nposition: multiple-madness;size=16",
            "\nposition: then 11",
            "line 12: the step before must have 11 as its only right number, and has 13",
        ),
    ] {
        assert!(TRUE.contains(from), "{from}");
        let told = told(&TRUE.replacen(from, to, 1));
        let told = told.strip_prefix("mine.txt, ").unwrap_or(&told);
        assert!(told.starts_with(error), "{to}\n{told}");
    }
}

fn numbers(place: &Place<'_>) -> std::ops::RangeInclusive<u32> {
    0..=place.record().rules().board().size() + 1
}

#[test]
fn every_number_of_every_step_has_an_answer_in_plain_words() {
    for lesson in lessons() {
        for step in 1..=lesson.steps.len() {
            let mut kinds = Vec::new();
            for number in numbers(&Place::new(&lesson.steps[step - 1], &[]).unwrap()) {
                let mut place = Place::new(&lesson.steps[step - 1], &[]).unwrap();
                let before = place.record().clone();
                let Verdict { verdict, text, .. } = place.judge(number);
                let what = format!("{} {step} {number}: {text}", lesson.id);
                assert!(text.ends_with(['.', '!', '?']), "{what}");
                assert!(
                    !["Player", "  ", "you is", "you removes"].iter().any(|it| text.contains(it))
                );
                let legal = before.legal().iter().any(|it| it.get() == number);
                assert_eq!(verdict == Kind::Refused, !legal, "{what}");
                let plays = !matches!(verdict, Kind::Refused | Kind::Wrong);
                assert_eq!(*place.record() != before, plays, "{what}");
                kinds.push(verdict);
            }
            let game = lesson.steps[step - 1].right == Right::Game;
            let done = if game { Kind::GoesOn } else { Kind::Right };
            assert!(kinds.contains(&done), "{} {step}", lesson.id);
        }
    }
}

/// Plays every number in a game as long as it is not lost, and checks what is said to it.
fn play_all(lesson: &Lesson, step: usize, moves: &[u32]) {
    let wins = |moves: &[u32]| Place::new(&lesson.steps[step - 1], moves).unwrap();
    let solver = Solver::new(wins(moves).record().clone()).unwrap();
    for number in solver.record().legal().iter() {
        let mut place = wins(moves);
        let verdict = place.judge(number.get());
        let after: Vec<u32> = place.moves().iter().map(|number| number.get()).collect();
        if solver.winning().contains(&number) {
            assert_eq!(verdict.slip, None, "{} {after:?}", lesson.id);
            match verdict.verdict {
                Kind::GoesOn => play_all(lesson, step, &after),
                kind => assert_eq!((kind, place.record().is_over()), (Kind::Won, true)),
            }
        } else {
            let slip = verdict.slip.unwrap();
            let back: Vec<u32> = slip.moves.iter().map(|number| number.get()).collect();
            assert_eq!((slip.number, &back[..]), (number, moves), "{} {after:?}", lesson.id);
            assert!(matches!(verdict.verdict, Kind::Slip | Kind::Lost), "{after:?}");
            // It is told again with the next move.
            let next = place.record().legal().iter().next().filter(|_| !place.record().is_over());
            if let Some(next) = next {
                let again = wins(&after).judge(next.get());
                assert_eq!((again.text, again.slip.unwrap().number), (verdict.text, number));
            }
        }
    }
}

#[test]
fn the_games_of_all_lessons_are_won_by_every_winning_move_and_slips_lead_back() {
    for lesson in lessons() {
        for (index, _) in lesson.steps.iter().enumerate().filter(|(_, it)| it.right == Right::Game)
        {
            play_all(lesson, index + 1, &[]);
        }
    }
}

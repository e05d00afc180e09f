//! Lessons in line mode.

use crate::common::World;

#[test]
fn lessons_are_listed_with_the_command_that_begins() {
    let run = World::new().run(&["learn"], "");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.starts_with("the-rule         The rule. Which numbers you may remove"));
    assert!(run.stdout.ends_with("\nBegin with: divvy learn the-rule\n"), "{}", run.stdout);
}

#[test]
fn a_lesson_is_played_with_wrong_numbers_a_slip_and_the_way_back() {
    let input = "x\n5\n2\n8\n6\n9\n7\n2\nback\n3\n5\n8\n6\n9\n";
    let run = World::new().run(&["learn", "pairs"], input);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
    let mut rest = run.stdout.as_str();
    for said in [
        "Pairs. How to have an answer to every number",
        "Step 1 of 6\nHere every number has a partner",
        "Left: 1-3, 5-10\nLetters: A 1-7, B 2-6, C 3-9, D 4-8, E 5-10\nThe computer removed 4.",
        "Your number: x\nInvalid choice: \"x\" is not a number\nYour number: 5\n5 is not a factor",
        "Your number: 2\n2 is the partner of 6. Look for the partner of 4.\n",
        "Your number: 8\nRight! That pair is gone",
        // Letters stay when a pair is gone.
        "Step 2 of 6",
        "Letters: A 1-7, B 2-6, C 3-9, E 5-10\n",
        "Step 5 of 6",
        "Your number: 2\nYour first move, 2, was a slip. The computer removes 4.",
        "stuck.\nTo go back to that move: back\n\nLeft: 1, 3, 5\n",
        "Your number: back\n\nLeft: 1-5\nThe computer removed 6.",
        "Your number: 3\n\nLeft: 2, 4, 5\nThe computer removed 1. You can remove 2, 4 or 5.\n",
        "Your number: 5\nYou win! The pairs were 1-5, 2-4 and 3-6.\n",
        "That was the last step of this lesson.\nThe next one: divvy learn left-over\n",
    ] {
        let at = rest.find(said).unwrap_or_else(|| panic!("{said}\nin {rest}"));
        rest = &rest[at + said.len()..];
    }
    assert_eq!(rest, "");
}

#[test]
fn a_lesson_that_is_left_or_cut_off_ends_with_its_code() {
    let left = World::new().run(&["learn", "the-race"], "9\nquit\n");
    assert_eq!((left.code, left.stderr.as_str()), (Some(0), ""));
    let cut = World::new().run(&["learn", "the-race"], "9\n");
    assert_eq!(cut.code, Some(1));
    assert_eq!(cut.stderr, "divvy learn: the input ended before the lesson did\n");
}

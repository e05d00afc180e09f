//! Games from the start screen to their end, and games that go on.

use crate::common::screen::Screen;
use crate::{AFTER_TWO, ENTER, LEAVING, TWO_PEOPLE, after_two_moves, answered, world};

#[test]
fn a_digit_and_enter_lead_from_the_start_screen_to_the_first_move() {
    let world = world();
    let mut screen = Screen::open(&world, &[]);
    screen.wait_for("divvy  Five number games for two");
    screen.wait_for("5  Sequence Duel");
    assert!(screen.on_alternate_screen());
    screen.press("2\r");
    screen.wait_for("Your turn: begin with an even number");
    screen.press(ENTER);
    screen.wait_until("an answer", answered);
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
    screen.assert_restored(&world);
}

#[test]
fn two_people_sit_down_where_two_people_are_asked_for() {
    let world = world();
    let mut screen = Screen::open(&world, &["tui", "sequence-duel", "--p1=human", "--p2=human"]);
    // No rules are asked for, so it is a contest.
    screen.wait_for("begin with an even number");
    screen.press("6\r");
    screen.wait_for("Player 2’s turn: strike a factor or multiple of 6");
    // A bot would be thinking, or have answered.
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
    let picture = screen.last_picture().screen().contents();
    assert!(picture.contains("Player 2’s turn") && !picture.contains("easy"), "{picture}");
}

#[test]
fn exploring_without_a_notation_opens_a_recommended_board() {
    let world = world();
    let mut screen = Screen::open(&world, &["tui", "--explore"]);
    screen.wait_for("2-16");
    screen.wait_for("Try moves for both players: type a number, enter plays it.");
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
}

#[test]
fn a_size_alone_keeps_the_kind_of_board_where_it_is_a_contest() {
    let world = world();
    for (args, title) in [
        (
            vec!["mm", "--size", "24", "--names", "Ada,Ben"],
            "Multiple Madness  2-24 · first number even ",
        ),
        (vec!["nm", "--size", "17"], "Number Maze  2-17 · from 3 to 7 "),
        // Traps of two turns are a contest on few numbers, and from 3 no way leads to 7 on 1 to 9.
        (vec!["ta", "--size", "30"], "Trap Avoidance  1-30 "),
        (vec!["nm", "--size", "9"], "Number Maze  1-9 "),
        // Another option is taken as it is given.
        (vec!["mm", "--size", "24", "--without-one"], "Multiple Madness  2-24  "),
    ] {
        let args: Vec<&str> = ["tui"].into_iter().chain(args).collect();
        let mut screen = Screen::open(&world, &args);
        screen.wait_for(title);
        screen.press("q");
        assert_eq!(screen.exit_code(), 0, "{args:?}");
    }
}

#[test]
fn a_game_is_typed_to_its_end_and_the_terminal_is_as_before() {
    let world = world();
    let mut screen = Screen::open(&world, &TWO_PEOPLE);
    screen.wait_for("remove any number to begin");
    screen.press("11\r8\r");
    screen.wait_for("Invalid choice: 8 is not a factor or multiple of 11");
    screen.press("1\r13\r");
    screen.wait_for("Player 2 is stuck: 13 only goes with 1, and 1 is gone.");
    assert!(!screen.is_cooked(&world));
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
    screen.assert_restored(&world);
    // Nothing is left to go on with, and nothing says so.
    assert_eq!(screen.contents().trim(), "");
    assert_eq!(world.run(&["saved"], "").stdout, "No unfinished games.\n");
}

#[test]
fn a_game_that_was_left_is_offered_and_goes_on_here_and_in_line_mode() {
    let world = world();
    let mut screen = after_two_moves(&world);
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
    assert!(screen.contents().contains(LEAVING), "{}", screen.contents());

    let mut screen = Screen::open(&world, &[]);
    screen.wait_for("Continue Multiple Madness between two people, just now: 1-20, 2 moves");
    screen.press("c");
    screen.wait_for(AFTER_TWO);
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);

    let run = world.run(&["play", "--resume"], "12\nquit\n");
    assert!(run.stdout.starts_with("Going on after 6 3.\n"), "{}", run.stdout);
    let mut screen = Screen::open(&world, &[]);
    screen.wait_for("Multiple Madness between two people, just now: 1-20, 3 moves");
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
}

#[test]
fn the_board_goes_on_with_the_newest_game_or_with_the_one_in_a_file() {
    let world = world();
    let mut screen = after_two_moves(&world);
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
    let saved = world.run(&["saved"], "").stdout;
    let file = saved.lines().nth(1).unwrap().rsplit(' ').next().unwrap().to_owned();
    for args in [vec!["tui", "--resume"], vec!["tui", "--resume", &file]] {
        let mut screen = Screen::open(&world, &args);
        screen.wait_for(AFTER_TWO);
        screen.press("q");
        assert_eq!(screen.exit_code(), 0, "{args:?}");
    }
    let mut screen = Screen::open(&world, &["tui", "number-maze", "--resume"]);
    assert_eq!(screen.exit_code(), 1);
    let said = "there is no unfinished game of number-maze to go on with";
    assert!(screen.contents().contains(said), "{}", screen.contents());
    let mut screen = Screen::open(&world, &["tui", "--resume", "--size", "30"]);
    assert_eq!(screen.exit_code(), 2);
}

#[test]
fn a_game_open_in_another_window_is_not_offered() {
    let world = world();
    let mut first = after_two_moves(&world);
    let mut second = Screen::open(&world, &[]);
    second.wait_for("5  Sequence Duel");
    assert!(!second.contents().contains("Continue"), "{}", second.contents());
    for screen in [&mut first, &mut second] {
        screen.press("q");
        assert_eq!(screen.exit_code(), 0);
    }
}

//! Games from the start screen to their end, and games that go on.

use crate::common::screen::Screen;
use crate::{ENTER, LEAVING, TWO_PEOPLE, after_two_moves, answered, world};

#[test]
fn two_keys_from_the_start_screen_lead_to_the_first_move() {
    let world = world();
    let mut screen = Screen::open(&world, &[]);
    screen.wait_for("divvy: number games for two");
    screen.wait_for("5  Sequence Duel");
    assert!(screen.on_alternate_screen());
    screen.press("2");
    screen.wait_for("Player 1 to move");
    screen.press(ENTER);
    // The bot has answered 1 with something, which may be the end.
    screen.wait_until("an answer", |text| answered(text, "1.  1 "));
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
    screen.assert_restored(&world);
}

#[test]
fn two_people_sit_down_where_two_people_are_asked_for() {
    let world = world();
    let mut screen = Screen::open(&world, &["tui", "sequence-duel", "--p1=human", "--p2=human"]);
    screen.wait_for("No number yet");
    screen.press("6\r");
    screen.wait_for("Last number 6");
    // A bot would be thinking, or have answered.
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
    let picture = screen.last_picture().screen().contents();
    assert!(picture.contains("Player 2 to move") && !picture.contains("easy"), "{picture}");
}

#[test]
fn a_game_is_typed_to_its_end_and_the_terminal_is_as_before() {
    let world = world();
    let mut screen = Screen::open(&world, &TWO_PEOPLE);
    screen.wait_for("No number yet");
    screen.press("11\r8\r");
    screen.wait_for("Invalid choice: 8 is not a factor or multiple of 11");
    screen.press("1\r13\r");
    screen.wait_for("Player 2 has no valid moves. Player 1 wins!");
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
    screen.wait_for("Continue");
    screen.wait_for("Multiple Madness, 1-20, 2 moves, Player 1 to play");
    screen.press("c");
    screen.wait_for("1.  6  3");
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);

    let run = world.run(&["play", "--resume"], "12\nquit\n");
    assert!(run.stdout.starts_with("Going on after 6 3.\n"), "{}", run.stdout);
    let mut screen = Screen::open(&world, &[]);
    screen.wait_for("Multiple Madness, 1-20, 3 moves, Player 2 to play");
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
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

//! Line mode on a real (pseudo-)terminal: the menu, line editing, Ctrl-C, Ctrl-D, a clean end.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::World;
use common::screen::Screen;

#[test]
fn where_text_cannot_be_placed_a_menu_offers_the_games_and_the_unfinished_one() {
    let world = World::new();
    let dumb = [("TERM", "dumb")];
    let mut screen = Screen::open_with(&world, &[], &dumb);
    screen.expect("1  Trap Avoidance");
    screen.expect("5  Sequence Duel");
    screen.expect("Pick a game (1-5, or quit): ");
    screen.press("9\r");
    screen.expect("Invalid choice: 9 is not on the list");
    screen.press("2\r");
    screen.expect("Select a number to remove: ");
    screen.press("6\r");
    screen.expect("Last number removed by opponent: ");
    screen.expect("Select a number to remove: ");
    screen.press("quit\r");
    assert_eq!(screen.exit_code(), 0);

    let mut screen = Screen::open_with(&world, &[], &dumb);
    screen.expect("c  Continue: Multiple Madness, 1-20, 1 move, Player 2 to play");
    screen.expect("Pick a game");
    screen.press("c\r");
    screen.expect("Going on after 6.");
    screen.press("quit\r");
    assert_eq!(screen.exit_code(), 0);
}

#[test]
fn lines_can_be_edited_and_legal_numbers_are_coloured() {
    let world = World::new();
    let mut screen = Screen::open(&world, &["play", "multiple-madness"]);
    screen.expect("\x1b[1m\x1b[32m20\x1b[0m");
    screen.expect("Select a number to remove: ");
    screen.press("17\x7f\x7f6\r");
    screen.expect("opponent: \x1b[1m\x1b[35m6");
    screen.expect("Select a number to remove: ");
    screen.press("quit\r");
    assert_eq!(screen.exit_code(), 0);
}

#[test]
fn what_is_typed_ahead_or_pasted_is_not_lost() {
    let world = World::new();
    let mut screen = Screen::open(&world, &["play", "multiple-madness"]);
    screen.expect("Select a number to remove: ");
    screen.press("11\r8\r1\r13\r");
    screen.expect("Invalid choice: 8 is not a factor or multiple of 11");
    screen.expect("Player 1 wins the game!");
    assert_eq!(screen.exit_code(), 0);
}

#[test]
fn ctrl_c_exits_with_130_and_ctrl_d_with_1_and_the_terminal_is_clean() {
    let world = World::new();
    for (key, code) in [("\x03", 130), ("\x04", 1)] {
        let mut screen = Screen::open(&world, &["play", "multiple-madness"]);
        screen.expect("Select a number to remove: ");
        screen.press("6\r");
        screen.expect("opponent: ");
        screen.expect("Select a number to remove: ");
        screen.press(key);
        assert_eq!(screen.exit_code(), code);
        assert!(screen.is_cooked(&world), "after {key:?}");
    }
    let run = world.run(&["play", "--resume"], "");
    assert!(run.stdout.starts_with("Going on after 6.\n"), "{}", run.stdout);
}

#[test]
fn a_request_to_stop_leaves_the_terminal_as_it_was() {
    let world = World::new();
    let mut screen = Screen::open(&world, &["play", "multiple-madness"]);
    screen.expect("Select a number to remove: ");
    // The editor has the terminal in raw mode once it answers a key.
    screen.press("1");
    screen.expect("1");
    assert!(!screen.is_cooked(&world), "raw while a line is edited");
    screen.signal(&world, "TERM");
    assert_eq!(screen.exit_code(), 143);
    assert!(screen.is_cooked(&world));
}

//! Windows that change their size.

use crate::chance::Chance;
use crate::common::World;
use crate::common::screen::{SIZE, Screen};
use crate::{AFTER_TWO, after_two_moves, assert_on_disk, set, world};

#[test]
fn a_small_window_says_what_is_needed_until_it_grows() {
    let world = world();
    let mut screen = after_two_moves(&world);
    screen.resize(40, 12);
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    screen.wait_until("too small", |text| flat(text).contains("divvy needs 60 x 20"));
    screen.resize(120, 40);
    screen.wait_for(AFTER_TWO);
    screen.wait_for("q quit");
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
    screen.assert_restored(&world);
}

#[test]
fn a_window_that_was_small_for_a_moment_is_drawn_anew() {
    let world = world();
    let mut screen = after_two_moves(&world);
    // Asleep, the program sees the window as it is afterwards and not what happened to it in between.
    screen.signal(&world, "STOP");
    let (cols, rows) = SIZE;
    screen.resize(10, 3);
    screen.resize(cols, rows);
    screen.signal(&world, "CONT");
    screen.wait_for(AFTER_TWO);
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
}

#[test]
fn a_storm_of_resizing_does_no_harm() {
    let world = World::new();
    set(&world, "[seats]\ntwo = \"human\"\n");
    let mut screen = Screen::open(&world, &[]);
    screen.wait_for("5  Sequence Duel");
    // As specified, not as a contest.
    screen.press("jl\r");
    screen.wait_for("remove any number to begin");
    let mut chance = Chance(7);
    // Over and over 6 is played and taken back. In a small window no key but q does anything, so what is on
    // the board in the end is open.
    for _ in 0..300 {
        screen.resize(chance.within(1..=300), chance.within(1..=100));
        screen.press("6\ru\t");
    }
    let (cols, rows) = SIZE;
    screen.resize(cols, rows);
    screen.wait_until("the board, whole", |text| {
        let lines: Vec<&str> = text.lines().collect();
        lines.len() == usize::from(rows)
            && lines[0].contains("Multiple Madness  1-20  ")
            && lines[usize::from(rows) - 1].contains("q quit")
    });
    assert!(screen.is_running());
    // A new game, and all is as ever.
    screen.press("n");
    screen.wait_for("5  Sequence Duel");
    screen.press("2\r");
    screen.wait_for("remove any number to begin");
    screen.press("6\r3\r");
    screen.wait_for(AFTER_TWO);
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
    screen.assert_restored(&world);
    assert_on_disk(&world);
}

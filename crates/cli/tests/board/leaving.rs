//! Every way out, and disks and settings that fail: the terminal is as before and no move is lost.

use crate::common::World;
use crate::common::screen::{Screen, find};
use crate::{AFTER_TWO, LEAVING, TWO_PEOPLE, after_two_moves, assert_on_disk, set, world};

#[test]
fn signals_and_ctrl_c_leave_the_terminal_clean_and_the_game_on_disk() {
    for (signal, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let world = world();
        let mut screen = after_two_moves(&world);
        screen.signal(&world, signal);
        assert_eq!(screen.exit_code(), code, "{signal}");
        screen.assert_restored(&world);
        assert_on_disk(&world);
    }
    let world = world();
    let mut screen = after_two_moves(&world);
    screen.press("\x03");
    assert_eq!(screen.exit_code(), 130);
    screen.assert_restored(&world);
    assert!(screen.contents().contains(LEAVING), "{}", screen.contents());
    assert_on_disk(&world);
}

#[test]
fn a_closed_window_ends_the_program_and_the_game_is_on_disk() {
    let world = world();
    let mut screen = after_two_moves(&world);
    let code = screen.hang_up();
    // Whichever is noticed first: the signal, or that nothing can be read any more.
    assert!([129, 1].contains(&code), "{code}");
    assert_on_disk(&world);
}

#[test]
fn settings_that_do_not_work_are_named_before_the_screen_changes() {
    let world = World::new();
    set(&world, "pause = 0\ntheme = \"pink\"\n");
    let mut screen = Screen::open(&world, &[]);
    assert_eq!(screen.exit_code(), 2);
    let said = screen.contents().replace('\n', "");
    assert!(said.contains("config/divvy/settings.toml, line 2,"), "{said}");
    assert!(find(screen.output(), b"\x1b[?1049h").is_none(), "on the alternate screen");
    screen.assert_restored(&world);
}

#[test]
fn a_data_folder_that_cannot_be_written_costs_the_game_but_not_the_terminal() {
    let world = world();
    let file = world.path().join("file");
    std::fs::write(&file, "not a folder").unwrap();
    let nowhere = [("XDG_DATA_HOME", file.to_str().unwrap())];

    let mut screen = Screen::open_with(&world, &TWO_PEOPLE, &nowhere);
    assert_eq!(screen.exit_code(), 1);
    let said = screen.contents().replace('\n', "");
    assert!(said.starts_with("divvy tui: cannot") && said.contains("path is a file"), "{said}");
    screen.assert_restored(&world);

    let mut screen = Screen::open_with(&world, &[], &nowhere);
    screen.wait_for("5  Sequence Duel");
    screen.press("2\r");
    screen.wait_for("cannot");
    assert!(screen.is_running());
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
    screen.assert_restored(&world);
}

#[test]
fn a_disk_that_stops_taking_moves_is_reported_and_loses_none() {
    let world = world();
    let mut screen = after_two_moves(&world);
    // A file cannot appear in a folder that is none any more.
    let (games, away) = (world.games(), world.path().join("away"));
    std::fs::rename(&games, &away).unwrap();
    std::fs::write(&games, "not a folder").unwrap();
    screen.press("9\r");
    screen.wait_for("cannot");
    assert!(!screen.contents().contains("6 3 9"), "{}", screen.contents());
    std::fs::remove_file(&games).unwrap();
    std::fs::rename(&away, &games).unwrap();
    screen.press("9\r");
    screen.wait_for("6 3 9");
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
    screen.assert_restored(&world);
    let saved = world.run(&["saved"], "").stdout;
    assert!(saved.starts_with("Multiple Madness, 1-20, 3 moves, Player 2 to play"), "{saved}");
}

#[test]
fn ctrl_z_gives_the_shell_a_clean_terminal_and_fg_brings_the_screen_back() {
    let world = world();
    let line =
        format!("divvy {}; echo AT THE SHELL; read x; fg; echo LEFT $?", TWO_PEOPLE.join(" "));
    let mut screen = Screen::shell(&world, &line);
    screen.wait_for("remove any number to begin");
    screen.press("6\r3\r");
    screen.wait_for(AFTER_TWO);
    screen.press("\x1a");
    screen.wait_for("AT THE SHELL");
    screen.assert_restored(&world);
    screen.press("\n");
    screen.wait_for(AFTER_TWO);
    assert!(screen.on_alternate_screen());
    screen.press("9\r");
    screen.wait_for("6 3 9");
    assert!(!screen.is_cooked(&world));
    screen.press("q");
    screen.wait_for("LEFT 0");
    assert_eq!(screen.exit_code(), 0);
    screen.assert_restored(&world);
}

#[test]
fn a_terminal_without_an_alternate_screen_is_cleared_before_and_after() {
    let world = world();
    let line =
        "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do echo OLD LINE; done";
    let line = format!("{line}; divvy {}; echo AT THE SHELL", TWO_PEOPLE.join(" "));
    let mut screen = Screen::shell(&world, &line);
    screen.wait_for("remove any number to begin");
    screen.press("6\r3\r");
    screen.wait_for(AFTER_TWO);
    let shown = screen.contents_on_one_screen();
    assert!(shown.contains(AFTER_TWO) && !shown.contains("OLD LINE"), "{shown}");
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
    let left = screen.contents_on_one_screen();
    assert_eq!(left.trim_end(), format!("{LEAVING}\nAT THE SHELL"));
    // What was there before is there again where there is an alternate screen.
    assert!(screen.contents().contains("OLD LINE"), "{}", screen.contents());
}

#[test]
fn ctrl_l_draws_the_screen_anew() {
    let world = world();
    let mut screen = after_two_moves(&world);
    let empty = "\x1b[2J";
    screen.expect(empty);
    screen.press("\x0c");
    screen.expect(empty);
    screen.wait_for(AFTER_TWO);
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
}

#[test]
fn ctrl_z_without_a_shell_to_wake_it_changes_nothing() {
    let world = world();
    let mut screen = after_two_moves(&world);
    screen.press("\x1a9\r");
    screen.wait_for("6 3 9");
    assert!(screen.on_alternate_screen() && !screen.is_cooked(&world));
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
    screen.assert_restored(&world);
}

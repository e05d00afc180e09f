//! Line mode on a real (pseudo-)terminal: the menu, line editing, Ctrl-C, Ctrl-D, a clean end.

use crate::common::World;
use crate::common::screen::Screen;

#[test]
fn where_text_cannot_be_placed_a_menu_offers_the_games_and_the_unfinished_one() {
    let world = World::new();
    let dumb = [("TERM", "dumb")];
    let mut screen = Screen::open_with(&world, &[], &dumb);
    screen.expect("1  Trap Avoidance");
    screen.expect("5  Sequence Duel");
    screen.expect("Pick a game (1-5, or quit): ");
    screen.press("\r9\r");
    screen.expect("Invalid choice: 9 is not on the list");
    assert!(!screen.contents().contains("choice:  is"), "an empty line is no choice");
    screen.press("2\r");
    screen.expect("Multiple Madness on 2-16, first number even");
    screen.expect("Select a number to remove: ");
    screen.press("6\r");
    screen.expect("Last number removed by opponent: ");
    screen.expect("Select a number to remove: ");
    screen.press("quit\r");
    assert_eq!(screen.exit_code(), 0);

    let mut screen = Screen::open_with(&world, &[], &dumb);
    screen.expect("c  Continue: Multiple Madness, 2-16, first number even, 1 move, Player 2 to");
    screen.expect("Pick a game");
    screen.press("c\r");
    screen.expect("Going on after 6.");
    screen.press("quit\r");
    assert_eq!(screen.exit_code(), 0);
}

#[test]
fn the_menu_plays_the_spec_on_request_and_reaches_every_unfinished_game() {
    let world = World::new();
    let dumb = [("TERM", "dumb")];
    let mut screen = Screen::open_with(&world, &[], &dumb);
    screen.expect("specified, put an s before its number, as in s2.");
    screen.expect("Pick a game (1-5, or quit): ");
    screen.press("s2\r");
    screen.expect("Multiple Madness on 1-20");
    screen.expect("Select a number to remove: ");
    screen.press("7\r");
    screen.expect("Select a number to remove: ");
    screen.press("quit\r");
    assert_eq!(screen.exit_code(), 0);
    for size in ["30", "40", "50"] {
        world.run(&["play", "mm", "--size", size], "8\n");
    }
    let mut screen = Screen::open_with(&world, &[], &dumb);
    screen.expect("c  Continue: Multiple Madness, 1-50, 1 move");
    screen.expect("c2 Continue: Multiple Madness, 1-40, 1 move");
    screen.expect("c4 Continue: Multiple Madness, 1-20, 1 move");
    screen.expect("Pick a game");
    screen.press("c5\rc4\r");
    screen.expect("Invalid choice: c5 is not on the list");
    screen.expect("Going on after 7.");
    screen.press("quit\r");
    assert_eq!(screen.exit_code(), 0);
}

#[test]
fn the_menu_and_the_help_fit_a_narrow_window() {
    let world = World::new();
    let mut screen = Screen::shell(&world, "stty cols 40; TERM=dumb divvy");
    screen.expect("Pick a game (1-5, or quit): ");
    screen.press("1\r");
    screen.expect("select your number: ");
    screen.press("help\r");
    screen.expect("All the rules: ");
    screen.press("quit\r");
    assert_eq!(screen.exit_code(), 0);
    for line in lines_of(&screen) {
        assert!(line.chars().count() <= 40, "{line}");
    }
}

/// What came out, in lines and without colours.
fn lines_of(screen: &Screen) -> Vec<String> {
    let output = String::from_utf8_lossy(screen.output()).replace("\r\n", "\n");
    let plain = anstream::adapter::strip_str(&output).to_string();
    plain.lines().map(|line| line.trim_end_matches('\r').to_owned()).collect()
}

#[test]
fn no_number_is_cut_in_two_at_the_edge_of_the_window() {
    let world = World::new();
    let piped = world.run(&["play", "mm", "--size", "60"], "");
    let list = piped.stdout.lines().next().unwrap().to_owned();
    assert!(list.len() > 160, "in a pipe the list is one line: {list}");
    for columns in [80_usize, 37] {
        let line = format!("stty cols {columns}; divvy play mm --size 60");
        let mut screen = Screen::shell(&world, &line);
        screen.expect("Select a number to remove: ");
        screen.press("quit\r");
        assert_eq!(screen.exit_code(), 0);
        let lines = lines_of(&screen);
        // What is said to a person comes first.
        let begin = lines.iter().position(|line| line.starts_with("Numbers available")).unwrap();
        let lines = &lines[begin..];
        let end = lines.iter().position(String::is_empty).unwrap();
        assert!(lines[..end].iter().all(|line| line.len() <= columns), "{lines:#?}");
        let numbers = lines[..end].join(" ");
        assert_eq!(numbers.split_whitespace().collect::<Vec<_>>().join(" "), list);
        assert!(lines[1..end].iter().all(|line| line.starts_with(&" ".repeat(19))), "{lines:#?}");
    }
}

#[test]
fn a_person_is_told_the_game_its_rule_who_plays_and_what_to_type() {
    let world = World::new();
    let mut screen = Screen::open(&world, &["play", "nm", "--p2", "easy"]);
    for said in [
        "Number Maze on 1-20",
        "Move to a factor or a multiple of your node",
        "  Player 1  you\r\n",
        "  Player 2  the computer, easy: gets every third decision wrong\r\n",
        "  Target    20\r\n",
        "Type r for the recommended board: 2-15, from 3 to 7.\r\n",
        "Full screen: divvy tui number-maze\r\n",
        "Type a number to play, hint for a hint, ? for help.",
        "Enter your next node: ",
    ] {
        screen.expect(said);
    }
    screen.press("hlep\rhint mvoe\rseven\r?\r");
    screen.expect("Invalid choice: hlep is not a number; did you mean help?");
    screen.expect("Invalid choice: hint mvoe is not a number; did you mean hint move?");
    screen.expect("Invalid choice: seven is not a number; type ? for help\r\n");
    screen.expect("  help, h, ?  this list");
    screen.press("h\rquit\r");
    screen.expect("  help, h, ?  this list");
    assert_eq!(screen.exit_code(), 0);
    let piped = world.run(&["play", "nm"], "?\nh\nquit\n").stdout;
    assert!(piped.starts_with("Player 1 Turn:\n"), "{piped}");
    for letter in ["?", "h"] {
        assert!(piped.contains(&format!("Invalid choice: {letter} is not a number\n")), "{piped}");
    }
}

#[test]
fn each_hint_leads_on_until_the_position_changes() {
    let world = World::new();
    let mut screen = Screen::open(&world, &["play", "mm", "--p2", "perfect", "--size", "5"]);
    screen.expect("Select a number to remove: ");
    screen.press("hint\rhint\rhint\rhint move\r2\rhint\r");
    screen.expect("You can win. After which number can you answer");
    screen.expect("(hint again: the move)");
    screen.expect("Remove 3. (hint again: the reason)");
    screen.expect("Remove 3. Whatever the computer removes, remove its partner (");
    screen.expect("You can win from here.\r\nRemove 3. Whatever the computer removes");
    screen.expect("You have only one move. (hint again: the move)");
    screen.press("quit\r");
    assert_eq!(screen.exit_code(), 0);
    let piped = world.run(&["play", "mm"], "hint\nhint\nquit\n").stdout;
    assert_eq!(piped.matches("hint\nYou can win from here.\nSelect").count(), 2, "{piped}");
}

#[test]
fn a_person_sees_who_moved_what_is_gone_how_it_ended_and_what_to_do_next() {
    let world = World::new();
    let args = ["play", "mm", "--size", "5", "--p1", "perfect"];
    let mut screen = Screen::open_with(&world, &args, &[("NO_COLOR", "1")]);
    screen.expect("? for help.\r\n\r\nThe computer removes 3.\r\n\r\n");
    screen.expect("Numbers available: 1 2 . 4 5\r\n\r\nYour turn.\r\n");
    screen.expect("Select a number to remove: ");
    screen.press("1\r");
    screen.expect("The computer removes 5.\r\n\r\nYou lose. You are stuck: ");
    screen.expect("Look back:  divvy review\r\n");
    screen.expect("Play again: divvy play multiple-madness --size 5 --p1 perfect\r\n");
    assert_eq!(screen.exit_code(), 0);
    let output = String::from_utf8_lossy(screen.output()).into_owned();
    assert!(!output.contains("\x1b[1m") && !output.contains("\x1b[2m"), "{output}");
    // Two people, or two bots, are told by their names, and the winner once.
    let mut screen =
        Screen::open(&world, &["play", "mm", "--size", "5", "--p1", "easy", "--p2", "perfect"]);
    assert_eq!(screen.exit_code(), 0);
    let lines = lines_of(&screen);
    assert!(
        lines.iter().any(|line| line.contains(" is stuck: ") && !line.contains("wins")),
        "{lines:#?}"
    );
    assert!(lines.iter().any(|line| line.starts_with("Player 1 removes ")), "{lines:#?}");
}

#[test]
fn the_only_person_is_you_in_every_game() {
    let world = World::new();
    for (game, turn, prompt) in [
        ("ta", "Available Numbers: ", "Select your number: "),
        ("mm", "\r\nYour turn.\r\n", "Select a number to remove: "),
        ("cr", "\r\nYour turn.\r\nCurrent Number: ", "Enter your selection: "),
        (
            "nm --without-one --start 14 --target 15",
            "\r\nYour turn:\r\nCurrent Node: ",
            "Enter your next node: ",
        ),
        ("sd", "\r\nYour turn.\r\n", "Choose a number to remove: "),
    ] {
        let args = format!("play {game} --p2 easy --seed 1");
        let args: Vec<&str> = args.split(' ').collect();
        let mut screen = Screen::open_with(&world, &args, &[("NO_COLOR", "1")]);
        screen.expect(turn);
        screen.expect(prompt);
        screen.press("2\r");
        screen.expect("\r\nThe computer ");
        screen.expect(turn);
        screen.expect(prompt);
        screen.press("quit\r");
        assert_eq!(screen.exit_code(), 0);
        // The name stands in the list of players only.
        let output = String::from_utf8_lossy(screen.output()).into_owned();
        assert_eq!(output.matches("Player ").count(), 2, "{output}");
    }
}

#[test]
fn a_person_begins_anew_on_the_recommended_board_before_the_first_move() {
    let world = World::new();
    let args = ["play", "mm", "--p2", "easy", "--names", "Ada,Easy"];
    let mut screen = Screen::open_with(&world, &args, &[("NO_COLOR", "1")]);
    screen.expect("Type r for the recommended board: 2-16, first number even.\r\n");
    screen.expect("Select a number to remove: ");
    screen.press("recommended\r");
    screen.expect("Multiple Madness on 2-16, first number even");
    screen.expect("  Easy  the computer, easy");
    screen.expect("Select a number to remove: ");
    screen.press("r\r2\rr\r");
    screen.expect("This is the recommended board.\r\n");
    screen.expect("The computer removes ");
    screen.expect("The recommended board can only be chosen before your first move.\r\n");
    screen.press("quit\r");
    assert_eq!(screen.exit_code(), 0);
    let saved = world.run(&["saved"], "").stdout;
    assert!(saved.starts_with("Multiple Madness, 2-16, first number even, 2 moves, Ada to play"));
    assert_eq!(saved.matches("Multiple Madness").count(), 1, "{saved}");
    // A program that plays through a pipe reads what it always did.
    let piped = world.run(&["play", "mm"], "r\nquit\n").stdout;
    assert!(piped.contains("Invalid choice: r is not a number\n"), "{piped}");
}

#[test]
fn what_is_proved_is_told_to_a_person_and_a_program_reads_one_word() {
    let world = World::new();
    world.run(&["solve", "mm", "--size", "5", "--certificate", "proof"], "");
    let mut screen = Screen::open(&world, &["verify", "proof"]);
    screen.expect("verified: Player 1 wins Multiple Madness on 1-5, by 3 or 5\r\n");
    assert_eq!(screen.exit_code(), 0);
    assert_eq!(world.run(&["verify", "proof"], "").stdout, "verified\n");
}

#[test]
fn a_manual_page_is_shown_as_man_does_or_as_help() {
    let world = World::new();
    let script = "printf '#!/bin/sh\\ncat >page; echo shown\\n' >man; chmod +x man";
    world.shell(script);
    let mut screen = Screen::shell(&world, "PATH=$PWD:$PATH divvy man play");
    screen.expect("shown");
    assert_eq!(screen.exit_code(), 0);
    let page = std::fs::read_to_string(world.path().join("page")).unwrap();
    assert!(page.contains(".SH"), "{page}");
    let mut screen = Screen::shell(&world, "PATH=$(dirname $(command -v divvy)) divvy man play");
    screen.expect("Rule options:");
    assert_eq!(screen.exit_code(), 0);
}

#[test]
fn errors_are_broken_between_words() {
    let world = World::new();
    let mut screen = Screen::shell(&world, "stty cols 40; divvy play chess");
    assert_eq!(screen.exit_code(), 2);
    let lines = lines_of(&screen);
    assert!(lines.len() > 3 && lines.iter().all(|line| line.len() <= 40), "{lines:#?}");
    let piped = world.run(&["play", "chess"], "").stderr;
    assert_eq!(lines.join(" "), piped.trim_end());
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
        let contents = screen.contents();
        let last = contents.trim_end().lines().next_back().unwrap_or_default();
        let said = match code {
            130 => "The game is saved. To go on: divvy play --resume",
            _ => "divvy play: the input ended before the game did; to go on: divvy play --resume",
        };
        assert_eq!(last, said);
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

#[test]
fn answers_fit_a_narrow_window_too() {
    let world = World::new();
    world.run(&["play", "cr", "--size", "24", "--opening", "even"], "8\n");
    for args in ["solve mm --size 60 --moves 6", "review mm:11,1,13", "games", "rules nm"] {
        let mut screen = Screen::shell(&world, &format!("stty cols 40; divvy {args}"));
        assert_eq!(screen.exit_code(), 0);
        for line in lines_of(&screen) {
            assert!(line.chars().count() <= 40, "{args}: {line}");
        }
    }
    let mut screen = Screen::shell(&world, "stty cols 40; divvy saved");
    assert_eq!(screen.exit_code(), 0);
    let lines = lines_of(&screen);
    assert_eq!(
        lines[..2],
        ["Chain Reaction, 1-24, first number even,", "1 move, Player 2 to play, just now"]
    );
    assert!(lines[2].starts_with("  divvy play --resume /"), "whole, so that it can be pasted");
}

//! The full-screen board on a real (pseudo-)terminal: whole games, every way out, resizing, and a hundred
//! thousand keys that mean nothing.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::collections::BTreeSet;
use std::path::Path;

use common::World;
use common::picture::svg;
use common::screen::{SIZE, Screen, find};

/// Two people at Multiple Madness, so that nothing moves unless somebody types.
const TWO_PEOPLE: [&str; 8] =
    ["tui", "multiple-madness", "--opening", "any", "--p1", "human", "--p2", "human"];
/// The list of moves after 6 and 3.
const AFTER_TWO: &str = "6 3 ?";
const ENTER: &str = "\r";
const LEAVING: &str = "The game is saved. To go on: divvy, or divvy play --resume";

/// A world in which bots answer at once.
fn world() -> World {
    let world = World::new();
    set(&world, "pause = 0\n");
    world
}

fn set(world: &World, settings: &str) {
    let folder = world.path().join("config/divvy");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("settings.toml"), settings).unwrap();
}

/// A game of two people after 6 and 3.
fn after_two_moves(world: &World) -> Screen {
    let mut screen = Screen::open(world, &TWO_PEOPLE);
    screen.wait_for("take any number to begin");
    screen.press("6\r3\r");
    screen.wait_for(AFTER_TWO);
    screen
}

/// The game of `after_two_moves` is on disk, and no process holds it.
fn assert_on_disk(world: &World) {
    let saved = world.run(&["saved"], "").stdout;
    let wanted = "Multiple Madness, 1-20, 2 moves, Player 1 to play, just now\n";
    assert!(saved.starts_with(wanted), "{saved}");
}

/// Whether the bot has answered, which may be the end.
fn answered(contents: &str) -> bool {
    contents.contains("Computer took") || contents.contains("You lose.")
}

#[test]
fn two_keys_from_the_start_screen_lead_to_the_first_move() {
    let world = world();
    let mut screen = Screen::open(&world, &[]);
    screen.wait_for("divvy: number games for two");
    screen.wait_for("5  Sequence Duel");
    assert!(screen.on_alternate_screen());
    screen.press("2");
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
    screen.wait_for("Player 2’s turn: take a factor or multiple of 6");
    // A bot would be thinking, or have answered.
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
    let picture = screen.last_picture().screen().contents();
    assert!(picture.contains("Player 2’s turn") && !picture.contains("easy"), "{picture}");
}

#[test]
fn a_game_is_typed_to_its_end_and_the_terminal_is_as_before() {
    let world = world();
    let mut screen = Screen::open(&world, &TWO_PEOPLE);
    screen.wait_for("take any number to begin");
    screen.press("11\r8\r");
    screen.wait_for("Invalid choice: 8 is not a factor or multiple of 11");
    screen.press("1\r13\r");
    screen.wait_for("Player 1 wins! The only factor or multiple of 13 is 1, and it is taken.");
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
    screen.wait_for(AFTER_TWO);
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
    assert!(said.starts_with("divvy: cannot") && said.contains("Not a directory"), "{said}");
    screen.assert_restored(&world);

    let mut screen = Screen::open_with(&world, &[], &nowhere);
    screen.wait_for("5  Sequence Duel");
    screen.press("2");
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
    screen.wait_for("take any number to begin");
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

#[test]
fn a_small_window_says_what_is_needed_until_it_grows() {
    let world = world();
    let mut screen = after_two_moves(&world);
    screen.resize(40, 12);
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    screen.wait_until("too small", |text| flat(text).contains("divvy needs 60 x 20"));
    screen.resize(120, 40);
    screen.wait_for(AFTER_TWO);
    screen.wait_for("q leave");
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
    screen.wait_for("take any number to begin");
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
            && lines[0].trim().starts_with("Multiple Madness · 1-20  ")
            && lines[usize::from(rows) - 1].contains("q leave")
    });
    assert!(screen.is_running());
    // A new game, and all is as ever.
    screen.press("n");
    screen.wait_for("5  Sequence Duel");
    screen.press("2");
    screen.wait_for("take any number to begin");
    screen.press("6\r3\r");
    screen.wait_for(AFTER_TWO);
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
    screen.assert_restored(&world);
    assert_on_disk(&world);
}

#[test]
fn a_hundred_thousand_random_keys_do_no_harm() {
    // In twenty worlds, because a start screen takes longer the more games somebody has left unfinished.
    std::thread::scope(|scope| {
        for first in 0..4 {
            scope.spawn(move || (first..20).step_by(4).for_each(five_thousand_random_keys));
        }
    });
}

fn five_thousand_random_keys(seed: u64) {
    let world = world();
    let mut screen = Screen::open(&world, &[]);
    screen.wait_for("5  Sequence Duel");
    let mut chance = Chance(seed);
    let keys: Vec<u8> = (0..5_000).flat_map(|_| random_key(&mut chance)).collect();
    screen.press(keys);
    // To the start screen from wherever this is. An Esc may swallow the key after it, hence two of each.
    screen.press("\x1b\x1b\x1b\x1bnn");
    // A name that chance does not type shows that all the keys before it are through. It is reached by letters
    // alone: what a busy program reads may end in the middle of an arrow key.
    screen.press("jjjjjjjjjjokZaphod");
    screen.wait_for("Zaphod");
    screen.press("\x1b");
    screen.wait_for("divvy: number games for two");
    screen.press("q");
    assert_eq!(screen.exit_code(), 0, "seed {seed}");
    screen.assert_restored(&world);
    let saved = world.run(&["saved"], "");
    assert_eq!(saved.code, Some(0));
    assert!(saved.stdout.contains("  divvy play --resume"), "{}", saved.stdout);
    assert!(!saved.stdout.contains("Not readable"), "{}", saved.stdout);
}

/// A key, or something that the mouse did, as a terminal sends it. None of them leaves the program.
fn random_key(chance: &mut Chance) -> Vec<u8> {
    const SPECIAL: [&str; 20] = [
        "\x1b[A",
        "\x1b[B",
        "\x1b[C",
        "\x1b[D",
        "\x1b[H",
        "\x1b[F",
        "\x1b[5~",
        "\x1b[6~",
        "\x1b[3~",
        "\x1b[Z",
        "\t",
        "\r",
        "\r",
        " ",
        "\x1b",
        "\x7f",
        "?",
        "\x1bOP",
        "é",
        "\u{1f3b2}",
    ];
    let control = || (0..32).filter(|byte| ![0x03, 0x1a].contains(byte));
    match chance.within(0..=9) {
        0..=1 => vec![b'0' + chance.within(0..=9) as u8],
        2..=4 => {
            let letters: Vec<u8> =
                (b'a'..=b'z').chain(b'A'..=b'Z').filter(|c| *c != b'q').collect();
            vec![*chance.one_of(&letters)]
        }
        5..=7 => chance.one_of(&SPECIAL).as_bytes().to_vec(),
        8 => vec![*chance.one_of(&control().collect::<Vec<u8>>())],
        _ => {
            let (cols, rows) = SIZE;
            // Pressed, dragged, moved, and the wheel both ways. The last line has a place that quits.
            let button = *chance.one_of(&[0, 0, 2, 32, 35, 35, 64, 65]);
            let (x, y) = (chance.within(1..=cols), chance.within(1..=rows - 1));
            let up_or_down = *chance.one_of(&['M', 'M', 'm']);
            format!("\x1b[<{button};{x};{y}{up_or_down}").into_bytes()
        }
    }
}

/// Numbers that look random and are the same on every run (SplitMix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn within(&mut self, range: std::ops::RangeInclusive<u16>) -> u16 {
        let count = u64::from(range.end() - range.start()) + 1;
        range.start() + (self.next() % count) as u16
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[(self.next() % all.len() as u64) as usize]
    }
}

/// Goes through every kind of screen and leaves.
fn tour(screen: &mut Screen) {
    screen.wait_for("5  Sequence Duel");
    screen.press("4o");
    screen.wait_for("Your turn: reach 15");
    screen.press("?");
    screen.wait_for("Help");
    screen.press("\x1b");
    screen.wait_for("Your turn: reach 15");
    screen.press("n");
    screen.wait_for("5  Sequence Duel");
    screen.press("o");
    screen.wait_for("Rounds");
    screen.press("\x1b");
    screen.wait_for("5  Sequence Duel");
    screen.press("2");
    screen.wait_for("begin with an even number");
    screen.press("i");
    screen.wait_for("from here");
    screen.press("i");
    screen.wait_for("Hint: ");
    screen.press("6\r");
    screen.wait_until("an answer", answered);
    screen.press("99\r");
    screen.wait_for("Invalid choice: 99");
    screen.press("xx");
    screen.wait_for("You resigned.");
    screen.press("v");
    screen.wait_for("next slip");
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
}

#[test]
fn more_keys_than_are_read_at_once_are_not_kept_waiting() {
    let world = world();
    let mut screen = after_two_moves(&world);
    // A held arrow key or a restless mouse while the machine is busy: several thousand bytes, all at once.
    screen.signal(&world, "STOP");
    screen.press("\x1b[C".repeat(1_000) + "9\r");
    screen.signal(&world, "CONT");
    screen.wait_for("6 3 9");
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);
}

#[test]
fn ascii_is_kept_where_it_is_asked_for_or_the_locale_knows_nothing_else() {
    let cases: [(&[&str], &str); 3] =
        [(&["tui", "--ascii"], "C.UTF-8"), (&[], "C"), (&[], "de_DE.ISO-8859-1")];
    for (args, locale) in cases {
        let world = world();
        let mut screen = Screen::open_with(&world, args, &[("LANG", locale)]);
        tour(&mut screen);
        let beyond: Vec<u8> = screen.output().iter().copied().filter(|b| !b.is_ascii()).collect();
        assert_eq!(String::from_utf8_lossy(&beyond), "", "{args:?} {locale}");
    }
}

#[test]
fn no_colour_comes_out_where_none_is_wanted() {
    let colours_of = |variables: &[(&str, &str)], args: &[&str]| {
        let world = world();
        let mut screen = Screen::open_with(&world, args, variables);
        tour(&mut screen);
        colours(screen.output())
    };
    assert_eq!(colours_of(&[("NO_COLOR", "1")], &[]), BTreeSet::new());
    assert_eq!(colours_of(&[], &["tui", "--color", "never"]), BTreeSet::new());
    assert_ne!(colours_of(&[], &[]), BTreeSet::new());
}

/// The codes in the output that choose a colour.
fn colours(output: &[u8]) -> BTreeSet<u16> {
    let text = String::from_utf8_lossy(output);
    let sequences = text.split("\x1b[").skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';')?;
        rest[end..].starts_with('m').then(|| &rest[..end])
    });
    let codes = sequences.flat_map(|codes| codes.split(';').map(|code| code.parse().unwrap_or(0)));
    let is_colour = |code: &u16| matches!(code, 30..=38 | 40..=48 | 90..=97 | 100..=107);
    codes.filter(is_colour).collect()
}

#[test]
fn without_a_terminal_that_can_place_text_there_is_no_board() {
    let world = World::new();
    let run = world.shell("divvy tui </dev/null");
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(
        run.stderr.starts_with("error: the full-screen board needs a terminal"),
        "{}",
        run.stderr
    );

    let mut screen = Screen::open_with(&world, &["tui"], &[("TERM", "dumb")]);
    assert_eq!(screen.exit_code(), 2);
    assert!(screen.contents().starts_with("error: the full-screen board needs a terminal"));
    assert!(!screen.output().contains(&b'\x1b'), "{}", screen.contents());
}

#[test]
fn the_picture_in_the_readme_is_what_the_program_shows() {
    let world = world();
    let people = ["--p1", "human", "--p2", "human", "--names", "Ada,Ben"];
    let game = ["tui", "chain-reaction", "--opening", "even"];
    let mut screen = Screen::open(&world, &[&game[..], &people[..]].concat());
    screen.wait_for("begin with an even number");
    screen.press("6\r18\r3\r12\r");
    screen.wait_for("Ben took 12. Ada can take 1, 2 or 4.");
    // The cursor goes to the next number that can be played.
    screen.press("\t");
    screen.wait_for("If Ada takes 1, ");
    screen.press("q");
    assert_eq!(screen.exit_code(), 0);

    let picture = svg(screen.last_picture().screen(), "divvy");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/board.svg");
    if std::env::var_os("DIVVY_BLESS").is_some() {
        std::fs::write(path, picture).unwrap();
    } else {
        let kept = std::fs::read_to_string(path).unwrap();
        assert!(kept == picture, "docs/board.svg is not what the program shows");
    }
}

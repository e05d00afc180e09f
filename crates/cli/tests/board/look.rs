//! Signs and colours on every screen, terminals that cannot place text, and the picture in the README.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::World;
use crate::common::picture::svg;
use crate::common::screen::Screen;
use crate::{answered, world};

/// Goes through every kind of screen and leaves.
fn tour(screen: &mut Screen) {
    screen.wait_for("5  Sequence Duel");
    screen.press("4\r");
    screen.wait_for("Your turn: reach 7");
    screen.press("?");
    screen.wait_for("Help");
    screen.press("\x1b");
    screen.wait_for("Your turn: reach 7");
    screen.press("n");
    screen.wait_for("5  Sequence Duel");
    screen.press("o");
    screen.wait_for("Rounds");
    screen.press("\x1b");
    screen.wait_for("5  Sequence Duel");
    screen.press("2\r");
    screen.wait_for("begin with an even number");
    screen.press("i");
    screen.wait_for("can win");
    screen.press("ii");
    screen.wait_for("Hint 3 of 3");
    screen.press("6\r");
    screen.wait_until("an answer", answered);
    screen.press("99\r");
    screen.wait_for("Invalid choice: 99");
    screen.press("xx");
    screen.wait_for("You resigned.");
    screen.press("v");
    screen.wait_for("Review: ");
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
        run.stderr.starts_with("divvy tui: the full-screen board needs a terminal"),
        "{}",
        run.stderr
    );

    let mut screen = Screen::open_with(&world, &["tui"], &[("TERM", "dumb")]);
    assert_eq!(screen.exit_code(), 2);
    assert!(screen.contents().starts_with("divvy tui: the full-screen board needs a terminal"));
    assert!(!screen.output().contains(&b'\x1b'), "{}", screen.contents());
}

#[test]
fn the_picture_in_the_readme_is_what_the_program_shows() {
    let world = world();
    let people = ["--p1", "human", "--p2", "human", "--names", "Ada,Ben"];
    let game = ["tui", "chain-reaction", "--opening", "even"];
    let colours = [("COLORTERM", "truecolor")];
    let args = [&game[..], &people[..]].concat();
    let mut screen = Screen::open_with(&world, &args, &colours);
    screen.wait_for("begin with an even number");
    screen.press("6\r18\r3\r12\r");
    screen.wait_for("Ben selected 12. Ada can select 1, 2 or 4.");
    // The cursor goes to the next number that can be played.
    screen.press("\t");
    screen.wait_for("If Ada selects 1, ");
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

//! Progress bars on a real (pseudo-)terminal.

use crate::common::World;
use crate::common::screen::Screen;

/// Work that takes longer than any test, with its result out of the way.
const LONG: &str = "divvy arena mm --p1 random --p2 random --games 1000000 >table";

#[test]
fn a_bar_is_off_the_screen_after_ctrl_c() {
    let colourless = format!("NO_COLOR=1 {LONG}");
    for line in [LONG, &colourless, "divvy count ta --size 30 >table"] {
        let world = World::new();
        let mut screen = Screen::shell(&world, line);
        screen.wait_for(" elapsed");
        screen.press("\x03");
        assert_eq!(screen.exit_code(), 130);
        let left = screen.contents();
        assert!(!left.contains("elapsed") && !left.contains("^C"), "{line}: {left}");
    }
}

#[test]
fn a_bar_says_which_time_it_shows() {
    let world = World::new();
    let mut screen = Screen::shell(&world, LONG);
    screen.wait_until("both times", |text| text.contains(" elapsed, ") && text.contains(" left"));
    screen.press("\x03");
    assert_eq!(screen.exit_code(), 130);
}

#[test]
fn a_bar_counts_work_where_pieces_take_different_times() {
    let world = World::new();
    for (line, shown) in [
        ("divvy longest mm --sizes 1..250 >table", " of 250 sizes), "),
        ("divvy fair nm --sizes 8..200 >table", "0%, "),
    ] {
        let mut screen = Screen::shell(&world, line);
        screen.wait_for(shown);
        screen.press("\x03");
        assert_eq!(screen.exit_code(), 130, "{line}");
    }
}

#[test]
fn where_the_locale_knows_ascii_only_bars_keep_to_it() {
    for (locale, ascii) in [("C", true), ("de_DE.ISO-8859-1", true), ("C.UTF-8", false)] {
        for line in [LONG, "divvy count ta --size 30 >table"] {
            let world = World::new();
            let mut screen = Screen::shell(&world, &format!("LANG={locale} {line}"));
            screen.wait_for(" elapsed");
            screen.press("\x03");
            assert_eq!(screen.exit_code(), 130);
            assert_eq!(screen.output().is_ascii(), ascii, "{locale}: {}", screen.contents());
        }
    }
}

//! Windows and boards of every size: what can be seen, and that nothing moves.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::Console;
use common::SIZES;
use divvy_match::{Bot, Occupant, Proposal, Setup};
use divvy_rules::{Number, Rules};
use divvy_store::Session;
use divvy_tui::{Colours, Input, Look, ThemeName};
use ratatui::layout::{Margin, Size};
use ratatui::style::Color;

#[test]
fn a_board_of_ten_thousand_scrolls_and_typing_goes_there() {
    let mut console =
        Console::with(Size { width: 300, height: 60 }, divvy_tui::ThemeName::Dark, false);
    console.press("down right o down left left left down down down");
    console.press("10000 enter");
    assert_eq!(console.game().rules().board().size(), 10_000);
    assert!(console.says("of 10000 ↓ Type a number to go there."), "{}", console.text());
    console.press("7919");
    assert!(console.says("▸7919◂"), "{}", console.text());
    console.press("enter pageup pagedown home end");
    assert_eq!(console.app.cursor().map(Number::get), Some(10_000));
    assert_eq!(console.game().round().record().to_string(), "multiple-madness;size=10000:7919");
    // The whole of a large window and of a small one can be drawn.
    for size in [Size { width: 60, height: 20 }, Size { width: 500, height: 200 }] {
        console.act(Input::Resize(size));
        assert!(console.says("Multiple Madness"), "{}", console.text());
    }
}

#[test]
fn a_hundred_numbers_are_seen_at_once_in_every_window() {
    for size in SIZES {
        for notation in [
            "multiple-madness;size=100:60",
            "number-maze;size=100:60",
            "trap-avoidance;size=100:60",
        ] {
            let mut console = Console::new();
            console.two_people(notation);
            console.act(Input::Resize(size));
            let all = (1..=100).collect();
            assert_eq!(console.in_sight(), all, "{notation} {size}:\n{}", console.text());
            assert_eq!(console.columns(), 10, "{notation} {size}:\n{}", console.text());
            // Exploring too.
            console.press("e");
            assert!(console.says("wins"), "{size}:\n{}", console.text());
            // Large digits cannot be read back.
            let large = console.text().contains("█▀█");
            let seen = large || console.written().is_superset(&all);
            assert!(seen && (!large || size.height >= 50), "{size}:\n{}", console.text());
        }
    }
}

#[test]
fn large_windows_are_used() {
    for size in SIZES {
        let mut console = Console::new();
        console.two_people("chain-reaction:12");
        console.act(Input::Resize(size));
        assert_eq!(console.columns(), 5, "{size}");
        // From the first number to the last: more than half of what there is, both ways.
        let numbers = console.area_of(1).union(console.area_of(20));
        assert!(numbers.height * 2 > size.height, "{size} {numbers}:\n{}", console.text());
        assert!(numbers.width * 2 > size.width, "{size} {numbers}:\n{}", console.text());
    }
}

#[test]
fn on_a_large_board_what_can_be_played_is_listed_and_the_reply_is_brought_into_sight() {
    for size in SIZES {
        let mut console = Console::new();
        let players = [Occupant::Human, Occupant::Bot(Bot::Greedy)];
        let rules: Rules = "multiple-madness;size=2000;opening=even".parse().unwrap();
        let proposal =
            Proposal { players, options: rules.options(), ..Proposal::new(rules.game()) };
        console.sit_down(Session::unsaved(divvy_tui::begin(&proposal, Some(1)).unwrap()));
        console.act(Input::Resize(size));
        console.press("2 enter");
        let reply = console.game().round().record().moves()[1];
        assert!(reply.get() > 1_000, "the reply is far from 2");
        assert!(console.says(&format!("◆{reply}")), "{size}:\n{}", console.text());
        assert!(console.says("Can be played"), "{size}:\n{}", console.text());
        console.press("tab");
        let cursor = console.app.cursor().unwrap();
        assert!(console.game().round().legal().contains(cursor));
        assert!(console.says(&format!("▸{cursor}◂")), "{size}:\n{}", console.text());
    }
}

#[test]
fn high_contrast_fills_the_whole_of_a_large_card() {
    let mut console = Console::new();
    let look = Look { theme: ThemeName::HighContrast, ascii: false, colours: Colours::True };
    let setup = Setup::new("chain-reaction".parse().unwrap());
    console.sit_down_as(Session::unsaved(setup), look);
    console.act(Input::Resize(Size { width: 120, height: 40 }));
    let middle = console.area_of(2).inner(Margin { horizontal: 1, vertical: 1 });
    assert!(middle.width > 8 && middle.height > 3, "{middle}");
    console.press("home");
    let buffer = console.buffer();
    for place in middle.positions() {
        assert_eq!(buffer[place].bg, Color::Green, "{place}\n{}", console.text());
    }
}

#[test]
fn a_number_on_which_both_stand_has_both_colours() {
    let mut console = Console::new();
    let look = Look { theme: ThemeName::Dark, ascii: false, colours: Colours::True };
    console.two_people_as("number-maze;size=15;start=3;target=7:6,6", look);
    for size in SIZES {
        console.act(Input::Resize(size));
        let area = console.area_of(6);
        console.press("home");
        let (buffer, right) = (console.buffer(), area.x + area.width * 2 / 3);
        let colours = [area.x, right].map(|x| buffer[(x, area.y)].bg);
        let seats = [Color::Rgb(0x7f, 0xb8, 0xee), Color::Rgb(0xf2, 0xa5, 0x6f)];
        assert_eq!(colours, seats, "{size}:\n{}", console.text());
    }
}

#[test]
fn help_fits_one_page_and_is_about_the_board_at_hand() {
    for rules in [
        "chain-reaction;size=50;opening=even:6",
        "trap-avoidance;size=12;memory=2:6",
        "number-maze;size=15",
    ] {
        let mut console = Console::new();
        console.two_people(rules);
        console.press("?");
        for size in SIZES {
            console.act(Input::Resize(size));
            let text = console.text();
            assert!(!text.contains('…') && text.contains("Rule"), "{text}");
            for (sign, means) in [("▸", "cursor"), ("★", "a hint"), (" 8", "not")] {
                assert!(text.contains(sign) && text.contains(means), "{means}:\n{text}");
            }
            // What the keys do begins in one column.
            for help in ["play the number", "quit; game is kept"] {
                let line = text.lines().find(|line| line.contains(help)).unwrap();
                let before = line[..line.find(help).unwrap()].trim_start().chars().count();
                assert!([12, 6].contains(&before), "{line}");
            }
            let title = "Chain Reaction, 1-50, first number even";
            assert_eq!(text.contains(title), rules.starts_with("chain"), "{text}");
        }
        // So does what is explored, with its words explained.
        console.press("esc e ?");
        for size in SIZES {
            console.act(Input::Resize(size));
            let text = console.text();
            assert!(!text.contains('…') && text.contains("Rule"), "{text}");
            for [word, means] in divvy_words::EXPLORE_WORDS {
                assert!(console.says(word) && console.says(means), "{word}:\n{text}");
            }
        }
        console.press("esc esc x x v ?");
        for size in SIZES {
            console.act(Input::Resize(size));
            let text = console.text();
            assert!(!text.contains('…') && console.says("←→ a move back, on"), "{text}");
        }
    }
}

#[test]
fn help_lists_digits_where_they_do_something() {
    let mut console = Console::new();
    for (keys, typed) in [
        ("?", "1-6 choose a game"),
        ("esc o ?", "0-9 type a number"),
        ("esc esc enter ?", "0-9 type a number"),
    ] {
        console.press(keys);
        assert!(console.says(typed), "{keys}: {}", console.text());
    }
    // Not after the end.
    console.two_people("multiple-madness:11,1,13");
    console.press("?");
    assert!(console.says("go through it") && !console.says("0-9 type"), "{}", console.text());
}

#[test]
fn every_board_says_what_the_game_is_about() {
    for size in SIZES {
        for notation in
            ["chain-reaction:12", "number-maze;target=15:2,2", "trap-avoidance;size=100:60"]
        {
            let mut console = Console::new();
            console.two_people(notation);
            console.act(Input::Resize(size));
            let goal = divvy_words::goal(console.game().rules());
            assert!(console.says(&goal), "{notation} {size}:\n{}", console.text());
        }
    }
}

#[test]
fn a_thousand_numbers_stand_in_tens_and_say_how_many_more_there_are() {
    let mut console = Console::new();
    console.two_people("multiple-madness;size=1000:2");
    assert_eq!(console.columns(), 10, "{}", console.text());
    assert!(console.says("of 1000 ↓"), "{}", console.text());
    assert!(lists_playable(&console), "{}", console.text());
}

/// Whether the screen lists some of the numbers that can be played, and says how many more there are.
fn lists_playable(console: &Console) -> bool {
    let legal: Vec<u32> = console.game().round().legal().iter().map(Number::get).collect();
    let listed = |shown: usize| {
        let numbers: Vec<String> = legal[..shown].iter().map(ToString::to_string).collect();
        format!("Can be played {} and {} more", numbers.join(" "), legal.len() - shown)
    };
    (1..legal.len()).any(|shown| console.says(&listed(shown)))
}

#[test]
fn two_tokens_on_one_number_both_show() {
    for notation in ["number-maze:2,2", "number-maze;size=100:2,2"] {
        let mut console = Console::new();
        console.two_people(notation);
        let text = console.text().replace(' ', "");
        assert!(text.contains("●2◆"), "{notation}:\n{}", console.text());
    }
}

#[test]
fn the_cursor_has_a_ground_where_a_number_can_be_played_and_a_frame_where_not() {
    let mut console = Console::new();
    console.two_people("chain-reaction:12");
    let buffer = console.buffer();
    let (cursor, other) = ("▸", "◂");
    let at = |sign: &str| buffer.area.positions().find(|place| buffer[*place].symbol() == sign);
    let (from, to) = (at(cursor).unwrap(), at(other).unwrap());
    assert_eq!(from.y, to.y, "{}", console.text());
    let ground = buffer[from].bg;
    assert!((from.x..=to.x).all(|x| buffer[(x, from.y)].bg == ground), "{}", console.text());
    let other = console.area_of(2).as_position();
    assert!(![buffer[other].bg, buffer[(0, 0)].bg].contains(&ground), "{}", console.text());
    console.press("home");
    assert!(!console.text().contains('┄'), "{}", console.text());
    console.press("5 esc");
    assert!(console.text().contains('┄'), "{}", console.text());
}

#[test]
fn a_small_window_says_which_part_of_a_board_it_shows() {
    let mut console = Console::new();
    console.two_people("number-maze;size=120:2,2");
    console.act(Input::Resize(SIZES[0]));
    assert!(console.says("1-100 of 120 ↓"), "{}", console.text());
    assert!(lists_playable(&console), "{}", console.text());
    assert!(!console.text().contains('…'), "{}", console.text());
}

#[test]
fn nothing_that_is_said_moves_a_number() {
    for size in [SIZES[0], SIZES[2]] {
        let mut console = Console::new();
        console.two_people("number-maze:11,2");
        console.act(Input::Resize(size));
        let numbers = [1, 20].map(|number| console.area_of(number));
        // A refusal, both steps of a hint, the end.
        for keys in ["3 enter", "i", "i", "x x"] {
            console.press(keys);
            let now = [1, 20].map(|number| console.area_of(number));
            assert_eq!(now, numbers, "{size} {keys}:\n{}", console.text());
        }
        assert!(console.game().round().is_over());
    }
}

#[test]
fn help_fills_a_window_that_has_grown() {
    let [small, .., large] = SIZES;
    let page = |resized: &[Size]| {
        let mut console = Console::new();
        console.two_people("chain-reaction");
        console.press("?");
        for size in resized {
            console.act(Input::Resize(*size));
            console.press("end");
        }
        console.act(Input::Resize(large));
        console.text()
    };
    assert_eq!(page(&[small]), page(&[large]));
}

//! Hints.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::Console;
use divvy_analysis::Computer;
use divvy_match::Bot;
use divvy_rules::Number;
use divvy_tui::Input;
use ratatui::crossterm::event::MouseEventKind;
use ratatui::layout::Size;

use crate::common::SIZES;

#[test]
fn a_hint_is_a_nudge_then_the_move_then_the_reason_with_its_pairs_on_the_board() {
    let mut console = Console::new();
    console.press("down right o down left left left enter i");
    let text = console.text();
    assert!(console.says("★ Hint 1 of 3") && console.says("i the move"), "{text}");
    assert!(!console.says("Remove 11"), "{text}");
    console.press("i");
    let text = console.text();
    assert!(
        console.says("Remove 11.") && console.says("i why") && !console.says("Partners"),
        "{text}"
    );
    console.press("i");
    assert!(console.says("★ Hint 3 of 3") && console.says("Remove 11."), "{}", console.text());
    assert!(console.says("Partners stand behind ⇄"), "{}", console.text());
    let best =
        Computer::default().choose(Bot::Perfect, console.game().round().record(), 0).unwrap();
    assert_eq!(console.app.cursor(), best, "the cursor is on the move");
    assert!(console.text().contains('★'), "{}", console.text());
    // After 11 and 1 nothing but 13 comes up; other pairs are not drawn.
    let text = console.text();
    assert!(text.contains("⇄19") && text.contains("⇄1\n"), "{text}");
    assert_eq!(text.matches('⇄').count(), 3, "{text}"); // one in the text
    assert!(!console.says("i hint"), "{}", console.text());
    console.press("esc");
    assert!(!console.text().contains('★') && console.says("i hint"), "{}", console.text());
}

#[test]
fn what_is_wrong_with_a_number_is_said_once() {
    for size in SIZES {
        let mut console = Console::new();
        console.two_people("multiple-madness;size=16:6");
        console.act(Input::Resize(size));
        console.press("7 enter");
        let said = console.text().matches("7 is not a factor or multiple of 6").count();
        assert_eq!(said, 1, "{size}:\n{}", console.text());
    }
}

#[test]
fn hints_refusals_and_messages_move_no_number() {
    for size in &SIZES[..2] {
        for board in
            ["chain-reaction:12", "multiple-madness;size=100;opening=even:60", "number-maze:5,2"]
        {
            let mut console = Console::new();
            console.two_people(board);
            console.act(Input::Resize(*size));
            let before = places(&mut console);
            for keys in ["i", "i", "99 enter", "x", "esc", "p", "u", "1"] {
                console.press(keys);
                let after = places(&mut console);
                assert_eq!(after, before, "{board} {size} {keys}:\n{}", console.text());
            }
        }
    }
}

/// Which numbers the mouse meets on its way over the screen.
fn places(console: &mut Console) -> Vec<Option<Number>> {
    let Size { width, height } = console.app.size();
    console.press("home");
    let points = (0..height).flat_map(|y| (0..width).step_by(4).map(move |x| (x, y)));
    let met = points.map(|(x, y)| {
        console.mouse(MouseEventKind::Moved, x, y);
        console.app.cursor()
    });
    met.collect()
}

#[test]
fn a_hint_that_speaks_of_signs_draws_them() {
    for size in SIZES {
        for (board, pairs) in
            [("chain-reaction:12", 4), ("multiple-madness;size=100;opening=even:60", 18)]
        {
            let mut console = Console::new();
            console.two_people(board);
            console.act(Input::Resize(size));
            console.press("i i i");
            let text = console.text();
            let letters = ('b'..='z').filter(|letter| alone(&text, *letter) == 2).count();
            let drawn = match console.says("Partners have the same letter") {
                true => letters,
                false => text.matches('⇄').count() / 2,
            };
            let named = console.says("Partners stand behind ⇄");
            assert!(drawn >= pairs && (named != (letters > 9)), "{board} {size}: {drawn}\n{text}");
        }
    }
    // Where there are more pairs than letters, another sign is drawn and spoken of.
    let mut console = Console::new();
    console.two_people("multiple-madness;size=1000;opening=even:60");
    console.press("i i i");
    assert!(console.says("Numbers with a partner are marked ⇄"), "{}", console.text());
    assert!(console.text().matches('⇄').count() > 20, "{}", console.text());
}

/// How often a letter stands between no other letters.
fn alone(text: &str, letter: char) -> usize {
    let letters: Vec<char> = text.chars().collect();
    let is_alone = |three: &&[char]| {
        three[1] == letter && !three[0].is_alphabetic() && !three[2].is_alphabetic()
    };
    letters.windows(3).filter(is_alone).count()
}

#[test]
fn what_follows_from_a_number_is_never_cut() {
    for size in SIZES {
        let mut console = Console::new();
        console.two_people("multiple-madness;size=100;opening=even:60");
        console.act(Input::Resize(size));
        console.press("i i");
        for _ in 0..12 {
            console.press("tab");
            let text = console.text();
            let line = text.lines().nth(usize::from(size.height) - 2).unwrap();
            // A hint below the numbers covers it.
            assert!(line.is_empty() || line.ends_with('.'), "{size}:\n{text}");
        }
    }
}

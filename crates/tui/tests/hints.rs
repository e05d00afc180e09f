//! Hints and reviews.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::Console;
use divvy_analysis::Computer;
use divvy_match::{Bot, Proposal};
use divvy_rules::{Game, Number};
use divvy_store::Session;
use divvy_tui::{Command, Input};
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use ratatui::layout::Size;

use crate::common::SIZES;

#[test]
fn a_hint_is_a_nudge_then_the_move_then_the_reason_with_its_pairs_on_the_board() {
    let mut console = Console::new();
    console.press("down right o down left left left enter i");
    let text = console.text();
    assert!(console.says("★ Hint 1 of 3") && console.says("i the move"), "{text}");
    assert!(!console.says("Take 11"), "{text}");
    console.press("i");
    let text = console.text();
    assert!(
        console.says("Take 11.") && console.says("i why") && !console.says("Partners"),
        "{text}"
    );
    console.press("i");
    assert!(console.says("★ Hint 3 of 3") && console.says("Take 11."), "{}", console.text());
    assert!(console.says("Partners have the same letter"), "{}", console.text());
    let best =
        Computer::default().choose(Bot::Perfect, console.game().round().record(), 0).unwrap();
    assert_eq!(console.app.cursor(), best, "the cursor is on the move");
    assert!(console.text().contains('★'), "{}", console.text());
    assert_eq!(alone(&console.text(), 'b'), 2, "{}", console.text());
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
fn a_review_walks_through_the_game_by_keys_and_by_the_mouse() {
    let mut console = Console::new();
    console.press(
        "down right o down left left left enter 1 enter 4 enter 2 enter 16 enter 8 enter x x v",
    );
    // It opens at the move that decided, and says what the cards that stand out are.
    assert!(console.says("tab next slip"), "{}", console.text());
    assert!(console.says("The slip that decided the game"), "{}", console.text());
    let instead = "Bright numbers could have been played instead.";
    assert!(console.says(instead), "{}", console.text());
    console.press("home");
    assert!(console.says("Before the first move Player 1 is ahead."), "{}", console.text());
    console.press("tab");
    let text = console.text();
    assert!(console.says("Review: move 1 of 5 Player 1 plays 1. A slip: 2-13 or 15-20"), "{text}");
    console.press("right right left");
    assert!(console.says("Review: move 2 of 5"), "{}", console.text());
    console.press("end");
    assert!(console.says("Review: move 5 of 5"), "{}", console.text());
    // The strip: before the first move stands a hyphen, and five columns on the first one.
    let row = console.text().lines().position(|line| line.starts_with(" Moves")).unwrap();
    let down = MouseEventKind::Down(MouseButton::Left);
    console.mouse(down, 9 + 3 * 5, row as u16);
    assert!(console.says("Review: move 3 of 5"), "{}", console.text());
    console.press("esc");
    assert!(console.says("v review"), "{}", console.text());
}

#[test]
fn a_review_of_a_large_board_follows_the_game() {
    let mut console = Console::new();
    let rules: divvy_rules::Rules = "multiple-madness;size=10000".parse().unwrap();
    let proposal = Proposal { options: rules.options(), ..Proposal::new(Game::MultipleMadness) };
    console.sit_down(Session::unsaved(divvy_analysis::begin(&proposal, None).unwrap()));
    console.press("9000 enter 2 enter 9998 enter x x v");
    for (key, number) in [("home right", "●9000"), ("right", "◆2"), ("right", "●9998")] {
        console.press(key);
        assert!(console.says(number), "{number}:\n{}", console.text());
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
fn a_hint_that_speaks_of_letters_draws_them() {
    for size in SIZES {
        for (board, pairs) in
            [("chain-reaction:12", 4), ("multiple-madness;size=100;opening=even:60", 18)]
        {
            let mut console = Console::new();
            console.two_people(board);
            console.act(Input::Resize(size));
            console.press("i i i");
            assert!(console.says("Partners have the same letter"), "{}", console.text());
            let drawn = ('b'..='z').filter(|letter| alone(&console.text(), *letter) == 2).count();
            assert!(drawn >= pairs, "{board} {size}: {drawn}\n{}", console.text());
        }
    }
    // Where there are more pairs than letters, another sign is drawn and spoken of.
    let mut console = Console::new();
    console.two_people("multiple-madness;size=1000;opening=even:60");
    console.press("i i i");
    assert!(console.says("Numbers with a partner are marked ="), "{}", console.text());
    assert!(console.text().matches('=').count() > 20, "{}", console.text());
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
fn a_review_tells_of_skipped_turns() {
    let mut console = Console::new();
    console.two_people("number-maze:11,2,4");
    console.press("x x v home right right");
    let said = "Player 2 plays 2.";
    assert!(console.says(said), "{}", console.text());
    assert!(console.says("Player 1 has no move and skips the turn."), "{}", console.text());
}

#[test]
fn a_review_that_takes_time_says_how_far_it_is() {
    let mut console = Console::new();
    console.two_people("multiple-madness:11,1,13");
    console.app.apply(Input::Command(Command::Review));
    let job = console.app.take_job().unwrap();
    console.app.apply(Input::Progress { ticket: job.ticket, done: 2 });
    assert!(console.says("Going through the game: 2 of 3 moves"), "{}", console.text());
}

#[test]
fn a_review_against_a_bot_speaks_to_the_person() {
    let mut console = Console::new();
    // Against easy, as specified.
    console.press("down right enter 11 enter x x v home");
    assert!(console.says("Before the first move you are ahead."), "{}", console.text());
    console.press("right");
    assert!(console.says("You play 11."), "{}", console.text());
    assert!(console.says("● You   ◆ The computer"), "{}", console.text());
    console.press("end");
    assert!(console.says("You resigned a won game."), "{}", console.text());
    assert!(!console.says("Player 1"), "{}", console.text());
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

//! Reviews: a game that was played, from slip to slip.

mod common;

use common::{Console, SIZES};
use divvy_tui::Input;

#[test]
fn a_review_opens_at_the_slip_that_decided_and_goes_from_slip_to_slip() {
    let mut console = Console::new();
    console.press(
        "down right o down left left left enter 1 enter 4 enter 2 enter 16 enter 8 enter x x v",
    );
    assert!(console.says("was the slip that decided the game"), "{}", console.text());
    console.press("v");
    for size in SIZES.into_iter().take(3) {
        console.act(Input::Resize(size));
        let text = console.text();
        // The slip, what is better and why; on the board both are marked, and nothing is cut.
        assert!(
            console.says("Player 1's 1 was a slip: 2 to 13 or 15 to 20 would have won."),
            "{text}"
        );
        assert!(console.says("1 loses in") && console.says("Player 2 removes"), "{text}");
        assert!(console.says("1✗ a slip") && !text.contains('…'), "{text}");
        assert!(console.says("before move 1 of 5") || size.width == 60, "{text}");
        // Every number is marked, the winning ones also in the legend; v is offered, as there is another slip.
        assert_eq!(text.matches('✓').count(), 19, "{text}");
        assert!(!text.contains('!') && console.says("v slip"), "{text}");
    }
    console.act(Input::Resize(common::USUAL));
    console.press("u");
    assert!(console.says("This is the beginning."), "{}", console.text());
    console.press("r r r r r r");
    assert!(console.says("This is the end of the line."), "{}", console.text());
    // Arrows step through the moves; up and down go to other numbers.
    for (keys, said) in [
        ("home", "before move 1 of 5"),
        ("right right", "before move 3 of 5"),
        ("left", "before move 2 of 5"),
        ("end", "after 5 moves"),
        ("left down", "before move 5 of 5"),
    ] {
        console.press(keys);
        assert!(console.says(said) && console.says("←→ step"), "{keys}:\n{}", console.text());
    }
    console.press("esc");
    assert!(console.says("v review"), "{}", console.text());
}

#[test]
fn nothing_that_a_review_says_is_cut() {
    for notation in [
        "sequence-duel;size=30:30,3,6,24,1,7,21",
        "number-maze;block:7,2,14,18,2,6,10,1,5",
        "trap-avoidance;size=12;memory=2:6,7,4,5",
    ] {
        let mut console = Console::new();
        console.two_people(notation);
        console.press("x x v");
        for size in SIZES.into_iter().take(3) {
            console.act(Input::Resize(size));
            let text = console.text();
            assert!(console.says("slip") && !text.contains('…'), "{notation}:\n{text}");
        }
    }
}

#[test]
fn a_review_speaks_to_the_only_person() {
    let mut console = Console::new();
    console.press("down right enter 1 enter x x v");
    assert!(console.says("Review:") && console.says("● You"), "{}", console.text());
    assert!(!console.says("Player 1") && !console.says("you removes"), "{}", console.text());
}

#[test]
fn a_review_tells_of_skipped_turns_and_of_resignations() {
    let mut console = Console::new();
    console.two_people("number-maze:11,2,4");
    console.press("x x v");
    console.press("r r r");
    assert!(console.says("resigned"), "{}", console.text());
    console.press("u");
    assert!(console.says("Player 1 has no move and skips the turn."), "{}", console.text());
}

//! The longest chain, for one.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{Console, LOOK, SIZES};
use divvy_tui::Input;
use ratatui::layout::Size;

/// With a chain at whose end no number can follow.
fn stuck(size: Size) -> Console {
    let mut console = Console::new();
    console.act(Input::Resize(size));
    console.press("6 enter");
    assert!(console.says("The longest of all has 77 numbers."), "{}", console.text());
    console.press("97 enter 1 enter 89 enter");
    let stuck = "3 numbers. None can follow 89. u goes back.";
    assert!(console.says(stuck) && !console.says("Player"), "{}", console.text());
    // Used numbers have a sign of their own, and no card where there are cards.
    assert_eq!(console.says("(97)"), size.height < 60, "{}", console.text());
    console
}

#[test]
fn a_chain_is_measured_against_the_longest_and_kept() {
    for size in SIZES {
        let mut console = stuck(size);
        console.press("u esc");
        assert!(console.says("6  The longest chain"), "{}", console.text());
        // It is gone on with, also by the next start of the program, or begun anew.
        let mut console = console.restarted();
        console.act(Input::Resize(size));
        console.press("6 enter");
        let told = "Your longest has 3 numbers, the longest of all 77.";
        assert!(console.says(told), "{}", console.text());
        console.press("n");
        assert!(console.says("Begin with any number."), "{}", console.text());
        assert!(console.says("r brings your 3 numbers back, one by one."), "{}", console.text());
        assert!(console.says("nothing yet"), "{}", console.text());
        console.press("r");
        assert!(console.says("1 number. Add a factor or multiple of 97."), "{}", console.text());
        assert!(console.says("1 taken back"), "{}", console.text());
        console.press("u 2 enter");
        assert!(!console.says("taken back"), "{}", console.text());
        // The longest is not lost.
        console.press("o");
        assert!(console.says("3 numbers. None can follow"), "{}", console.text());
        console.press("o");
        assert!(console.says("No chain of yours was longer."), "{}", console.text());
    }
    let mut console = Console::new();
    console.app = console.fresh(LOOK).at_chain(Some(2_000));
    console.think();
    assert!(console.says("How long it can be is not known"), "{}", console.text());
}

#[test]
fn an_example_is_gone_through_and_changes_nothing() {
    for size in SIZES {
        let mut console = stuck(size);
        console.press("i");
        assert!(console.says("One of the longest: number 1 of 77."), "{}", console.text());
        let next = "Next: 51 ÷ 3 = 17. i goes back to your own.";
        assert!(console.says(next) && console.says("comes next"), "{}", console.text());
        assert!(console.says("you are here") && !console.says("passed"), "{}", console.text());
        assert!(!console.says("Your chain") && !console.says("enter add"), "{}", console.text());
        assert!(console.says("i your chain") && !console.says("esc leave"), "{}", console.text());
        console.press("right enter left 41");
        assert!(console.says("One of the longest: number 2 of 77."), "{}", console.text());
        // A number that is pressed is gone to. In larger windows it is found beside the numbers first.
        if size.height < 40 {
            console.click("92");
            assert!(console.says("number 6 of 77."), "{}", console.text());
            console.click("41");
            assert!(console.says("41 is not in this chain."), "{}", console.text());
            console.press("home right");
        }
        console.press("down up y");
        assert!(console.says("chain-reaction;size=100:51,17,34,68,"), "{}", console.text());
        console.press("esc");
        assert!(console.says("One of the longest: number 2 of 77."), "{}", console.text());
        console.press("? esc i");
        assert!(console.says("3 numbers. None can follow"), "{}", console.text());
        // It is there again where it was left.
        console.press("i");
        assert!(console.says("One of the longest: number 2 of 77."), "{}", console.text());
        console.press("esc");
        assert!(console.says("3 numbers. None can follow"), "{}", console.text());
        // What comes next is shown with how it comes, and that there is more before it.
        console.press("i");
        let [here, next] = ["51 ÷ 3 =   17", "17 × 2 =   34"];
        let sums = console.text().contains(here) && console.text().contains(next);
        assert!(sums || size.width < 80, "{}", console.text());
        console.press("end");
        let text = console.text();
        assert!(text.contains("77 of 77") && (text.contains("13 × 3 =   39") || size.width < 80));
    }
}

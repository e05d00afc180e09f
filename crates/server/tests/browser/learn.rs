//! Lessons, from the list to the last step.

use serde_json::json;

use crate::driver::Session;
use crate::steady::{COUNT_SHIFTS, PLACES};
use crate::table::cell;
use crate::with_browsers;

const TASK: &str = "document.getElementById('task').textContent";
const PLACE: &str = "document.getElementById('place').textContent";
const VERDICT: &str = "document.getElementById('verdict').textContent";
const ENTER: &str = "\u{e007}";
const RIGHT: &str = "\u{e014}";

fn wait_for(me: &Session, what: &str, text: &str) {
    me.wait(&format!("{what} === '{text}'"));
}

/// Presses a number, and waits for what is said to it.
fn press(me: &Session, number: u32, said: &str) {
    me.click(&cell(number));
    me.wait(&format!("{VERDICT}.includes('{said}')"));
}

/// Plays a number of a game that goes on, and waits for the reply.
fn play(me: &Session, number: u32, reply: u32) {
    me.click(&cell(number));
    me.wait(&format!("document.querySelector('.cell.last.by2')?.dataset.number === '{reply}'"));
}

/// The two games at the end of the lesson about pairs.
fn games(me: &Session) {
    // A slip in a game is told, and leads back.
    wait_for(me, PLACE, "Step 5 of 6");
    press(me, 2, "Your first move, 2, was a slip. The computer removes 4.");
    me.click("#again");
    me.wait("document.querySelectorAll('.cell.taken').length === 1");
    play(me, 3, 1);
    press(me, 5, "You win!");
    me.click("#next");
    wait_for(me, PLACE, "Step 6 of 6");
    play(me, 8, 2);
    // The game goes on where it was.
    me.reload();
    me.wait("document.querySelector('.cell.last.by2')?.dataset.number === '2'");
    play(me, 6, 3);
    press(me, 9, "You had an answer every time");
    assert_eq!(me.text(TASK), "You win!");
}

pub(crate) fn a_lesson_is_learnt_with_wrong_and_right_numbers_and_goes_on_after_a_reload() {
    with_browsers(|site, [me]| {
        me.open(&site.at("/learn"));
        let done = "document.querySelector('#pairs .done').textContent";
        wait_for(&me, done, "6 steps");
        me.click("#pairs a");
        wait_for(&me, TASK, "Remove the partner of 4.");
        let partner = |number: u32| {
            me.text(&format!("document.querySelector('{} .partner').dataset.sign", cell(number)))
        };
        assert_eq!((partner(4), partner(8)), ("⇄8".to_owned(), "⇄4".to_owned()));
        assert!(
            me.is(
                "document.querySelector('#drawn li') && document.getElementById('next').disabled"
            )
        );
        press(&me, 5, "5 is not a factor or multiple of 4. You can remove 1, 2 or 8.");
        press(&me, 2, "2 is the partner of 6. Look for the partner of 4.");
        assert_eq!(me.text(TASK), "Remove the partner of 4.", "the learner tries again");
        press(&me, 8, "That pair is gone");
        assert!(me.is("document.activeElement.id === 'next'"));
        me.click("#next");
        wait_for(&me, TASK, "Remove the partner of 2.");
        me.reload();
        wait_for(&me, PLACE, "Step 2 of 6");
        for (number, said) in
            [(6, "a whole pair"), (9, "nothing left but 1"), (7, "The computer is stuck")]
        {
            press(&me, number, said);
            me.click("#next");
            wait_for(&me, VERDICT, "");
        }
        games(&me);
        me.click("#next");
        wait_for(&me, "location.hash", "#left-over");
        wait_for(&me, PLACE, "Step 1 of 5");
        me.click("#all");
        wait_for(&me, done, "✓ Done");
        // Coming back goes on where the lesson was left, and one that is done begins anew.
        me.click("#pairs a");
        wait_for(&me, PLACE, "Step 1 of 6");
        assert!(
            me.is("!document.getElementById('next').disabled"),
            "what is done can be passed over"
        );
        me.run("history.back()");
        wait_for(&me, "document.getElementById('list').hidden ? '' : location.hash", "");
        me.assert_quiet();
        // An address that names no lesson shows the list.
        me.open("about:blank");
        me.open(&site.at("/learn#%3Cb%3E"));
        wait_for(&me, done, "✓ Done");
    });
}

pub(crate) fn a_lesson_is_played_by_keys_alone_and_read_aloud() {
    with_browsers(|site, [me]| {
        me.open(&site.at("/learn#the-rule"));
        wait_for(&me, TASK, "Remove a number that goes into 4.");
        wait_for(&me, "document.activeElement.id", "turn");
        // An arrow finds the board; 5 does not go with 4, 2 is a factor.
        me.keys(&[RIGHT; 5]);
        me.keys(&[ENTER]);
        me.wait(&format!("{VERDICT}.includes('5 is not a factor or multiple of 4.')"));
        for live in ["#verdict", "#said"] {
            assert_eq!(me.computed(live, "role"), "status");
        }
        me.run("document.querySelector('[data-number=\"2\"]').focus()");
        me.keys(&[ENTER]);
        wait_for(&me, "document.activeElement.id", "next");
        assert_eq!(me.computed(&cell(2), "label"), "2, taken by you, the last number");
        me.keys(&[ENTER]);
        wait_for(&me, TASK, "Remove a multiple of 3.");
        wait_for(&me, "document.activeElement.id", "turn");
        me.assert_quiet();
    });
}

pub(crate) fn nothing_moves_during_a_lesson() {
    with_browsers(|site, [me]| {
        me.before_pages(COUNT_SHIFTS);
        for (width, height) in [(1280, 800), (390, 844), (844, 390)] {
            me.size(width, height);
            me.open("about:blank");
            me.open(&site.at("/learn#pairs"));
            wait_for(&me, TASK, "Remove the partner of 4.");
            let places = me.ask(PLACES);
            for (number, said) in [(5, "5 is not"), (2, "2 is the partner"), (8, "That pair")] {
                press(&me, number, said);
                assert_eq!(me.ask(PLACES), places, "{width}: {number}");
            }
            assert_eq!(me.ask("window.shifts"), json!([]), "{width}");
            me.run("localStorage.clear()");
        }
        me.assert_quiet();
    });
}

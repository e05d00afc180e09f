//! The longest chain, for one.

use crate::driver::Session;
use crate::explore::assert_no_script_failed;
use crate::table::cell;
use crate::with_browsers;

const LENGTH: &str = "document.getElementById('length').textContent";
const HEADING: &str = "[...document.querySelectorAll('#face-title span')].find(one => one.getClientRects().length).textContent";
const TASK: &str = "document.getElementById('said').textContent";
const PLAY: &str = "document.getElementById('play').textContent";
const RECORD: &str = "document.getElementById('record').textContent";

fn wait_for(me: &Session, what: &str, text: &str) {
    me.wait(&format!("{what} === '{text}'"));
}

fn take(me: &Session, numbers: &[u32]) {
    for number in numbers {
        me.click(&cell(*number));
        me.wait(&format!("document.querySelector('.cell.last')?.dataset.number === '{number}'"));
    }
}

/// A chain that was shown does not take the place of one's own.
fn own_chain_comes_back(me: &Session) {
    // One's own comes back.
    me.click("#mine");
    wait_for(me, LENGTH, "How long a chain can you make?");
    take(me, &[51, 17]);
    me.click("#solution");
    wait_for(me, HEADING, "One of the longest");
    wait_for(me, TASK, "Next: 51 ÷ 3 = 17.");
    // The next number is marked, and only it can be pressed.
    let next = "document.querySelector('.cell.best').dataset.number";
    wait_for(me, LENGTH, "One of the longest: number 1 of 77");
    assert_eq!(
        me.text("document.querySelector('.move.here').textContent").matches("51").count(),
        1
    );
    assert_eq!(me.text(next), "17");
    me.click(&cell(3));
    me.click(&cell(17));
    wait_for(me, LENGTH, "One of the longest: number 2 of 77");
    me.click("#next");
    wait_for(me, LENGTH, "One of the longest: number 3 of 77");
    me.keys(&["\u{e012}"]);
    wait_for(me, LENGTH, "One of the longest: number 2 of 77");
    // It plays by itself to its end, and from its beginning again; a press goes back to a number.
    me.run("for (let press = 2; press < 76; press += 1) document.getElementById('next').click()");
    wait_for(me, LENGTH, "One of the longest: number 76 of 77");
    me.click("#play");
    wait_for(me, TASK, "No chain on this board is longer.");
    me.wait(&format!("{PLAY} === '▶ Run'"));
    assert_eq!(me.ask("document.querySelectorAll('.move').length"), 77);
    me.click(".move:nth-child(75)");
    wait_for(me, LENGTH, "One of the longest: number 75 of 77");
    assert_eq!(me.ask("document.querySelectorAll('.move.later').length"), 2);
    // What is far is hidden, as far as there is room; the others say how they come.
    let seen = "document.querySelectorAll('.move:not([hidden])').length";
    assert_eq!(me.ask(seen), 10);
    me.size(390, 844);
    me.click("#back");
    me.wait(&format!("{seen} === 7"));
    me.size(1280, 900);
    me.click("#next");
    assert_eq!(me.text("document.querySelector('.move:last-child').dataset.from"), "13 × 3 =");
    me.click("#end");
    wait_for(me, LENGTH, "One of the longest: number 77 of 77");
    me.click("#play");
    wait_for(me, LENGTH, "One of the longest: number 1 of 77");
    me.click("#play");
    me.wait(&format!("{PLAY} === '▶ Run'"));
    assert!(me.text("location.hash").starts_with("#100:51,17,"), "a link to all of it");
    me.click("#mine");
    wait_for(me, LENGTH, "2 numbers. The longest chain has 77.");
    assert_eq!(me.text(HEADING), "Your chain");
}

pub(crate) fn the_longest_chain_is_played_undone_and_shown() {
    with_browsers(|site, [me]| {
        me.open(&site.at("/chain"));
        me.wait("document.querySelector('.cell.legal')");
        take(&me, &[51, 17, 34]);
        wait_for(&me, LENGTH, "3 numbers. The longest chain has 77.");
        wait_for(&me, "location.hash", "#100:51,17,34");
        assert_eq!(
            me.text("document.getElementById('said').textContent"),
            "17 × 2 = 34. Take a factor or multiple of 34."
        );
        // What does not follow changes nothing, and it is said why.
        me.click(&cell(50));
        wait_for(
            &me,
            "document.getElementById('refusal').textContent",
            "50 is not a factor or multiple of 34.",
        );
        assert_eq!(me.text(LENGTH), "3 numbers. The longest chain has 77.");
        me.click("#undo");
        me.keys(&["u"]);
        wait_for(&me, LENGTH, "1 number. The longest chain has 77.");
        me.keys(&["r"]);
        wait_for(&me, LENGTH, "2 numbers. The longest chain has 77.");
        me.click("#redo");
        wait_for(&me, LENGTH, "3 numbers. The longest chain has 77.");
        assert!(me.is("document.getElementById('redo').disabled"));
        // At 89 and 1 it goes on, at 97 it ends.
        take(&me, &[2, 1, 97]);
        wait_for(
            &me,
            "document.getElementById('said').textContent",
            "No factor or multiple of 97 is left. The longest chain has 77.",
        );
        wait_for(&me, LENGTH, "Stuck after 6 numbers.");
        wait_for(&me, RECORD, "Your longest on 1–100: 6");
        me.click("#again");
        wait_for(&me, LENGTH, "How long a chain can you make?");
        me.click("#solution");
        wait_for(&me, LENGTH, "One of the longest: number 1 of 77");
        assert_eq!(me.text(HEADING), "One of the longest");
        own_chain_comes_back(&me);
        assert_eq!(me.text(RECORD), "Your longest on 1–100: 6", "it was not found, but shown");
        // It goes on where the page is opened anew.
        me.open("about:blank");
        me.open(&site.at("/chain"));
        wait_for(&me, LENGTH, "2 numbers. The longest chain has 77.");
        me.run("const list = document.getElementById('size'); list.value = '20'; list.dispatchEvent(new Event('change', { bubbles: true }));");
        me.wait("document.querySelectorAll('.cell').length === 20");
        assert_eq!(me.text(RECORD), "");
        take(&me, &[6]);
        wait_for(&me, LENGTH, "1 number. The longest chain has 17.");
        me.run("history.back()");
        wait_for(&me, LENGTH, "2 numbers. The longest chain has 77.");
        assert_no_script_failed(&me);
    });
}

pub(crate) fn a_chain_of_another_person_is_no_record() {
    with_browsers(|site, [me, friend]| {
        me.open(&site.at("/chain#50"));
        me.wait("document.querySelectorAll('.cell.legal').length === 50");
        take(&me, &[48, 6]);
        me.run("navigator.clipboard.writeText = async text => { window.copied = text; }");
        me.click("#share");
        me.wait("window.copied");
        friend.open(&me.text("window.copied"));
        friend.wait(&format!("{LENGTH}.startsWith('2 numbers. ')"));
        take(&friend, &[3]);
        assert_eq!(friend.text(RECORD), "");
        // One's own goes on after a reload.
        me.reload();
        me.wait(&format!("{LENGTH}.startsWith('2 numbers. ')"));
        take(&me, &[3]);
        wait_for(&me, RECORD, "Your longest on 1–50: 3");
        [&me, &friend].into_iter().for_each(Session::assert_quiet);
        // An address that holds no chain says so, and another one can be made.
        for forged in ["50:48,5", "50:7,7", "50:0", "50:99999999999999999999"] {
            friend.open("about:blank");
            friend.open(&site.at(&format!("/chain#{forged}")));
            friend.wait("!document.getElementById('refusal').hidden && document.querySelector('.cell.legal')");
            assert_eq!(friend.text("location.hash"), "#50");
        }
        for forged in ["%", "7", "x:y", "((("] {
            friend.open("about:blank");
            friend.open(&site.at(&format!("/chain#{forged}")));
            friend.wait("document.querySelectorAll('.cell.legal').length === 100");
        }
        take(&friend, &[48]);
        assert_no_script_failed(&friend);
    });
}

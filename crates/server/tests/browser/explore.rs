//! Any position explored: values, reasons, side lines, and addresses that hold them.

use serde_json::json;

use crate::driver::Session;
use crate::site::Site;
use crate::steady::{COUNT_SHIFTS, PLACES};
use crate::table::{
    ALL_OPTIONS, BOARD, act, arrive, begin_local, cell, choose_board, play, resign,
};
use crate::with_browsers;

/// What is told of the move at hand.
pub(crate) const WHY: &str = "document.querySelector('.proof summary').textContent";
const HERE: &str = "document.querySelector('.reviewed [aria-current] .who')?.textContent";
pub(crate) const VALUED: &str = "document.querySelector('.cell.win, .cell.loss, .cell.draw')";

pub(crate) fn explore(me: &Session, site: &Site, position: &str) {
    me.open(&site.at(&format!("/explore#{position}")));
}

/// Waits for the moves in the address.
fn wait_for_moves(me: &Session, moves: &str) {
    me.wait(&format!("location.hash.split('&')[0].split(':')[1] === '{moves}'"));
}

pub(crate) fn focus(me: &Session, selector: &str) {
    me.run(&format!("document.querySelector(`{selector}`).focus()"));
}

/// Whether the console tells of nothing but what the server refused.
pub(crate) fn assert_no_script_failed(me: &Session) {
    let failed = |line: &String| !line.contains("Failed to load resource");
    assert_eq!(me.console().into_iter().filter(failed).collect::<Vec<_>>(), [""; 0]);
}

pub(crate) fn any_notation_is_opened_with_values_and_reasons() {
    with_browsers(|site, [me]| {
        for (name, position) in [
            ("Trap Avoidance", "trap-avoidance;size=12:7"),
            ("Multiple Madness", "multiple-madness;size=30;opening=even:6,3"),
            ("Number Maze", "number-maze:11,2"),
            ("Sequence Duel", "sequence-duel"),
            ("Chain Reaction", "chain-reaction;size=10:6,1"),
        ] {
            explore(&me, site, position);
            me.wait(&format!(
                "document.getElementById('name').textContent === 'Explore: {name}' && {VALUED} && {WHY}"
            ));
            assert!(me.is("[...document.querySelectorAll('.cell.legal')].every(cell => cell.matches('.win, .loss, .draw'))"), "{position}");
        }
        me.wait(&format!("{WHY}.endsWith('’s 1 loses')"));
        assert_eq!(
            me.text("document.getElementById('stands').textContent"),
            "Player\u{a0}1 wins with 2, 4, 5, 7 or 8."
        );
        assert!(me.computed(&cell(4), "label").ends_with(", wins in 5"));
        assert!(me.computed(&cell(3), "label").contains(", loses in 2"));
        // A number that is looked at tells why before it is played.
        focus(&me, &cell(3));
        me.wait(&format!("{WHY} === 'Why 3 loses'"));
        let told = "document.querySelector('.proof p').textContent.replaceAll('\u{a0}', ' ')";
        assert_eq!(
            me.text(told),
            "Player 2 selects 9. Then no number can follow, and Player 1 is stuck."
        );
        me.click("#hide");
        assert!(me.is(&format!(
            "!{VALUED} && document.querySelector('#hide').textContent === 'Show values'"
        )));
        assert!(me.is("![...document.querySelectorAll('#goal, #review, #legend')].some(one => /win|lose|slip/i.test(one.innerText))"), "nothing tells");
        me.click("#hide");
        assert!(me.is(VALUED));
        // A number that cannot be played tells why not.
        me.click(&cell(6));
        me.wait("document.getElementById('refusal').textContent.startsWith('6 is already taken')");
        // It stays while numbers are looked at.
        focus(&me, &cell(3));
        me.wait(&format!("{WHY} === 'Why 3 loses'"));
        assert!(me.is("!document.getElementById('refusal').hidden"));
        assert_no_script_failed(&me);
        // A game goes on from here, in the colours that were shown: the person is to move, whoever began.
        for (at, moves) in [(2, "●Player 1: 6, ◆Computer: 1"), (1, "●Computer: 6")] {
            me.open("about:blank");
            explore(&me, site, &format!("chain-reaction;size=10:6,1&at={at}"));
            me.wait(VALUED);
            me.click("#play");
            arrive(&me);
            assert_eq!(me.text("document.getElementById('name').textContent"), "Chain Reaction");
            assert_eq!(me.text("[...document.querySelectorAll('#moves .move')].map(move => move.textContent.trim()).join(', ')"), moves);
            assert!(me.is("document.querySelector('.playable .legal')"));
        }
        // Without values there is the board, and why there are none.
        explore(&me, site, "trap-avoidance;memory=2");
        me.wait("document.getElementById('refusal').textContent.includes('16')");
        assert!(
            me.is(&format!("document.querySelectorAll('.cell.legal').length === 20 && !{VALUED}"))
        );
        assert_no_script_failed(&me);
    });
}

pub(crate) fn side_lines_are_a_tree_that_keys_walk_and_the_address_keeps() {
    with_browsers(|site, [me, friend]| {
        explore(&me, site, "multiple-madness:6,3,9");
        me.wait("document.querySelectorAll('.reviewed li').length === 3");
        focus(&me, "#turn");
        me.keys(&["\u{e011}"]);
        me.click("[aria-label='One move on']");
        me.wait(&format!("{HERE} === 'Player 1: 6' && {VALUED}"));
        for (number, moves) in [(12, "6,3(12),9"), (4, "6,3(12,4),9")] {
            me.click(&cell(number));
            wait_for_moves(&me, moves);
            me.wait(VALUED);
        }
        let side = "[...document.querySelectorAll('.side-line .who')].map(one => one.textContent)";
        assert_eq!(me.ask(side), json!(["Player 2: 12", "Player 1: 4"]));
        // On the board arrows go from number to number, letters go through the moves.
        for (key, here) in [("u", "2: 12"), ("u", "1: 6"), ("r", "2: 3")] {
            me.keys(&[key]);
            me.wait(&format!("{HERE} === 'Player {here}'"));
        }
        focus(&me, "#turn");
        for (key, here) in [("\u{e015}", "2: 12"), ("\u{e010}", "1: 4"), ("\u{e012}", "2: 12")] {
            me.keys(&[key]);
            me.wait(&format!("{HERE} === 'Player {here}'"));
        }
        me.wait("location.hash.endsWith('&at=4')");
        me.reload();
        friend.open(&me.text("location.href"));
        for session in [&me, &friend] {
            session.wait(&format!("{HERE} === 'Player 2: 12'"));
            session.wait(&format!("{side}.length === 2 && {VALUED}"));
        }
        // Another position is another entry in the history.
        explore(&me, site, "number-maze:11,2");
        me.wait("document.getElementById('name').textContent === 'Explore: Number Maze'");
        me.run("history.back()");
        me.wait(&format!("{HERE} === 'Player 2: 12' && {side}.length === 2"));
        me.click(".drop");
        wait_for_moves(&me, "6,3,9");
        assert!(me.is("!document.querySelector('.side-line')"));
        // What was played stays.
        assert!(me.is("!document.querySelector('.drop')"));
        [&me, &friend].into_iter().for_each(Session::assert_quiet);
    });
}

pub(crate) fn a_game_that_was_played_is_explored_from_its_review() {
    with_browsers(|site, [me]| {
        begin_local(&me, site, "multiple-madness", "20");
        for number in [14, 7, 1] {
            play(&me, number);
        }
        resign(&me);
        act(&me, "review");
        me.wait("document.querySelectorAll('.reviewed li').length === 4");
        me.click("[aria-label='To the beginning']");
        me.wait(VALUED);
        me.click(&cell(6));
        me.wait("location.hash === '#review=4&line=14(6),7,1'");
        me.reload();
        me.wait(&format!(
            "{HERE} === 'Player 1: 6' && document.querySelector('.cell.last[data-number=\"6\"]')"
        ));
        me.click(".reviewed li:nth-child(1) button");
        me.wait("location.hash === '#review=1&line=14(6),7,1'");
        // A line that is not one, or that cannot be played, leaves what was played.
        for line in ["((((", "6,x", "19,19"] {
            me.open(&me.text(&format!("location.href.split('#')[0] + '#review=1&line={line}'")));
            me.reload();
            me.wait("document.querySelectorAll('.reviewed li').length > 3");
        }
        assert_no_script_failed(&me);
        act(&me, "review");
        me.wait("document.getElementById('review').hidden && document.querySelector('.cell.last[data-number=\"1\"]')");
    });
}

pub(crate) fn forged_addresses_are_told_in_a_sentence() {
    with_browsers(|site, [me]| {
        let told =
            "(line => line.hidden ? '' : line.textContent)(document.getElementById('refusal'))";
        let deep = (1..=10_000).map(|number| format!("{number},{number}(")).collect::<String>();
        for forged in [
            "%",
            "nonsense",
            "&first=Ada",
            "nonsense&first=Ada",
            "multiple-madness:6,x",
            "multiple-madness:6:3",
            "multiple-madness:6,5",
            "multiple-madness:6,3(",
            "multiple-madness:6)3",
            "multiple-madness;size=99999999999",
            "multiple-madness:99999999999999999999",
            "multiple-madness:6&resigned=3",
            &format!("multiple-madness:{}", "(".repeat(10_000)),
            &format!("multiple-madness:{}{}", "(".repeat(10_000), ")".repeat(10_000)),
            &format!("multiple-madness:{deep}"),
        ] {
            let short: String = forged.chars().take(50).collect();
            me.open("about:blank");
            explore(&me, site, forged);
            if forged.starts_with('&') {
                // Without a game there is a board to begin with.
                me.wait(VALUED);
                continue;
            }
            me.wait(&format!("/^[A-Z“\"0-9].*[.!?]$/.test({told})"));
            assert!(me.text(told).len() < 400, "{short}: {}", me.text(told));
            me.click("#hide");
            me.click("#copy");
            assert!(me.is("!document.querySelector('.cell')"), "{short}");
            assert_no_script_failed(&me);
        }
        // A place that is none is the beginning, or else where the game was decided.
        for (at, here) in
            [("99999", "undefined"), ("-1", "'Player 1: 14'"), ("x", "'Player 1: 14'")]
        {
            me.open("about:blank");
            explore(&me, site, &format!("multiple-madness:14,7&at={at}"));
            me.wait(&format!("{VALUED} && {HERE} === {here}"));
        }
        // A side line that cannot be played is told when it is looked at.
        me.open("about:blank");
        explore(&me, site, "multiple-madness:14,7(5)&at=3");
        me.wait(&format!("{told}.endsWith('5 is not a factor or multiple of 14.')"));
        me.click("[aria-label='One move back']");
        me.wait(&format!("{VALUED} && !{told}"));
        assert_no_script_failed(&me);
    });
}

pub(crate) fn links_to_shared_games_still_work() {
    with_browsers(|site, [me]| {
        for link in ["/share#number-maze:11,2,20&first=Ada", "/share?game=number-maze:11,2,20"] {
            me.open("about:blank");
            me.open(&site.at(link));
            me.wait("document.querySelectorAll('.reviewed li').length === 4");
            let explored = site.at("/explore#number-maze:11,2,20");
            me.wait(&format!("location.href.split('&')[0] === '{explored}'"));
        }
        // Without moves there are still players.
        me.open(&site.at("/share#sequence-duel&first=Ada&second=Ben&resigned=2"));
        me.wait("document.querySelector('.reviewed li')?.textContent === 'Ben resigned.'");
        me.wait("document.getElementById('about').textContent.startsWith('Ada and Ben')");
        me.assert_quiet();
    });
}

pub(crate) fn the_form_opens_boards_and_notation() {
    with_browsers(|site, [me]| {
        let choose = |game: &str| {
            me.run(&format!("const list = document.getElementById('game'); list.value = '{game}'; \
                 for (const what of ['input', 'change']) list.dispatchEvent(new Event(what, {{ bubbles: true }}));"));
        };
        let begin = "#setup-form [type=submit]";
        let position = "document.getElementById('position').value";
        // Without a game there is a board to begin with.
        me.open(&site.at("/explore"));
        me.wait(&format!("{VALUED} && location.hash.startsWith('#chain-reaction;')"));
        me.click("#other");
        assert_eq!(me.text("document.getElementById('game').value"), "chain-reaction");
        me.wait(&format!("{BOARD} === 'Recommended'"));
        choose("number-maze");
        me.wait("document.getElementById('option-target')");
        choose_board(&me, "Original rules");
        me.click(begin);
        me.wait(&format!("{VALUED} && location.hash.startsWith('#number-maze&')"));
        assert!(me.is("!document.getElementById('setup').open"));

        me.click("#other");
        me.wait(BOARD);
        assert_eq!(me.text("document.getElementById('game').value"), "number-maze");
        me.click("#paste > summary");
        for (wrong, words) in [("multiple-madness:5,4", "4"), ("hopscotch", "hopscotch")] {
            me.write("#position", wrong);
            me.click(begin);
            me.wait(&format!(
                "document.getElementById('setup-trouble').textContent.includes('{words}')"
            ));
        }
        me.write("#position", " multiple-madness;opening=even;size=30:6,3 ");
        me.click(begin);
        me.wait(&format!(
            "{VALUED} && location.hash.startsWith('#multiple-madness;size=30;opening=even:6,3&')"
        ));

        // What is chosen last counts.
        me.click("#other");
        choose("chain-reaction");
        me.wait(&format!("{BOARD} === 'Recommended'"));
        assert_eq!(me.text(position), "");
        choose_board(&me, "Original rules");
        me.click(ALL_OPTIONS);
        me.write("#option-size", "50");
        assert_eq!(me.text(BOARD), "Your own");
        me.click(begin);
        me.wait("location.hash.startsWith('#chain-reaction;size=50&')");
        assert_no_script_failed(&me);
    });
}

pub(crate) fn nothing_moves_while_a_position_is_explored() {
    with_browsers(|site, [me]| {
        me.before_pages(COUNT_SHIFTS);
        for (width, height) in [(1280, 800), (390, 844)] {
            me.size(width, height);
            explore(&me, site, "multiple-madness;size=30:6,3");
            me.reload();
            me.wait(&format!("{VALUED} && {WHY}"));
            let places = me.ask(PLACES);
            for number in [9, 18, 2] {
                me.click(&cell(number));
                me.wait(&format!("document.querySelector('.cell.last')?.dataset.number === '{number}' && {VALUED}"));
                assert_eq!(me.ask(PLACES), places, "{width}: {number}");
            }
            focus(&me, "#turn");
            me.keys(&["\u{e011}"]);
            me.wait(&format!("{WHY} === 'What to do here'"));
            assert_eq!(me.ask(PLACES), places, "{width}");
            let board = "window.shifts.filter(shift => shift.includes('cell') || shift.includes('id=\"board\"'))";
            assert_eq!(me.ask(board), json!([]), "{width}");
        }
        me.assert_quiet();
    });
}

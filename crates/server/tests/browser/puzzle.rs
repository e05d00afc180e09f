//! Puzzles: asked, refuted, proved, counted, and printed.

use serde_json::{Value, json};

use crate::driver::Session;
use crate::site::Site;
use crate::steady::PLACES;
use crate::table::{cell, send};
use crate::with_browsers;

pub(crate) const ASKED: &str = "document.querySelector('#board.playable .cell.legal')";
pub(crate) const REFUTED: &str = "document.querySelector('.goal.lost')";
const SOLVED: &str = "document.querySelector('.goal.won')";
const TASK: &str = "document.getElementById('task').textContent";
const SAID: &str = "document.getElementById('said').textContent";
const KEPT: &str = "JSON.parse(localStorage.getItem('divvy') ?? '{}').puzzles";

fn open(me: &Session, site: &Site, hash: &str) {
    me.open("about:blank");
    me.open(&site.at(&format!("/puzzle{hash}")));
    me.wait(ASKED);
}

/// The number that wins, from the engine.
fn answer(me: &Session) -> u32 {
    let position = "document.getElementById('explore').hash.slice(1).split('&')[0]";
    let question = format!("{{ command: 'solve', position: {position} }}");
    let solved = send(me, "/engine", &question);
    let winning: Vec<u32> = serde_json::from_value(solved["result"]["winning"].clone()).unwrap();
    assert_eq!(winning.len(), 1, "{solved}");
    winning[0]
}

/// Gives a wrong answer, and returns it.
fn fail(me: &Session) -> u32 {
    let right = answer(me);
    let wrong = me.ask(&format!(
        "Number([...document.querySelectorAll('.cell.legal')].find(cell => cell.dataset.number !== '{right}').dataset.number)"
    ));
    let wrong = u32::try_from(wrong.as_u64().unwrap()).unwrap();
    me.click(&cell(wrong));
    me.wait(REFUTED);
    wrong
}

fn solve(me: &Session) {
    me.click(&cell(answer(me)));
    me.wait(SOLVED);
}

fn assert_no_script_failed(me: &Session) {
    let failed = |line: &String| !line.contains("Failed to load resource");
    assert_eq!(me.console().into_iter().filter(failed).collect::<Vec<_>>(), [""; 0]);
}

pub(crate) fn a_wrong_answer_is_refuted_and_the_right_one_proved() {
    with_browsers(|site, [me]| {
        open(&me, site, "#2026-11-22");
        assert_eq!(
            me.text(SAID),
            "Sequence Duel: strike a factor or multiple of 6. The player who cannot strike a number loses. "
                .trim_end()
        );
        // What the rules refuse is no answer.
        me.click(&cell(7));
        me.wait("document.getElementById('refusal').textContent === '7 is not a factor or multiple of 6.'");
        assert_eq!(me.ask(&format!("{KEPT} ?? null")), Value::Null);

        me.click(&cell(18));
        me.wait(REFUTED);
        assert_eq!(me.text(TASK), "18 loses.");
        let why = me.text(SAID);
        assert!(
            why.starts_with(
                "The computer strikes 36. Whatever you strike, the computer strikes its partner,"
            ),
            "{why}"
        );
        // The reply is on the board, and so are the partners that prove it.
        assert!(me.is("document.querySelector('.cell.last.by2').dataset.number === '36' && document.querySelector('[data-number=\"18\"].taken.by1')"));
        let partner = |number: u32| {
            me.text(&format!(
                "document.querySelector('[data-number=\"{number}\"] .partner').dataset.sign"
            ))
        };
        assert!(partner(3).ends_with("39") && partner(39).ends_with('3'));
        assert!(me.is("document.querySelector('#why .exchanges li + li')"));
        assert!(me.is("document.getElementById('explore').hidden"), "it would tell the answer");

        me.click("#again");
        me.wait(ASKED);
        assert!(me.is(
            "!document.querySelector('.cell .partner') && document.getElementById('why').hidden"
        ));
        let right = answer(&me);
        me.click(&cell(right));
        me.wait(SOLVED);
        assert_eq!(me.text(TASK), format!("Right: {right} wins."));
        assert!(me.text(SAID).starts_with("Solved at try 2."), "{}", me.text(SAID));
        assert!(me.is(&format!("document.querySelector('.cell.last.by1').dataset.number === '{right}' && document.querySelector('.cell .partner') && document.querySelector('#why :is(.picture, .exchanges)')")));
        assert_eq!(
            me.ask(KEPT),
            json!({ "days": { "2026-11-22": { "tries": 2, "done": "later" } }, "grades": {} })
        );
        me.click("#explore");
        me.wait(&format!(
            "location.href.startsWith('{}#') && document.querySelector('.cell.win')",
            site.at("/explore")
        ));
        assert_no_script_failed(&me);
    });
}

pub(crate) fn streaks_outlive_a_reload_and_count_each_puzzle_once() {
    with_browsers(|site, [me, friend]| {
        let training = "JSON.parse(localStorage.getItem('divvy')).puzzles.grades[2]";
        open(&me, site, "#2");
        solve(&me);
        me.click("#next");
        me.wait(ASKED);
        solve(&me);
        let about = me.text("document.getElementById('about').textContent");
        assert_eq!(about, "grade 2 of 5 · 2 solved · 2 in a row");
        assert_eq!(me.ask(training), json!({ "solved": 2, "streak": 2, "best": 2 }));
        // The same puzzle again is no other one; neither is one that came by a link.
        me.reload();
        me.wait(ASKED);
        solve(&me);
        let shared = me.text("location.href");
        open(&friend, site, "");
        friend.open(&shared);
        friend.wait(&format!("location.hash.startsWith('#2:') && {ASKED}"));
        fail(&friend);
        assert_eq!(friend.ask(&format!("{KEPT} ?? null")), Value::Null);
        assert_eq!(me.ask(training), json!({ "solved": 2, "streak": 2, "best": 2 }));
        // An answer that was wrong ends the streak, also after a reload.
        me.click("#next");
        me.wait(ASKED);
        fail(&me);
        me.reload();
        me.wait(ASKED);
        solve(&me);
        assert_eq!(me.ask(training), json!({ "solved": 3, "streak": 0, "best": 2 }));
        me.click("#next");
        me.wait(ASKED);
        me.click("#answer");
        me.wait("document.getElementById('task').textContent.startsWith('The answer: ')");
        assert_eq!(me.ask(training), json!({ "solved": 3, "streak": 0, "best": 2 }));
        // Days in a row: two that were solved in their time, and today, not at once. A day that is solved later is not one.
        me.run(
            "const { puzzles, ...rest } = JSON.parse(localStorage.getItem('divvy')); \
             const day = ago => new Date(Date.now() - ago * 86400000).toISOString().slice(0, 10); const done = how => ({ tries: 1, done: how }); \
             const days = { [day(1)]: done('solved'), [day(2)]: done('solved'), [day(3)]: done('later') }; \
             localStorage.setItem('divvy', JSON.stringify({ ...rest, puzzles: { ...puzzles, days } }))",
        );
        open(&me, site, "");
        fail(&me);
        me.click("#again");
        me.wait(ASKED);
        solve(&me);
        let said = me.text(SAID);
        assert!(said.starts_with("Solved at try 2. 3 days in a row."), "{said}");
        [&me, &friend].into_iter().for_each(Session::assert_quiet);
    });
}

pub(crate) fn nothing_moves_while_a_puzzle_is_solved() {
    with_browsers(|site, [me]| {
        for (width, height) in [(1280, 800), (390, 844), (844, 390), (768, 1024)] {
            me.size(width, height);
            open(&me, site, "#2026-11-22");
            let places = me.ask(PLACES);
            fail(&me);
            assert_eq!(me.ask(PLACES), places, "{width}: a wrong answer");
            me.click("#again");
            me.wait(ASKED);
            solve(&me);
            assert_eq!(me.ask(PLACES), places, "{width}: the right one");
        }
        me.assert_quiet();
    });
}

pub(crate) fn days_and_grades_are_chosen_and_no_address_breaks_the_page() {
    with_browsers(|site, [me]| {
        open(&me, site, "");
        let today = me.text("new Date().toISOString().slice(0, 10)");
        let which = "document.getElementById('which').value";
        assert_eq!(me.text(which), today);
        let choose = |value: &str| {
            me.run(&format!("const list = document.getElementById('which'); list.value = '{value}'; list.dispatchEvent(new Event('change', {{ bubbles: true }}));"));
        };
        let yesterday = me.text("document.querySelector('#days option:nth-child(2)').value");
        choose(&yesterday);
        me.wait(&format!("location.hash === '#{yesterday}' && {which} === '{yesterday}'"));
        choose("5");
        me.wait(&format!("location.hash.startsWith('#5:') && {which} === '5'"));
        me.wait("document.getElementById('about').textContent === 'grade 5 of 5'");
        me.run("history.back()");
        me.wait(&format!("{which} === '{yesterday}'"));
        me.run("navigator.clipboard.writeText = async text => { window.copied = text; }");
        me.click("#share");
        me.wait(&format!("window.copied === '{}#{yesterday}'", site.at("/puzzle")));
        me.assert_quiet();
        for forged in ["#2026-02-31", "#3:99999999999999999999"] {
            open(&me, site, forged);
            me.wait(&format!("!document.getElementById('refusal').hidden && {which} === '{today}' && !location.hash"));
        }
        for forged in ["#%", "#7", "#6:1", "#x", "#<img>"] {
            open(&me, site, forged);
            me.wait(&format!("{which} === '{today}'"));
        }
        assert_no_script_failed(&me);
    });
}

pub(crate) fn a_puzzle_is_solved_by_keys_and_told_to_a_screen_reader() {
    with_browsers(|site, [me]| {
        open(&me, site, "#2026-11-22");
        let live = "document.querySelector('#live[role=status]').textContent";
        me.run(&format!("document.querySelector('{}').focus()", cell(3)));
        // To the next number that can be played: 12, then 18.
        me.keys(&["n", "n", "\u{e007}"]);
        me.wait(REFUTED);
        assert!(
            me.text(live).starts_with("18 loses. The computer strikes 36."),
            "{}",
            me.text(live)
        );
        assert!(me.text(live).ends_with("until you are stuck."));
        assert_eq!(
            me.text("document.querySelector('#why .exchanges li').textContent"),
            "9\u{2009}→\u{2009}27 forces 3"
        );
        // Another press goes back to the question.
        me.keys(&["\u{e007}"]);
        me.wait(ASKED);
        let right = answer(&me);
        assert_eq!(right, 30);
        me.keys(&["n", "n", "\u{e007}"]);
        me.wait(SOLVED);
        assert!(me.text(live).starts_with("Right: 30 wins. Solved at try 2."), "{}", me.text(live));
        me.assert_quiet();
    });
}

pub(crate) fn a_sheet_is_printed_with_the_answers_on_another_page() {
    with_browsers(|site, [me]| {
        me.before_pages("window.print = () => { window.printed = (window.printed ?? 0) + 1; }");
        open(&me, site, "#sheet");
        me.wait("document.getElementById('sheet').open");
        me.run("document.getElementById('sheet-count').value = '8'");
        me.click("#sheet-form [type=submit]");
        me.wait("window.printed === 1 && !document.getElementById('sheet').open");
        let seen =
            "[...document.body.children].filter(one => one.checkVisibility()).map(one => one.id)";
        assert_eq!(me.ask(seen), json!(["", "main", "live"]), "on the screen nothing has changed");
        me.print_media(true);
        assert_eq!(me.ask(seen), json!(["paper"]));
        assert_eq!(me.ask("document.querySelectorAll('.paper article').length"), 8);
        assert_eq!(me.ask("document.querySelectorAll('.paper section h3').length"), 8);
        assert_eq!(
            me.text("getComputedStyle(document.querySelector('.paper section')).breakBefore"),
            "page"
        );
        assert!(
            me.is("!document.getElementById('questions').textContent.includes('partner')"),
            "no answer stands beside a question"
        );
        // Every mark is a line, and nothing is wider than the paper.
        assert!(me.is("[...document.querySelectorAll('.paper *')].every(one => getComputedStyle(one).backgroundColor === 'rgba(0, 0, 0, 0)' && getComputedStyle(one).backgroundImage === 'none')"));
        me.size(703, 1000);
        assert!(me.is("document.documentElement.scrollWidth <= innerWidth"));
        let grades = me.ask("[...document.querySelectorAll('.paper small')].map(one => one.textContent.replace(/[^●]/g, '').length)");
        let grades: Vec<u32> = serde_json::from_value(grades).unwrap();
        assert!(grades.is_sorted() && grades[0] == 1 && grades[7] == 5, "{grades:?}");
        me.assert_quiet();
    });
}

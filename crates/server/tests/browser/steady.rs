//! What people stumble over: things that move, appear too soon, or stay too long.

use serde_json::{Value, json};

use crate::driver::Session;
use crate::table::{
    BOARD, MOVES, SETTLED, act, arrive, begin_local, begin_quickly, begin_with, cell, choose_board,
    open_form, play, play_button, play_to_the_end, resign, review,
};
use crate::with_browsers;

/// Counts every layout shift, those after input too, which the usual score leaves out.
pub(crate) const COUNT_SHIFTS: &str = "window.shifts = []; \
     new PerformanceObserver(list => { for (const entry of list.getEntries()) shifts.push(...entry.sources.map(one => \
         [one.node?.outerHTML?.slice(0, 80) ?? one.node?.textContent, ...[one.previousRect, one.currentRect].map(box => `${box.x} ${box.y}`)].join(': '))); }) \
     .observe({ type: 'layout-shift', buffered: true });";

/// Where every number stands in the layout, whatever moves by a transformation.
pub(crate) const PLACES: &str = "(board => [board.left, board.top, ...[...document.querySelectorAll('.cell')].map(cell => \
     [cell.offsetLeft, cell.offsetTop, cell.offsetWidth, cell.offsetHeight])])(document.getElementById('board').getBoundingClientRect())";

fn illegal(session: &Session) -> String {
    session.text("document.querySelector('.cell:not(.legal)')?.dataset.number ?? ''")
}

/// Plays a game to its end with a refusal, a double click and both steps of a hint in every turn.
fn play_with_everything(me: &Session, places: &Value) {
    loop {
        me.wait("document.querySelector('#turn.over') || document.querySelector('#board.playable .legal')");
        if me.is("document.querySelector('#turn.over')") {
            return;
        }
        let before = me.ask(MOVES);
        let number = illegal(me);
        if !number.is_empty() {
            me.double_click(&cell(number.parse().unwrap()));
            me.wait("!document.getElementById('refusal').hidden");
            me.wait(SETTLED);
            assert_eq!(me.ask(MOVES), before, "a double click on {number} plays nothing");
        }
        act(me, "hint");
        me.wait("document.querySelector('#hint .verdict')?.getClientRects().length");
        act(me, "hint");
        me.wait("document.querySelector('.cell.best')");
        assert_eq!(&me.ask(PLACES), places);
        me.click(".playable .legal");
        me.wait(&format!("{MOVES} > {before} && {SETTLED}"));
        assert_eq!(&me.ask(PLACES), places);
    }
}

pub(crate) fn nothing_moves_during_a_whole_game() {
    nothing_moves(1280, 800);
}

pub(crate) fn nothing_moves_during_a_whole_game_on_a_phone() {
    nothing_moves(390, 844);
}

fn nothing_moves(width: u32, height: u32) {
    with_browsers(|site, [me]| {
        me.before_pages(COUNT_SHIFTS);
        me.size(width, height);
        for game in ["multiple-madness", "trap-avoidance", "number-maze"] {
            begin_quickly(&me, site, game);
            let places = me.ask(PLACES);
            play_with_everything(&me, &places);
            assert_eq!(me.ask(PLACES), places, "the end moves nothing either");
            // Entries come with the next frames.
            me.ask_later(
                "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))",
            );
            assert_eq!(me.ask("window.shifts"), json!([]), "{game} at {width}x{height}");
        }
        me.assert_quiet();
    });
}

pub(crate) fn the_reply_comes_after_a_beat() {
    with_browsers(|site, [me]| {
        // Timers of the page are kept, and run when the test says so.
        me.before_pages(
            "window.beats = []; const real = window.setTimeout; \
             window.setTimeout = (work, wait, ...more) => \
                 work.name === 'next' ? beats.push([work, wait]) : real(work, wait, ...more);",
        );
        me.prefer("prefers-reduced-motion", "no-preference");
        me.open(&site.at("/"));
        me.run("localStorage.setItem('divvy', JSON.stringify({ beat: 60000 }))");
        me.click(&play_button("multiple-madness"));
        arrive(&me);
        me.click(&cell(12));
        me.wait(&format!("window.beats.length === 1 && {MOVES} === 1"));
        assert!(me.is("0 < beats[0][1] && beats[0][1] <= 60000"));
        assert_eq!(me.text("document.querySelector('.cell.last').dataset.number"), "12");
        // A press while the reply is on its way plays nothing.
        me.double_click(&cell(6));
        assert_eq!(me.ask(MOVES), 1);
        me.run("beats[0][0]()");
        me.wait(&format!("{MOVES} === 2"));
        assert!(me.is("document.querySelector('.cell.last.by2')"));
        // For those who prefer no motion the reply comes at once, unless they have chosen otherwise.
        me.run("localStorage.clear()");
        me.prefer("prefers-reduced-motion", "reduce");
        me.reload();
        arrive(&me);
        assert_eq!(me.text("document.getElementById('beat').value"), "0");
        me.assert_quiet();
    });
}

pub(crate) fn marks_agree_with_what_can_be_played() {
    with_browsers(|site, [me]| {
        begin_quickly(&me, site, "multiple-madness");
        play(&me, 12);
        me.wait("document.querySelectorAll('#moves .move').length === 2 && document.querySelector('#board.playable')");
        // The mouse is still on one's own number.
        let disagreeing = "[...document.querySelectorAll('.cell')].filter(cell => { \
             const last = Number(document.querySelector('.cell.last').dataset.number); \
             const number = Number(cell.dataset.number); \
             const mark = last % number === 0 ? `÷${last / number}` : number % last === 0 ? `×${number / last}` : ''; \
             return cell.classList.contains('legal') ? cell.querySelector('.rel')?.dataset.sign !== mark : cell.querySelector('.rel'); }).length";
        assert_eq!(me.ask(disagreeing), 0);
        assert!(me.is("document.querySelector('.legal .rel')"));
        me.assert_quiet();
    });
}

pub(crate) fn a_hint_does_not_outlive_the_round() {
    with_browsers(|site, [me]| {
        begin_quickly(&me, site, "chain-reaction");
        act(&me, "hint");
        me.wait("document.querySelector('#hint .verdict')?.getClientRects().length");
        act(&me, "hint");
        me.wait("document.querySelector('.cell.best')");
        resign(&me);
        me.wait("document.querySelector('#turn.over')");
        assert!(me.is("document.getElementById('hint').hidden && !document.querySelector('.cell.best, .cell.legal')"));
        me.assert_quiet();
    });
}

pub(crate) fn a_hint_is_about_one_position() {
    with_browsers(|site, [me]| {
        let best = "document.querySelector('.cell.best')";
        let asks = "document.getElementById('do-hint').textContent === 'Hint' && document.getElementById('hint').hidden";
        begin_local(&me, site, "multiple-madness", "20");
        play(&me, 6);
        act(&me, "hint");
        me.wait("document.querySelector('#hint .verdict')?.getClientRects().length");
        act(&me, "hint");
        me.wait(best);
        // Another position with as many moves has a hint of its own.
        act(&me, "undo");
        me.wait(&format!("{MOVES} === 0 && {SETTLED}"));
        play(&me, 8);
        assert!(me.is(asks) && !me.is(best));
        act(&me, "hint");
        me.wait("document.querySelector('#hint .verdict')?.getClientRects().length");
        me.assert_quiet();
    });
}

pub(crate) fn a_hint_that_comes_too_late_is_dropped() {
    with_browsers(|site, [me]| {
        // Hints are held back until the test lets them through.
        me.before_pages(
            "const real = window.fetch; window.held = []; \
             window.fetch = async (url, ...more) => { const answer = await real(url, ...more); \
                 if (String(url).includes('/hint')) await new Promise(go => held.push(go)); return answer; };",
        );
        begin_local(&me, site, "multiple-madness", "20");
        play(&me, 6);
        act(&me, "hint");
        me.wait("window.held.length === 1");
        // Meanwhile the move is taken back and another one is made, as in a second window.
        for (what, body) in [("undo", "ply: 1"), ("move", "ply: 0, number: 8")] {
            let sent = format!(
                "fetch('/api/v1/games/' + location.pathname.split('/')[2] + '/{what}', {{ method: 'POST', \
                 headers: {{ 'Content-Type': 'application/json' }}, body: JSON.stringify({{ {body} }}) }}).then(answer => answer.status)"
            );
            assert_eq!(me.ask_later(&sent), 200);
        }
        me.wait("document.querySelector('[data-number=\"8\"].last')");
        me.run("held.pop()()");
        me.wait(SETTLED);
        let told = me.text("document.getElementById('live').textContent");
        assert!(told.contains("8"), "the game goes on being told: {told}");
        assert!(me.is("document.getElementById('hint').hidden"));
        assert_eq!(me.text("document.getElementById('do-hint').textContent"), "Hint");
        me.assert_quiet();
    });
}

pub(crate) fn a_move_out_of_sight_is_scrolled_to() {
    with_browsers(|site, [me, friend]| {
        for size in ["201", "2000", "10000"] {
            begin_local(&me, site, "multiple-madness", size);
            friend.open(&me.text("location.href"));
            arrive(&friend);
            let last = size.parse::<u32>().unwrap() - 1;
            me.write("#goto-number", &last.to_string());
            me.click("#goto-play");
            friend.wait(&format!(
                "(cell => cell && (box => (room => box.top >= room.top && box.bottom <= room.bottom)(document.getElementById('board').getBoundingClientRect()))(cell.getBoundingClientRect()))(document.querySelector('[data-number=\"{last}\"].last'))"
            ));
        }
        // The list of moves follows too.
        assert!(friend.is("(list => list.scrollTop + list.clientHeight >= list.scrollHeight - 1)(document.getElementById('moves'))"));
        for session in [&me, &friend] {
            session.assert_quiet();
        }
    });
}

pub(crate) fn what_could_not_be_sent_is_forgotten_with_the_new_connection() {
    with_browsers(|site, [me]| {
        begin_quickly(&me, site, "chain-reaction");
        me.offline(true);
        me.click(&cell(12));
        me.wait("document.getElementById('refusal').textContent.includes('cannot be reached')");
        me.offline(false);
        // The stream did not break, as it would with the server gone: it is opened anew by coming back to the page.
        me.run("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
        me.wait(
            "document.getElementById('refusal').hidden && !document.getElementById('said').hidden",
        );
        play(&me, 12);
        assert!(me.console().iter().all(|line| line.contains("ERR_INTERNET_DISCONNECTED")));
    });
}

pub(crate) fn the_page_works_in_browsers_that_lack_newer_things() {
    with_browsers(|site, [me]| {
        me.before_pages(
            "delete Element.prototype.checkVisibility; \
             const Real = RegExp; \
             window.RegExp = new Proxy(Real, { construct(target, [source, flags]) { \
                 if (/\\(\\?<[=!]/.test(String(source))) throw new SyntaxError('no lookbehind'); \
                 return Reflect.construct(target, [source, flags]); } });",
        );
        let assets = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
        let files = std::fs::read_dir(assets).unwrap().map(|file| file.unwrap().path());
        let scripts: Vec<_> =
            files.filter(|path| path.extension().is_some_and(|end| end == "js")).collect();
        assert!(scripts.len() > 20, "{scripts:?}");
        for script in scripts {
            let text = std::fs::read_to_string(&script).unwrap();
            let newer = text.contains("(?<") || text.contains("checkVisibility");
            assert!(!newer, "{}", script.display());
        }
        begin_quickly(&me, site, "chain-reaction");
        play_to_the_end(&me);
        review(&me);
        me.assert_quiet();
    });
}

pub(crate) fn a_player_may_be_called_computer() {
    with_browsers(|site, [me]| {
        begin_with(&me, site, "chain-reaction", "computer", "Computer");
        let names = "[...document.querySelectorAll('.player .who')].map(one => one.textContent)";
        assert_eq!(me.ask(names), json!(["Computer", "The computer"]));
        // One click remembers the name.
        begin_quickly(&me, site, "multiple-madness");
        assert_eq!(me.ask(names), json!(["Computer", "The computer"]));
        me.assert_quiet();
    });
}

pub(crate) fn a_player_may_be_called_own() {
    with_browsers(|site, [me]| {
        open_form(&me, site, "chain-reaction");
        me.click("#mode label:has([value=local])");
        // The name is that of a choice of the form as well.
        me.write("#name-1", "own");
        assert_eq!(me.text("document.getElementById('first').options[0].text"), "own");
        assert_eq!(me.text(BOARD), "Recommended");
        me.assert_quiet();
    });
}

pub(crate) fn the_form_begins_with_a_contest_and_says_what_is_specified() {
    with_browsers(|site, [me]| {
        open_form(&me, site, "chain-reaction");
        let about = "document.getElementById('board-about').textContent";
        assert_eq!(me.text(BOARD), "Recommended");
        assert!(me.text(about).starts_with("2–16, first number even. "), "{}", me.text(about));
        choose_board(&me, "Original rules");
        assert_eq!(me.text(about), "1–20, as the game was first written.");
        assert_eq!(me.text("document.getElementById('option-opening').value"), "any");
        me.click("#options-more > summary");
        me.write("#option-size", "30");
        assert_eq!(me.text(BOARD), "Your own");
        assert_eq!(me.text(about), "Choose the options below.");
        choose_board(&me, "Recommended");
        assert_eq!(me.text("document.getElementById('option-size').value"), "16");
        // With options of one's own the others stay as they are.
        choose_board(&me, "Your own");
        assert_eq!(me.text("document.getElementById('option-size').value"), "16");
        me.click("#begin");
        arrive(&me);
        assert_eq!(
            me.text("document.getElementById('about').textContent"),
            "2–16 · the first number is even · there is no 1"
        );
        me.assert_quiet();
    });
}

pub(crate) fn the_rules_lead_back_to_the_game_and_keep_the_trick() {
    with_browsers(|site, [me]| {
        begin_quickly(&me, site, "chain-reaction");
        let game = me.text("location.href");
        me.click("#rules");
        me.wait("document.querySelector('.rules .art svg')");
        assert!(!me.is("document.querySelector('.spoiler').open"));
        let shown = me.text("document.querySelector('main').innerText");
        assert!(!shown.contains("11, 1, 13") && !shown.contains("the same game in three looks"));
        assert!(me.is("document.querySelector('.spoiler').textContent.includes('the same game in three looks')"));
        me.click(".rules .panel a.primary");
        arrive(&me);
        assert_eq!(me.text("location.href"), game);
        // “Play” begins a game, and going back does not begin another.
        me.open(&site.at("/rules/chain-reaction"));
        me.click(".rules .panel a.primary");
        arrive(&me);
        me.run("history.back()");
        me.wait(&format!(
            "location.href === '{}' && document.querySelector('#mine a')",
            site.at("/")
        ));
        assert_eq!(me.ask("document.querySelectorAll('#mine a').length"), 2);
        me.assert_quiet();
    });
}

pub(crate) fn a_game_that_is_not_over_is_explored_at_its_slip() {
    with_browsers(|site, [me]| {
        me.size(390, 844);
        // 14 is a slip: every number but 1 and 14 would have won.
        me.open(&site.at("/share#multiple-madness:14,7"));
        me.wait("document.querySelectorAll('.reviewed .slip .what').length === 1");
        assert_eq!(me.text("document.activeElement.className"), "walker");
        // It opens there, and says who wins now.
        me.wait(
            "document.getElementById('stands').textContent.startsWith('Player\\u00a02 wins with ')",
        );
        assert!(me.is("document.querySelector('.reviewed [aria-current]').matches('.slip')"));
        // The board and the step are in sight together.
        for part in [".cell", ".cell.last", "#stands", ".walker"] {
            let seen = format!(
                "(box => box.top >= 0 && box.bottom <= innerHeight)(document.querySelector('{part}').getBoundingClientRect())"
            );
            assert!(me.is(&seen), "{part}");
        }
        me.assert_quiet();
    });
}

/// Browsers have six connections to a site; a stream in each tab would leave none for the rest.
pub(crate) fn a_game_in_each_of_eight_tabs_goes_on() {
    with_browsers(|site, [ada]| {
        begin_with(&ada, site, "multiple-madness", "local", "Ada");
        let game = ada.text("location.href");
        let first: Vec<_> = (0..7).map(|_| ada.open_tab(&game)).collect();
        arrive(&ada);
        play(&ada, 6);
        // A tab that comes into view again is up to date, and plays on.
        ada.look_at(&first[0]);
        ada.wait(&format!("!document.hidden && {MOVES} === 1"));
        play(&ada, 3);
        ada.assert_quiet();
    });
}

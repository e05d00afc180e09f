//! Keyboard, names and roles, sizes, colours, weight.

use crate::driver::Session;
use crate::site::Site;
use crate::table::{
    MOVES, SETTLED, act, arrive, assert_lighter, begin_local, begin_quickly, begin_with, cell,
    open_form, open_menu, play, play_button, play_to_the_end, review,
};
use crate::with_browsers;

const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";
const RIGHT: &str = "\u{e014}";
const LEFT: &str = "\u{e012}";
const END: &str = "\u{e010}";

/// The number of the cell that has the focus.
fn focused(session: &Session) -> String {
    session.text("document.activeElement.dataset.number")
}

/// Goes on with Tab until the focus is there.
fn tab_to(session: &Session, selector: &str) {
    for _ in 0..40 {
        if session.is(&format!("document.activeElement.matches('{selector}')")) {
            return;
        }
        session.keys(&[TAB]);
    }
    panic!("Tab does not lead to {selector}");
}

pub(crate) fn keyboard_alone_from_the_first_page_to_the_end() {
    with_browsers(|site, [me]| {
        me.open(&site.at("/"));
        tab_to(&me, &play_button("sequence-duel"));
        me.keys(&[ENTER]);
        arrive(&me);
        let announced = || me.text("document.getElementById('live').textContent");
        // Arrow keys find the board without Tab.
        me.keys(&[RIGHT]);
        assert_eq!(focused(&me), "2");
        me.keys(&[END]);
        assert_eq!(focused(&me), "4");
        loop {
            me.wait("document.querySelector('#turn.over') || document.querySelector('#board.playable .legal')");
            if me.is("document.querySelector('#turn.over')") {
                break;
            }
            // Arrows lead from where the focus is to the nearest number that can be played.
            let steps = me.ask(
                "(() => { const at = Number(document.activeElement.dataset.number); \
                 const all = [...document.querySelectorAll('.legal')].map(cell => cell.dataset.number - at); \
                 return all.sort((a, b) => Math.abs(a) - Math.abs(b))[0]; })()",
            );
            let steps = steps.as_i64().unwrap();
            let key = if steps < 0 { LEFT } else { RIGHT };
            me.keys(&vec![key; usize::try_from(steps.abs()).unwrap()]);
            let before = me.ask(MOVES);
            let place = focused(&me);
            let said = announced();
            me.keys(&[ENTER]);
            me.wait(&format!("{MOVES} > {before} && {SETTLED}"));
            assert_eq!(focused(&me), place, "the focus stays");
            assert_ne!(announced(), said, "the move is announced");
        }
        tab_to(&me, "#do-review");
        me.keys(&[ENTER]);
        me.wait("document.activeElement.matches('.walker')");
        let step = "document.getElementById('turn').textContent";
        let last = me.text(step);
        me.keys(&[LEFT]);
        me.wait(&format!("{step} !== '{last}'"));
        me.assert_quiet();
    });
}

/// Everything that can be pressed or filled in has a name, and the grid is one tab stop.
fn assert_accessible(session: &Session) {
    let nameless = session.ask(
        "[...document.querySelectorAll('button, input, select, a[href], [role=gridcell][tabindex]')] \
         .filter(one => one.getClientRects().length) \
         .filter(one => !(one.getAttribute('aria-label') || one.textContent.trim() || one.labels?.length)) \
         .map(one => one.outerHTML)",
    );
    assert_eq!(nameless, serde_json::json!([]));
    assert_eq!(session.ask("document.querySelectorAll('h1').length"), 1);
    assert!(session.is("[...document.querySelectorAll('[role=grid]')].every(grid => grid.querySelectorAll('[tabindex=\"0\"]').length === 1)"));
    assert!(session.is(
        "document.documentElement.lang === 'en' && document.querySelector('main, [role=main]')"
    ));
}

pub(crate) fn names_roles_and_one_tab_stop() {
    with_browsers(|site, [me]| {
        me.open(&site.at("/"));
        assert_accessible(&me);
        open_form(&me, site, "number-maze");
        assert_accessible(&me);
        me.click("#setup-close");
        me.click(&play_button("multiple-madness"));
        arrive(&me);
        assert_accessible(&me);
        assert_eq!(me.computed("#board", "role"), "grid");
        assert_eq!(me.computed("[data-number='7']", "role"), "gridcell");
        assert_eq!(me.computed("[data-number='7']", "label"), "7, cannot be played now");
        assert_eq!(me.computed("[data-number='8']", "label"), "8, can be played");
        play(&me, 8);
        me.wait(&format!("{MOVES} === 2 && document.querySelector('#board.playable')"));
        assert!(me.computed("[data-number='8']", "label").starts_with("8, taken by Player 1"));
        assert_accessible(&me);
        play_to_the_end(&me);
        review(&me);
        assert_accessible(&me);
        me.assert_quiet();
    });
}

/// Nothing sticks out sideways.
fn assert_fits(session: &Session, what: &str) {
    let wide =
        session.ask("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assert_eq!(wide, 0, "{what}");
}

/// Looks at every page: nothing may stick out on any of them.
fn look_at_everything(me: &Session, site: &Site) {
    me.open(&site.at("/"));
    assert_fits(me, "the first page");
    open_form(me, site, "trap-avoidance");
    assert_fits(me, "the form");
    let mode = if Site::has_server() { "friend" } else { "local" };
    begin_with(me, site, "trap-avoidance", mode, "Wolfeschlegelsteinhausenbergerdorff");
    if Site::has_server() {
        me.wait("document.querySelector('#invite img.qr')?.naturalWidth > 0");
        assert_fits(me, "the invitation");
    }
    me.open(&site.at("/"));
    me.wait("document.querySelector('#mine a')?.getClientRects().length");
    assert_fits(me, "the list of games");
    begin_quickly(me, site, "multiple-madness");
    play_to_the_end(me);
    review(me);
    assert_fits(me, "the end of a game");
    let panel = "document.getElementById('review')";
    assert!(me.is(&format!("{panel}.scrollWidth <= {panel}.clientWidth")));
    me.open(
        &site.at("/share#number-maze;size=30;without-one;start=14;target=15:2,7,6,21,3,3,15&first=Wolfeschlegelsteinhausenbergerdorff"),
    );
    me.wait("document.querySelectorAll('.reviewed li').length === 7");
    assert_fits(me, "a review");
    for path in Site::found(&["/rules/number-maze", "/nothing/here"]) {
        me.open(&site.at(path));
        assert_fits(me, path);
    }
    // The page that is not there is noted by the browser itself.
    assert!(me.console().iter().all(|line| line.contains("/nothing/here")));
}

pub(crate) fn a_phone_both_colours_and_twice_the_size() {
    with_browsers(|site, [me]| {
        // A browser at 200 % lays a page out for half as many pixels.
        let looks = [(360, 740, "light"), (360, 740, "dark"), (640, 450, "dark")];
        let papers = looks.map(|(width, height, scheme)| {
            me.size(width, height);
            me.prefer("prefers-color-scheme", scheme);
            look_at_everything(&me, site);
            me.text("getComputedStyle(document.body).backgroundColor")
        });
        assert_ne!(papers[0], papers[1]);
    });
}

pub(crate) fn nothing_is_animated_for_those_who_prefer_that() {
    with_browsers(|site, [me]| {
        const MOVING: &str = "[...document.querySelectorAll('*')].some(one => ['', '::before', '::after'].some(part => \
             ['transitionDuration', 'animationDuration'].some(what => parseFloat(getComputedStyle(one, part)[what]) > 0)))";
        begin_quickly(&me, site, "number-maze");
        me.prefer("prefers-reduced-motion", "no-preference");
        assert!(me.is(MOVING), "something moves for others");
        me.prefer("prefers-reduced-motion", "reduce");
        play(&me, 6);
        assert!(!me.is(MOVING));
        assert_eq!(me.ask("document.getAnimations().length"), 0);
        me.assert_quiet();
    });
}

/// The height of the digits on the board.
const DIGITS: &str = "parseFloat(getComputedStyle(document.querySelector('.number')).fontSize)";

/// Everything of a game is in sight: the headline, every number, the actions.
const IN_SIGHT: &str = "[...document.querySelectorAll('#turn, #players > li, .cell, .actions button:not([hidden])')].every(one => { \
     const box = one.getBoundingClientRect(); \
     return box.width > 0 && box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth; })";

pub(crate) fn up_to_a_hundred_numbers_are_seen_at_once() {
    with_browsers(|site, [me]| {
        for (width, height) in [(1280, 800), (390, 844), (844, 600), (1920, 1080)] {
            me.size(width, height);
            for (size, columns) in [("20", if width > height { 5 } else { 4 }), ("100", 10)] {
                begin_local(&me, site, "multiple-madness", size);
                let what = format!("{size} numbers at {width}x{height}");
                assert!(me.is(IN_SIGHT), "{what}");
                let line = "document.querySelectorAll('.line:first-child .cell').length";
                assert_eq!(me.ask(line), columns, "{what}");
                assert_fits(&me, &what);
            }
        }
        // Digits grow with their cells.
        begin_local(&me, site, "multiple-madness", "20");
        assert!(me.ask(DIGITS).as_f64().unwrap() > 60.0);
        me.assert_quiet();
    });
}

pub(crate) fn a_refusal_on_a_phone_is_said_in_sight() {
    with_browsers(|site, [me]| {
        me.size(360, 740);
        begin_local(&me, site, "multiple-madness", "100");
        play(&me, 97);
        me.click(&cell(96));
        me.wait("document.getElementById('refusal').textContent.includes('96')");
        assert!(me.is("(box => box.top >= 0 && box.bottom <= innerHeight)(document.getElementById('refusal').getBoundingClientRect())"));
        me.assert_quiet();
    });
}

pub(crate) fn a_maze_shows_two_ways_pieces_the_target_and_the_way_back() {
    with_browsers(|site, [me]| {
        begin_quickly(&me, site, "number-maze");
        assert_eq!(me.ask("document.querySelectorAll('#moves .start').length"), 2);
        play(&me, 6);
        me.wait(&format!("{MOVES} === 2"));
        let here = "document.querySelector('#moves .seat1.here span:last-child').textContent";
        assert_eq!(me.text(here), "6");
        let number = |of| me.text(&format!("document.querySelector('.cell.{of}').dataset.number"));
        assert_eq!(["at1", "target", "banned"].map(number), ["6", "7", "3"]);
        let told =
            "Your turn: reach 7 first. From 6 move to a factor or multiple, but not back to 3";
        assert_eq!(me.text("document.getElementById('turn').textContent"), told);
        assert!(!me.is("document.querySelector('#board svg')"), "no line runs across the digits");
        me.assert_quiet();
    });
}

pub(crate) fn an_invitation_is_seen_whole_and_nothing_looks_playable_yet() {
    with_browsers(|site, [me]| {
        me.size(1280, 800);
        begin_with(&me, site, "chain-reaction", "friend", "Ada");
        me.wait("document.querySelector('.qr')?.naturalWidth > 0");
        let whole = "(room => [...document.querySelectorAll('#invite *')].every(one => (box => box.top >= room.top && box.bottom <= room.bottom)(one.getBoundingClientRect())))(document.getElementById('calls').getBoundingClientRect())";
        assert!(me.is(whole));
        let colour = |selector: &str| {
            me.text(&format!("getComputedStyle(document.querySelector('{selector}')).color"))
        };
        assert_eq!(colour(".cell.legal"), colour(".cell:not(.legal)"));
        assert!(me.text("document.getElementById('said').textContent").starts_with("You begin. "));
        me.assert_quiet();
    });
}

pub(crate) fn pictures_are_as_wide_as_their_panel_and_the_current_move_is_in_sight() {
    with_browsers(|site, [me]| {
        for (width, height) in [(1280, 800), (390, 844)] {
            me.size(width, height);
            begin_quickly(&me, site, "multiple-madness");
            act(&me, "hint");
            me.wait("document.querySelector('#hint .verdict')?.getClientRects().length");
            act(&me, "hint");
            me.wait("document.querySelector('.cell.best')");
            let fits = |part: &str| {
                me.is(&format!(
                    "(one => one.scrollWidth <= one.clientWidth)(document.querySelector('{part}'))"
                ))
            };
            assert!(fits("#hint"), "{width}x{height}");
            // Ada's 12 was the slip, and pairs say why.
            let game = "multiple-madness;size=16;without-one;opening=even:10,2,12,4,8,16";
            me.open(&site.at(&format!("/explore#{game}&first=Ada&second=Ben")));
            me.wait("document.querySelector('.reviewed [aria-current]')");
            me.click("#review details summary");
            me.wait("document.querySelector('#review .exchanges')");
            assert!(fits("#review .proof > div"), "{width}x{height}");
            // On a phone the reason stands before the moves, and the panel scrolls.
            let low = if width < 500 { "true" } else { "box.bottom <= innerHeight" };
            me.wait(&format!("(room => (box => box.top >= room.top - 1 && box.bottom <= room.bottom + 1 && {low})(document.querySelector('.reviewed [aria-current]').getBoundingClientRect()))(document.querySelector('.reviewed').getBoundingClientRect())"));
        }
        me.assert_quiet();
    });
}

pub(crate) fn a_result_has_room_around_it() {
    with_browsers(|site, [me]| {
        for (width, height) in [(1280, 800), (390, 844)] {
            me.size(width, height);
            for game in ["multiple-madness", "number-maze"] {
                begin_quickly(&me, site, game);
                play_to_the_end(&me);
                let room = "(banner => Math.min(document.querySelector('#turn span').getBoundingClientRect().top - banner.top, banner.bottom - document.getElementById('said').getBoundingClientRect().bottom))(document.getElementById('goal').getBoundingClientRect())";
                let room = me.ask(room).as_f64().unwrap();
                // A long reason takes three lines of a phone.
                let least = if width < 500 { 8.0 } else { 11.5 };
                assert!(room >= least, "{game} at {width}x{height}: {room}");
            }
        }
        me.assert_quiet();
    });
}

pub(crate) fn the_goal_is_said_beside_every_board() {
    with_browsers(|site, [me]| {
        me.size(390, 844);
        for (game, goal) in [
            ("chain-reaction", "The player who cannot select a number loses."),
            ("number-maze", "The first on 7 wins."),
        ] {
            begin_quickly(&me, site, game);
            assert_eq!(me.text("document.getElementById('aim').textContent"), goal);
            assert!(me.is("(line => line.getBoundingClientRect().bottom <= document.querySelector('.top').getBoundingClientRect().bottom)(document.querySelector('.which'))"));
        }
        let colours = "[...document.querySelectorAll('#turn em.target, .cell.target')].map((one, index) => getComputedStyle(one)[index ? 'backgroundColor' : 'color'])";
        let colours = me.ask(colours);
        assert_eq!(colours[0], colours[1], "the target has one colour");
        me.assert_quiet();
    });
}

pub(crate) fn a_large_view_for_many_is_remembered() {
    with_browsers(|site, [me]| {
        for (width, height) in [(1280, 800), (390, 844)] {
            me.size(width, height);
            begin_local(&me, site, "multiple-madness", "20");
            let area = "(box => box.width * box.height)(document.querySelector('.cell').getBoundingClientRect())";
            let measured = || [DIGITS, area].map(|what| me.ask(what).as_f64().unwrap());
            let before = measured();
            open_menu(&me);
            me.click("#large");
            me.wait(&format!("{area} > {} && {DIGITS} > {}", before[1], before[0]));
            let larger =
                |now: [f64; 2]| std::iter::zip(now, before).all(|(now, before)| now > before);
            assert!(larger(measured()), "{width}: {before:?} {:?}", measured());
            assert_fits(&me, "the large view");
            assert!(me.is(IN_SIGHT));
            me.reload();
            arrive(&me);
            assert!(me.is("document.getElementById('large').checked") && larger(measured()));
            open_menu(&me);
            me.click("#large");
            me.wait(&format!("{area} === {}", before[1]));
        }
        me.assert_quiet();
    });
}

pub(crate) fn the_first_page_is_light_and_a_quiet_game_asks_for_nothing() {
    with_browsers(|site, [me, friend]| {
        me.open(&site.at("/"));
        me.wait("document.readyState === 'complete'");
        let entries = "performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))";
        assert_lighter(&me, 60_000);
        let foreign =
            format!("{entries}.filter(entry => !entry.name.startsWith(location.origin)).length");
        assert_eq!(me.ask(&foreign), 0);

        me.click(&play_button("multiple-madness"));
        arrive(&me);
        play(&me, 6);
        me.wait(&format!("{MOVES} === 2"));
        assert_eq!(me.ask(&foreign), 0);
        assert_lighter(&me, 90_000);
        me.ask("performance.clearResourceTimings()");
        // The stream is an entry only once it has ended, so any entry is one too many.
        me.wait("(window.until ??= performance.now() + 3000) < performance.now()");
        let asked = "performance.getEntriesByType('resource').map(entry => entry.name)";
        assert_eq!(me.ask(asked), serde_json::json!([]));
        // A friend's first page is a game with a seat to take.
        begin_with(&me, site, "multiple-madness", "friend", "Ada");
        me.wait("document.getElementById('invite-link')");
        friend.open(&me.text("document.getElementById('invite-link').value"));
        friend.wait("document.getElementById('join-take')?.getClientRects().length");
        assert_lighter(&friend, 90_000);
        for path in
            ["/explore#chain-reaction:6", "/chain#100:6", "/learn#pairs", "/puzzle#2026-11-22"]
        {
            friend.open(&site.at(path));
            friend.wait("document.querySelector('.cell.last')");
            assert_lighter(&friend, 90_000);
        }
        [&me, &friend].into_iter().for_each(Session::assert_quiet);
    });
}

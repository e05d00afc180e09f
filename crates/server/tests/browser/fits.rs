//! Every screen in windows of every shape, with the longest names: nothing overlaps, is cut off or out of reach.

use std::collections::BTreeMap;

use serde_json::json;

use crate::driver::Session;
use crate::history;
use crate::puzzle::{ASKED, REFUTED};
use crate::site::Site;
use crate::table::{
    BOARD, act, arrive, begin_quickly, cell, open_form, open_menu, play_to_the_end, review, send,
};
use crate::with_browsers;

/// Phones, tablets, a page at twice its size, a laptop, projectors; those around the limits of the styles come with the page.
const SIZES: [[u64; 2]; 9] = [
    [320, 640],
    [390, 844],
    [844, 390],
    [568, 320],
    [768, 1024],
    [640, 400],
    [1280, 800],
    [1920, 1080],
    [2560, 1440],
];

/// As long as names may be without being cut; one can be broken only within a word.
const NAMES: [&str; 2] =
    ["Maximiliana-Wolfeschlegelsteinhausenber", "Bartholomew Featherstonehaugh Cholmondy"];

/// Asserts that the screen at hand fits at every size.
fn assert_fits(me: &Session, screen: &str) {
    me.run(include_str!("fits.js"));
    let around: Vec<[u64; 2]> = serde_json::from_value(me.ask("sizes()")).unwrap();
    let mut problems: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for [width, height] in SIZES.into_iter().chain(around) {
        me.size(width.try_into().unwrap(), height.try_into().unwrap());
        let found: Vec<String> = serde_json::from_value(me.ask_later("problems()")).unwrap();
        for problem in found {
            problems.entry(problem).or_default().push(format!("{width}x{height}"));
        }
    }
    assert!(problems.is_empty(), "{screen}: {problems:#?}");
    me.size(1280, 800);
    // It is laid out anew.
    me.ask_later("problems()");
}

/// Begins a game on the board that its card proposes.
fn begin(me: &Session, site: &Site, game: &str, mode: &str) {
    me.open(&site.at("/"));
    let names = json!([NAMES[0], if mode == "friend" { "" } else { NAMES[1] }]);
    let begun = send(
        me,
        "/games",
        &format!(
            "{{ game: '{game}', mode: '{mode}', names: {names}, \
             options: JSON.parse(document.querySelector('[data-game={game}]').dataset.options) }}"
        ),
    );
    let id = begun["game"]["id"].as_str().unwrap();
    let kept = json!({ "invites": [[id, begun["invite"]]] }).to_string();
    me.run(&format!("localStorage.setItem('divvy', {})", json!(kept)));
    me.open(&site.at(&format!("/g/{id}")));
    arrive(me);
}

/// Plays the first numbers that can be played.
fn play_some(me: &Session, count: usize) {
    for played in 1..=count {
        me.click(".playable .legal");
        me.wait(&format!("document.querySelectorAll('#moves .move').length >= {played} && document.querySelector('#board.playable')"));
    }
}

pub(crate) fn every_game_fits_in_every_window() {
    with_browsers(|site, [me]| {
        for game in
            ["trap-avoidance", "multiple-madness", "chain-reaction", "number-maze", "sequence-duel"]
        {
            begin(&me, site, game, "local");
            play_some(&me, 2);
            assert_fits(&me, game);
        }
        // In the large view too, and with a refusal in the place of what was said.
        begin(&me, site, "trap-avoidance", "local");
        play_some(&me, 2);
        me.click(".cell.taken");
        me.wait("!document.getElementById('refusal').hidden");
        open_menu(&me);
        assert_fits(&me, "the menu");
        me.click("#large");
        open_menu(&me);
        assert_fits(&me, "the large view");
        me.assert_quiet();
    });
}

pub(crate) fn every_other_screen_fits_in_every_window() {
    with_browsers(|site, [me, friend]| {
        begin(&me, site, "chain-reaction", "computer");
        act(&me, "hint");
        me.wait("document.querySelector('#hint .verdict')?.getClientRects().length");
        act(&me, "hint");
        me.wait("document.querySelector('.cell.best')");
        assert_fits(&me, "a hint");
        open_menu(&me);
        me.click("#large");
        open_menu(&me);
        assert_fits(&me, "a hint in the large view");
        for game in ["number-maze", "trap-avoidance"] {
            begin(&me, site, game, "computer");
            play_to_the_end(&me);
            assert_fits(&me, &format!("the end of {game}"));
        }
        review(&me);
        assert_fits(&me, "a review");
        for path in Site::found(&["/", "/rules", "/rules/number-maze", "/nothing"]) {
            friend.open(&site.at(path));
            assert_fits(&friend, path);
        }
        friend.open(&site.at("/explore"));
        friend.click("#other");
        friend.wait(BOARD);
        assert_fits(&friend, "the form of explore");
        for position in ["chain-reaction;size=30:6,3(12,4),9", "multiple-madness;size=100:96,4"] {
            friend.open(&site.at(&format!("/explore#{position}")));
            friend.reload();
            friend.wait("document.querySelector('.questions, .picture') && document.querySelector('.cell.win, .cell.loss')");
            assert_fits(&friend, position);
        }
        friend.open(&site.at("/chain"));
        friend.wait("document.querySelector('[data-number]')");
        friend.click("#solution");
        friend.wait("document.getElementById('length').textContent.includes('number 1 of 77')");
        assert_fits(&friend, "the longest chain");
        open_form(&me, site, "number-maze");
        assert_fits(&me, "the form");
        if !Site::has_server() {
            return;
        }
        begin(&me, site, "chain-reaction", "friend");
        me.wait("document.querySelector('#invite img.qr')?.naturalWidth > 0");
        assert_fits(&me, "an invitation");
        friend.open(&me.text("document.getElementById('invite-link').value"));
        friend.wait("document.getElementById('join-take')?.getClientRects().length");
        assert_fits(&friend, "a seat to take");
        me.assert_quiet();
    });
}

pub(crate) fn lessons_puzzles_and_history_fit_in_every_window() {
    with_browsers(|site, [me]| {
        me.open(&site.at("/history"));
        history::fill(&me);
        assert_fits(&me, "a history");
        for (date, wrong) in [("2026-11-22", 18), ("2026-11-21", 40), ("2026-11-28", 13)] {
            me.open(&site.at(&format!("/puzzle#{date}")));
            me.wait(&format!("{ASKED} && document.querySelector('#which').value === '{date}'"));
            assert_fits(&me, date);
            me.click(&cell(wrong));
            me.wait(REFUTED);
            assert_fits(&me, &format!("a wrong answer on {date}"));
            me.click("#answer");
            me.wait("!document.getElementById('next').hidden");
            assert_fits(&me, &format!("the answer of {date}"));
        }
        me.open(&site.at("/puzzle#sheet"));
        me.wait("document.getElementById('sheet').open");
        assert_fits(&me, "the form of a sheet");
        me.open(&site.at("/learn"));
        assert_fits(&me, "the lessons");
        for (lesson, wrong) in [("left-over", 2), ("the-race", 9), ("whole-game", 2)] {
            me.open(&site.at(&format!("/learn#{lesson}")));
            me.wait("document.querySelector('.playable .legal')");
            me.click(&cell(wrong));
            me.wait("document.querySelector('#verdict .bad')");
            assert_fits(&me, lesson);
        }
        me.assert_quiet();
    });
}

pub(crate) fn the_chosen_colours_are_there_before_anything_is_painted() {
    with_browsers(|site, [me]| {
        // What holds when the first element to be painted comes.
        me.before_pages(
            "new MutationObserver(() => { if (document.body) window.themeAtFirst ??= `${document.documentElement.dataset.theme}`; }) \
             .observe(document, { childList: true, subtree: true });",
        );
        me.prefer("prefers-color-scheme", "light");
        begin_quickly(&me, site, "chain-reaction");
        let paper = || me.text("getComputedStyle(document.body).backgroundColor");
        let (game, light) = (me.text("location.href"), paper());
        me.click("#settings > summary");
        me.click("#theme [value=dark]");
        assert_ne!(paper(), light, "at once");
        let around = "document.querySelector('[name=theme-color][media=all]').content";
        assert_eq!(me.text(around), "#14171b", "also around the page");
        me.open(&site.at("/"));
        assert_eq!(me.text("window.themeAtFirst"), "dark");
        assert_ne!(paper(), light, "on every page");
        me.open(&game);
        arrive(&me);
        me.click("#settings > summary");
        assert_eq!(me.text("document.getElementById('theme').value"), "dark");
        me.click("#theme [value='']");
        assert_eq!(paper(), light, "as the system has it");
        me.assert_quiet();
    });
}

//! Every screen by the rules of axe-core, in light and dark.

use std::fs;

use serde_json::json;

use crate::driver::Session;
use crate::history;
use crate::puzzle::{ASKED, REFUTED};
use crate::site::Site;
use crate::table::{
    BOARD, act, begin_local, begin_quickly, begin_with, cell, open_form, play, play_to_the_end,
    review,
};
use crate::with_browsers;

/// WCAG 2.2, levels A and AA, and some rules beyond it that this page has broken before.
const RULES: &str = "{ resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'cat.semantics', 'cat.keyboard'], \
     rules: { 'label-content-name-mismatch': { enabled: true }, 'skip-link': { enabled: true } } }";

/// Asserts that the page at hand breaks no rule.
fn check(session: &Session, axe: &str, screen: &str) {
    if session.is("!window.axe") {
        session.run(axe);
    }
    let broken = session.ask_later(&format!(
        "axe.run(document, {RULES}).then(({{ violations }}) => violations.map(({{ id, nodes }}) => \
         [id, ...nodes.slice(0, 3).map(({{ html, failureSummary }}) => html.slice(0, 160) + ' ' + failureSummary)]))"
    ));
    assert_eq!(broken, json!([]), "{screen}");
}

fn pages(me: &Session, site: &Site, axe: &str) {
    for path in Site::found(&[
        "/",
        "/rules",
        "/rules/chain-reaction",
        "/rules/number-maze?from=AAAAAAAAAAAAAAAAAAAAAA",
        "/nothing",
        "/g/x",
    ]) {
        me.open(&site.at(path));
        check(me, axe, path);
    }
    me.open(&site.at("/explore"));
    me.click("#other");
    me.wait(BOARD);
    check(me, axe, "the form of explore");
    me.open(&site.at("/explore#nonsense"));
    me.wait("!document.getElementById('refusal').hidden");
    check(me, axe, "an address without a game");
    me.open(&site.at("/explore#chain-reaction;size=30:6,3(12,4),9"));
    me.wait("document.querySelector('.side-line') && document.querySelector('.questions')");
    check(me, axe, "a position that is explored");
    me.click(".questions button");
    me.wait("document.querySelector('.picture li') && document.querySelector('#board .partner')");
    check(me, axe, "the partners that prove a number");
    me.open(&site.at("/explore#number-maze"));
    me.wait("document.querySelector('.cell.target.win')");
    check(me, axe, "a target that can be reached");
    me.open(&site.at("/chain#20:6,3"));
    me.wait(
        "document.getElementById('length').textContent === '2 numbers. The longest chain has 17.'",
    );
    check(me, axe, "the longest chain");
    open_form(me, site, "number-maze");
    me.click("#options-more > summary");
    check(me, axe, "the form");
    me.open(&site.at("/share#number-maze;size=30;without-one;start=14;target=15:2,7,6,21,3,3,15"));
    me.wait("document.querySelectorAll('.reviewed li').length === 7");
    check(me, axe, "a shared game");
}

fn learning(me: &Session, site: &Site, axe: &str) {
    me.open(&site.at("/learn"));
    me.wait("document.querySelector('#pairs .done').textContent");
    check(me, axe, "the lessons");
    me.open(&site.at("/learn#pairs"));
    me.wait("document.querySelector('[data-number]')");
    check(me, axe, "a lesson");
    me.click(&cell(2));
    me.wait("document.querySelector('#verdict .bad')");
    check(me, axe, "a lesson, a wrong number");
    me.click(&cell(8));
    me.wait("document.querySelector('#verdict .good')");
    check(me, axe, "a lesson, a right number");
    me.run("localStorage.clear()");
    me.open(&site.at("/history"));
    me.wait("!document.getElementById('nothing').hidden");
    check(me, axe, "a history without anything");
    history::fill(me);
    check(me, axe, "a history");
    history::import(me, "{}");
    me.click("#delete");
    check(me, axe, "whether all is to be deleted");
    me.open(&site.at("/puzzle#2026-11-22"));
    me.wait(ASKED);
    check(me, axe, "a puzzle");
    me.click(&cell(18));
    me.wait(REFUTED);
    check(me, axe, "a wrong answer");
    me.click("#answer");
    me.wait("!document.getElementById('next').hidden");
    check(me, axe, "a puzzle with its answer");
    me.open(&site.at("/puzzle#sheet"));
    me.wait("document.getElementById('sheet').open");
    check(me, axe, "the form of a sheet");
}

fn games(me: &Session, site: &Site, axe: &str) {
    for game in
        ["trap-avoidance", "multiple-madness", "chain-reaction", "number-maze", "sequence-duel"]
    {
        begin_quickly(me, site, game);
        check(me, axe, &format!("{game}, the beginning"));
        play(me, if game == "number-maze" { 6 } else { 8 });
        me.wait("document.querySelector('#turn.over, #board.playable')");
        check(me, axe, &format!("{game}, in the middle"));
        play_to_the_end(me);
        check(me, axe, &format!("{game}, the end"));
    }
    review(me);
    check(me, axe, "a review");
    begin_local(me, site, "multiple-madness", "300");
    play(me, 12);
    check(me, axe, "a board that scrolls");
    begin_quickly(me, site, "multiple-madness");
    me.click(&cell(3));
    me.wait("!document.getElementById('refusal').hidden");
    check(me, axe, "a refusal");
    act(me, "hint");
    me.wait("document.querySelector('#hint .verdict')?.getClientRects().length");
    act(me, "hint");
    me.wait("document.querySelector('.cell.best')");
    check(me, axe, "a hint");
    me.click("#settings > summary");
    check(me, axe, "the menu");
}

pub(crate) fn no_light_screen_breaks_a_rule_of_accessibility() {
    no_screen_breaks_a_rule("light", 1280);
}

pub(crate) fn no_dark_screen_of_a_phone_breaks_a_rule_of_accessibility() {
    no_screen_breaks_a_rule("dark", 390);
}

fn no_screen_breaks_a_rule(scheme: &str, width: u32) {
    with_browsers(|site, [me, friend]| {
        let axe = fs::read_to_string(divvy_testing::axe().unwrap()).unwrap();
        for session in [&me, &friend] {
            session.size(width, 844);
            session.prefer("prefers-color-scheme", scheme);
        }
        pages(&me, site, &axe);
        learning(&me, site, &axe);
        games(&me, site, &axe);
        if !Site::has_server() {
            return;
        }
        begin_with(&me, site, "chain-reaction", "friend", "Ada");
        me.wait("document.querySelector('#invite img.qr')?.naturalWidth > 0");
        check(&me, &axe, "an invitation");
        let link = me.text("document.getElementById('invite-link').value");
        friend.open(&link);
        friend.wait("document.getElementById('join-take')?.getClientRects().length");
        check(&friend, &axe, "a seat to take");
        me.click("#invite-cancel");
        friend.wait("document.querySelector('#join a')");
        check(&me, &axe, "a cancelled invitation");
        check(&friend, &axe, "an invitation that is closed");
        me.open(&site.at("/"));
        me.wait("document.querySelector('#mine a')");
        me.click("#mine li button");
        check(&me, &axe, "a game that was removed from the list");
    });
}

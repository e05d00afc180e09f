//! One person against the computer.

use crate::table::{MOVES, act, arrive, cell, play, play_button, play_to_the_end};
use crate::with_browsers;

const GAMES: [&str; 5] =
    ["trap-avoidance", "multiple-madness", "chain-reaction", "number-maze", "sequence-duel"];

#[test]
fn every_game_to_its_end_with_one_click_and_legal_moves() {
    with_browsers(|site, [me]| {
        for game in GAMES {
            me.open(&site.at("/"));
            me.click(&play_button(game));
            arrive(&me);
            assert!(me.text("document.title").starts_with("Your turn – "), "{game}");
            play_to_the_end(&me);
            assert!(
                me.text("document.getElementById('turn').textContent").contains("wins!"),
                "{game}"
            );
            assert!(me.text("document.title").starts_with("The game is over"), "{game}");
        }
        me.assert_quiet();
    });
}

#[test]
fn a_refused_number_says_why_and_changes_nothing() {
    with_browsers(|site, [me]| {
        me.open(&site.at("/"));
        me.click(&play_button("multiple-madness"));
        arrive(&me);
        play(&me, 6);
        me.wait("document.querySelectorAll('#moves > li').length === 2 && document.querySelector('#board.playable')");
        me.click(&cell(6));
        me.wait("document.getElementById('refusal').textContent === 'Invalid choice: 6 is already taken.'");
        assert_eq!(me.ask(MOVES), 2);
        // The browser notes the status of the answer by itself.
        assert!(me.console().iter().all(|line| line.contains("status of 422")));
    });
}

#[test]
fn hint_undo_resignation_review_and_a_link_with_the_whole_game() {
    with_browsers(|site, [me]| {
        me.open(&site.at("/"));
        me.click(&play_button("multiple-madness"));
        arrive(&me);
        act(&me, "hint");
        me.wait("document.querySelector('#hint .verdict')?.checkVisibility()");
        assert!(
            !me.is("document.querySelector('.cell.best')"),
            "the move comes with the second press"
        );
        act(&me, "hint");
        me.wait("document.querySelector('.cell.best') && document.querySelector('.cell .letter')");
        assert!(me.is("document.querySelector('#hint .picture path.arc')"));
        play(&me, 6);
        me.wait("document.querySelectorAll('#moves > li').length === 2");
        act(&me, "undo");
        me.wait("document.querySelectorAll('#moves > li').length === 0");
        play(&me, 8);
        me.wait("document.querySelectorAll('#moves > li').length === 2");
        act(&me, "resign");
        me.wait("document.getElementById('confirm').open");
        me.click("#confirm-no");
        assert!(!me.is("document.querySelector('#turn.over')"));
        act(&me, "resign");
        me.click("#confirm-yes");
        me.wait("document.querySelector('#turn.over')?.textContent.includes('resigns')");

        act(&me, "review");
        me.wait("document.querySelectorAll('.reviewed li').length === 2");
        assert_eq!(me.ask("document.querySelectorAll('.cell.taken').length"), 2);
        me.click("[aria-label='One move back']");
        me.wait("document.querySelectorAll('.cell.taken').length === 1");
        me.click("[aria-label='To the beginning']");
        me.wait("document.querySelectorAll('.cell.taken').length === 0");
        // The pairing of the position is asked for when it is shown.
        me.wait("document.querySelector('.review .picture path.arc')");

        me.open(&site.at("/share#multiple-madness:6,3,9,18,2,14,7"));
        me.wait("document.querySelectorAll('.reviewed li').length === 7");
        assert_eq!(me.ask("document.querySelectorAll('.cell.taken').length"), 7);
        assert_eq!(me.text("document.getElementById('name').textContent"), "Multiple Madness");
        me.assert_quiet();
    });
}

#[test]
fn a_rematch_begins_at_once_and_a_series_goes_on() {
    with_browsers(|site, [me]| {
        me.open(&site.at("/"));
        me.click("[data-game=number-maze] [data-do=setup]");
        me.wait("document.getElementById('setup').open");
        me.ask("document.getElementById('best-of').value = '3'");
        me.click("#begin");
        arrive(&me);
        assert!(me.text("document.getElementById('round').textContent").contains("Round 1"));
        play_to_the_end(&me);
        act(&me, "next-round");
        me.wait("document.getElementById('round').textContent.includes('Round 2')");
        while !me.is("document.querySelector('#do-rematch:not([hidden])')") {
            play_to_the_end(&me);
            if me.is("document.querySelector('#do-next-round:not([hidden])')") {
                act(&me, "next-round");
                me.wait("!document.querySelector('#turn.over')");
            }
        }
        let before = me.text("location.pathname");
        act(&me, "rematch");
        me.wait(&format!(
            "location.pathname !== '{before}' && document.querySelector('[data-number]')"
        ));
        me.assert_quiet();
    });
}

#[test]
fn a_board_of_ten_thousand_numbers_is_made_where_it_is_looked_at() {
    with_browsers(|site, [me]| {
        me.open(&site.at("/"));
        me.click("[data-game=multiple-madness] [data-do=setup]");
        me.wait("document.getElementById('setup').open");
        me.click("#mode label:has([value=local])");
        me.write("#option-size", "10000");
        me.click("#begin");
        arrive(&me);
        assert!(me.is("document.querySelectorAll('[data-number]').length < 2000"));
        me.write("#goto-number", "9876");
        me.click("#goto-show");
        me.wait("document.activeElement.dataset.number === '9876'");
        me.click("#goto-play");
        me.wait("document.querySelector('[data-number=\"9876\"].last')");
        assert_eq!(me.ask("document.querySelectorAll('[data-number][tabindex=\"0\"]').length"), 1);
        me.assert_quiet();
    });
}

#[test]
fn an_address_without_a_game_says_so() {
    with_browsers(|site, [me]| {
        me.open(&site.at("/g/AAAAAAAAAAAAAAAAAAAAAA"));
        me.wait("document.querySelector('h1')?.textContent.includes('no such game')");
        assert!(me.console().iter().all(|line| line.contains("status of 404")));
    });
}

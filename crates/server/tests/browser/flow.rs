//! The flow of a game: redo, keys, what is hidden, the end, and the review in the address.

use serde_json::json;

use crate::table::{
    ALL_OPTIONS, MOVES, SETTLED, act, arrive, begin_local, begin_quickly, cell, choose_board,
    open_form, open_menu, play, resign,
};
use crate::with_browsers;

/// Forward and back, by the address and by its own button.
pub(crate) fn a_review_opens_at_the_slip_and_survives_a_reload() {
    with_browsers(|site, [me]| {
        begin_local(&me, site, "multiple-madness", "20");
        for number in [14, 7, 1] {
            play(&me, number);
        }
        resign(&me);
        act(&me, "review");
        let headline = "document.getElementById('turn').textContent";
        // No move decided the game, but that Player 2 gave a won one up.
        me.wait(&format!("{headline}.startsWith('3. Player 1 removes 1.')"));
        me.click("[aria-label='To the beginning']");
        me.click("[aria-label='One move on']");
        me.wait(&format!("{headline} === '1. Player 1 removes 14.'"));
        me.wait("location.hash === '#review=1'");
        assert!(
            me.is("document.querySelectorAll('.cell.legal').length === 20"),
            "what could be played instead"
        );
        assert_eq!(me.text("document.querySelector('.cell.played').dataset.number"), "14");
        me.reload();
        me.wait(&format!(
            "document.querySelector('.reviewed li') && {headline} === '1. Player 1 removes 14.'"
        ));
        me.run("history.back()");
        me.wait("document.getElementById('review').hidden && !location.hash");
        me.wait("document.querySelector('#turn.over').textContent.includes(' wins! ')");
        me.run("history.forward()");
        me.wait(&format!(
            "!document.getElementById('review').hidden && {headline} === '1. Player 1 removes 14.'"
        ));
        act(&me, "review");
        me.wait("document.getElementById('review').hidden && !location.hash");
        me.assert_quiet();
    });
}

pub(crate) fn what_was_undone_is_played_again_by_keys() {
    with_browsers(|site, [me]| {
        begin_quickly(&me, site, "multiple-madness");
        play(&me, 6);
        me.wait(&format!("{MOVES} === 2"));
        let moves =
            "[...document.querySelectorAll('#moves .move')].map(one => one.textContent).join()";
        let before = me.text(moves);
        assert!(me.is("document.getElementById('do-redo').hidden"));
        me.keys(&["u"]);
        me.wait(&format!(
            "{SETTLED} && {MOVES} === 0 && !document.getElementById('do-redo').hidden"
        ));
        me.keys(&["r"]);
        me.wait(&format!("{MOVES} === 2"));
        assert_eq!(me.text(moves), before, "the computer replies as before");
        assert!(me.is("document.getElementById('do-redo').hidden"));
        me.keys(&["u"]);
        me.wait(&format!("{MOVES} === 0"));
        play(&me, 8);
        me.wait("document.getElementById('do-redo').hidden");
        me.wait("document.querySelector('#turn.over, #board.playable')");
        me.keys(&["h"]);
        me.wait("document.querySelector('#hint .verdict')?.getClientRects().length");
        me.keys(&["?"]);
        let rules = site.at("/rules/multiple-madness");
        me.wait(&format!(
            "location.href.startsWith('{rules}?from=') && document.querySelector('main').innerText.includes('Back to your game')"
        ));
        me.assert_quiet();
    });
}

pub(crate) fn what_can_be_played_is_hidden_where_that_is_wished() {
    with_browsers(|site, [me]| {
        begin_quickly(&me, site, "chain-reaction");
        open_menu(&me);
        me.click("#plain");
        me.click("#settings > summary");
        assert_eq!(me.ask("document.querySelectorAll('.cell.legal').length"), 15);
        assert_eq!(
            me.computed(&cell(3), "label"),
            me.computed(&cell(4), "label").replace('4', "3")
        );
        assert!(me.is("!document.getElementById('said').textContent.includes('You can')"));
        me.click(&cell(3));
        me.wait("document.getElementById('refusal').textContent === '3 is not an even number.'");
        play(&me, 8);
        me.reload();
        me.wait("document.querySelector('#turn.over, #board.playable')");
        assert!(me.is(
            "document.getElementById('plain').checked && !document.querySelector('.cell .rel')"
        ));
        me.assert_quiet();
    });
}

pub(crate) fn after_the_end_another_strength_is_one_press_away() {
    with_browsers(|site, [me]| {
        // By the original rules the first move reaches the target.
        open_form(&me, site, "number-maze");
        choose_board(&me, "Original rules");
        me.click("#begin");
        arrive(&me);
        let before = me.text("location.href");
        play(&me, 20);
        me.wait("document.querySelector('#turn.over')?.textContent === 'You win! You reached 20.'");
        let said = "You moved to 20. The computer begins the next game.";
        assert_eq!(me.text("document.getElementById('said').textContent"), said);
        let shown = "[...document.querySelectorAll('#actions button')].filter(one => !one.hidden).map(one => one.textContent)";
        let buttons = ["Play again", "Review", "Try medium?", "Share", "All games", "Undo"];
        assert_eq!(me.ask(shown), json!(buttons));
        act(&me, "other-bot");
        me.wait(&format!("location.href !== '{before}' && document.querySelector('.player.seat2 .what')?.textContent === 'medium'"));
        me.assert_quiet();
    });
}

pub(crate) fn the_form_takes_no_number_that_the_server_would_not() {
    with_browsers(|site, [me]| {
        open_form(&me, site, "number-maze");
        me.click(ALL_OPTIONS);
        for (field, number) in [("size", "99999999999"), ("start", "-5"), ("target", "1.5")] {
            let field = format!("#option-{field}");
            me.write(&field, number);
            me.click("#begin");
            assert!(me.is(&format!("document.querySelector('{field}:invalid')")), "{number}");
            me.write(&field, "20");
        }
        assert!(me.is("document.getElementById('setup').open"));
        me.assert_quiet();
    });
}

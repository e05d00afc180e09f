//! One person against the computer.

use serde_json::json;

use crate::table::{
    ALL_OPTIONS, BOARD, MOVES, act, arrive, begin_local, begin_quickly, cell, choose_board,
    open_form, play, play_button, play_to_the_end, resign,
};
use crate::with_browsers;

const GAMES: [&str; 5] =
    ["trap-avoidance", "multiple-madness", "chain-reaction", "number-maze", "sequence-duel"];

pub(crate) fn every_game_to_its_end_with_one_click_and_legal_moves() {
    with_browsers(|site, [me]| {
        for game in GAMES {
            begin_quickly(&me, site, game);
            assert!(me.text("document.title").starts_with("Your turn – "), "{game}");
            play_to_the_end(&me);
            let ending = me.text("document.getElementById('turn').textContent");
            let title = me.text("document.title");
            let mine = |words: &str| ending.starts_with(words) && title.starts_with(words);
            assert!(mine("You win!") || mine("You lose"), "{game}: {ending} {title}");
            let said = me.text("document.getElementById('live').textContent");
            assert!(said.ends_with(&ending), "{game}: {said}");
        }
        me.assert_quiet();
    });
}

pub(crate) fn traps_that_last_two_turns_are_chosen_in_the_form_and_all_marked() {
    with_browsers(|site, [me]| {
        open_form(&me, site, "trap-avoidance");
        me.click("#mode label:has([value=local])");
        choose_board(&me, "Original rules");
        me.click(ALL_OPTIONS);
        me.run(
            "const list = document.getElementById('option-memory');
            list.value = '2';
            list.dispatchEvent(new Event('input', { bubbles: true }));",
        );
        me.wait(&format!("{BOARD} === 'Your own'"));
        me.click("#begin");
        arrive(&me);
        let about = me.text("document.getElementById('about').textContent");
        assert_eq!(about, "1–20 · traps last two turns");
        play(&me, 4);
        play(&me, 5);
        let shown = |number: u32, what: &str| {
            me.text(&format!("document.querySelector(`{}`){what}", cell(number)))
        };
        for number in [8, 10, 2, 15] {
            assert!(shown(number, ".className").contains("trap"), "{number}");
            let sign = shown(number, ".querySelector('.rel')?.dataset.sign ?? ''");
            assert_eq!(sign, "", "of two traps {number} says neither");
        }
        assert_eq!(
            me.ask("[...document.querySelectorAll('#turn em')].map(number => number.className)"),
            json!(["by1", "by2"]),
            "a number has the colour of the player who took it"
        );
        assert!(!shown(9, ".className").contains("trap"));
        play(&me, 7);
        let label = |number| shown(number, ".getAttribute('aria-label')");
        assert_eq!(label(4), "4, taken by Player 1");
        assert_eq!(label(5), "5, taken by Player 2, sets traps");
        assert_eq!(label(7), "7, taken by Player 1, the last number, sets traps");
        let classes = [4, 5, 7].map(|number| shown(number, ".className"));
        assert_eq!(classes, ["cell taken by1", "cell taken sets by2", "cell taken last sets by1"]);
        me.assert_quiet();
    });
}

pub(crate) fn a_refused_number_says_why_and_changes_nothing() {
    with_browsers(|site, [me]| {
        begin_quickly(&me, site, "multiple-madness");
        play(&me, 6);
        me.wait("document.querySelectorAll('#moves .move').length === 2 && document.querySelector('#board.playable')");
        me.click(&cell(6));
        me.wait("document.getElementById('refusal').textContent.startsWith('6 is already taken. You can remove ')");
        assert_eq!(me.ask(MOVES), 2);
        me.assert_quiet();
    });
}

#[expect(clippy::too_many_lines, reason = "one story from start to link")]
pub(crate) fn hint_undo_resignation_review_and_a_link_with_the_whole_game() {
    with_browsers(|site, [me]| {
        begin_quickly(&me, site, "multiple-madness");
        act(&me, "hint");
        me.wait("document.querySelector('#hint .verdict')?.getClientRects().length");
        assert!(
            !me.is("document.querySelector('.cell.best')"),
            "the move comes with the second press"
        );
        let told = "document.querySelector('#hint .verdict').textContent";
        let nudge = "You can win. After which number can you answer whatever the computer removes?";
        assert_eq!(me.text(told), nudge);
        act(&me, "hint");
        me.wait("document.querySelector('.cell.best')");
        assert_eq!(me.text(told), "Remove 10.");
        assert!(!me.is("document.querySelector('.cell .partner')"), "the reason comes at last");
        act(&me, "hint");
        me.wait("document.querySelector('.cell .partner')");
        assert!(
            me.text("document.getElementById('hint').textContent")
                .contains("Whatever the computer removes, remove its partner (")
        );
        act(&me, "hint");
        me.wait("document.getElementById('hint').hidden");
        play(&me, 6);
        me.wait("document.querySelectorAll('#moves .move').length === 2");
        act(&me, "undo");
        me.wait("document.querySelectorAll('#moves .move').length === 0");
        play(&me, 8);
        me.wait("document.querySelectorAll('#moves .move').length === 2");
        act(&me, "resign");
        me.wait("document.getElementById('confirm').open");
        me.click("#confirm-no");
        assert!(!me.is("document.querySelector('#turn.over')"));
        resign(&me);
        me.wait("document.querySelector('#turn.over')?.textContent === 'You lose. You resigned.'");
        assert_eq!(me.text("document.activeElement.id"), "turn");

        act(&me, "review");
        // Two moves, and the resignation.
        me.wait("document.querySelectorAll('.reviewed li').length === 3");
        me.click("[aria-label='To the end']");
        me.wait("document.querySelectorAll('.cell.taken').length === 2");
        // The first move on the board on which it was chosen.
        me.click("[aria-label='One move back']");
        me.wait("document.querySelector('.cell.legal.played')?.dataset.number === '8' && !document.querySelector('.cell.taken')");
        me.click("[aria-label='To the beginning']");
        me.wait("!document.querySelector('.cell.taken, .cell.played') && document.querySelector('.cell.win')");
        assert_eq!(
            me.text("document.getElementById('turn').textContent"),
            "You win with 4, 6, 8, 10 or 16."
        );
        me.click("#review details summary");
        me.wait("document.querySelector('.questions button')?.checkVisibility()");

        // The same button leads back to the board as it ended.
        act(&me, "review");
        me.wait("document.getElementById('review').hidden && document.querySelectorAll('.cell.taken').length === 2");

        // The link of this game has the names and the end in it.
        me.ask("void (navigator.clipboard.writeText = async text => { window.copied = text; })");
        act(&me, "share");
        me.wait("window.copied");
        me.open(&me.text("window.copied"));
        me.wait("document.querySelectorAll('.reviewed li').length === 3");
        me.click("[aria-label='To the end']");
        let told = me.text("document.body.textContent");
        for words in [
            "Player 1 and the computer",
            "2–16 · the first number is even",
            "Player 1: 8",
            "2. The computer removes ",
            "Player 1 resigned",
        ] {
            assert!(told.contains(words), "{words}: {told}");
        }

        me.open(&site.at("/share#multiple-madness:6,3,9,18,2,14,7,1,13"));
        me.wait("document.querySelectorAll('.reviewed li').length === 9");
        me.click("[aria-label='To the end']");
        me.wait("document.querySelectorAll('.cell.taken').length === 9");
        assert_eq!(me.text("document.getElementById('name').textContent"), "Multiple Madness");
        assert_eq!(
            me.text("document.querySelector('.review .about').textContent"),
            "No slips: Player 1 was ahead from the beginning."
        );
        me.assert_quiet();
    });
}

pub(crate) fn a_link_shows_every_position_and_no_markup() {
    with_browsers(|site, [me]| {
        let text =
            |selector: &str| me.text(&format!("document.querySelector('{selector}').textContent"));
        // Player 1 is skipped after the second move.
        let markup = "%3Cimg%20src=x%20onerror=alert(1)%3E";
        let link =
            format!("/share#number-maze:11,2,20&first={markup}&second=Ben&round=2/3&score=1-0");
        me.open(&site.at(&link));
        // Three moves and the skipped turn.
        me.wait("document.querySelectorAll('.reviewed li').length === 4");
        assert_eq!(text(".reviewed .pass"), "●<img src=x onerror=alert(1)>: no move");
        me.click("[aria-label='To the end']");
        let name = "<img src=x onerror=alert(1)>";
        assert_eq!(
            text("#about"),
            format!(
                "{name} and Ben · 1–20 · round 2, best of 3; the link holds this round only · {name} 1, Ben 0"
            )
        );
        me.wait("document.getElementById('stands').textContent === '3. Ben moves to 20 and wins.'");
        assert!(me.is("!document.querySelector('main img')") && !me.has_alert());
        let token = |seat: u32| text(&format!(".cell:has(.token{seat}) .number"));
        assert_eq!((token(1), token(2)), ("11".to_owned(), "20".to_owned()));
        me.click("[aria-label='One move back']");
        me.wait("document.querySelector('.cell.played .number')?.textContent === '2'");
        assert_eq!((token(1), token(2)), ("11".to_owned(), "1".to_owned()));
        me.click("[aria-label='To the beginning']");
        me.wait("document.querySelectorAll('[data-number=\"1\"] .token').length === 2");
        me.wait("document.getElementById('stands').textContent.includes(' wins with ')");

        // A number that is struck already belongs to neither player.
        me.open(&site.at("/share#multiple-madness;size=30;from=7:14,2&resigned=1"));
        me.reload();
        me.wait("document.querySelectorAll('.reviewed li').length === 3");
        me.click("[aria-label='To the end']");
        assert!(text("#goal").contains("Player 1 resigned"));
        assert_eq!(me.computed(&cell(7), "label"), "7, taken");
        me.click("[aria-label='To the beginning']");
        me.wait("document.querySelectorAll('.cell.taken').length === 1");
        assert_eq!(me.computed(&cell(7), "label"), "7, taken, the last number");
        me.assert_quiet();
    });
}

pub(crate) fn a_rematch_begins_at_once_and_a_series_goes_on() {
    with_browsers(|site, [me]| {
        open_form(&me, site, "number-maze");
        me.ask("document.getElementById('best-of').value = '3'");
        me.click("#begin");
        arrive(&me);
        assert!(me.text("document.getElementById('round').textContent").contains("Round 1"));
        play_to_the_end(&me);
        act(&me, "next-round");
        me.wait("document.getElementById('round').textContent.includes('Round 2')");
        // The button has gone; the board has the focus, or whose turn it is.
        me.wait("document.activeElement.closest('#board, #turn')");
        while !me.is("document.querySelector('#do-rematch:not([hidden])')") {
            play_to_the_end(&me);
            if me.is("document.querySelector('#do-next-round:not([hidden])')") {
                act(&me, "next-round");
                me.wait("!document.querySelector('#turn.over')");
            }
        }
        let series = me.text("document.getElementById('said').textContent");
        assert!(series.contains("the match, 2 to "), "{series}");
        me.ask("void (navigator.clipboard.writeText = async text => { window.copied = text; })");
        act(&me, "share");
        me.wait("window.copied");
        assert!(me.is("/&round=[23]%2F3&score=[0-2]-[0-2]$/.test(window.copied)"));
        let before = me.text("location.href");
        act(&me, "rematch");
        me.wait(&format!(
            "location.href !== '{before}' && document.querySelector('[data-number]')"
        ));
        me.assert_quiet();
    });
}

pub(crate) fn a_board_of_ten_thousand_numbers_is_made_where_it_is_looked_at() {
    with_browsers(|site, [me]| {
        begin_local(&me, site, "multiple-madness", "10000");
        assert!(me.is("document.querySelectorAll('[data-number]').length < 2000"));
        me.write("#goto-number", "9876");
        me.click("#goto-show");
        me.wait("document.activeElement.dataset.number === '9876'");
        me.click("#goto-play");
        me.wait("document.querySelector('[data-number=\"9876\"].last')");
        // What can be played is listed, and one key leads from one to the next.
        let listed = me.text("[...document.querySelectorAll('#playable button')].map(one => one.textContent).join(' ')");
        assert_eq!(listed, "1 2 3 4 6 12 823 1646 2469 3292 4938");
        me.click("#playable button:nth-child(9)");
        me.wait("document.activeElement.dataset.number === '2469'");
        me.keys(&["n"]);
        assert_eq!(me.text("document.activeElement.dataset.number"), "3292");
        me.keys(&["N", "N"]);
        assert_eq!(me.text("document.activeElement.dataset.number"), "1646");
        assert_eq!(me.ask("document.querySelectorAll('[data-number][tabindex=\"0\"]').length"), 1);
        me.assert_quiet();
    });
}

pub(crate) fn an_address_without_a_game_says_so() {
    with_browsers(|site, [me]| {
        for id in ["AAAAAAAAAAAAAAAAAAAAAA", "x"] {
            me.open(&site.at(&format!("/g/{id}")));
            me.wait("document.querySelector('h1')?.textContent === 'This game does not exist, or not any more.'");
            let status = "performance.getEntriesByType('navigation')[0].responseStatus";
            assert_eq!(me.ask(status), 404);
        }
        assert!(me.console().iter().all(|line| line.contains("status of 404")));
    });
}

pub(crate) fn games_are_listed_on_the_first_page_until_they_are_removed() {
    with_browsers(|site, [me]| {
        me.open(&site.at("/"));
        assert!(me.is("document.getElementById('mine').hidden"));
        me.click(&play_button("multiple-madness"));
        arrive(&me);
        play(&me, 6);
        let game = me.text("location.href");
        me.wait("document.querySelector('#board.playable')");
        me.open(&site.at("/"));
        me.wait("document.querySelector('#mine a')?.getClientRects().length");
        let line = me.text("document.querySelector('#mine a').textContent");
        assert!(line.contains("Multiple Madness") && line.contains("with Computer · Your turn"));
        me.click("#mine a");
        arrive(&me);
        assert_eq!(me.text("location.href"), game);
        resign(&me);
        me.wait("document.querySelector('#turn.over')");
        // What is over is in the history.
        me.open(&site.at("/"));
        me.wait("document.readyState === 'complete'");
        assert!(me.is("document.getElementById('mine').hidden"));
        me.click(&play_button("number-maze"));
        arrive(&me);
        me.open(&site.at("/"));
        me.wait("document.querySelector('#mine a')");
        let line = me.text("document.querySelector('#mine a').textContent");
        assert!(line.contains("with Computer · Your turn · just now"), "{line}");
        let kept = "localStorage.getItem('divvy').includes('\"over\":false')";
        // Removed, taken back, removed.
        for (button, is_kept) in [("Remove", false), ("Undo", true), ("Remove", false)] {
            assert_eq!(me.text("document.querySelector('#mine li button').textContent"), button);
            me.click("#mine li button");
            assert_eq!(me.is(kept), is_kept);
        }
        me.open(&site.at("/"));
        me.wait("document.readyState === 'complete'");
        assert!(me.is("document.getElementById('mine').hidden"));
        me.assert_quiet();
    });
}

pub(crate) fn one_click_plays_what_the_card_says() {
    with_browsers(|site, [me]| {
        me.open(&site.at("/"));
        let says = "document.getElementById('quick-multiple-madness').textContent";
        assert_eq!(me.text(says), "2–16, first number even, easy computer");
        me.click(&play_button("multiple-madness"));
        arrive(&me);
        assert_eq!(me.text("document.querySelector('.player.seat2 .what').textContent"), "easy");
        me.click(&cell(3));
        me.wait("document.getElementById('refusal').textContent === '3 is not an even number. You can remove 2, 4, 6, 8, 10, 12, 14 or 16.'");
        me.assert_quiet();
    });
}

pub(crate) fn partners_are_shown_up_to_a_hundred_numbers_and_one_at_a_time_beyond() {
    with_browsers(|site, [me]| {
        begin_local(&me, site, "multiple-madness", "100");
        let hint = || {
            act(&me, "hint");
            me.wait("document.querySelector('#hint .verdict')?.getClientRects().length");
            act(&me, "hint");
            me.wait("document.querySelector('.cell.best')");
            act(&me, "hint");
            me.wait("document.querySelector('#hint .partners')");
        };
        hint();
        assert!(me.is("document.querySelectorAll('.cell .partner').length > 60"));

        begin_local(&me, site, "multiple-madness", "200");
        hint();
        assert!(!me.is("document.querySelector('.cell .partner')"));
        me.ask("void document.querySelector('[data-number=\"36\"]').focus()");
        me.wait("document.querySelectorAll('.cell.pair').length > 0");
        let told = me.text("document.querySelector('#hint .partners').textContent");
        let other = told.strip_prefix("36 and ").unwrap().strip_suffix(" are partners.").unwrap();
        assert!(me.computed(&cell(36), "label").ends_with(&format!("partner of {other}")));
        me.assert_quiet();
    });
}

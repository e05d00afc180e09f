//! Two people on one link, and those who watch.

use crate::driver::Session;
use crate::table::{MOVES, act, arrive, begin_with, play, resign};
use crate::with_browsers;

/// The number of moves that a page shows.
fn sees(session: &Session, moves: u32) {
    session.wait(&format!("{MOVES} === {moves}"));
}

fn seat_and_join(friend: &Session, link: &str, name: &str) {
    friend.open(link);
    friend.wait("document.getElementById('join-take')?.getClientRects().length");
    friend.write("#join-name", name);
    friend.click("#join-take");
    friend.wait("document.getElementById('players').textContent.includes('you') && !location.hash");
}

#[expect(clippy::too_many_lines, reason = "one story from link to end")]
pub(crate) fn two_on_one_link_with_a_third_who_watches() {
    with_browsers(|site, [ada, ben, eve]| {
        begin_with(&ada, site, "multiple-madness", "friend", "Ada");
        assert!(ada.text("document.title").starts_with("Waiting"));
        ada.wait("document.querySelector('#invite img.qr')?.naturalWidth > 0");
        let link = ada.text("document.getElementById('invite-link').value");
        seat_and_join(&ben, &link, "Ben");
        let said = ben.text("document.getElementById('said').textContent");
        assert!(!said.contains("joined"), "{said}");
        ada.wait(
            "document.title.startsWith('Your turn') && document.getElementById('invite').hidden",
        );
        ada.wait("document.querySelector('.player.seat2 .what').textContent === 'here'");

        // The link has given its seat; whoever comes with it now watches.
        eve.open(&link);
        eve.wait("document.getElementById('turn').textContent === 'Ada’s turn: begin with an even number'");
        let told = "document.getElementById('join-title')?.textContent";
        eve.wait(&format!("{told} === 'This invitation has been used'"));
        eve.click("#join-watch");
        eve.wait("!document.getElementById('join').getClientRects().length");
        assert!(!eve.is("document.querySelector('#board.playable')"));
        assert!(eve.is("!location.hash"), "nothing is left of the invitation");

        play(&ada, 6);
        sees(&ben, 1);
        sees(&eve, 1);
        play(&ben, 3);
        sees(&ada, 2);

        ben.reload();
        arrive(&ben);
        ben.wait("document.getElementById('players').textContent.includes('you')");
        sees(&ben, 2);
        play(&ada, 12);
        ben.wait("document.title.startsWith('Your turn')");

        // Ada asks to undo: once in vain, once not. It is said once, and with the number.
        act(&ada, "undo");
        ben.wait("document.getElementById('decline')?.getClientRects().length");
        let asked = "Ada asks to undo 12.";
        assert_eq!(ben.text("document.getElementById('asked-title').textContent"), asked);
        assert_eq!(ben.text("document.getElementById('main').innerText").matches(asked).count(), 1);
        eve.wait(&format!("document.getElementById('said').textContent === '{asked}'"));
        assert!(eve.is("!document.getElementById('decline')"));
        ben.click("#decline");
        ada.wait("document.getElementById('live').textContent.includes('does not agree')");
        act(&ada, "undo");
        ben.wait("document.getElementById('agree')?.getClientRects().length");
        ben.click("#agree");
        sees(&ada, 2);
        sees(&eve, 2);

        resign(&ada);
        // Each is told the end as their own; whoever only watched hears of both.
        for (session, ending) in [
            (&ada, "You lose. You resigned."),
            (&ben, "You win! Ada resigned."),
            (&eve, "Ben wins! Ada resigned."),
        ] {
            session
                .wait(&format!("document.querySelector('#turn.over')?.textContent === '{ending}'"));
        }
        assert!(ada.text("document.title").starts_with("You lose – "));
        assert!(ben.text("document.title").starts_with("You win! – "));
        assert!(eve.text("document.title").starts_with("The game is over – "));
        ada.wait("document.activeElement.id === 'turn'");
        // Ada offers a rematch in vain; Ben thinks again, and offers one himself.
        let before = ada.text("location.pathname");
        act(&ada, "rematch");
        ben.wait("document.getElementById('decline')?.getClientRects().length");
        assert!(eve.is("!document.getElementById('decline')"));
        ben.click("#decline");
        for session in [&ada, &eve] {
            session.wait("document.getElementById('asked-title')?.textContent === 'Ben does not want to play again.'");
        }
        assert!(ada.is("document.getElementById('do-rematch').hidden"));
        act(&ben, "rematch");
        ada.wait("document.getElementById('agree')?.getClientRects().length");
        ada.click("#agree");
        for session in [&ada, &ben, &eve] {
            session.wait(&format!(
                "location.pathname !== '{before}' && document.querySelector('[data-number]')"
            ));
        }
        assert_eq!(ada.text("location.pathname"), eve.text("location.pathname"));
        ben.wait("document.title.startsWith('Your turn')");
        play(&ben, 10);
        sees(&ada, 1);
        sees(&eve, 1);
        for session in [&ada, &ben, &eve] {
            session.assert_quiet();
        }
    });
}

pub(crate) fn an_invitation_can_be_seen_again_made_anew_and_cancelled() {
    with_browsers(|site, [ada, ben]| {
        begin_with(&ada, site, "chain-reaction", "friend", "Ada");
        let link = || {
            ada.wait("document.getElementById('invite-link')?.getClientRects().length");
            ada.text("document.getElementById('invite-link').value")
        };
        let first = link();
        ada.reload();
        assert_eq!(link(), first);
        // A browser that has forgotten the link gets a new one.
        ada.run("localStorage.clear()");
        ada.reload();
        ada.wait("document.getElementById('invite-title')?.textContent === 'Invite a friend' && !document.getElementById('invite-link')");
        ada.click("#invite-anew");
        let second = link();
        assert_ne!(first, second);
        ada.click("#invite-cancel");
        let closed = |at: &str| {
            format!("document.getElementById('{at}')?.textContent === 'This invitation is closed.'")
        };
        ada.wait(&closed("invite-title"));
        assert!(ada.is("document.querySelector('#invite a[href=\"/\"]').getClientRects().length"));
        for old in [&first, &second] {
            // The second is opened in the same tab.
            ben.open(old);
            ben.wait(&closed("turn"));
            ben.wait("document.querySelector('#join a[href=\"/\"]')?.getClientRects().length");
            assert!(!ben.is("document.getElementById('join-take')"));
        }
        ada.click("#invite-anew");
        seat_and_join(&ben, &link(), "Ben");
        ada.wait("document.title.startsWith('Your turn')");
        for session in [&ada, &ben] {
            session.assert_quiet();
        }
    });
}

pub(crate) fn a_name_is_never_markup() {
    const NAME: &str = "<img src=x onerror=alert(1)>";
    with_browsers(|site, [ada, ben]| {
        begin_with(&ada, site, "chain-reaction", "friend", NAME);
        ada.wait("document.getElementById('invite-link')");
        let link = ada.text("document.getElementById('invite-link').value");
        ben.open(&link);
        ben.wait("document.getElementById('join-title')?.getClientRects().length");
        assert!(ben.text("document.getElementById('turn').textContent").starts_with(NAME));
        seat_and_join(&ben, &link, "<b>Ben</b>");
        ada.wait("document.title.startsWith('Your turn')");
        play(&ada, 4);
        sees(&ben, 1);
        assert!(ben.text("document.getElementById('live').textContent").contains(NAME));
        for session in [&ada, &ben] {
            assert!(session.text("document.getElementById('players').textContent").contains(NAME));
            assert!(!session.is("document.querySelector('main img[src=x], main b')"));
            assert!(!session.has_alert());
            session.assert_quiet();
        }
    });
}

pub(crate) fn a_free_seat_is_explained_to_whoever_comes_without_the_invitation() {
    with_browsers(|site, [ada, ben, eve]| {
        begin_with(&ada, site, "multiple-madness", "friend", "Ada");
        ada.wait("document.getElementById('invite-link')");
        let link = ada.text("document.getElementById('invite-link').value");
        let says = "document.querySelector('#invite p').textContent";
        assert!(ada.text(says).starts_with("The first to join by this link"));
        // Opening the link takes nothing yet.
        ben.open(&link);
        ben.wait("document.getElementById('join-take')?.getClientRects().length");
        eve.open(link.split_once('#').unwrap().0);
        eve.wait("document.getElementById('join-title')?.getClientRects().length");
        assert!(eve.text("document.getElementById('join').textContent").contains("ask Ada for it"));
        assert_eq!(
            eve.text("document.getElementById('turn').textContent"),
            "Ada is waiting for a friend"
        );
        assert!(eve.is("!document.getElementById('join-take')"));
        assert!(
            eve.text("document.getElementById('round').textContent").contains("you are watching")
        );
        seat_and_join(&ben, &link, "Ben");
        // What had the focus has gone; whose turn it is has it now.
        assert_eq!(ben.text("document.activeElement.id"), "turn");
        eve.wait("document.getElementById('join').hidden && document.title.startsWith('\u{2068}Ada\u{2069}’s turn')");
        for session in [&ada, &ben, &eve] {
            session.assert_quiet();
        }
    });
}

pub(crate) fn names_stand_by_themselves_and_two_must_differ() {
    const HEBREW: &str = "רוני (א)";
    with_browsers(|site, [ada, ben]| {
        begin_with(&ada, site, "chain-reaction", "friend", HEBREW);
        ada.wait("document.getElementById('invite-link')");
        let link = ada.text("document.getElementById('invite-link').value");
        ben.open(&link);
        ben.wait("document.getElementById('join-take')?.getClientRects().length");
        ben.write("#join-name", HEBREW);
        ben.click("#join-take");
        ben.wait("document.getElementById('refusal').textContent.endsWith('is the name of your opponent; please choose another.')");
        let said = ben.console();
        assert!(said.len() == 1 && said[0].contains("status of 400"), "{said:?}");
        ben.write("#join-name", "Ben");
        ben.click("#join-take");
        ben.wait("document.querySelector('#turn bdi')");
        for place in ["#turn bdi", ".player.seat1 bdi"] {
            assert_eq!(ben.text(&format!("document.querySelector('{place}').textContent")), HEBREW);
        }
        play(&ada, 4);
        ben.wait("document.querySelector('#said bdi')");
        for session in [&ada, &ben] {
            session.assert_quiet();
        }
    });
}

pub(crate) fn a_guest_sees_the_board_the_rule_and_who_waits() {
    with_browsers(|site, [ada, ben]| {
        begin_with(&ada, site, "chain-reaction", "friend", "Ada");
        ada.wait("document.getElementById('invite-link')");
        let link = ada.text("document.getElementById('invite-link').value");
        for (width, height) in [(390, 844), (768, 1024), (1280, 800)] {
            ben.size(width, height);
            ben.open("about:blank");
            ben.open(&link);
            ben.wait("document.getElementById('join-take')?.getClientRects().length");
            assert_eq!(
                ben.text("document.getElementById('turn').textContent"),
                "Ada is waiting for you"
            );
            assert!(
                ben.text("document.getElementById('said').textContent")
                    .starts_with("Ada begins. Select")
            );
            assert!(
                ben.text("document.getElementById('join').textContent")
                    .contains("2–16, the first number is even")
            );
            let in_sight = "[...document.querySelectorAll('#turn, #said, #board [data-number], #join-name, #join-take')]\
                .every((it) => { const { left, right, top, bottom, height } = it.getBoundingClientRect(); \
                return height > 10 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight; })";
            assert!(ben.is(in_sight), "{width}");
            assert!(ben.is(
                "(it => it.scrollHeight <= it.clientHeight + 1)(document.querySelector('.which'))"
            ));
            assert!(!ben.is("document.querySelector('#board.playable')"));
        }
        // The host changes her mind while the page is open.
        ada.click("#invite-cancel");
        ben.wait("document.getElementById('turn').textContent === 'This invitation is closed.'");
        ada.click("#invite-anew");
        for session in [&ada, &ben] {
            session.assert_quiet();
        }
    });
}

pub(crate) fn links_go_to_the_share_sheet_or_are_copied_and_shown() {
    const SHEET: &str = "navigator.share = async (it) => { window.shared = it; }; \
        window.matchMedia = () => ({ matches: true, addEventListener() {} });";
    with_browsers(|site, [ada, ben]| {
        begin_with(&ada, site, "chain-reaction", "friend", "Ada");
        ada.wait("document.getElementById('invite-link')");
        let link = ada.text("document.getElementById('invite-link').value");
        ada.run(SHEET);
        ada.click("#invite-copy");
        ada.wait(&format!("window.shared?.url === '{link}'"));
        seat_and_join(&ben, &link, "Ben");
        ada.wait("document.title.startsWith('Your turn')");
        ada.click("#settings > summary");
        ada.click("#copy-link");
        ada.wait(&format!("window.shared.url === '{}'", link.split_once('#').unwrap().0));
        ben.click("#settings > summary");
        ben.click("#copy-link");
        ben.wait("['Copied', location.href].includes(document.querySelector('dialog[open] input')?.value ?? \
             document.getElementById('copy-link').textContent)");
        resign(&ada);
        ada.wait("document.querySelector('#turn.over')");
        ada.click("#settings > summary");
        ada.click("#do-share");
        ada.wait("window.shared.url.includes('/explore#chain-reaction')");
    });
}

pub(crate) fn a_player_who_asked_for_it_is_notified_while_the_page_is_out_of_sight() {
    const STUB: &str = "window.told = []; window.Notification = class { constructor(title) { window.told.push(title); } \
        static requestPermission = async () => { window.begged = true; return 'granted'; } };";
    with_browsers(|site, [ada, ben]| {
        begin_with(&ada, site, "chain-reaction", "friend", "Ada");
        ada.wait("document.getElementById('invite-link')");
        let link = ada.text("document.getElementById('invite-link').value");
        seat_and_join(&ben, &link, "Ben");
        ben.run(STUB);
        play(&ada, 8);
        sees(&ben, 1);
        assert!(ben.is("window.told.length === 0 && !window.begged"));
        ben.click("#settings > summary");
        ben.click("#notify");
        ben.wait("window.begged && document.getElementById('notify').checked");
        ben.click("#settings > summary");
        play(&ben, 4);
        ada.wait("document.title.startsWith('Your turn')");
        ben.run("Object.defineProperty(document, 'hidden', { get: () => true })");
        play(&ada, 2);
        ben.wait("window.told.length === 1 && window.told[0].startsWith('Your turn')");
        for session in [&ada, &ben] {
            session.assert_quiet();
        }
    });
}

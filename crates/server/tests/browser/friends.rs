//! Two people on one link, and those who watch.

use crate::driver::Session;
use crate::table::{MOVES, act, arrive, begin_with, play};
use crate::with_browsers;

/// The number of moves that a page shows.
fn sees(session: &Session, moves: u32) {
    session.wait(&format!("{MOVES} === {moves}"));
}

fn seat_and_join(friend: &Session, link: &str, name: &str) {
    friend.open(link);
    friend.wait("document.getElementById('join-take')?.checkVisibility()");
    friend.write("#join-name", name);
    friend.click("#join-take");
    friend.wait("document.getElementById('players').textContent.includes('you') && !location.hash");
}

#[test]
fn two_on_one_link_with_a_third_who_watches() {
    with_browsers(|site, [ada, ben, eve]| {
        begin_with(&ada, site, "multiple-madness", "friend", "Ada");
        assert!(ada.text("document.title").starts_with("Waiting"));
        ada.wait("document.querySelector('#invite img.qr')?.naturalWidth > 0");
        let link = ada.text("document.getElementById('invite-link').value");
        seat_and_join(&ben, &link, "Ben");
        ada.wait(
            "document.title.startsWith('Your turn') && document.getElementById('invite').hidden",
        );
        ada.wait("document.querySelector('.player.seat2 .what').textContent === 'here'");

        // The link has given its seat; whoever comes with it now watches.
        eve.open(&link);
        eve.wait("document.title.startsWith('Ada’s turn')");
        assert!(eve.is(
            "document.getElementById('join').hidden && !document.querySelector('#board.playable')"
        ));
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

        // Ada asks to take back: once in vain, once not.
        act(&ada, "undo");
        ben.wait("document.getElementById('decline')?.checkVisibility()");
        assert!(eve.is("!document.getElementById('decline')"));
        ben.click("#decline");
        ada.wait("document.getElementById('live').textContent.includes('does not agree')");
        act(&ada, "undo");
        ben.wait("document.getElementById('agree')?.checkVisibility()");
        ben.click("#agree");
        sees(&ada, 2);
        sees(&eve, 2);

        act(&ada, "resign");
        ada.click("#confirm-yes");
        for session in [&ada, &ben, &eve] {
            session.wait("document.querySelector('#turn.over')?.textContent.includes('Ada resigns. Ben wins!')");
        }
        let before = ada.text("location.pathname");
        act(&ada, "rematch");
        ben.wait("document.getElementById('do-rematch').textContent === 'Accept the rematch'");
        act(&ben, "rematch");
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

#[test]
fn a_name_is_never_markup() {
    const NAME: &str = "<img src=x onerror=alert(1)>";
    with_browsers(|site, [ada, ben]| {
        begin_with(&ada, site, "chain-reaction", "friend", NAME);
        let link = ada.text("document.getElementById('invite-link').value");
        ben.open(&link);
        ben.wait("document.getElementById('join-title')?.checkVisibility()");
        assert!(ben.text("document.getElementById('join-title').textContent").starts_with(NAME));
        seat_and_join(&ben, &link, "<b>Ben</b>");
        ada.wait("document.title.startsWith('Your turn')");
        play(&ada, 4);
        sees(&ben, 1);
        for session in [&ada, &ben] {
            assert!(session.text("document.getElementById('players').textContent").contains(NAME));
            assert!(session.text("document.getElementById('live').textContent").contains(NAME));
            assert!(!session.is("document.querySelector('main img[src=x], main b')"));
            assert!(!session.has_alert());
            session.assert_quiet();
        }
    });
}

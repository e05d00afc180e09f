//! Why a number wins or loses: the partners that prove it, and what follows from them.

use serde_json::json;

use crate::driver::Session;
use crate::explore::{VALUED, WHY, explore, focus};
use crate::table::cell;
use crate::with_browsers;

/// From 12 and 4 to the end, by what can come next, its answer, and what that leaves.
fn walk_the_proof(me: &Session) {
    let exchanges = "[...document.querySelectorAll('.exchanges li')].map(one => one.textContent.replaceAll('\u{2009}', ' '))";
    let all = [
        "8 → 16 forces 2",
        "16 → 8 forces 2",
        "2 → 10 forces 5",
        "later 5 → 15 forces 3",
        "later 3 → 9 wins",
    ];
    assert_eq!(me.ask(exchanges), json!(all));
    assert_eq!(me.ask("document.querySelectorAll('.exchanges button').length"), 3);
    let [five, three] = [all[3], all[4]].map(|one| &one["later ".len()..]);
    let steps = [(3, 10, json!([five, all[4]])), (1, 15, json!([three])), (1, 9, json!([]))];
    for (which, answer, left) in steps {
        me.click(&format!(".exchanges li:nth-child({which}) button"));
        me.wait(&format!("{WHY} === 'Why Player 2’s {answer} wins'"));
        assert_eq!(me.ask(exchanges), left);
    }
    assert!(
        me.is("document.querySelectorAll('.reviewed .sign.seat1').length === 4"),
        "players in turn"
    );
    me.wait("location.hash.includes(':12,4,2,10,5,15,3,9&')");
}

/// Pairs are shown on the board that they are about: whoever is to move there loses.
pub(crate) fn questions_lead_to_the_board_that_proves() {
    with_browsers(|site, [me]| {
        explore(&me, site, "chain-reaction;size=16;without-one;opening=even");
        let questions =
            "[...document.querySelectorAll('.questions button')].map(one => one.textContent)";
        let partners = "document.querySelectorAll('#board .partner').length";
        me.wait(&format!("{questions}.length === 2"));
        assert_eq!(me.ask(questions), json!(["Why does 10 win?", "Why does 2 lose?"]));
        assert_eq!(me.ask(partners), 0);
        me.click(&cell(12));
        me.wait(&format!("{WHY} === 'Why Player 1’s 12 loses'"));
        let answers = "[...document.querySelectorAll('.questions')].map(one => one.innerText.replace(/\\s+/g, ' '))";
        // The quickest first, which the text is about.
        let both = json!(["Play 6 2 ⇄ 10 3 ⇄ 9 5 ⇄ 15", "Play 4 2 ⇄ 10 3 ⇄ 9 5 ⇄ 15 8 ⇄ 16"]);
        assert_eq!(me.ask(answers), both);
        assert_eq!(
            me.text("document.querySelector('.proof p').textContent.replaceAll('\u{a0}', ' ')"),
            "Player 2 wins with 4 or 6. Then numbers go in pairs: whatever Player 1 selects, Player 2 selects its partner, until Player 1 is stuck."
        );
        assert!(
            me.is("!document.querySelector('.drop')"),
            "there is nothing beside the line to delete"
        );
        // Its partners, beside the board that they are not about yet.
        assert_eq!(me.ask(partners), 0);
        assert!(me.computed(&cell(6), "label").contains("wins in 5"));
        me.click(&cell(4));
        me.wait(&format!("{WHY} === 'Why Player 2’s 4 wins' && {partners} === 8"));
        assert_eq!(
            me.text(&format!("document.querySelector('{} .partner').dataset.sign", cell(2))),
            "⇄10"
        );
        assert!(me.computed(&cell(2), "label").contains("loses"));
        assert!(me.is(&format!("document.querySelector('{} .worth').checkVisibility()", cell(2))));
        walk_the_proof(&me);
        me.click("[value=Home]");
        me.wait(&format!("{questions}.length === 2"));
        me.click(&cell(12));
        me.wait(&format!("{WHY} === 'Why Player 1’s 12 loses'"));
        me.click(&cell(4));
        me.wait(&format!("{WHY} === 'Why Player 2’s 4 wins' && {partners} === 8"));
        // Who goes on with a number sees its partner, though 6 would be quicker.
        me.click(&cell(2));
        me.wait(&format!("{WHY} === 'Why Player 1’s 2 loses'"));
        assert_eq!(me.ask(partners), 8);
        assert!(me.is("document.querySelector('.cell.best').dataset.number === '10'"));
        assert_eq!(me.ask(answers), json!(["Play 10 3 ⇄ 9 5 ⇄ 15"]));
        me.click(".questions button");
        me.wait(&format!("{WHY} === 'Why Player 2’s 10 wins'"));
        me.assert_quiet();
    });
}

pub(crate) fn pairs_are_readable_on_a_hundred_numbers_and_listed_on_ten_thousand() {
    with_browsers(|site, [me]| {
        explore(&me, site, "multiple-madness;size=100");
        me.wait(&format!("{VALUED} && {WHY}"));
        me.click(&cell(96));
        me.wait("document.querySelector('.proof[open] .picture li')");
        let shown = "[...document.querySelectorAll('.cell .partner')].map(one => `${one.closest('.cell').dataset.number} ${one.dataset.sign.replace('⇄', '')}`)";
        let listed = "[...document.querySelectorAll('.proof .picture li')].map(one => one.textContent.match(/\\d+/g))";
        assert!(
            me.is(&format!("{shown}.length > 60 && {shown}.sort().join() === {listed}.flatMap(([one, two]) => [`${{one}} ${{two}}`, `${{two}} ${{one}}`]).sort().join()")),
            "the same partners"
        );
        let hue =
            "(selector) => getComputedStyle(document.querySelector(selector)).backgroundColor";
        let first = me.text(&format!("{listed}[0][0]"));
        assert!(
            me.is(&format!(
                "({hue})('.picture li') === ({hue})('[data-number=\"{first}\"] .partner')"
            )),
            "in one colour"
        );

        explore(&me, site, "multiple-madness;size=10000:96");
        me.wait("document.querySelectorAll('.proof .picture li').length > 4000");
        assert!(me.is(&format!("{VALUED} && !document.querySelector('.cell .partner')")));
        focus(&me, &cell(36));
        me.wait("document.querySelectorAll('.cell.pair').length > 0");
        me.assert_quiet();
    });
}

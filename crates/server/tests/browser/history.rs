//! What the browser keeps: shown, exported, deleted, imported.

use serde_json::{Value, json};

use crate::driver::Session;
use crate::table::{arrive, play_button, resign};
use crate::with_browsers;

const KEPT: &str = "JSON.parse(localStorage.getItem('divvy') ?? '{}')";
const TROUBLE: &str = "document.getElementById('trouble').textContent";
const KINDS: [&str; 4] = ["played", "puzzles", "lessons", "chains"];

/// A game as it is kept, with names as long as they may be.
fn game(at: u64, said: &str) -> Value {
    json!({ "at": at, "name": "Chain Reaction", "said": said, "notation": "chain-reaction;size=20:6,3,9,18,2,14,7,1,13",
        "first": 1, "players": [{ "name": "Maximiliana-Wolfeschlegelsteinhausenber" }, { "name": "<b>Bartholomew</b>" }],
        "resigned": null, "round": 1, "rounds": 1, "score": [1, 0] })
}

/// A file that holds something of every kind.
fn file() -> Value {
    json!({ "divvy": 1,
        "played": [["a/1", game(1_700_000_000_000, "You win!")], ["b/1", game(1_600_000_000_000, "You lose.")]],
        "puzzles": { "days": { "2026-11-17": { "tries": 2, "done": "solved" } }, "grades": { "2": { "solved": 5, "streak": 1, "best": 3 } } },
        "lessons": { "pairs": 4 }, "chains": { "100": 31 } })
}

/// Chooses a file with this text.
pub(crate) fn import(me: &Session, text: &str) {
    me.run(&format!(
        "const list = new DataTransfer(); list.items.add(new File([{}], 'divvy.json')); const file = document.getElementById('file'); \
         file.files = list.files; document.getElementById('live').textContent = ''; document.getElementById('trouble').hidden = true; \
         file.dispatchEvent(new Event('change'))",
        json!(text)
    ));
    me.wait(
        "document.getElementById('live').textContent || !document.getElementById('trouble').hidden",
    );
}

/// Imports something of every kind.
pub(crate) fn fill(me: &Session) {
    import(me, &file().to_string());
    me.wait("['played', 'daily', 'training', 'lessons', 'chains'].every(part => !document.getElementById(part).hidden)");
}

fn kept(me: &Session) -> Value {
    let mut all = me.ask(KEPT);
    let kinds = KINDS.map(|kind| (kind.to_owned(), all[kind].take()));
    Value::Object(kinds.into_iter().collect())
}

pub(crate) fn a_finished_game_is_kept_with_its_result_and_review() {
    with_browsers(|site, [me, stranger]| {
        me.open(&site.at("/"));
        me.click(&play_button("multiple-madness"));
        arrive(&me);
        resign(&me);
        me.wait("document.querySelector('#turn.over')");
        me.open(&site.at("/history"));
        me.wait("document.querySelector('#games a')?.getClientRects().length");
        let line = me.text("document.querySelector('#games a').textContent");
        assert!(line.starts_with("Lost Multiple Madness "), "{line}");
        assert!(line.contains("against the computer, easy · 2–16"), "{line}");
        assert!(line.ends_with("You resigned."), "{line}");
        // The link holds all: it needs neither this browser nor the game on the server.
        let link = me.text("document.querySelector('#games a').href");
        stranger.open(&link);
        stranger.wait("document.querySelector('.reviewed')?.textContent.includes('You resigned')");
        // Once: a finished game that is opened again is no other one.
        let played = me.ask(&format!("{KEPT}.played"));
        me.run("history.back()");
        me.wait("document.querySelector('#turn.over')");
        assert_eq!(me.ask(&format!("{KEPT}.played")), played);
        [&me, &stranger].into_iter().for_each(Session::assert_quiet);
    });
}

pub(crate) fn what_was_exported_and_deleted_comes_back() {
    with_browsers(|site, [me]| {
        me.open(&site.at("/history"));
        me.wait("!document.getElementById('nothing').hidden && document.getElementById('export').disabled");
        me.run("localStorage.setItem('divvy', JSON.stringify({ theme: 'dark', games: [['x', { at: 1, over: false, version: 1 }]] }))");
        fill(&me);
        assert!(me.text("document.getElementById('row').textContent").starts_with("1 solved"));
        let days = "document.querySelectorAll('#days a').length === 14";
        assert!(me.is(days), "two weeks, also those without a puzzle");
        let first = me.text("document.querySelector('#games .more').textContent");
        assert!(first.ends_with("You win!"), "the last one first: {first}");
        assert!(me.is("!document.querySelector('#games b')"), "a name is never markup");
        let before = kept(&me);
        me.run("const make = URL.createObjectURL; URL.createObjectURL = blob => { window.exported = blob; return make(blob); }");
        me.click("#export");
        me.wait("window.exported");
        let exported = me.ask_later("window.exported.text()");

        me.click("#delete");
        me.click("#confirm-no");
        assert_eq!(kept(&me), before);
        me.click("#delete");
        me.click("#confirm-yes");
        me.wait("!document.getElementById('nothing').hidden");
        assert_eq!(
            me.ask(KEPT),
            json!({ "theme": "dark", "games": [["x", { "at": 1, "over": false, "version": 1 }]] })
        );

        import(&me, exported.as_str().unwrap());
        me.wait("document.querySelectorAll('#games a').length === 2");
        assert_eq!(kept(&me), before);
        me.assert_quiet();
    });
}

pub(crate) fn an_import_joins_and_loses_nothing() {
    with_browsers(|site, [me]| {
        me.open(&site.at("/history"));
        fill(&me);
        let more = json!({ "divvy": 1,
            "played": [["a/1", game(1, "Another end.")], ["c/2", game(3, "A third one.")]],
            "puzzles": {
                "days": { "2026-11-17": { "tries": 1, "done": "shown" }, "2026-11-18": { "tries": 1, "done": "" } },
                "grades": { "2": { "solved": 3, "streak": 4, "best": 4 }, "5": { "solved": 1, "streak": 1, "best": 1 } } },
            "chains": { "100": 30, "50": 12 } });
        import(&me, &more.to_string());
        me.wait("document.querySelectorAll('#games a').length === 3");
        let joined = kept(&me);
        assert_eq!(joined["played"].as_array().unwrap().len(), 3);
        assert_eq!(joined["played"][1][1]["said"], "You win!", "what was here stays as it is");
        assert_eq!(
            joined["puzzles"]["days"],
            json!({ "2026-11-17": { "tries": 2, "done": "solved" }, "2026-11-18": { "tries": 1, "done": "" } })
        );
        assert_eq!(
            joined["puzzles"]["grades"]["2"],
            json!({ "solved": 5, "streak": 4, "best": 4 })
        );
        assert_eq!(
            (&joined["lessons"], &joined["chains"]),
            (&json!({ "pairs": 4 }), &json!({ "100": 31, "50": 12 }))
        );
        // The same again changes nothing.
        import(&me, &more.to_string());
        assert_eq!(kept(&me), joined);
        me.assert_quiet();
    });
}

pub(crate) fn a_forged_file_is_refused_and_changes_nothing() {
    with_browsers(|site, [me]| {
        me.open(&site.at("/history"));
        fill(&me);
        let before = me.ask(KEPT);
        let changed = |path: &str, value: Value| {
            let mut file = file();
            *file.pointer_mut(path).unwrap() = value;
            file.to_string()
        };
        let mut more = file();
        more["played"][0][1]["more"] = json!(1);
        for (text, why) in [
            ("".to_owned(), "it is not JSON"),
            ("{".to_owned(), "it is not JSON"),
            ("[]".to_owned(), "it does not say that divvy made it"),
            ("null".to_owned(), "it does not say that divvy made it"),
            (json!({ "played": [] }).to_string(), "it does not say that divvy made it"),
            (json!({ "divvy": 1, "theme": "dark" }).to_string(), "“theme”"),
            (r#"{ "divvy": 1, "__proto__": { "chains": {} } }"#.to_owned(), "“__proto__”"),
            (r#"{ "divvy": 1, "chains": { "__proto__": 1 } }"#.to_owned(), "“chains”"),
            (r#"{ "divvy": 1, "lessons": { "constructor": { "x": 1 } } }"#.to_owned(), "“lessons”"),
            (more.to_string(), "“played”"),
            (changed("/played", json!({})), "“played”"),
            (changed("/played/0", json!(["a/1"])), "“played”"),
            (changed("/played/0/1/at", json!("today")), "“played”"),
            (changed("/played/0/1/said", Value::Null), "“played”"),
            (changed("/played/0/1/players", json!(["Ada", "Ben"])), "“played”"),
            (changed("/played/0/1/notation", json!("x".repeat(5001))), "“played”"),
            (changed("/played/1/1/first", json!(3)), "“played”"),
            (changed("/puzzles", json!({ "days": {} })), "“puzzles”"),
            (
                changed("/puzzles/days", json!({ "tomorrow": { "tries": 1, "done": "solved" } })),
                "“puzzles”",
            ),
            (changed("/puzzles/grades/2/best", json!(-1)), "“puzzles”"),
            (changed("/lessons/pairs", json!(1.5)), "“lessons”"),
            (changed("/chains", json!({ "x": 1 })), "“chains”"),
        ] {
            import(&me, &text);
            let trouble = me.text(TROUBLE);
            assert!(
                trouble.contains(why) && trouble.ends_with("Nothing has changed."),
                "{text}: {trouble}"
            );
            assert_eq!(me.ask(KEPT), before, "{text}");
        }
        me.assert_quiet();
    });
}

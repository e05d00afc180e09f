//! The files of the page. They are part of the program: nothing is read from disk, and nothing from elsewhere.

use std::sync::LazyLock;

use divvy_rules::Game;
use sha2::{Digest, Sha256};

pub(super) const START: &str = include_str!("../../assets/start.html");
pub(super) const CARD: &str = include_str!("../../assets/card.html");
pub(super) const GAME: &str = include_str!("../../assets/game.html");
pub(super) const SHARE: &str = include_str!("../../assets/share.html");
pub(super) const PAGE: &str = include_str!("../../assets/page.html");
pub(super) const OPENAPI: &str = include_str!("../../assets/openapi.json");

const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

/// What pages load, by name: the type, and the text.
static FILES: &[(&str, &str, &str)] = &[
    ("style.css", STYLE, include_str!("../../assets/style.css")),
    ("start.css", STYLE, include_str!("../../assets/start.css")),
    ("prose.css", STYLE, include_str!("../../assets/prose.css")),
    ("review.css", STYLE, include_str!("../../assets/review.css")),
    ("play.css", STYLE, include_str!("../../assets/play.css")),
    ("icon.svg", PICTURE, include_str!("../../assets/icon.svg")),
    ("actions.js", SCRIPT, include_str!("../../assets/actions.js")),
    ("api.js", SCRIPT, include_str!("../../assets/api.js")),
    ("asked.js", SCRIPT, include_str!("../../assets/asked.js")),
    ("board.js", SCRIPT, include_str!("../../assets/board.js")),
    ("dom.js", SCRIPT, include_str!("../../assets/dom.js")),
    ("game.js", SCRIPT, include_str!("../../assets/game.js")),
    ("hint-key.js", SCRIPT, include_str!("../../assets/hint-key.js")),
    ("hint.js", SCRIPT, include_str!("../../assets/hint.js")),
    ("invite.js", SCRIPT, include_str!("../../assets/invite.js")),
    ("join.js", SCRIPT, include_str!("../../assets/join.js")),
    ("link.js", SCRIPT, include_str!("../../assets/link.js")),
    ("live.js", SCRIPT, include_str!("../../assets/live.js")),
    ("pairing.js", SCRIPT, include_str!("../../assets/pairing.js")),
    ("panel.js", SCRIPT, include_str!("../../assets/panel.js")),
    ("remember.js", SCRIPT, include_str!("../../assets/remember.js")),
    ("review.js", SCRIPT, include_str!("../../assets/review.js")),
    ("setup.js", SCRIPT, include_str!("../../assets/setup.js")),
    ("share.js", SCRIPT, include_str!("../../assets/share.js")),
    ("start.js", SCRIPT, include_str!("../../assets/start.js")),
    ("mine.js", SCRIPT, include_str!("../../assets/mine.js")),
    ("turn.js", SCRIPT, include_str!("../../assets/turn.js")),
    ("walks.js", SCRIPT, include_str!("../../assets/walks.js")),
    ("view.js", SCRIPT, include_str!("../../assets/view.js")),
];

/// A file: its type and its text.
pub(super) fn named(name: &str) -> Option<(&'static str, &'static str)> {
    FILES.iter().find(|(file, ..)| *file == name).map(|(_, kind, text)| (*kind, *text))
}

/// The picture on a game's card.
pub(super) const fn art(game: Game) -> &'static str {
    match game {
        Game::TrapAvoidance => include_str!("../../assets/art/trap-avoidance.svg"),
        Game::MultipleMadness => include_str!("../../assets/art/multiple-madness.svg"),
        Game::ChainReaction => include_str!("../../assets/art/chain-reaction.svg"),
        Game::NumberMaze => include_str!("../../assets/art/number-maze.svg"),
        Game::SequenceDuel => include_str!("../../assets/art/sequence-duel.svg"),
    }
}

/// A name for all files together that changes when one of them does.
pub(super) fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let all: String = FILES.iter().map(|(_, _, text)| *text).collect();
        hash(all.as_bytes())
    });
    &VERSION
}

/// Sixteen digits that stand for a text.
pub(super) fn hash(text: &[u8]) -> String {
    Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

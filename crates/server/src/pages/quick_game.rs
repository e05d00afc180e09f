//! The boards that the start page offers: the proposed one at one click, and the game as its spec has it.

use divvy_analysis::contest;
use divvy_match::Bot;
use divvy_rules::{Game, Options, Record, Rules};
use divvy_words::Variant;

pub(super) const BOT: Bot = Bot::Easy;

pub(super) fn options_json(game: Game) -> String {
    // Options always have a JSON form.
    serde_json::to_string(&contest(game)).unwrap_or_default()
}

/// The proposed board: `2–16, first number even.` The title says what it is.
pub(super) fn proposed(game: Game) -> String {
    with_dashes(&Variant::Contest.about(rules(game, &contest(game))))
}

/// The rules in brief, on the proposed board.
pub(super) fn brief(game: Game) -> String {
    divvy_words::brief(rules(game, &contest(game)))
}

/// What one click on a card begins: `2–16, first number even, easy computer`.
pub(super) fn at_one_click(game: Game) -> String {
    format!("{}, {} computer", proposed(game).trim_end_matches('.'), BOT.name())
}

/// The proposed board in notation.
pub(super) fn notation(game: Game) -> String {
    Record::new(rules(game, &contest(game))).to_string()
}

pub(super) fn rules(game: Game, options: &Options) -> Rules {
    Rules::new(game, options).unwrap_or_default()
}

/// Boards as the page writes them: `1–20`.
fn with_dashes(text: &str) -> String {
    text.replace('-', "–")
}

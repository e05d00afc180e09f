//! The boards that the start page offers: a contest at one click, and the game as its spec has it.

use divvy_analysis::{contest, winning_opening};
use divvy_match::Bot;
use divvy_rules::{Game, Options, Rules};
use divvy_words as words;

pub(super) const BOT: Bot = Bot::Easy;

pub(super) fn options_json(game: Game) -> String {
    // Options always have a JSON form.
    serde_json::to_string(&contest(game)).unwrap_or_default()
}

/// The board of the contest in words: `1–20, the first number is even`.
pub(super) fn about(game: Game) -> String {
    in_words(rules(game, &contest(game)))
}

/// The board of the spec, and why it is no contest: `1–20. Player 1 wins with 11.`
pub(super) fn as_specified(game: Game) -> String {
    let rules = rules(game, &Options::default());
    let board = in_words(rules);
    match winning_opening(rules) {
        Some(number) => format!("{board}. {}", words::first_player_wins(number)),
        None => board,
    }
}

pub(super) fn rules(game: Game, options: &Options) -> Rules {
    Rules::new(game, options).unwrap_or_default()
}

fn in_words(rules: Rules) -> String {
    words::in_full(rules).join(", ")
}

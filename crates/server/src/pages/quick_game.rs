//! The game that the Play button of a card starts.

use divvy_analysis::contest;
use divvy_match::Bot;
use divvy_rules::Game;
use divvy_words as words;

pub(super) fn options_json(game: Game) -> String {
    // Options always have a JSON form.
    serde_json::to_string(&contest(game)).unwrap_or_default()
}

pub(super) const BOT: Bot = Bot::Easy;

pub(super) fn about(game: Game) -> String {
    words::web::quick_game(&contest(game), BOT)
}

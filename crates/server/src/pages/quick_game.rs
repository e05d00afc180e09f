//! The boards that the start page offers: a contest at one click, and the game as its spec has it.

use divvy_analysis::contest;
use divvy_match::Bot;
use divvy_rules::{Game, Options, Record, Rules};
use divvy_solver::Solver;
use divvy_words as words;

pub(super) const BOT: Bot = Bot::Easy;

pub(super) fn options_json(game: Game) -> String {
    // Options always have a JSON form.
    serde_json::to_string(&contest(game)).unwrap_or_default()
}

/// The board of the contest in words: `1–20, the first number is even`.
pub(super) fn about(game: Game) -> String {
    in_words(game, &contest(game))
}

/// The board of the spec, and why it is no contest: `1–20. Player 1 wins with 11.`
pub(super) fn as_specified(game: Game) -> String {
    let options = Options::default();
    let board = in_words(game, &options);
    let solved = || {
        let record = Record::new(Rules::new(game, &options).ok()?);
        let solution = Solver::new(record).ok()?.solution();
        solution.best.filter(|best| solution.winning.contains(best))
    };
    match solved() {
        Some(number) => format!("{board}. {}", words::first_player_wins(number)),
        None => board,
    }
}

fn in_words(game: Game, options: &Options) -> String {
    let rules = Rules::new(game, options).unwrap_or_default();
    words::in_force(rules).join(", ")
}

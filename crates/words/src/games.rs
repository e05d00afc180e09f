//! The games by name, in a sentence, and a match in a line.

use divvy_match::{Match, Plan};
use divvy_rules::Game;

use crate::options::unusual;
use crate::rules::source;

/// The game's name as a title.
pub fn name(game: Game) -> &'static str {
    line(game, 0)
}

/// The game in one sentence.
pub fn summary(game: Game) -> &'static str {
    line(game, 1)
}

/// The rules in brief, for a player in the middle of a game.
pub fn brief(game: Game) -> &'static str {
    line(game, 2)
}

/// A line of what is written about a game, before its complete rules.
fn line(game: Game, index: usize) -> &'static str {
    source(game).lines().nth(index).unwrap_or_default()
}

/// A match in a line: `Multiple Madness, 1-20, opening=even, 7 moves, Player 2 to play`.
pub fn describe(game: &Match) -> String {
    let rules = game.rules();
    let round = game.round();
    let mut parts = vec![name(rules.game()).to_owned(), rules.board().to_string()];
    parts.extend(unusual(rules));
    if game.plan() != Plan::Single {
        parts.push(format!("round {} of {}", game.round_number(), game.plan().rounds()));
    }
    parts.push(crate::moves(round.record().moves().len()));
    parts.push(match round.winner() {
        None => format!("{} to play", game.name(round.to_move())),
        Some(winner) => format!("won by {}", game.name(winner)),
    });
    parts.join(", ")
}

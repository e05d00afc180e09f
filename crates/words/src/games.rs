//! The games by name, in a sentence, and a match in a line.

use divvy_match::{Match, Plan};
use divvy_rules::Game;

use crate::options::unusual;

/// The game's name as a title.
pub const fn name(game: Game) -> &'static str {
    match game {
        Game::TrapAvoidance => "Trap Avoidance",
        Game::MultipleMadness => "Multiple Madness",
        Game::ChainReaction => "Chain Reaction",
        Game::NumberMaze => "Number Maze",
        Game::SequenceDuel => "Sequence Duel",
    }
}

/// The game in one sentence.
pub const fn summary(game: Game) -> &'static str {
    match game {
        Game::TrapAvoidance => {
            "Avoid every factor and multiple of the last number; whoever is stuck loses."
        }
        Game::MultipleMadness => {
            "Remove a factor or a multiple of the last number; whoever cannot loses."
        }
        Game::ChainReaction => {
            "Chain factors and multiples together; whoever breaks the chain loses."
        }
        Game::NumberMaze => "Walk by factors and multiples, and be the first at the target.",
        Game::SequenceDuel => {
            "Strike divisors and multiples from a sequence; the last to strike wins."
        }
    }
}

/// The rules in brief, for a player in the middle of a game.
pub const fn brief(game: Game) -> &'static str {
    match game {
        Game::TrapAvoidance => {
            "Take a free number that is neither a factor nor a multiple of the last one. \
             If you have none, you lose."
        }
        Game::MultipleMadness => {
            "Remove a number that is a factor or a multiple of the last one removed. \
             If you have none, you lose."
        }
        Game::ChainReaction => {
            "Select an available number that is a factor or a multiple of the current number. \
             If you have none, you lose."
        }
        Game::NumberMaze => {
            "Move to a factor or a multiple of your node, but not back to the node you were on last \
             turn. The first player on the target wins; with no move you skip a turn."
        }
        Game::SequenceDuel => {
            "Remove a number that is a divisor or a multiple of the last one removed. \
             If you have none, you lose."
        }
    }
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

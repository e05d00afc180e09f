//! The games by name, in a sentence, and a match in a line.

use divvy_match::{Match, Plan};
use divvy_rules::{Game, Opening, RemovalRules, Rules};

use crate::rules::source;
use crate::{in_full, in_short};

/// The game's name as a title.
pub fn name(game: Game) -> &'static str {
    line(game, 0)
}

pub fn summary(game: Game) -> &'static str {
    line(game, 1)
}

/// What is done after the first number: `Then select a factor or multiple of the last one, each number once.`
pub fn afterwards(game: Game) -> String {
    let rule = summary(game).split('.').next().unwrap_or_default();
    let once = if game == Game::NumberMaze { "" } else { ", each number once" };
    format!("Then {}{once}.", rule.to_lowercase())
}

/// Why the games of a race can neither be counted nor have a longest one.
pub fn endless(game: Game) -> String {
    format!("a game of {} can go on for ever, so there is no end to them", name(game))
}

/// A line of what is written about a game, before its complete rules.
pub(crate) fn line(game: Game, index: usize) -> &'static str {
    source(game).lines().nth(index).unwrap_or_default()
}

/// That three of the games have the same rules; none for the other two.
pub const fn same_rules(game: Game) -> Option<&'static str> {
    match game {
        Game::MultipleMadness | Game::ChainReaction | Game::SequenceDuel => Some(
            "Multiple Madness, Chain Reaction and Sequence Duel are the same game in three looks: the rules are the same, \
             and so are the winning moves.",
        ),
        Game::TrapAvoidance | Game::NumberMaze => None,
    }
}

/// The heading of the list of moves beside the board.
pub const fn moves_heading(game: Game) -> &'static str {
    match game {
        Game::TrapAvoidance => "Taken so far",
        Game::MultipleMadness => "Removed so far",
        Game::ChainReaction => "The chain",
        Game::NumberMaze => "Paths",
        Game::SequenceDuel => "Struck so far",
    }
}

/// What a player does with a number in a game, in the forms that sentences need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Verb {
    /// `You strike 8`
    pub(crate) play: &'static str,
    /// `Ada strikes 8`
    pub(crate) plays: &'static str,
    /// `Ada struck 8`
    pub(crate) played: &'static str,
}

/// The verb of a game, which all sentences about its moves have.
pub(crate) const fn verb(game: Game) -> Verb {
    let [play, plays, played] = match game {
        Game::TrapAvoidance => ["take", "takes", "took"],
        Game::MultipleMadness => ["remove", "removes", "removed"],
        Game::ChainReaction => ["select", "selects", "selected"],
        Game::NumberMaze => ["move to", "moves to", "moved to"],
        Game::SequenceDuel => ["strike", "strikes", "struck"],
    };
    Verb { play, plays, played }
}

/// What one click on "Play" begins, to a reader of the rules.
pub fn play_begins(proposed: &str) -> String {
    format!("“Play” begins the recommended board: {proposed} “Set up…” has the original rules too.")
}

/// What may be taken first: `even number less than half of 20`.
pub(crate) fn opening(rules: RemovalRules) -> String {
    match rules.opening() {
        Opening::Any => "number".to_owned(),
        Opening::Even => "even number".to_owned(),
        Opening::EvenBelowHalf => {
            format!("even number less than half of {}", rules.board().size())
        }
    }
}

/// To a reader of the rules who has come from a game.
pub fn board_of_your_game(rules: Rules) -> String {
    format!("The board of your game: {}.", in_full(rules).join(", "))
}

/// A match in a line: `Multiple Madness, 1-20, first number even, 7 moves, Player 2 to play`.
pub fn describe(game: &Match) -> String {
    let rules = game.rules();
    let round = game.round();
    let mut parts = vec![name(rules.game()).to_owned()];
    parts.extend(in_short(rules));
    if game.plan() != Plan::Single {
        parts.push(format!("round {} of {}", game.round_number(), game.plan().rounds()));
    }
    parts.push(crate::moves(round.record().moves().len()));
    parts.push(match round.winner() {
        Some(winner) => format!("won by {}", game.name(winner)),
        None if round.is_over() => "abandoned".to_owned(),
        None => format!("{} to play", game.name(round.to_move())),
    });
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_the_same_rules_say_so() {
        let same: Vec<Game> =
            Game::ALL.into_iter().filter(|game| same_rules(*game).is_some()).collect();
        assert!(same.iter().all(|game| same_rules(*game).unwrap().contains(name(*game))));
        assert_eq!(same.len(), 3);
    }
}

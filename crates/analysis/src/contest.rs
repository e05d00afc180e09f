//! Options that make a contest of a game.

use divvy_rules::{Game, OptionValue, Options, RuleOption};

/// Options with which no first move decides the game: with the default ones the first player wins by the first or
/// second move.
pub fn contest(game: Game) -> Options {
    let number = OptionValue::Number;
    match game {
        Game::TrapAvoidance | Game::MultipleMadness | Game::ChainReaction | Game::SequenceDuel => {
            Options::default().with(RuleOption::Opening, OptionValue::Choice("even"))
        }
        Game::NumberMaze => Options::default()
            .with(RuleOption::WithoutOne, OptionValue::Flag)
            .with(RuleOption::Start, number(14))
            .with(RuleOption::Target, number(15)),
    }
}

#[cfg(test)]
mod tests {
    use divvy_rules::{Record, Rules};

    use super::*;

    #[test]
    fn no_first_move_decides_the_game() {
        for game in Game::ALL {
            let begun = Record::new(Rules::new(game, &contest(game)).unwrap());
            for first in begun.legal().iter() {
                let mut played = begun.clone();
                played.play(first).unwrap();
                let replies = played.legal().iter().count();
                // A single reply would be forced, as in 11, 1, 13.
                assert!(!played.is_over() && replies > 1, "{game}: {first}");
            }
        }
    }
}

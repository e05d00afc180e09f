//! What the first move decides, and options that make a contest of a game.

use divvy_rules::{Game, Number, OptionValue, Options, Record, RuleOption, Rules};
use divvy_solver::Solver;

/// The first move to make, if it wins; none on a board that is too large to be solved.
///
/// ```
/// let rules = "chain-reaction".parse()?;
/// assert_eq!(divvy_analysis::winning_opening(rules).map(|number| number.get()), Some(11));
/// # Ok::<(), divvy_rules::NotationError>(())
/// ```
pub fn winning_opening(rules: Rules) -> Option<Number> {
    let solution = Solver::new(Record::new(rules)).ok()?.solution();
    solution.best.filter(|best| solution.winning.contains(best))
}

/// Options with which no first move decides the game; with the default ones one of the first two does.
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

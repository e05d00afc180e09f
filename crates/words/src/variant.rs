//! The ways in which a game is offered.

use divvy_analysis::winning_opening;
use divvy_rules::{Game, Rules};

use crate::in_short;

/// A way in which a game is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// As it was played last.
    Last,
    /// On the board that is proposed for it, `divvy_analysis::contest`.
    Contest,
    /// As the spec has it.
    Specified,
}

impl Variant {
    /// What it is: `As specified: 1-20. Player 1 wins with 11.`
    pub fn describe(self, rules: Rules) -> String {
        format!("{}: {}", self.title(rules.game()), self.about(rules))
    }

    /// The first half of [`describe`](Self::describe): `As specified`.
    pub const fn title(self, game: Game) -> &'static str {
        match (self, game) {
            (Variant::Last, _) => "As last time",
            // Whatever its board, the player who begins wins by the shortest way.
            (Variant::Contest, Game::NumberMaze) => {
                "A race to find the shortest way, begun in turn"
            }
            (Variant::Contest, _) => "A contest",
            (Variant::Specified, _) => "As specified",
        }
    }

    /// The second half: `1-20. Player 1 wins with 11.`
    pub fn about(self, rules: Rules) -> String {
        let known = match (self, rules.game()) {
            (Variant::Specified, _) => winning_opening(rules)
                .map(|number| format!(" Player 1 wins with {number}."))
                .unwrap_or_default(),
            (Variant::Last, _) | (Variant::Contest, Game::NumberMaze) => String::new(),
            (Variant::Contest, _) => " Rules of thumb seldom beat perfect play.".to_owned(),
        };
        format!("{}.{known}", in_short(rules).join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_says_what_it_is() {
        use Variant::{Contest, Last, Specified};
        for (variant, notation, said) in [
            (
                Contest,
                "chain-reaction;size=16;without-one;opening=even",
                "A contest: 2-16, first number even. Rules of thumb seldom beat perfect play.",
            ),
            (
                Contest,
                "number-maze;size=15;without-one;start=3;target=7",
                "A race to find the shortest way, begun in turn: 2-15, from 3 to 7.",
            ),
            (Specified, "chain-reaction", "As specified: 1-20. Player 1 wins with 11."),
            (Specified, "trap-avoidance", "As specified: 1-20. Player 1 wins with 1."),
            (Specified, "number-maze", "As specified: 1-20. Player 1 wins with 20."),
            (
                Last,
                "number-maze;without-one;start=14;target=15;block",
                "As last time: 2-20, from 14 to 15, one token to a node.",
            ),
            (
                Last,
                "trap-avoidance;size=30;one=free;from=6",
                "As last time: 1-30, 1 is never a trap, 6 struck already.",
            ),
            (
                Last,
                "trap-avoidance;size=12;without-one;memory=2",
                "As last time: 2-12, traps for two turns.",
            ),
        ] {
            assert_eq!(variant.describe(notation.parse().unwrap()), said);
        }
    }

    #[test]
    fn what_is_proposed_fits_a_line_of_80() {
        for game in Game::ALL {
            let rules = Rules::new(game, &divvy_analysis::contest(game)).unwrap();
            assert!(Variant::Contest.describe(rules).len() <= 78, "{game}");
        }
    }
}

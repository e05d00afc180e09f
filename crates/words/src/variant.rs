//! The ways in which a game is offered.

use divvy_analysis::winning_opening;
use divvy_rules::Rules;

use crate::in_short;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    Last,
    /// On the board that is proposed for it, `divvy_analysis::contest`.
    Contest,
    /// As the spec has it.
    Specified,
}

impl Variant {
    /// What it is: `Original rules: 1-20. The first player wins with 11.`
    pub fn describe(self, rules: Rules) -> String {
        format!("{}: {}", self.title(), self.about(rules))
    }

    /// The first half of [`describe`](Self::describe): `Original rules`.
    pub const fn title(self) -> &'static str {
        match self {
            Variant::Last => "As last time",
            Variant::Contest => "Recommended",
            Variant::Specified => "Original rules",
        }
    }

    /// The second half: `1-20. The first player wins with 11.`
    pub fn about(self, rules: Rules) -> String {
        let known = (self == Variant::Specified).then(|| winning_opening(rules)).flatten();
        let known = known.map(|number| format!(" The first player wins with {number}."));
        format!("{}.{}", in_short(rules).join(", "), known.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use divvy_rules::Game;

    #[test]
    fn a_variant_says_what_it_is() {
        use Variant::{Contest, Last, Specified};
        for (variant, notation, said) in [
            (
                Contest,
                "chain-reaction;size=16;without-one;opening=even",
                "Recommended: 2-16, first number even.",
            ),
            (Specified, "chain-reaction", "Original rules: 1-20. The first player wins with 11."),
            (Specified, "trap-avoidance", "Original rules: 1-20. The first player wins with 1."),
            (Specified, "number-maze", "Original rules: 1-20. The first player wins with 20."),
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

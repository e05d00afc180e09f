//! The ways in which a game is offered.

use divvy_rules::{Number, Rules};

use crate::{first_player_wins, in_short};

/// A way in which a game is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// As it was played last.
    Last,
    /// With options that no first move decides.
    Contest,
    /// As the spec has it.
    Specified,
}

impl Variant {
    /// What it is: `As specified: 1-20. Player 1 wins with 11.` `wins` is a first move that wins, if it is to be told.
    pub fn describe(self, rules: Rules, wins: Option<Number>) -> String {
        let board = in_short(rules).join(", ");
        match (self, wins) {
            (Variant::Last, _) => format!("As last time: {board}."),
            (Variant::Contest, _) => format!("A contest: {board}. No first move decides it."),
            (Variant::Specified, Some(wins)) => {
                format!("As specified: {board}. {}", first_player_wins(wins))
            }
            (Variant::Specified, None) => format!("As specified: {board}."),
        }
    }
}

#[cfg(test)]
mod tests {
    use divvy_rules::Rules;

    use super::*;

    #[test]
    fn a_variant_says_what_it_is() {
        let rules = |notation: &str| notation.parse::<Rules>().unwrap();
        let even = rules("chain-reaction;opening=even");
        assert_eq!(
            Variant::Contest.describe(even, None),
            "A contest: 1-20, first number even. No first move decides it."
        );
        let specified = rules("chain-reaction");
        let eleven = specified.board().number(11).ok();
        assert_eq!(
            Variant::Specified.describe(specified, eleven),
            "As specified: 1-20. Player 1 wins with 11."
        );
        let maze = rules("number-maze;without-one;start=14;target=15;block");
        assert_eq!(
            Variant::Last.describe(maze, None),
            "As last time: 2-20, from 14 to 15, one token to a node."
        );
        let trap = rules("trap-avoidance;size=30;one=free;from=6");
        assert_eq!(
            Variant::Last.describe(trap, None),
            "As last time: 1-30, 1 is never a trap, 6 struck already."
        );
        let memory = rules("trap-avoidance;size=12;without-one;memory=2");
        assert_eq!(
            Variant::Last.describe(memory, None),
            "As last time: 2-12, traps for two turns."
        );
    }
}

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
        let board = std::iter::once(rules.board().to_string()).chain(in_short(rules));
        let board = board.collect::<Vec<_>>().join(", ");
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

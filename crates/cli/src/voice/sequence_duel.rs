//! Sequence Duel.

use divvy_match::{Match, Seat};
use divvy_rules::Number;

use super::{Removal, Voice, mover};
use crate::line::{LAST, painted, spaced};

pub(super) struct SequenceDuel;

impl Voice for SequenceDuel {
    fn welcome(&self, _game: &Match) -> String {
        "Welcome to Sequence Duel!\n".to_owned()
    }

    fn moved(&self, _game: &Match, _by: Seat, number: Number) -> String {
        format!("Number {number} removed.\n")
    }

    fn turn(&self, game: &Match) -> String {
        let scene = Removal::of(game);
        let board = game.rules().board();
        let numbers = spaced(board, scene.free, &scene.legal);
        let valid = spaced(board, &scene.legal, &scene.legal);
        let mover = mover(game);
        match (scene.last, scene.opening()) {
            (Some(last), _) => {
                let last = painted(LAST, last);
                format!(
                    "Remaining numbers: {numbers}\n{mover}'s turn.\nLast number removed: {last}\n\
                     Valid numbers to remove (divisors or multiples of {last}): {valid}\n"
                )
            }
            (None, Some(opening)) => format!(
                "Numbers in sequence: {numbers}\n{mover}'s turn.\n\
                 Valid numbers to remove ({opening}): {valid}\n"
            ),
            (None, None) => format!("Numbers in sequence: {numbers}\n{mover}'s turn.\n"),
        }
    }

    fn prompt(&self, _game: &Match) -> String {
        "Choose a number to remove: ".to_owned()
    }

    fn end(&self, game: &Match, winner: Seat) -> String {
        let (winner, loser) = (game.name(winner), game.name(winner.other()));
        let turn = self.turn(game);
        format!("{turn}{loser} cannot make a valid move and loses the game.\n{winner} wins!\n")
    }
}

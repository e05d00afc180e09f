//! Trap Avoidance.

use divvy_match::{Match, Seat};

use super::{Removal, Voice, mover};
use crate::line::{LAST, LEGAL, TRAP, painted, ranged};

pub(super) struct TrapAvoidance;

impl TrapAvoidance {
    fn lists(game: &Match) -> String {
        let Removal { position, legal, last, .. } = Removal::of(game);
        let board = game.rules().board();
        let available = ranged(board, &legal, LEGAL);
        match last {
            None => format!("Available Numbers: {available}\n"),
            Some(last) => {
                let last = painted(LAST, last);
                let invalid = ranged(board, &position.barred(), TRAP);
                format!(
                    "Previous Number: {last}\nInvalid Numbers: {invalid}\nAvailable Numbers: {available}\n"
                )
            }
        }
    }
}

impl Voice for TrapAvoidance {
    fn turn(&self, game: &Match) -> String {
        Self::lists(game)
    }

    fn prompt(&self, game: &Match) -> String {
        format!("{}, select your number: ", mover(game))
    }

    fn end(&self, game: &Match, winner: Seat) -> String {
        let (winner, loser) = (game.name(winner), game.name(winner.other()));
        let lists = Self::lists(game);
        format!("{lists}{loser} has no valid moves.\n{loser} loses the game.\n{winner} wins!\n")
    }
}

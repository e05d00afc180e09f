//! Chain Reaction.

use divvy_match::{Match, Seat};
use divvy_rules::Number;

use super::{Removal, Voice, mover};
use crate::line::{LAST, painted, spaced};

pub(super) struct ChainReaction;

impl ChainReaction {
    fn head(game: &Match) -> String {
        let Removal { free, legal, last, .. } = Removal::of(game);
        let current = last.map_or_else(|| "None".to_owned(), |last| painted(LAST, last));
        let available = spaced(game.rules().board(), free, &legal);
        let mover = mover(game);
        format!(
            "{mover}, it's your turn.\nCurrent Number: {current}\nAvailable Numbers: {available}\n"
        )
    }
}

impl Voice for ChainReaction {
    fn welcome(&self, game: &Match) -> String {
        format!("Welcome to Chain Reaction!\n\nNumber Pool: {}\n\n", game.rules().board())
    }

    fn moved(&self, game: &Match, by: Seat, number: Number) -> String {
        format!("{} selected {number}.\n\n", game.name(by))
    }

    fn turn(&self, game: &Match) -> String {
        let scene = Removal::of(game);
        let valid = match (scene.last, scene.opening()) {
            (Some(last), _) => {
                format!("Valid selections are factors or multiples of {}.\n", painted(LAST, last))
            }
            (None, Some(opening)) => format!("Valid selections are {opening}.\n"),
            (None, None) => String::new(),
        };
        Self::head(game) + &valid
    }

    fn prompt(&self, _game: &Match) -> String {
        "Enter your selection: ".to_owned()
    }

    fn end(&self, game: &Match, winner: Seat) -> String {
        let (winner, loser) = (game.name(winner), game.name(winner.other()));
        let head = Self::head(game);
        format!(
            "{head}No valid moves available.\n{loser} cannot make a valid move. {winner} wins!\n"
        )
    }
}

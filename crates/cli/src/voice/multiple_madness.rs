//! Multiple Madness.

use divvy_match::{Match, Seat};

use super::{Removal, Voice, mover};
use crate::line::{LAST, painted, spaced};

pub(super) struct MultipleMadness;

impl MultipleMadness {
    fn numbers(game: &Match) -> String {
        let Removal { free, legal, .. } = Removal::of(game);
        format!("Numbers available: {}\n\n", spaced(game.rules().board(), free, &legal))
    }
}

impl Voice for MultipleMadness {
    fn turn(&self, game: &Match) -> String {
        let scene = Removal::of(game);
        let mut text = format!("{}{}'s turn.\n", Self::numbers(game), mover(game));
        if let Some(last) = scene.last {
            // A number that was struck before the first move was removed by neither player.
            let opponent = !game.round().record().moves().is_empty();
            let by = if opponent { " by opponent" } else { "" };
            text += &format!("Last number removed{by}: {}\n", painted(LAST, last));
        }
        if scene.last.is_some() || scene.opening().is_some() {
            let valid = spaced(game.rules().board(), &scene.legal, &scene.legal);
            text += &format!("Valid numbers to remove: {valid}\n");
        }
        text
    }

    fn prompt(&self, _game: &Match) -> String {
        "Select a number to remove: ".to_owned()
    }

    fn end(&self, game: &Match, winner: Seat) -> String {
        let (winner, loser) = (game.name(winner), game.name(winner.other()));
        let numbers = Self::numbers(game);
        format!("{numbers}{loser} has no valid moves.\n{winner} wins the game!\n")
    }
}

//! The game that the Play button of a card starts.

use divvy_play::{Bot, words};
use divvy_rules::{Game, Opening, Options};

/// Options for a balanced game: with the default options the first player wins by the first or second move.
pub(super) fn options(game: Game) -> Options {
    match game {
        Game::TrapAvoidance | Game::MultipleMadness | Game::ChainReaction | Game::SequenceDuel => {
            Options { opening: Some(Opening::Even), ..Options::default() }
        }
        Game::NumberMaze => {
            Options { without_one: true, start: Some(14), target: Some(15), ..Options::default() }
        }
    }
}

pub(super) fn options_json(game: Game) -> String {
    // Options always have a JSON form.
    serde_json::to_string(&options(game)).unwrap_or_default()
}

/// The opponent.
pub(super) const BOT: Bot = Bot::Easy;

/// Describes the game in a sentence.
pub(super) fn about(game: Game) -> String {
    let options = words::given(&options(game)).join(", ");
    format!("At one click: {options}; against the {BOT} computer.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use divvy_rules::{Record, Rules};

    #[test]
    fn no_first_move_decides_a_game_of_one_click() -> Result<(), Box<dyn std::error::Error>> {
        for game in Game::ALL {
            let begun = Record::new(Rules::new(game, &options(game))?);
            for first in begun.position().legal().iter() {
                let mut played = begun.clone();
                played.play(first)?;
                let replies = played.position().legal().iter().count();
                // A single reply would be forced, as in 11, 1, 13.
                assert!(!played.position().is_over() && replies > 1, "{game}: {first}");
            }
        }
        Ok(())
    }
}

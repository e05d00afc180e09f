//! How each game speaks in line mode: the words of its spec, to the letter.
//!
//! A voice only phrases what the match already knows. One file for each game.

mod chain_reaction;
mod multiple_madness;
mod number_maze;
mod sequence_duel;
mod trap_avoidance;

use divvy_match::{Match, Seat};
use divvy_rules::{Game, Number, NumberSet, Opening, Position, RemovalPosition};

/// The texts of one game. Each ends with a line end, except the prompt.
pub(crate) trait Voice {
    fn welcome(&self, _game: &Match) -> String {
        String::new()
    }

    /// After a move, before the next turn or the end.
    fn moved(&self, _game: &Match, _by: Seat, _number: Number) -> String {
        String::new()
    }

    /// What the player to move should know.
    fn turn(&self, game: &Match) -> String;

    fn prompt(&self, game: &Match) -> String;

    /// When a player has won by play.
    fn end(&self, game: &Match, winner: Seat) -> String;
}

pub(crate) fn voice(game: Game) -> &'static dyn Voice {
    match game {
        Game::TrapAvoidance => &trap_avoidance::TrapAvoidance,
        Game::MultipleMadness => &multiple_madness::MultipleMadness,
        Game::ChainReaction => &chain_reaction::ChainReaction,
        Game::NumberMaze => &number_maze::NumberMaze,
        Game::SequenceDuel => &sequence_duel::SequenceDuel,
    }
}

fn mover(game: &Match) -> &str {
    game.name(game.round().to_move())
}

/// What the voices of the removal games speak of.
struct Removal<'a> {
    position: &'a RemovalPosition,
    free: &'a NumberSet,
    legal: NumberSet,
    last: Option<Number>,
}

impl<'a> Removal<'a> {
    fn of(game: &'a Match) -> Self {
        match game.round().record().position() {
            Position::Removal(position) => Self {
                position,
                free: position.free(),
                legal: position.legal(),
                last: position.last(),
            },
            Position::Race(_) => unreachable!("rules of a removal game make no race"),
        }
    }

    /// What the first move may be, in words, where it may not be anything.
    fn opening(&self) -> Option<String> {
        let rules = self.position.rules();
        match rules.opening() {
            _ if self.last.is_some() => None,
            Opening::Any => None,
            Opening::Even => Some("even numbers".to_owned()),
            Opening::EvenBelowHalf => {
                Some(format!("even numbers less than half of {}", rules.board().size()))
            }
        }
    }
}

//! Number Maze.

use divvy_match::{Match, Seat};
use divvy_rules::{Number, NumberSet, Player, Position, RacePosition};
use divvy_words::Audience;

use super::Voice;
use crate::line::{LAST, LEGAL, painted, ranged};

pub(super) struct NumberMaze;

impl NumberMaze {
    fn race(game: &Match) -> &RacePosition {
        match game.round().record().position() {
            Position::Race(position) => position,
            Position::Removal(_) => unreachable!("rules of a race remove no numbers"),
        }
    }

    fn head(game: &Match, player: Player, moves: Option<&NumberSet>) -> String {
        let name = game.name(game.round().seat_of(player));
        let node = painted(LAST, Self::race(game).token(player).at);
        let board = game.rules().board();
        let moves = moves.map_or_else(|| "none".to_owned(), |moves| ranged(board, moves, LEGAL));
        format!("{name} Turn:\nCurrent Node: {node}\nAvailable Moves: {moves}\n")
    }
}

impl Voice for NumberMaze {
    fn moved(&self, game: &Match, _by: Seat, _number: Number) -> String {
        let skipped = |player| {
            let head = Self::head(game, player, None);
            let skipped = Audience::everybody(game).skips(game.round().seat_of(player));
            format!("{head}{skipped}\n\n")
        };
        let record = game.round().record();
        record.skipped_after(record.moves().len()).map(skipped).collect()
    }

    fn turn(&self, game: &Match) -> String {
        let race = Self::race(game);
        Self::head(game, race.to_move(), Some(&race.legal()))
    }

    fn prompt(&self, _game: &Match) -> String {
        "Enter your next node: ".to_owned()
    }

    fn end(&self, game: &Match, winner: Seat) -> String {
        let target = Self::race(game).rules().target();
        format!("{} has reached node {target} and wins the game!\n", game.name(winner))
    }
}

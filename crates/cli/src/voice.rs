//! How each game speaks in line mode: the words of its spec, to the letter.
//!
//! To the only person at a terminal it says "you". A voice only phrases what the match already knows. Each text ends with a line end, except the prompt.

use divvy_match::{Match, Seat};
use divvy_rules::{
    Game, Number, NumberSet, Opening, Player, Position, RacePosition, RemovalPosition,
};
use divvy_words::Audience;

use crate::line::{LAST, LEGAL, TRAP, painted, placed, ranged, spaced};

pub(crate) fn welcome(game: &Match) -> String {
    match game.rules().game() {
        Game::ChainReaction => {
            format!("Welcome to Chain Reaction!\n\nNumber Pool: {}\n\n", game.rules().board())
        }
        Game::SequenceDuel => "Welcome to Sequence Duel!\n".to_owned(),
        Game::TrapAvoidance | Game::MultipleMadness | Game::NumberMaze => String::new(),
    }
}

pub(crate) fn prompt(game: &Match, you: Option<Seat>) -> String {
    let prompt = match game.rules().game() {
        Game::TrapAvoidance if you.is_some() => "Select your number: ",
        Game::TrapAvoidance => {
            return format!("{}, select your number: ", game.name(game.round().to_move()));
        }
        Game::MultipleMadness => "Select a number to remove: ",
        Game::ChainReaction => "Enter your selection: ",
        Game::NumberMaze => "Enter your next node: ",
        Game::SequenceDuel => "Choose a number to remove: ",
    };
    prompt.to_owned()
}

/// After a move, before the next turn or the end.
pub(crate) fn moved(game: &Match, by: Seat, number: Number) -> String {
    let record = game.round().record();
    match (game.rules().game(), record.position()) {
        (_, Position::Race(race)) => {
            let skipped = |player| {
                let skipped = Audience::everybody(game).skips(game.round().seat_of(player));
                format!("{}{skipped}\n\n", node(game, race, player, None, None))
            };
            record.skipped_after(record.moves().len()).map(skipped).collect()
        }
        (Game::ChainReaction, _) => format!("{} selected {number}.\n\n", game.name(by)),
        (Game::SequenceDuel, _) => format!("Number {number} removed.\n"),
        (Game::TrapAvoidance | Game::MultipleMadness | Game::NumberMaze, _) => String::new(),
    }
}

/// What the player to move should know.
pub(crate) fn turn(game: &Match, you: Option<Seat>) -> String {
    match game.round().record().position() {
        Position::Race(race) => node(game, race, race.to_move(), Some(&race.legal()), you),
        Position::Removal(position) => {
            let (numbers, choice) = scene(game, position, you);
            numbers + &choice
        }
    }
}

/// When a player has won by play.
pub(crate) fn end(game: &Match, winner: Seat) -> String {
    let (winner, loser) = (game.name(winner), game.name(winner.other()));
    let position = match game.round().record().position() {
        Position::Removal(position) => position,
        Position::Race(race) => {
            let target = race.rules().target();
            return format!("{winner} has reached node {target} and wins the game!\n");
        }
    };
    let (numbers, choice) = scene(game, position, None);
    match game.rules().game() {
        Game::TrapAvoidance => format!(
            "{numbers}{loser} has no valid moves.\n{loser} loses the game.\n{winner} wins!\n"
        ),
        Game::ChainReaction => format!(
            "{numbers}No valid moves available.\n{loser} cannot make a valid move. {winner} wins!\n"
        ),
        Game::SequenceDuel => format!(
            "{numbers}{choice}{loser} cannot make a valid move and loses the game.\n{winner} wins!\n"
        ),
        Game::MultipleMadness | Game::NumberMaze => {
            format!("{numbers}{loser} has no valid moves.\n{winner} wins the game!\n")
        }
    }
}

/// A removal game: its numbers, and what the player to move can choose among.
fn scene(game: &Match, position: &RemovalPosition, you: Option<Seat>) -> (String, String) {
    let (board, legal) = (game.rules().board(), position.legal());
    let (mover, opening) = (game.name(game.round().to_move()), opening(position));
    let whose = match you {
        Some(_) => "Your turn.\n".to_owned(),
        None => format!("{mover}'s turn.\n"),
    };
    let spec = spaced(board, position.free(), &legal);
    let numbers = |label| placed(label, board, (position.free(), &legal), &spec);
    let valid = spaced(board, &legal, &legal);
    let last = position.last().map(|last| painted(LAST, last));
    match (game.rules().game(), last) {
        (Game::TrapAvoidance, last) => {
            let last = last.map_or_else(String::new, |_| {
                let invalid = ranged(board, &position.barred(), TRAP);
                let previous: Vec<String> =
                    position.previous().map(|number| painted(LAST, number)).collect();
                let s = if previous.len() > 1 { "s" } else { "" };
                let previous = previous.join(", ");
                format!("Previous Number{s}: {previous}\nInvalid Numbers: {invalid}\n")
            });
            let available = ranged(board, &legal, LEGAL);
            let available = placed("Available Numbers: ", board, (&legal, &legal), &available);
            (format!("{last}{available}"), String::new())
        }
        (Game::ChainReaction, last) => {
            let current = last.as_deref().unwrap_or("None");
            let choice = last.as_ref().map(|last| format!("factors or multiples of {last}"));
            let choice = choice.or(opening).map(|valid| format!("Valid selections are {valid}.\n"));
            let numbers = numbers("Available Numbers: ");
            let turn = match you {
                Some(_) => whose,
                None => format!("{mover}, it's your turn.\n"),
            };
            let turn = format!("{turn}Current Number: {current}\n");
            (turn + &numbers, choice.unwrap_or_default())
        }
        (Game::SequenceDuel, Some(last)) => (
            numbers("Remaining numbers: ") + &format!("{whose}Last number removed: {last}\n"),
            format!("Valid numbers to remove (divisors or multiples of {last}): {valid}\n"),
        ),
        (Game::SequenceDuel, None) => {
            let choice =
                opening.map(|which| format!("Valid numbers to remove ({which}): {valid}\n"));
            let numbers = numbers("Numbers in sequence: ");
            (numbers + &whose, choice.unwrap_or_default())
        }
        (Game::MultipleMadness | Game::NumberMaze, last) => {
            let mut choice = whose;
            if let Some(last) = &last {
                // A number that was struck before the first move was removed by neither player; the only person has just
                // read who removed this one.
                let opponent = you.is_none() && !game.round().record().moves().is_empty();
                let by = if opponent { " by opponent" } else { "" };
                choice += &format!("Last number removed{by}: {last}\n");
            }
            if last.is_some() || opening.is_some() {
                choice += &format!("Valid numbers to remove: {valid}\n");
            }
            (numbers("Numbers available: ") + "\n", choice)
        }
    }
}

/// What the first move may be, in words, where it may not be anything.
fn opening(position: &RemovalPosition) -> Option<String> {
    let rules = position.rules();
    match rules.opening() {
        _ if position.last().is_some() => None,
        Opening::Any => None,
        Opening::Even => Some("even numbers".to_owned()),
        Opening::EvenBelowHalf => {
            Some(format!("even numbers less than half of {}", rules.board().size()))
        }
    }
}

/// Number Maze: where a player stands.
fn node(
    game: &Match,
    race: &RacePosition,
    player: Player,
    moves: Option<&NumberSet>,
    you: Option<Seat>,
) -> String {
    let (seat, at) = (game.round().seat_of(player), race.token(player).at);
    let whose = match you {
        Some(_) => "Your turn:".to_owned(),
        None => format!("{} Turn:", game.name(seat)),
    };
    let board = game.rules().board();
    let moves = moves.map_or_else(|| "none".to_owned(), |moves| ranged(board, moves, LEGAL));
    let node = painted(LAST, at);
    format!("{whose}\nCurrent Node: {node}\nAvailable Moves: {moves}\n")
}

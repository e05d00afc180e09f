//! What the games are called and how their rules are told, the same in every front end.

use std::fmt;

use divvy_rules::{Game, Refusal};

/// The game's name as a title.
#[must_use]
pub const fn name(game: Game) -> &'static str {
    match game {
        Game::TrapAvoidance => "Trap Avoidance",
        Game::MultipleMadness => "Multiple Madness",
        Game::ChainReaction => "Chain Reaction",
        Game::NumberMaze => "Number Maze",
        Game::SequenceDuel => "Sequence Duel",
    }
}

/// The game in one sentence.
#[must_use]
pub const fn summary(game: Game) -> &'static str {
    match game {
        Game::TrapAvoidance => {
            "Avoid every factor and multiple of the last number; whoever is stuck loses."
        }
        Game::MultipleMadness => {
            "Remove a factor or a multiple of the last number; whoever cannot loses."
        }
        Game::ChainReaction => {
            "Chain factors and multiples together; whoever breaks the chain loses."
        }
        Game::NumberMaze => "Walk by factors and multiples, and be the first at the target.",
        Game::SequenceDuel => {
            "Strike divisors and multiples from a sequence; the last to strike wins."
        }
    }
}

/// The rules in brief, for somebody in the middle of a game.
#[must_use]
pub const fn brief(game: Game) -> &'static str {
    match game {
        Game::TrapAvoidance => {
            "Take a free number that is neither a factor nor a multiple of the last one. \
             If you have none, you lose."
        }
        Game::MultipleMadness => {
            "Remove a number that is a factor or a multiple of the last one removed. \
             If you have none, you lose."
        }
        Game::ChainReaction => {
            "Select an available number that is a factor or a multiple of the current number. \
             If you have none, you lose."
        }
        Game::NumberMaze => {
            "Move to a factor or a multiple of your node, but not back to the node you were on last \
             turn. The first player on the target wins; with no move you skip a turn."
        }
        Game::SequenceDuel => {
            "Remove a number that is a divisor or a multiple of the last one removed. \
             If you have none, you lose."
        }
    }
}

/// Why a choice was refused, to the person who made it: it completes "8 is …".
///
/// ```
/// use divvy_play::words;
/// use divvy_rules::Refusal;
///
/// assert_eq!(words::reason(Refusal::LeftLastTurn).to_string(), "the node you were on last turn");
/// ```
#[must_use]
pub fn reason(refusal: Refusal) -> impl fmt::Display {
    fmt::from_fn(move |f| match refusal {
        Refusal::OutOfRange { board } => write!(f, "outside {board}"),
        Refusal::AlreadyTaken => write!(f, "already taken"),
        Refusal::NotRelated { to } => write!(f, "not a factor or multiple of {to}"),
        Refusal::Related { to } => write!(f, "a factor or multiple of {to}"),
        Refusal::NotEven => write!(f, "not an even number"),
        Refusal::NotBelowHalf { size } => write!(f, "not less than half of {size}"),
        Refusal::LeftLastTurn => write!(f, "the node you were on last turn"),
        Refusal::AlreadyThere => write!(f, "where you already are"),
        Refusal::OpponentThere => write!(f, "taken by your opponent's token"),
        Refusal::GameOver => write!(f, "too late: the game is over"),
    })
}

/// `1 move`, `7 moves`.
#[must_use]
pub fn moves(count: usize) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

/// Whether a character would do something to the text around it instead of standing there: control
/// characters, line separators, and marks that turn the direction of writing.
#[must_use]
pub fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// The complete rules, as plain text in lines of at most 78 characters.
#[must_use]
pub const fn rules(game: Game) -> &'static str {
    match game {
        Game::TrapAvoidance => include_str!("words/trap-avoidance.txt"),
        Game::MultipleMadness => include_str!("words/multiple-madness.txt"),
        Game::ChainReaction => include_str!("words/chain-reaction.txt"),
        Game::NumberMaze => include_str!("words/number-maze.txt"),
        Game::SequenceDuel => include_str!("words/sequence-duel.txt"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_words_of_its_own() {
        for game in Game::ALL {
            assert!(rules(game).starts_with(name(game)), "{game}");
            assert!(rules(game).lines().all(|line| line.chars().count() <= 78), "{game}");
            assert!(rules(game).contains("\nWHAT THE RULES IMPLY\n"), "{game}");
            assert!(summary(game).len() <= 75, "{game}: fits a line of 80 with its indent");
            assert!(summary(game).ends_with('.') && brief(game).ends_with('.'), "{game}");
            for option in game.options() {
                assert!(rules(game).contains(&format!("--{option}")), "{game} {option}");
            }
        }
    }
}

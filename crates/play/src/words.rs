//! What the games are called and how their rules are told, the same in every front end.

pub mod list;

use std::fmt;

use divvy_rules::{Game, One, Opening, Options, Position, Refusal, RuleOption, Rules};
use divvy_solver::Outcome;

use crate::{Bot, GivenUp, Match, Plan, Seat, Standing, TURN_LIMIT};

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

/// The whole answer to a choice that was refused, the same in every front end.
#[must_use]
pub fn refused(typed: impl fmt::Display, refusal: Refusal) -> String {
    format!("Invalid choice: {typed} is {}", reason(refusal))
}

/// How the position stands, to the player to move, and nothing about what to do.
#[must_use]
pub const fn verdict(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "You can win from here.",
        Outcome::Loss => "You lose from here, unless your opponent slips.",
        Outcome::Draw => "Nobody can force a win from here.",
    }
}

/// What a bot is like, in a sentence.
#[must_use]
pub fn about(bot: Bot) -> String {
    match bot {
        Bot::Random => "Any legal move.".to_owned(),
        Bot::Greedy => "The move that leaves the fewest replies, whatever comes after.".to_owned(),
        Bot::Perfect => "Never gives a won game away. Ask for a hint to see why.".to_owned(),
        Bot::Easy | Bot::Medium | Bot::Hard => {
            format!("Plays perfectly, but for a random move in {} of 100.", bot.slips())
        }
    }
}

/// Somebody made a move: `Player 2 takes 12.`
#[must_use]
pub fn moved(game: &Match, by: Seat, number: impl fmt::Display) -> String {
    let verb = match game.round().record().position() {
        Position::Removal(_) => "takes",
        Position::Race(_) => "moves to",
    };
    format!("{} {verb} {number}.", game.name(by))
}

/// Somebody was passed over for want of a legal move.
#[must_use]
pub fn skipped(name: &str) -> String {
    format!("{name} has no valid moves and skips the turn.")
}

/// How the round ended, if it is over: why, and who won, in one or two sentences.
#[must_use]
pub fn ending(game: &Match) -> Option<String> {
    let round = game.round();
    let Some(winner) = round.winner() else {
        let abandoned =
            || format!("The game is abandoned after {TURN_LIMIT} turns, without a winner.");
        return round.is_abandoned().then(abandoned);
    };
    let (winner, loser) = (game.name(winner), game.name(winner.other()));
    Some(match (round.given_up(), round.record().position()) {
        (Some(GivenUp { forfeit: None, .. }), _) => format!("{loser} resigns. {winner} wins!"),
        (Some(GivenUp { forfeit: Some(reason), .. }), _) => {
            format!("{loser} forfeits the game: {reason}.\n{winner} wins!")
        }
        (None, Position::Removal(_)) => format!("{loser} has no valid moves. {winner} wins!"),
        (None, Position::Race(race)) => {
            format!("{winner} has reached node {} and wins!", race.rules().target())
        }
    })
}

/// The same to one of the two players: `You win! Ben has no valid moves.`
#[must_use]
pub fn ending_for(game: &Match, reader: Seat) -> Option<String> {
    let round = game.round();
    let Some(winner) = round.winner() else { return ending(game) };
    let won = winner == reader;
    let other = game.name(reader.other());
    Some(match (round.given_up(), round.record().position()) {
        (Some(GivenUp { forfeit: None, .. }), _) if won => format!("You win! {other} resigns."),
        (Some(GivenUp { forfeit: None, .. }), _) => "You lose: you have resigned.".to_owned(),
        (Some(GivenUp { forfeit: Some(reason), .. }), _) if won => {
            format!("You win! {other} forfeits the game: {reason}.")
        }
        (Some(GivenUp { forfeit: Some(reason), .. }), _) => {
            format!("You lose: you forfeit the game: {reason}.")
        }
        (None, Position::Removal(_)) if won => format!("You win! {other} has no valid moves."),
        (None, Position::Removal(_)) => "You lose: you have no valid moves.".to_owned(),
        (None, Position::Race(race)) => {
            let target = race.rules().target();
            if won {
                format!("You win! You have reached node {target}.")
            } else {
                format!("You lose: {other} has reached node {target}.")
            }
        }
    })
}

/// How a series ended, if it has: `Ada wins the match, 2 to 1.`
#[must_use]
pub fn standing(game: &Match) -> Option<String> {
    let standing = game.standing().filter(|_| game.plan() != Plan::Single)?;
    let [one, two] = game.score();
    Some(match standing {
        Standing::Champion(seat) => {
            format!("{} wins the match, {} to {}.", game.name(seat), one.max(two), one.min(two))
        }
        Standing::Tied => format!("The match is tied, {one} to {two}."),
    })
}

/// The same to one of the two players: `You win the match, 2 to 1.`
#[must_use]
pub fn standing_for(game: &Match, reader: Seat) -> Option<String> {
    let [one, two] = game.score();
    match game.standing().filter(|_| game.plan() != Plan::Single)? {
        Standing::Champion(seat) if seat == reader => {
            Some(format!("You win the match, {} to {}.", one.max(two), one.min(two)))
        }
        Standing::Champion(_) | Standing::Tied => standing(game),
    }
}

/// What an option is called where it is chosen from a form.
#[must_use]
pub const fn option(option: RuleOption) -> &'static str {
    match option {
        RuleOption::Size => "Numbers up to",
        RuleOption::Opening => "The first number is",
        RuleOption::WithoutOne => "Leave out the number 1",
        RuleOption::One => "The number 1 is",
        RuleOption::Start => "Both start on",
        RuleOption::Target => "The target is",
        RuleOption::Block => "No entering the opponent’s node",
    }
}

/// What the first move may be: it completes "the first number is …".
#[must_use]
pub const fn opening(opening: Opening) -> &'static str {
    match opening {
        Opening::Any => "any number",
        Opening::Even => "even",
        Opening::EvenBelowHalf => "even and below half",
    }
}

/// What 1 means in Trap Avoidance: it completes "the number 1 is …".
#[must_use]
pub const fn one(one: One) -> &'static str {
    match one {
        One::Trap => "a trap",
        One::Free => "never a trap",
    }
}

/// The options that are given, each in a few words: `the first number is even`.
#[must_use]
pub fn given(options: &Options) -> Vec<String> {
    let number = |value: Option<u32>, words: &str| value.map(|value| format!("{words} {value}"));
    [
        number(options.size, "numbers up to"),
        options.opening.map(|value| format!("the first number is {}", opening(value))),
        options.without_one.then(|| "there is no 1".to_owned()),
        options.one.map(|value| format!("the number 1 is {}", one(value))),
        number(options.start, "both start on"),
        number(options.target, "the target is"),
        options.block.then(|| "no entering the opponent’s node".to_owned()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The options that are not the usual ones, the size left out: `opening=even`.
#[must_use]
pub fn options(rules: Rules) -> Vec<String> {
    let notation = rules.to_string();
    let options = notation.split(';').skip(1).filter(|option| !option.starts_with("size="));
    options.map(str::to_owned).collect()
}

/// A game with its options in a line: `Multiple Madness on 1-20, opening even`.
#[must_use]
pub fn titled(rules: Rules) -> String {
    let game = format!("{} on {}", name(rules.game()), rules.board());
    let options = options(rules).into_iter().map(|option| option.replace('=', " "));
    std::iter::once(game).chain(options).collect::<Vec<_>>().join(", ")
}

/// A text as the beginning of a sentence.
#[must_use]
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A match in a line: `Multiple Madness, 1-20, opening=even, 7 moves, Player 2 to play`.
#[must_use]
pub fn describe(game: &Match) -> String {
    let rules = game.rules();
    let round = game.round();
    let mut parts = vec![name(rules.game()).to_owned(), rules.board().to_string()];
    parts.extend(options(rules));
    if game.plan() != Plan::Single {
        parts.push(format!("round {} of {}", game.round_number(), game.plan().rounds()));
    }
    parts.push(moves(round.record().moves().len()));
    parts.push(match round.winner() {
        None => format!("{} to play", game.name(round.to_move())),
        Some(winner) => format!("won by {}", game.name(winner)),
    });
    parts.join(", ")
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
            // Other front ends have no options to type: these stand in their own part of the text only.
            let (before, rest) = rules(game).split_once("\nOPTIONS\n").unwrap_or_default();
            let (_, after) = rest.split_once("\n\n").unwrap_or_default();
            assert!(!before.contains("--") && !after.contains("--"), "{game}");
        }
    }
}

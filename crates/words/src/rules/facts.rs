//! What the texts of the rules say about the board at hand: names in braces stand for it.
//!
//! A name that does not apply takes the part in brackets around it away, or the paragraph or list item. Names that only
//! tell whether something holds stand for nothing.

use divvy_rules::{
    Board, Family, Game, Memory, Number, One, Opening, Options, RaceRules, Relation, RemovalRules,
    Rules,
};

use crate::games::opening;
use crate::list;

/// A text about these rules; none if it does not apply to them.
pub(super) fn filled(text: &str, rules: Rules) -> Option<String> {
    let mut whole = String::new();
    for (index, part) in text.split(['[', ']']).enumerate() {
        // Every second part stood in brackets.
        match (index % 2, with_names(part, rules)) {
            (_, Some(part)) => whole += &part,
            (0, None) => return None,
            _ => {}
        }
    }
    Some(whole)
}

fn with_names(part: &str, rules: Rules) -> Option<String> {
    let mut pieces = part.split('{');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once('}')?;
        text += &fact(name, rules).flatten()?;
        text += rest;
    }
    Some(text)
}

/// What a name stands for, if it applies. `None` for an unknown name: no text has one, as a test checks.
fn fact(name: &str, rules: Rules) -> Option<Option<String>> {
    let board = rules.board();
    let holds = |condition: bool| condition.then(String::new);
    Some(match (name, rules.family()) {
        ("numbers", _) => Some(format!("numbers {} to {}", board.first(), board.size())),
        // It speaks of the specified board, and of the proposed one as its remedy.
        ("as specified", _) => holds(
            [Options::default(), divvy_analysis::contest(rules.game())]
                .iter()
                .any(|options| Rules::new(rules.game(), options) == Ok(rules)),
        ),
        ("with 1", _) => holds(board.has_one()),
        (name, Family::Removal(removal)) => return of_removal(name, rules.game(), removal),
        (name, Family::Race(race)) => return of_race(name, race),
    })
}

fn of_removal(name: &str, game: Game, rules: RemovalRules) -> Option<Option<String>> {
    let holds = |condition: bool| condition.then(String::new);
    let board = rules.board();
    let free_one = rules.relation() == Relation::Unrelated(One::Free);
    let any_opening = rules.opening() == Opening::Any && rules.struck().is_none();
    let example = || example(game, board);
    Some(match name {
        "first number" => Some(first_number(rules)),
        "1 may open" => holds(board.has_one() && !free_one && any_opening),
        "1 may not open" => holds(board.has_one() && !free_one && !any_opening),
        "1 is free" => holds(board.has_one() && free_one),
        "one turn" => holds(rules.memory() == Memory::One),
        "two turns" => holds(rules.memory() == Memory::Two),
        "example" => written(example()),
        "follow" => example().map(|number| listed(&related(board, number))),
        "no follower" => written(example().and_then(|number| no_follower(board, number))),
        "trap" => example().map(|number| trap(rules, number)),
        "second example" => written(second_example(board)),
        "second trap" => second_example(board).map(|number| trap(rules, number)),
        _ => return None,
    })
}

fn first_number(rules: RemovalRules) -> String {
    match (rules.struck(), rules.opening(), rules.relation()) {
        (Some(struck), _, Relation::Related) => {
            format!("a factor or a multiple of {struck}, which is struck already")
        }
        (Some(struck), _, Relation::Unrelated(_)) => {
            format!("a number that is not in the trap of {struck}, which is struck already")
        }
        (None, Opening::Any, _) => "any number".to_owned(),
        (None, Opening::Even | Opening::EvenBelowHalf, _) => format!("an {}", opening(rules)),
    }
}

/// The number that a game's example is about, or on a small board the largest that has something to show.
fn example(game: Game, board: Board) -> Option<Number> {
    let usual = match game {
        Game::ChainReaction => 8,
        Game::SequenceDuel => 4,
        Game::TrapAvoidance | Game::MultipleMadness | Game::NumberMaze => 6,
    };
    let numbers = (1..=usual).rev().filter_map(|value| board.number(value).ok());
    numbers.filter(|&number| number.get() > 1).find(|&number| !related(board, number).is_empty())
}

/// A number with few relatives, for contrast.
fn second_example(board: Board) -> Option<Number> {
    board.number(7).ok()
}

/// A number above the example's that looks as if it followed and does not.
fn no_follower(board: Board, number: Number) -> Option<Number> {
    let above = (number.get() + 1..=20.min(board.size())).rev();
    let mut above = above.filter_map(|value| board.number(value).ok());
    above.find(|other| !other.get().is_multiple_of(number.get()))
}

/// The other factors and multiples, ascending.
fn related(board: Board, number: Number) -> Vec<Number> {
    board.factors(number).into_iter().chain(board.multiples(number)).collect()
}

/// What may not be taken after a number, that number included.
fn trap(rules: RemovalRules, number: Number) -> String {
    let mut numbers = related(rules.board(), number);
    numbers.push(number);
    numbers.retain(|&other| other == number || !rules.relation().allows(number, other));
    numbers.sort_unstable();
    listed(&numbers)
}

fn of_race(name: &str, rules: RaceRules) -> Option<Option<String>> {
    let holds = |condition: bool| condition.then(String::new);
    let step = || first_step(rules, 5, true);
    Some(match name {
        "start" => written(Some(rules.start_node())),
        "target" => written(Some(rules.target())),
        "block" => holds(rules.block()),
        "no block" => holds(!rules.block()),
        "node" => written(node(rules)),
        "ways" => node(rules).map(|node| list::and(&shown(&related(rules.board(), node)))),
        "step" => written(step()),
        "onward" => step().map(|step| list::or(&shown(&onward(rules, step)))),
        "dead end" => written(first_step(rules, 11, false)),
        _ => return None,
    })
}

/// A node with several ways: 4, or the start where there is no 4.
fn node(rules: RaceRules) -> Option<Number> {
    let usual = rules.board().number(4).ok();
    let nodes = usual.into_iter().chain([rules.start_node()]);
    nodes.into_iter().find(|&node| !related(rules.board(), node).is_empty())
}

/// A first step after which there is more than the way back, or one with only that: the usual one if it is one.
fn first_step(rules: RaceRules, usual: u32, goes_on: bool) -> Option<Number> {
    let steps = related(rules.board(), rules.start_node());
    let usual = steps.iter().filter(|node| node.get() == usual);
    let is_one = |&node: &Number| node != rules.target() && goes_onward(rules, node) == goes_on;
    usual.chain(&steps).copied().find(is_one)
}

/// Whether a player can go on after a first step. Nearly always to a multiple, which is found at once.
fn goes_onward(rules: RaceRules, step: Number) -> bool {
    let is_onward = |way: Number| way != rules.start_node() && way != step;
    let board = rules.board();
    board.multiples(step).any(is_onward) || board.factors(step).into_iter().any(is_onward)
}

/// Where a player can go after a first step.
fn onward(rules: RaceRules, step: Number) -> Vec<Number> {
    let mut ways = related(rules.board(), step);
    ways.retain(|&way| way != rules.start_node());
    ways
}

fn written(number: Option<Number>) -> Option<String> {
    number.map(|number| number.to_string())
}

fn shown(numbers: &[Number]) -> Vec<String> {
    list::elided(numbers, list::ENDS)
}

fn listed(numbers: &[Number]) -> String {
    shown(numbers).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> impl Iterator<Item = &str> {
        text.split('{').skip(1).map(|piece| piece.split_once('}').unwrap().0)
    }

    #[test]
    fn every_name_in_the_texts_stands_for_something() {
        for game in Game::ALL {
            let rules = Rules::new(game, &Options::default()).unwrap();
            for name in names(crate::rules::source(game)) {
                assert!(fact(name, rules).is_some(), "{name}");
            }
            assert_eq!(fact("targt", rules), None);
        }
    }
}

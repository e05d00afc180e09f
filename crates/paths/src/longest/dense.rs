//! The longest game of Trap Avoidance, where nearly all numbers are joined.

use divvy_rules::{Number, Relation, RemovalRules};

use crate::longest::{Longest, LongestError};

/// Up to this many numbers are worked out exactly, by all sets of them.
const FEW: usize = 16;

/// The longest game; on larger boards one with every number that can follow any other, as none is longer.
pub(super) fn longest(rules: RemovalRules) -> Result<Longest, LongestError> {
    let start = rules.start();
    let relation = rules.relation();
    let numbers: Vec<Number> = start.free().iter().collect();
    let openings: Vec<Number> = start.legal().iter().collect();
    let (moves, bound) = if numbers.len() <= FEW {
        let moves = by_sets(relation, &numbers, &openings);
        let bound = (numbers.len() - moves.len()) as u32;
        (moves, bound)
    } else {
        let is_joined = |&a: &Number| numbers.iter().any(|&b| relation.allows(a, b));
        let joined: Vec<Number> = numbers.iter().copied().filter(is_joined).collect();
        let bound = (numbers.len() - joined.len()) as u32;
        let in_order = |&opening: &Number| ascending(relation, &joined, opening);
        let moves = openings.iter().find_map(in_order).ok_or(LongestError::Unproved)?;
        (moves, bound)
    };
    Ok(Longest { left_out: (numbers.len() - moves.len()) as u32, moves, bound, states: 0 })
}

/// A game that takes every number, always the smallest that may follow; none if that gets stuck.
fn ascending(relation: Relation, numbers: &[Number], opening: Number) -> Option<Vec<Number>> {
    let mut left: Vec<Number> = numbers.iter().copied().filter(|&n| n != opening).collect();
    let (mut last, mut moves) = (opening, vec![opening]);
    while !left.is_empty() {
        let next = left.iter().position(|&number| relation.allows(last, number))?;
        last = left.remove(next);
        moves.push(last);
    }
    Some(moves)
}

/// The longest game by the sets of numbers that games can have taken.
fn by_sets(relation: Relation, numbers: &[Number], openings: &[Number]) -> Vec<Number> {
    let joined: Vec<u32> =
        numbers.iter().map(|&a| bits(numbers, |b| relation.allows(a, b))).collect();
    // For every set, the numbers that a game which has taken exactly these can have taken last.
    let mut last = vec![0u32; 1 << numbers.len()];
    for (place, number) in numbers.iter().enumerate() {
        last[1 << place] = u32::from(openings.contains(number)) << place;
    }
    let mut longest = 0usize;
    for set in 1..last.len() {
        for (place, joined) in joined.iter().enumerate() {
            let before = set & !(1 << place);
            if set >> place & 1 == 1 && last[before] & joined != 0 {
                last[set] |= 1 << place;
            }
        }
        if last[set] != 0 && set.count_ones() > longest.count_ones() {
            longest = set;
        }
    }
    let (mut moves, mut set, mut ends) = (Vec::new(), longest, last[longest]);
    while ends != 0 {
        let place = ends.trailing_zeros() as usize;
        moves.push(numbers[place]);
        set &= !(1 << place);
        ends = last[set] & joined[place];
    }
    moves.reverse();
    moves
}

fn bits(numbers: &[Number], wanted: impl Fn(Number) -> bool) -> u32 {
    let places = numbers.iter().enumerate();
    places.map(|(place, &number)| u32::from(wanted(number)) << place).sum()
}

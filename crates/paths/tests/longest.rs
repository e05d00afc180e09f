//! The longest games: against playing every game, and against what others have published.

#![allow(clippy::unwrap_used, reason = "tests")]

use divvy_paths::{Longest, LongestError};
use divvy_rules::{Family, Record, RemovalPosition, RemovalRules, Rules};

fn removal(rules: Rules) -> RemovalRules {
    match rules.family() {
        Family::Removal(rules) => rules,
        Family::Race(_) => unreachable!(),
    }
}

/// The length of the longest game, which is checked to be legal and complete.
fn longest(text: &str) -> usize {
    let rules: Rules = text.parse().unwrap();
    let longest = Longest::of(removal(rules), 1 << 30, |_| true).unwrap();
    let moves = longest.moves.iter().map(|number| number.get());
    let record = Record::with_moves(rules, moves).unwrap();
    assert!(record.legal().is_empty(), "{text}: {record} goes on");
    let free = removal(rules).start().free().len();
    assert_eq!(longest.moves.len() as u32 + longest.left_out, free, "{text}");
    assert!(longest.bound <= longest.left_out, "{text}");
    longest.moves.len()
}

/// The moves that can still be made, by playing every game.
fn played(position: &RemovalPosition) -> usize {
    let legal = position.legal();
    let length = |number| {
        let mut next = position.clone();
        next.play(number).unwrap();
        1 + played(&next)
    };
    legal.iter().map(length).max().unwrap_or(0)
}

#[test]
fn the_longest_game_is_what_playing_every_game_gives() {
    for (game, largest) in
        [("multiple-madness", 16), ("trap-avoidance", 8), ("trap-avoidance;one=free", 8)]
    {
        for size in 1..=largest {
            for one in ["", ";without-one"] {
                let openings = ["any", "even", "even-below-half"].map(|o| format!("opening={o}"));
                let struck = (1..=size).map(|from| format!("from={from}"));
                for option in openings.into_iter().chain(struck) {
                    let text = format!("{game};size={size}{one};{option}");
                    let Ok(rules) = text.parse::<Rules>() else { continue };
                    assert_eq!(longest(&text), played(&removal(rules).start()), "{text}");
                }
            }
        }
    }
}

#[test]
fn the_longest_games_are_those_of_oeis_a337125() {
    let published = [
        1, 2, 3, 4, 4, 6, 6, 7, 8, 9, 9, 11, 11, 12, 13, 14, 14, 16, 16, 17, 18, 19, 19, 21, 21,
        22, 23, 24, 24, 26, 26, 27, 28, 28, 29, 30, 30, 30, 31, 32, 32, 34, 34, 36, 37, 37, 37, 39,
        39, 41, 42, 43, 43, 44, 45, 46, 47, 47, 47, 49, 49, 49, 50, 51, 51, 53, 53, 54,
    ];
    for (index, expected) in published.into_iter().enumerate() {
        assert_eq!(longest(&format!("chain-reaction;size={}", index + 1)), expected);
    }
    assert_eq!(published.len(), 68);
    assert_eq!(longest("sequence-duel;size=100"), 77);
}

#[test]
fn boards_that_are_too_large_are_refused_at_once() {
    for (game, most) in [("multiple-madness", 1_000), ("trap-avoidance", 10_000)] {
        let rules = removal(format!("{game};size=1000000").parse().unwrap());
        let refused = Longest::of(rules, u64::MAX, |_| true);
        assert_eq!(refused, Err(LongestError::TooManyNumbers { most, found: 1_000_000 }));
    }
    // Before the first search there is work too, and it can be stopped.
    let (rules, mut calls) = (removal("multiple-madness;size=400".parse().unwrap()), 0);
    let stopped = Longest::of(rules, 1 << 30, |_| {
        calls += 1;
        calls < 3
    });
    assert_eq!((stopped, calls), (Err(LongestError::Stopped), 3));
}

#[test]
fn nearly_all_numbers_can_be_taken_in_trap_avoidance() {
    // 1 is a trap after any number.
    assert_eq!(longest("trap-avoidance;size=100"), 99);
    assert_eq!(longest("trap-avoidance;size=100;one=free"), 100);
    for size in [17, 24, 60] {
        for from in 2..=size {
            assert_eq!(longest(&format!("trap-avoidance;size={size};from={from}")), size - 2);
        }
        for opening in ["even", "even-below-half"] {
            let text = format!("trap-avoidance;size={size};opening={opening}");
            assert_eq!(longest(&text), size - 1, "{text}");
        }
    }
}

#[test]
fn a_search_can_be_stopped_and_keeps_to_its_memory() {
    let rules = removal("multiple-madness;size=100".parse().unwrap());
    assert_eq!(Longest::of(rules, 1 << 30, |_| false), Err(LongestError::Stopped));
    let (limit, mut most) = (1 << 18, 0);
    let error = Longest::of(rules, limit, |searching| {
        most = most.max(searching.bytes);
        true
    });
    assert!(matches!(error, Err(LongestError::Memory { limit: 262_144, .. })), "{error:?}");
    assert!((1..=limit).contains(&most), "{most}");
}

#[test]
fn a_memory_of_two_has_no_longest_game() {
    let rules = removal("trap-avoidance;size=8;memory=2".parse().unwrap());
    assert_eq!(Longest::of(rules, 1 << 30, |_| true), Err(LongestError::NoPaths));
}

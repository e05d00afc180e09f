//! Counts that others have published, or that were found by other programs.

#![allow(clippy::unwrap_used, reason = "tests")]

use divvy_paths::Counts;
use divvy_rules::{Family, Rules};

fn counts(text: &str) -> Counts {
    let Family::Removal(rules) = text.parse::<Rules>().unwrap().family() else { unreachable!() };
    Counts::of(rules, 1 << 32, |_| true).unwrap()
}

fn games(game: &str, size: usize) -> u64 {
    counts(&format!("{game};size={size}")).total.games().try_into().unwrap()
}

#[test]
fn games_with_an_even_opening_are_those_of_oeis_a348842() {
    let published = [
        0, 1, 1, 6, 10, 35, 47, 147, 216, 452, 512, 3055, 3365, 5602, 12160, 35951, 37959, 147889,
        154998, 703094, 1178850, 1467813,
    ];
    for (index, expected) in published.into_iter().enumerate() {
        assert_eq!(games("multiple-madness;opening=even", index + 1), expected, "{}", index + 1);
    }
}

#[test]
fn games_with_any_opening_and_of_trap_avoidance_are_as_known() {
    let any = [1, 2, 4, 11, 20, 59, 84, 228, 377, 800, 925, 5279];
    for (index, expected) in any.into_iter().enumerate() {
        assert_eq!(games("chain-reaction", index + 1), expected, "{}", index + 1);
    }
    let traps = [1, 2, 3, 5, 17, 39, 269, 1111, 8173, 54273];
    for (index, expected) in traps.into_iter().enumerate() {
        assert_eq!(games("trap-avoidance", index + 1), expected, "{}", index + 1);
    }
}

#[test]
fn games_by_opening_and_winner_are_those_of_oeis_a348844() {
    // For each first move 2, 4, 6 and so on: games of odd length, which the first player wins, and of even length.
    let published: [&[[u128; 2]]; 13] = [
        &[[0, 1]],
        &[[1, 0]],
        &[[2, 1], [2, 1]],
        &[[3, 2], [3, 2]],
        &[[6, 6], [7, 4], [6, 6]],
        &[[8, 8], [9, 6], [8, 8]],
        &[[14, 19], [18, 21], [19, 17], [18, 21]],
        &[[25, 24], [31, 27], [30, 21], [31, 27]],
        &[[36, 36], [51, 52], [49, 39], [51, 52], [43, 43]],
        &[[41, 41], [59, 59], [54, 44], [59, 59], [48, 48]],
        &[[189, 190], [286, 283], [253, 268], [307, 309], [266, 262], [222, 220]],
        &[[209, 211], [315, 313], [282, 296], [340, 342], [287, 282], [245, 243]],
        &[[257, 257], [462, 459], [433, 448], [489, 488], [394, 391], [372, 367], [394, 391]],
    ];
    for (index, expected) in published.into_iter().enumerate() {
        let size = index + 2;
        let counts = counts(&format!("multiple-madness;size={size};opening=even"));
        let found: Vec<(u32, [u128; 2])> = counts
            .by_opening
            .iter()
            .map(|(opening, wins)| {
                let split = [wins.first, wins.second];
                (opening.get(), split)
            })
            .collect();
        let expected: Vec<(u32, [u128; 2])> =
            (2..).step_by(2).zip(expected.iter().copied()).collect();
        assert_eq!(found, expected, "size {size}");
    }
}

#[test]
fn counts_are_those_that_a_search_of_positions_found() {
    // A line for each board up to 30 numbers with every option: the rules, the games that each player wins, and the same
    // for each opening unless a number is struck.
    for line in include_str!("data/counts.txt").lines() {
        let mut words = line.split(' ');
        let rules = words.next().unwrap();
        let found = counts(rules);
        assert_eq!(found.total.first.to_string(), words.next().unwrap(), "{rules}");
        assert_eq!(found.total.second.to_string(), words.next().unwrap(), "{rules}");
        if rules.contains("from") {
            continue;
        }
        let by_opening = found.by_opening.iter();
        let by_opening: Vec<String> =
            by_opening.map(|(n, wins)| format!("{n}:{}:{}", wins.first, wins.second)).collect();
        assert_eq!(by_opening, words.collect::<Vec<_>>(), "{rules}");
    }
}

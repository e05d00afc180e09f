//! Counts that others have published, or that were found by other programs.

#![allow(clippy::unwrap_used, reason = "tests")]

use divvy_rules::{Family, Rules};
use divvy_solver::Counts;

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

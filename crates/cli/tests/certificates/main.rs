//! Certificates through the real program and through the second verifier, `docs/verify.py`: what the solver
//! writes is accepted by both, and what a test changed is refused by both, at the same point.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod cases;
#[path = "../common/mod.rs"]
mod common;
mod form;
mod matching;
mod race;
mod solved;

use std::process::ExitCode;

use cases::Cases;
use divvy_testing::{Tests, Tool, tests};

/// Certificates by the name of what they show.
macro_rules! named {
    ($($cases:path),+ $(,)?) => { [$((stringify!($cases), $cases as fn() -> Cases)),+] };
}

fn main() -> ExitCode {
    let cases = named![
        solved::every_answer_about_a_removal_game_is_verified,
        solved::every_answer_about_a_race_is_verified,
        solved::the_documented_examples_are_what_the_program_writes,
        solved::boards_over_ten_thousand_prove_the_best_move_and_that_no_other_wins,
        matching::a_changed_matching_is_refused,
        matching::a_relabelled_number_is_refused,
        matching::no_single_number_can_be_relabelled,
        matching::a_changed_path_is_refused,
        matching::a_changed_claim_is_refused,
        matching::a_lost_position_cannot_be_claimed_as_won,
        matching::a_game_that_is_over_still_needs_its_proof,
        race::a_race_that_is_over_still_needs_its_proof,
        matching::where_unrelated_numbers_are_joined_tampering_is_refused_too,
        race::a_changed_state_of_a_race_is_refused,
        race::a_changed_claim_about_a_race_is_refused,
        form::a_changed_form_is_refused,
        form::what_is_no_certificate_at_all_is_refused_in_one_line,
    ];
    let in_python = |(name, cases): (&str, fn() -> Cases)| {
        (format!("in_python::{name}"), move || cases().check_with_python())
    };
    Tests::default()
        .with(tests![
            matching::the_board_of_the_examples_below_is_as_they_need_it,
            form::a_certificate_that_is_not_there_is_told_in_one_line,
        ])
        .with(cases.map(|(name, cases)| (name, move || cases().check())))
        .needing(Tool::Python, cases.map(in_python))
        .run()
}

//! The page in a real Chromium, driven as people drive it: by pressing, typing and looking.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "tests")]

mod access;
mod alone;
mod chain;
mod driver;
mod explore;
mod fits;
mod flow;
mod friends;
mod history;
mod learn;
mod looks;
mod puzzle;
mod reasons;
mod site;
mod solo;
mod speed;
mod steady;
mod table;

use std::process::ExitCode;

use divvy_testing::{Tests, Tool, tests};
use driver::Session;
use site::Site;

/// Runs a test with a server and as many browsers as it asks for, all of them strangers to each other.
fn with_browsers<const N: usize>(test: impl FnOnce(&Site, [Session; N])) {
    let site = Site::start();
    test(&site, std::array::from_fn(|_| Session::take()));
}

/// What a site without a server (`DIVVY_SITE`) is not tested for, and why. Parts of other tests ask `Site::has_server`.
const SERVED: [(&str, &str); 7] = [
    ("friends::", "a friend comes by a link to a server"),
    ("looks::an_invitation_is_seen_whole", "the same"),
    ("looks::the_first_page_is_light", "`alone` has other limits: a module is loaded, and kept"),
    (
        "solo::an_address_without_a_game_says_so",
        "the host answers for addresses; `alone` has the page's words",
    ),
    ("steady::a_hint_that_comes_too_late", "answers are held back on their way over HTTP"),
    ("steady::a_move_out_of_sight", "another browser watches"),
    ("steady::what_could_not_be_sent", "without a network everything is sent"),
];

#[allow(clippy::too_many_lines, reason = "a list")]
fn main() -> ExitCode {
    // The longest first, so that none is left alone at the end.
    let access = tests![
        access::no_light_screen_breaks_a_rule_of_accessibility,
        access::no_dark_screen_of_a_phone_breaks_a_rule_of_accessibility,
    ];
    let tests = tests![
        fits::every_other_screen_fits_in_every_window,
        fits::lessons_puzzles_and_history_fit_in_every_window,
        fits::every_game_fits_in_every_window,
        steady::nothing_moves_during_a_whole_game,
        steady::nothing_moves_during_a_whole_game_on_a_phone,
        solo::every_game_to_its_end_with_one_click_and_legal_moves,
        solo::a_refused_number_says_why_and_changes_nothing,
        solo::hint_undo_resignation_review_and_a_link_with_the_whole_game,
        solo::a_link_shows_every_position_and_no_markup,
        solo::traps_that_last_two_turns_are_chosen_in_the_form_and_all_marked,
        solo::a_rematch_begins_at_once_and_a_series_goes_on,
        flow::a_review_opens_at_the_slip_and_survives_a_reload,
        flow::what_was_undone_is_played_again_by_keys,
        flow::what_can_be_played_is_hidden_where_that_is_wished,
        flow::after_the_end_another_strength_is_one_press_away,
        solo::a_board_of_ten_thousand_numbers_is_made_where_it_is_looked_at,
        solo::an_address_without_a_game_says_so,
        solo::games_are_listed_on_the_first_page_until_they_are_removed,
        solo::one_click_plays_what_the_card_says,
        solo::partners_are_shown_up_to_a_hundred_numbers_and_one_at_a_time_beyond,
        friends::two_on_one_link_with_a_third_who_watches,
        friends::an_invitation_can_be_seen_again_made_anew_and_cancelled,
        friends::a_name_is_never_markup,
        friends::a_free_seat_is_explained_to_whoever_comes_without_the_invitation,
        friends::names_stand_by_themselves_and_two_must_differ,
        friends::a_guest_sees_the_board_the_rule_and_who_waits,
        friends::links_go_to_the_share_sheet_or_are_copied_and_shown,
        friends::a_player_who_asked_for_it_is_notified_while_the_page_is_out_of_sight,
        looks::keyboard_alone_from_the_first_page_to_the_end,
        looks::names_roles_and_one_tab_stop,
        looks::a_phone_both_colours_and_twice_the_size,
        looks::nothing_is_animated_for_those_who_prefer_that,
        looks::up_to_a_hundred_numbers_are_seen_at_once,
        looks::a_refusal_on_a_phone_is_said_in_sight,
        looks::a_maze_shows_two_ways_pieces_the_target_and_the_way_back,
        looks::an_invitation_is_seen_whole_and_nothing_looks_playable_yet,
        looks::pictures_are_as_wide_as_their_panel_and_the_current_move_is_in_sight,
        looks::a_result_has_room_around_it,
        looks::the_goal_is_said_beside_every_board,
        looks::a_large_view_for_many_is_remembered,
        looks::the_first_page_is_light_and_a_quiet_game_asks_for_nothing,
        flow::the_form_takes_no_number_that_the_server_would_not,
        steady::the_reply_comes_after_a_beat,
        steady::marks_agree_with_what_can_be_played,
        steady::a_hint_does_not_outlive_the_round,
        steady::a_hint_is_about_one_position,
        steady::a_hint_that_comes_too_late_is_dropped,
        steady::a_move_out_of_sight_is_scrolled_to,
        steady::a_game_in_each_of_eight_tabs_goes_on,
        steady::what_could_not_be_sent_is_forgotten_with_the_new_connection,
        steady::the_page_works_in_browsers_that_lack_newer_things,
        fits::the_chosen_colours_are_there_before_anything_is_painted,
        steady::a_player_may_be_called_computer,
        steady::a_player_may_be_called_own,
        steady::the_form_begins_with_a_contest_and_says_what_is_specified,
        steady::the_rules_lead_back_to_the_game_and_keep_the_trick,
        steady::a_game_that_is_not_over_is_explored_at_its_slip,
        explore::any_notation_is_opened_with_values_and_reasons,
        reasons::questions_lead_to_the_board_that_proves,
        explore::side_lines_are_a_tree_that_keys_walk_and_the_address_keeps,
        explore::a_game_that_was_played_is_explored_from_its_review,
        explore::forged_addresses_are_told_in_a_sentence,
        explore::links_to_shared_games_still_work,
        explore::the_form_opens_boards_and_notation,
        reasons::pairs_are_readable_on_a_hundred_numbers_and_listed_on_ten_thousand,
        explore::nothing_moves_while_a_position_is_explored,
        learn::a_lesson_is_learnt_with_wrong_and_right_numbers_and_goes_on_after_a_reload,
        learn::a_lesson_is_played_by_keys_alone_and_read_aloud,
        learn::nothing_moves_during_a_lesson,
        chain::the_longest_chain_is_played_undone_and_shown,
        chain::a_chain_of_another_person_is_no_record,
        history::a_finished_game_is_kept_with_its_result_and_review,
        history::what_was_exported_and_deleted_comes_back,
        history::an_import_joins_and_loses_nothing,
        history::a_forged_file_is_refused_and_changes_nothing,
        puzzle::a_wrong_answer_is_refuted_and_the_right_one_proved,
        puzzle::streaks_outlive_a_reload_and_count_each_puzzle_once,
        puzzle::nothing_moves_while_a_puzzle_is_solved,
        puzzle::days_and_grades_are_chosen_and_no_address_breaks_the_page,
        puzzle::a_puzzle_is_solved_by_keys_and_told_to_a_screen_reader,
        puzzle::a_sheet_is_printed_with_the_answers_on_another_page,
    ];
    let alone = tests![
        alone::every_game_goes_on_without_a_network_after_a_reload_and_a_crash,
        alone::an_update_arrives_and_loses_no_game,
        alone::it_is_light_and_can_be_installed,
        alone::what_it_has_not_is_said,
        alone::ten_thousand_random_and_malformed_requests_stop_nothing,
        alone::one_file_is_the_whole_site,
    ];
    let speed = tests![
        speed::questions_take_at_most_twice_as_long_as_in_the_program,
        speed::a_press_on_a_thousand_numbers_is_painted_at_once,
    ];
    let speed = speed.into_iter().filter(|_| std::env::var_os("DIVVY_PROGRAM").is_some());
    let has_server = Site::has_server();
    let fits = |(name, _): &(&str, fn())| {
        has_server || !SERVED.iter().any(|(served, _)| name.starts_with(served))
    };
    let tests = tests.into_iter().filter(fits);
    let alone = alone.into_iter().chain(speed).filter(|_| !has_server);
    let tests = Tests::default().needing(Tool::Axe, access).needing(Tool::Chromium, tests);
    let code = tests.needing(Tool::Chromium, alone).run();
    driver::end();
    code
}

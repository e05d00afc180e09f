//! What divvy says: names, rules, refusals, changes, endings, hints and reviews, in English.
//!
//! Every surface takes its sentences about play from here. Line mode adds the wording of the specs, which is in the program
//! itself, as are help and usage errors; the page has the labels of its buttons.

pub mod admin;
mod advice;
mod aim;
mod audience;
pub mod bench;
mod endings;
mod fair;
mod games;
pub mod lessons;
pub mod list;
mod longest;
mod notation;
mod options;
mod proof;
pub mod proposal;
pub mod puzzle;
mod review;
mod rules;
mod saved;
mod sentence;
mod spelling;
mod variant;
pub mod web;

pub use advice::{
    Drawn, advice, advice_in_pipe, advice_in_steps, advice_on_board, nudge, too_large_for_bots,
    verdict, who_wins, why, win_too, worth, worth_in_moves,
};
pub use aim::{Headline, goal};
pub use audience::{Audience, Request, denied, illegal, reason, refused};
pub use fair::{fair_board, fairness, rule_of_thumb};
pub use games::{
    afterwards, board_of_your_game, describe, endless, moves_heading, name, play_begins,
    same_rules, summary,
};
pub use longest::{
    CHAIN_QUESTION, CHAIN_RULE, LONGEST_CHAIN, chain_example, chain_goal, chain_task, in_numbers,
    longest_proof,
};
pub use notation::{illegal_move, notation_error};
pub use options::{
    OptionRule, OptionText, ValueText, board_in_words, in_full, in_short, option_line,
    option_rules, option_text, titled, value_text,
};
pub use proof::Partners;
pub use review::{EXPLORE_WORDS, position_of};
pub use rules::{Block, RuleText, Section, brief, rule_text, rules_to_be_tested_by};
pub use saved::{GAME_IS_SAVED, ago, copy_is_saved};
pub use sentence::{Part, Sentence};
pub use spelling::{Spelling, option_error, takes, unknown_option};
pub use variant::Variant;

use divvy_match::Bot;

/// What a bot is like, in a sentence.
pub const fn about(bot: Bot) -> &'static str {
    match bot {
        Bot::Random => "Any legal move.",
        Bot::Greedy => "The move that leaves the fewest replies, whatever comes after.",
        Bot::Perfect => "Never gives a won game away. Ask for a hint to see why.",
        Bot::Easy => "Gets every third decision wrong.",
        Bot::Medium => "Gets one decision in seven wrong.",
        Bot::Hard => "Gets one decision in twenty wrong.",
    }
}

/// A text as the beginning of a sentence.
pub fn capitalized(text: &str) -> String {
    with_first(text, str::make_ascii_uppercase)
}

/// A text as the middle of a sentence.
pub fn uncapitalized(text: &str) -> String {
    with_first(text, str::make_ascii_lowercase)
}

/// The sentences are English, and the tables of all alphabets would be 10 KB of what a page without a server loads.
fn with_first(text: &str, change: fn(&mut str)) -> String {
    let mut text = text.to_owned();
    text.get_mut(..1).into_iter().for_each(change);
    text
}

/// `1 move`, `7 moves`.
pub fn moves(count: usize) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_slip_as_often_as_is_said() {
        for (bot, slips, said) in [
            (Bot::Easy, 33, "Gets every third decision wrong."),
            (Bot::Medium, 15, "Gets one decision in seven wrong."),
            (Bot::Hard, 5, "Gets one decision in twenty wrong."),
        ] {
            assert_eq!((bot.slips(), about(bot)), (slips, said));
        }
    }
}

//! What divvy says: names, rules, refusals, changes, endings, hints and reviews, in English.
//!
//! Every surface takes its sentences from here, so a translation has one place to go. Line mode adds the wording of the
//! specs, which is in the program itself.

mod advice;
mod aim;
mod audience;
mod endings;
mod fair;
mod games;
pub mod list;
mod longest;
mod notation;
mod options;
pub mod puzzle;
mod review;
mod rules;

pub use advice::{advice, pairs_in_words, too_large_for_bots, verdict};
pub use aim::Headline;
pub use audience::{Audience, Request, denied, illegal, reason, refused};
pub use fair::fair_board;
pub use games::{brief, describe, name, summary};
pub use longest::longest_proof;
pub use notation::{illegal_move, notation_error};
pub use options::{
    OptionRule, OptionText, Spelling, ValueText, given, option_error, option_rules, option_text,
    takes, titled, unknown_option, unusual, value_text,
};
pub use review::ReviewAudience;
pub use rules::{Block, RuleText, Section, rule_text};

use divvy_match::Bot;

/// What a bot is like, in a sentence.
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

/// A text as the beginning of a sentence.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A text as the middle of a sentence.
fn uncapitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// `1 move`, `7 moves`.
pub fn moves(count: usize) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

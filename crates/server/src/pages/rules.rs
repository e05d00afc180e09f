//! The rules of a game as a page. Options have the labels of the form instead of the spelling of the command line.

use askama::Template;
use divvy_rules::{Game, Options, Rules};
use divvy_table::GameId;
use divvy_words::{self as words, Block, RuleText};

use super::{assets, quick_game};

#[derive(Template)]
#[template(path = "rules.html")]
pub(super) struct RulesPage {
    game: Game,
    text: RuleText,
    /// The game that the reader came from.
    from: Option<GameId>,
}

impl RulesPage {
    /// `max_size` is the largest board of this server.
    pub(super) fn new(game: Game, max_size: u32, from: Option<GameId>) -> Self {
        let rules = Rules::new(game, &Options::default()).unwrap_or_default();
        Self { game, text: words::rule_text(rules, max_size), from }
    }
}

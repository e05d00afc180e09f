//! The rules of a game as a page. Options have the labels of the form instead of the spelling of the command line.

use askama::Template;
use divvy_rules::{Game, Options, Rules};
use divvy_words::{self as words, Block, RuleText};

#[derive(Template)]
#[template(path = "rules.html")]
pub(super) struct RulesPage {
    game: Game,
    text: RuleText,
}

impl RulesPage {
    /// `max_size` is the largest board of this server.
    pub(super) fn new(game: Game, max_size: u32) -> Self {
        let rules = Rules::new(game, &Options::default()).unwrap_or_default();
        Self { game, text: words::rule_text(rules, max_size) }
    }
}

#[cfg(test)]
mod tests {
    use divvy_rules::Board;

    use super::*;

    #[test]
    fn every_part_of_the_rules_is_on_the_page() {
        for game in Game::ALL {
            let page = |max_size| RulesPage::new(game, max_size).render().unwrap_or_default();
            let shown = page(Board::MAX_SIZE).replace("&#39;", "'").replace("&#34;", "\"");
            for block in
                RulesPage::new(game, Board::MAX_SIZE).text.sections.iter().flat_map(|s| &s.blocks)
            {
                match block {
                    Block::Paragraph(text) => assert!(shown.contains(text.as_str()), "{text}"),
                    Block::List(items) => {
                        assert!(items.iter().all(|item| shown.contains(item.as_str())))
                    }
                    Block::Options(options) => {
                        assert!(options.iter().all(|option| shown.contains(&option.label())));
                    }
                }
            }
            assert!(!shown.contains("--"), "{game}: nothing is typed here");
            assert_eq!(shown.matches("<h2>").count(), 4, "{game}");
            assert!(page(4321).contains("up to 4321"), "{game}");
        }
    }
}

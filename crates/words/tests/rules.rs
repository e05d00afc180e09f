//! What is written about each game.

#![allow(clippy::unwrap_used, missing_docs, reason = "tests")]

use divvy_rules::{Board, Game, Options, Rules};
use divvy_words::{Block, OptionRule, brief, name, rule_text, summary};

#[test]
fn every_game_has_words_of_its_own() {
    for game in Game::ALL {
        let rules = Rules::new(game, &Options::default()).unwrap();
        let text = rule_text(rules, Board::MAX_SIZE);
        let lines = text.lines(78, OptionRule::argument);
        assert_eq!(lines[0], name(game));
        assert!(lines.iter().all(|line| line.chars().count() <= 78), "{game}");
        assert!(lines.contains(&"WHAT THE RULES IMPLY".to_owned()), "{game}");
        assert!(summary(game).len() <= 75, "{game}: fits a line of 80 with its indent");
        assert!(summary(game).ends_with('.') && brief(game).ends_with('.'), "{game}");
        for option in game.options() {
            let listed = |line: &String| line.trim_start().starts_with(&format!("--{option}"));
            assert!(lines.iter().any(listed), "{game} {option}");
        }
        // What is typed stands in its own section only.
        for block in text.sections.iter().flat_map(|section| &section.blocks) {
            let options = matches!(block, Block::Options(_));
            assert!(options || !format!("{block:?}").contains("--"), "{game}");
        }
    }
}

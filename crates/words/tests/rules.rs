//! What is written about each game.

#![allow(clippy::unwrap_used, missing_docs, reason = "tests")]

use divvy_rules::{Board, Game, Options, Rules};
use divvy_words::{Block, OptionRule, brief, name, rule_text, summary};

fn text_of(notation: &str) -> String {
    let lines =
        rule_text(notation.parse().unwrap(), Board::MAX_SIZE).lines(78, OptionRule::argument);
    lines.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Boards, and what their rules say.
const BOARDS: [(&str, &[&str]); 10] = [
    ("multiple-madness", &["The numbers 1 to 20 stand", "removes any number.", "1, 2, 3, 12, 18,"]),
    (
        "multiple-madness;size=30;opening=even",
        &["The numbers 1 to 30 stand", "removes an even number.", "1, 2, 3, 12, 18, 24, 30,"],
    ),
    (
        "chain-reaction;size=12;without-one",
        &["The numbers 2 to 12 form", "After 8 the valid selections are 2, 4, as", "12 is not one"],
    ),
    (
        "sequence-duel;size=10;opening=even-below-half",
        &["removes an even number less than half of 10.", "After 4 the valid numbers are 1, 2, 8,"],
    ),
    ("sequence-duel;from=12", &["removes a factor or a multiple of 12, which is struck already."]),
    (
        "trap-avoidance;size=30;one=free",
        &["After 6 the trap is 2, 3, 6, 12, 18, 24, 30. After 7", "- 1 is never a trap and never"],
    ),
    (
        "trap-avoidance;size=12;memory=2",
        &[
            "forbidden for the next two moves. Take a free number that is not in a trap;",
            "two turns:",
        ],
    ),
    ("trap-avoidance;opening=even", &["As it cannot be the first move either, it is never"]),
    (
        "number-maze;size=30;without-one;start=14;target=15;block",
        &[
            "the numbers 2 to 30. Both players stand on node 14",
            "land on node 15 wins.",
            "From 4 the ways lead to 2, 8, 12, 16, 20, 24 and 28.",
            "having gone from 14 to 2, you may go on to 4, 6,",
            "A player may not enter the node that the opponent stands on.",
        ],
    ),
    ("number-maze;size=2", &["the numbers 1 to 2.", "A skip lifts the ban."]),
];

#[test]
fn the_rules_are_about_the_board_that_is_asked_for() {
    for (notation, expected) in BOARDS {
        let text = text_of(notation);
        for part in expected {
            assert!(text.contains(part), "{notation} lacks {part:?}: {text}");
        }
        for other in ["{", "}", "[", "]"] {
            assert!(!text.contains(other), "{notation}: {text}");
        }
        let specified = Rules::new(notation.parse::<Rules>().unwrap().game(), &Options::default());
        let is_specified = specified == Ok(notation.parse().unwrap());
        assert_eq!(
            text.contains("exactly as specified") || text.contains("Exactly as specified"),
            is_specified,
            "{notation}"
        );
        assert_eq!(
            text.contains(" 1 to 20"),
            notation.parse::<Rules>().unwrap().board().to_string() == "1-20",
            "{notation}: {text}"
        );
    }
}

#[test]
fn three_games_say_that_they_are_one() {
    for game in Game::ALL {
        let text = text_of(game.id());
        let one_of_three = [Game::MultipleMadness, Game::ChainReaction, Game::SequenceDuel];
        assert_eq!(
            text.contains("the same game in three looks"),
            one_of_three.contains(&game),
            "{game}"
        );
    }
}

/// On every small board the text is complete, and speaks of numbers that are there.
#[test]
fn the_rules_can_be_told_on_every_board() {
    for game in Game::ALL {
        for size in 1..=40 {
            for options in
                ["", ";without-one", ";opening=even", ";from=2", ";memory=2", ";start=2", ";block"]
            {
                let Ok(rules) = format!("{game};size={size}{options}").parse::<Rules>() else {
                    continue;
                };
                let text = rule_text(rules, Board::MAX_SIZE);
                assert!(text.sections.iter().any(|section| section.heading == "The game"));
                for block in &text.sections[0].blocks {
                    let Block::Paragraph(text) = block else { continue };
                    let digits = |c: char| !c.is_ascii_digit();
                    let numbers = text.split(digits).filter_map(|word| word.parse::<u32>().ok());
                    let most = numbers.max().unwrap_or(0);
                    assert!(most <= size, "{rules}: {text}");
                }
            }
        }
    }
}

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
        assert!(summary(game).ends_with('.') && brief(rules).ends_with('.'), "{game}");
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

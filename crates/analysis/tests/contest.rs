//! The boards that are proposed are contests by measure, and the measure knows a trick from one.

#![allow(clippy::unwrap_used, reason = "tests")]

use divvy_analysis::{GAMES, SimpleRule, contest, contest_on, simple_rules};
use divvy_rules::{Game, RuleOption, Rules};

#[test]
fn no_rule_of_thumb_wins_one_game_in_five_on_a_proposed_board() {
    for game in Game::ALL {
        let rules = Rules::new(game, &contest(game)).unwrap();
        assert!((12..=24).contains(&rules.board().size()), "{rules}");
        let shares = simple_rules(rules, GAMES, 1.0).unwrap();
        let rules_tried = if game == Game::NumberMaze { 5 } else { 8 };
        assert_eq!(shares.len(), rules_tried, "{rules}");
        assert!(shares.iter().all(|rule| rule.share < 0.2), "{rules}: {shares:?}");
    }
}

/// Where the issue is known: by these tricks the board of the specs is won, and the even opening on 1 to 20.
#[test]
fn tricks_are_found() {
    for (notation, rule) in [
        ("trap-avoidance", SimpleRule::Fewest),
        ("trap-avoidance;opening=even", SimpleRule::Smallest),
        ("multiple-madness;opening=even", SimpleRule::Largest),
    ] {
        let shares = simple_rules(notation.parse().unwrap(), 40, 1.0).unwrap();
        let trick = shares.iter().find(|share| share.rule == rule).unwrap();
        assert_eq!(trick.share, 1.0, "{notation}: {shares:?}");
        let first = simple_rules(notation.parse().unwrap(), 40, 0.4).unwrap();
        assert!(first.len() < shares.len() && first[0].share > 0.4, "one is enough");
    }
}

#[test]
fn another_size_keeps_the_kind_where_it_is_a_contest() {
    let size = |game: Game| contest(game).number(RuleOption::Size).unwrap();
    for game in Game::ALL {
        assert_eq!(contest_on(game, size(game)), Some(contest(game)), "{game}");
    }
    let twenty = contest_on(Game::ChainReaction, 20).unwrap();
    assert_eq!(Rules::new(Game::ChainReaction, &twenty).unwrap().board().to_string(), "2-20");
    // "Fewest replies" wins there, or the board has no node 7, or no solution.
    for (game, size) in [
        (Game::TrapAvoidance, 14),
        (Game::TrapAvoidance, 40),
        (Game::SequenceDuel, 32),
        (Game::NumberMaze, 6),
        (Game::MultipleMadness, 1_000),
    ] {
        assert_eq!(contest_on(game, size), None, "{game} {size}");
    }
}

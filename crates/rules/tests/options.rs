//! What options and notation refuse, and with which words.

#![allow(clippy::unwrap_used, reason = "tests")]

use divvy_rules::{Board, Game, Options, Player, Record, RuleOption, Rules};

fn error(notation: &str) -> String {
    notation.parse::<Record>().unwrap_err().to_string()
}

#[test]
fn every_message_begins_with_the_option_and_says_what_it_takes() {
    for (notation, message) in [
        ("multiple-madness;size=0", "size takes a whole number from 1 to 1000000, not 0"),
        ("chain-reaction;size=1000001", "size takes a whole number from 1 to 1000000, not 1000001"),
        (
            "sequence-duel;size=99999999999999999999",
            "size takes a whole number from 1 to 1000000, not \"99999999999999999999\"",
        ),
        (
            "multiple-madness;block",
            "block is not an option of multiple-madness, which takes size, opening, without-one",
        ),
        (
            "chain-reaction;one=free",
            "one is not an option of chain-reaction, which takes size, opening, without-one",
        ),
        (
            "trap-avoidance;size=1;without-one",
            "without-one takes a board of size 2 or more: on size 1 no number is left",
        ),
        (
            "number-maze;without-one",
            "start takes a number from 2 to 20 on a board without 1, and must be given",
        ),
        (
            "number-maze;without-one;start=1",
            "start takes a number from 2 to 20 on a board without 1, and must be given",
        ),
        ("number-maze;start=21", "start takes a number on the board, 1-20, not 21"),
        ("number-maze;target=0", "target takes a number on the board, 1-20, not 0"),
        ("number-maze;size=1", "target takes a number other than the start, and both are 1"),
        (
            "number-maze;start=5;target=5",
            "target takes a number other than the start, and both are 5",
        ),
        (
            "number-maze;without-one;start=2;target=13",
            "target takes a number that can be reached: on 2-20 no walk leads from 2 to 13",
        ),
    ] {
        assert_eq!(error(notation), message, "{notation}");
    }
}

#[test]
fn notation_names_what_it_cannot_read() {
    for (notation, message) in [
        (
            "chess",
            "\"chess\" is not a game: the games are trap-avoidance, multiple-madness, chain-reaction, \
             number-maze, sequence-duel",
        ),
        (
            "number-maze;depth=3",
            "\"depth\" is not an option: the options are size, opening, without-one, one, start, \
             target, block",
        ),
        ("number-maze;size=ten", "size takes a whole number from 1 to 1000000, not \"ten\""),
        ("number-maze;block=yes", "block takes no value, not \"yes\""),
        ("trap-avoidance;one=wild", "one takes trap or free, not \"wild\""),
        ("trap-avoidance;opening", "opening takes any, even or even-below-half, not \"\""),
        ("trap-avoidance;size=5;size=6", "size is given twice"),
        ("trap-avoidance:7,,9", "move 2 is not a number: \"\""),
        ("trap-avoidance:7,x", "move 2 is not a number: \"x\""),
        ("trap-avoidance:7,+9", "move 2 is not a number: \"+9\""),
        ("trap-avoidance:7,9,99", "move 3 cannot be played: 99 is outside 1-20"),
    ] {
        assert_eq!(error(notation), message, "{notation}");
    }
    let long = format!("trap-avoidance:{}", "é".repeat(10_000));
    assert!(error(&long).len() < 200, "a message stays short");
}

#[test]
fn notation_is_forgiving_about_space_and_defaults() {
    let record: Record = " number-maze ; size = 20 ; start=1 : 5, 2 10,4\n20 ".parse().unwrap();
    assert_eq!(record.to_string(), "number-maze:5,2,10,4,20");
    assert_eq!(record.position().winner(), Some(Player::First));
}

#[test]
fn data_is_checked_like_notation() {
    let good = r#"{"game":"sequence-duel","options":{"size":10},"moves":[6,3]}"#;
    assert_eq!(
        serde_json::from_str::<Record>(good).unwrap().to_string(),
        "sequence-duel;size=10:6,3"
    );
    for bad in [
        r#"{"game":"chess"}"#,
        r#"{"game":"sequence-duel","options":{"depth":3}}"#,
        r#"{"game":"sequence-duel","options":{"block":true}}"#,
        r#"{"game":"sequence-duel","moves":[6,8]}"#,
        r#"{"game":"sequence-duel","moves":[-6]}"#,
        r#"{"game":"sequence-duel","turn":1}"#,
    ] {
        assert!(serde_json::from_str::<Record>(bad).is_err(), "{bad}");
    }
}

#[test]
fn a_game_takes_its_options_and_no_others() {
    for game in Game::ALL {
        for option in RuleOption::ALL {
            let text = match option {
                RuleOption::Size => "size=20",
                RuleOption::Opening => "opening=even",
                RuleOption::WithoutOne => "without-one;start=2",
                RuleOption::One => "one=free",
                RuleOption::Start => "start=2",
                RuleOption::Target => "target=2",
                RuleOption::Block => "block",
            };
            let text =
                if game == Game::NumberMaze { text } else { text.trim_end_matches(";start=2") };
            let taken = format!("{game};{text}").parse::<Rules>().is_ok();
            assert_eq!(taken, game.options().contains(&option), "{game} {option}");
        }
    }
}

#[test]
fn a_board_without_any_allowed_opening_is_lost_for_the_first_player() {
    for notation in
        ["multiple-madness;size=1;opening=even", "chain-reaction;size=4;opening=even-below-half"]
    {
        let record: Record = notation.parse().unwrap();
        assert_eq!(record.position().winner(), Some(Player::Second), "{notation}");
    }
}

#[test]
fn reachability_of_the_race_agrees_with_a_walk_over_the_whole_board() {
    for size in 2..=30 {
        for start in 2..=size {
            let mut reached = vec![start];
            let mut next = 0;
            while let Some(&from) = reached.get(next) {
                let steps = (2..=size).filter(|n| n % from == 0 || from % n == 0);
                let new: Vec<u32> = steps.filter(|n| !reached.contains(n)).collect();
                reached.extend(new);
                next += 1;
            }
            for target in (2..=size).filter(|&target| target != start) {
                let options = Options {
                    size: Some(size),
                    without_one: true,
                    start: Some(start),
                    target: Some(target),
                    ..Options::default()
                };
                let possible = Rules::new(Game::NumberMaze, &options).is_ok();
                assert_eq!(possible, reached.contains(&target), "{start} to {target} on {size}");
            }
        }
    }
}

#[test]
fn the_largest_board_is_played_like_any_other() {
    let options = Options { size: Some(Board::MAX_SIZE), ..Options::default() };
    for game in Game::ALL {
        let rules = Rules::new(game, &options).unwrap();
        let mut record = Record::new(rules);
        record.play(rules.board().number(999_983).unwrap()).unwrap();
        let legal = record.position().legal();
        let expected = match game {
            Game::TrapAvoidance => 999_998,
            Game::NumberMaze => 999_999,
            _ => 1,
        };
        assert_eq!(legal.len(), expected, "{game}");
        assert_eq!(legal.runs().map(|(a, b)| b.get() - a.get() + 1).sum::<u32>(), expected);
        record.undo();
        assert_eq!(record, Record::new(rules), "{game}");
    }
}

//! What options and notation accept and refuse. The words for it are tested in `divvy-words`.

#![allow(clippy::unwrap_used, reason = "tests")]

use divvy_rules::{
    Board, Family, Game, OptionKind, OptionValue, Options, Player, Position, Record, RuleOption,
    Rules,
};

#[test]
fn notation_is_forgiving_about_space_and_defaults() {
    let record: Record = " number-maze ; size = 20 ; start=1 : 5, 2 10,4\n20 ".parse().unwrap();
    assert_eq!(record.to_string(), "number-maze:5,2,10,4,20");
    assert_eq!(record.winner(), Some(Player::First));
}

#[test]
fn first_moves_are_counted_without_listing_them() {
    for game in ["multiple-madness", "trap-avoidance"] {
        for option in ["opening=any", "opening=even", "opening=even-below-half", "from=2", "from=7"]
        {
            for one in ["", ";without-one"] {
                for size in 1..60 {
                    let text = format!("{game};size={size};{option}{one}");
                    let Ok(rules) = text.parse::<Rules>() else { continue };
                    let Family::Removal(removal) = rules.family() else { unreachable!() };
                    assert_eq!(removal.opening_count(), removal.start().legal().len(), "{text}");
                }
            }
        }
    }
}

#[test]
fn data_is_checked_like_notation() {
    let good =
        r#"{"game":"trap-avoidance","options":{"size":10,"one":"free","without_one":false}}"#;
    let rules: Rules = serde_json::from_str(good).unwrap();
    assert_eq!(rules.to_string(), "trap-avoidance;size=10;one=free");
    for (bad, why) in [
        (r#"{"size":true}"#, "invalid type: boolean `true`, expected u32"),
        (r#"{"size":"6"}"#, "invalid type: string \"6\", expected u32"),
        (r#"{"size":6,"size":6}"#, "size: given twice"),
        (r#"{"block":"yes"}"#, "invalid type: string \"yes\", expected a boolean"),
        (r#"{"opening":2}"#, "opening: does not take \"2\""),
        (r#"{"memory":3}"#, "memory: does not take \"3\""),
        (r#"{"memory":true}"#, "expected a word or a number"),
    ] {
        let error = serde_json::from_str::<Options>(bad).unwrap_err().to_string();
        assert!(error.starts_with(why), "{error}");
    }
    for bad in [
        r#"{"game":"chess"}"#,
        r#"{"game":"sequence-duel","options":{"depth":3}}"#,
        r#"{"game":"sequence-duel","options":{"block":true}}"#,
        r#"{"game":"sequence-duel","options":{"size":-6}}"#,
        r#"{"game":"sequence-duel","options":{"opening":"odd"}}"#,
        r#"{"game":"sequence-duel","turn":1}"#,
    ] {
        assert!(serde_json::from_str::<Rules>(bad).is_err(), "{bad}");
    }
}

#[test]
fn a_choice_between_numbers_is_a_number_in_data() {
    for data in [r#"{"memory":2}"#, r#"{"memory":"2"}"#] {
        let options: Options = serde_json::from_str(data).unwrap();
        assert_eq!(options.choice(RuleOption::Memory), Some("2"));
        assert_eq!(serde_json::to_string(&options).unwrap(), r#"{"memory":2}"#);
    }
    let rules: Rules = "trap-avoidance;memory=1".parse().unwrap();
    assert_eq!(rules, "trap-avoidance".parse().unwrap());
    for bad in ["memory", "memory=0", "memory=3", "memory=02", "memory=two"] {
        let error = format!("trap-avoidance;{bad}").parse::<Rules>().unwrap_err();
        assert!(error.to_string().starts_with("memory: does not take"), "{error}");
    }
    assert!("multiple-madness;memory=2".parse::<Rules>().is_err());
}

/// A value of an option that is not the default, and the options it needs beside it in a race.
fn unusual(option: RuleOption) -> Options {
    let value = match option.kind() {
        OptionKind::Number => OptionValue::Number(8),
        OptionKind::Choice(words) => OptionValue::Choice(words[1]),
        OptionKind::Flag => OptionValue::Flag,
    };
    Options::default().with(option, value)
}

#[test]
fn a_game_takes_its_options_and_no_others_and_each_makes_other_rules() {
    for game in Game::ALL {
        for option in RuleOption::ALL {
            let mut options = unusual(option);
            if game == Game::NumberMaze && option == RuleOption::WithoutOne {
                options.set(RuleOption::Start, OptionValue::Number(2));
            }
            let rules = Rules::new(game, &options);
            assert_eq!(rules.is_ok(), option.belongs_to(game), "{game} {option}");
            let Ok(rules) = rules else { continue };
            assert_ne!(rules, Rules::new(game, &Options::default()).unwrap(), "{game} {option}");
            // Through notation and through data the same rules come back.
            assert_eq!(rules.to_string().parse(), Ok(rules), "{game} {option}");
            let json = serde_json::to_string(&rules).unwrap();
            assert_eq!(serde_json::from_str::<Rules>(&json).unwrap(), rules, "{json}");
            assert_eq!(Rules::new(game, &rules.options()), Ok(rules));
        }
    }
}

#[test]
fn a_struck_number_is_gone_and_is_answered_by_the_first_player() {
    let mut record: Record = "multiple-madness;from=6".parse().unwrap();
    let start = record.clone();
    let legal: Vec<u32> = record.legal().iter().map(|n| n.get()).collect();
    assert_eq!(legal, [1, 2, 3, 12, 18]);
    assert_eq!(record.last().map(|n| n.get()), Some(6));
    assert_eq!(record.to_move(), Player::First);
    record.play(record.rules().board().number(12).unwrap()).unwrap();
    assert_eq!(record.to_string(), "multiple-madness;from=6:12");
    record.undo();
    assert_eq!(record, start);
    assert!("multiple-madness;from=6;opening=even".parse::<Record>().is_err());
    assert!("multiple-madness;from=21".parse::<Record>().is_err());
    assert!("number-maze;from=6".parse::<Record>().is_err());
    let stuck: Record = "sequence-duel;without-one;from=13".parse().unwrap();
    assert_eq!(stuck.winner(), Some(Player::Second), "13 has no answer without 1");
}

#[test]
fn a_board_without_any_allowed_opening_is_lost_for_the_first_player() {
    for notation in
        ["multiple-madness;size=1;opening=even", "chain-reaction;size=4;opening=even-below-half"]
    {
        let record: Record = notation.parse().unwrap();
        assert_eq!(record.winner(), Some(Player::Second), "{notation}");
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
                let options = format!("size={size};without-one;start={start};target={target}");
                let possible = Rules::new(Game::NumberMaze, &options.parse().unwrap()).is_ok();
                assert_eq!(possible, reached.contains(&target), "{start} to {target} on {size}");
            }
        }
    }
}

#[test]
fn the_largest_board_is_played_like_any_other() {
    let options = format!("size={}", Board::MAX_SIZE).parse().unwrap();
    for game in Game::ALL {
        let rules = Rules::new(game, &options).unwrap();
        let mut record = Record::new(rules);
        record.play(rules.board().number(999_983).unwrap()).unwrap();
        let legal = record.legal();
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

#[test]
fn what_follows_a_number_of_a_larger_board_is_known_too() {
    let large = "multiple-madness;size=1000".parse::<Rules>().unwrap().board();
    let has_follower = |notation: &str, value: u32| {
        let Position::Removal(position) = notation.parse::<Rules>().unwrap().start() else {
            panic!()
        };
        position.has_follower(large.number(value).unwrap())
    };
    assert!(has_follower("multiple-madness", 500));
    assert!(!has_follower("multiple-madness;without-one", 997));
    assert!(has_follower("trap-avoidance", 997));
}

//! What is said about options and notation that do not make a game.

#![allow(clippy::unwrap_used, missing_docs, reason = "tests")]

use divvy_rules::{Game, Record, Rules};
use divvy_words::{Spelling, option_error};

fn error(notation: &str) -> String {
    divvy_words::notation_error(&notation.parse::<Record>().unwrap_err())
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
            "block is not an option of multiple-madness, which takes size, opening, without-one, from",
        ),
        (
            "chain-reaction;one=free",
            "one is not an option of chain-reaction, which takes size, opening, without-one, from",
        ),
        (
            "chain-reaction;memory=2",
            "memory is not an option of chain-reaction, which takes size, opening, without-one, from",
        ),
        (
            "trap-avoidance;size=1;without-one",
            "without-one takes a board of size 2 or more: on size 1 no number is left",
        ),
        (
            "number-maze;without-one",
            "start takes a number from 2 to 20 on a board without 1, and must be given",
        ),
        ("number-maze;without-one;start=1", "start takes 2 to 20 on a board without 1, not 1"),
        ("number-maze;start=21", "start takes a number on the board, 1-20, not 21"),
        ("number-maze;target=0", "target takes a number on the board, 1-20, not 0"),
        ("number-maze;size=1", "target takes a number other than the start, and both are 1"),
        (
            "number-maze;start=5;target=5",
            "target takes a number other than the start, and both are 5",
        ),
        (
            "sequence-duel;from=6;opening=even",
            "from does not go together with opening: the first move answers the number that is struck",
        ),
        ("sequence-duel;from=21", "from takes a number on the board, 1-20, not 21"),
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
            "\"depth\" is not an option: the options are size, opening, without-one, one, memory, \
             start, target, block, from",
        ),
        ("number-maze;size=ten", "size takes a whole number from 1 to 1000000, not \"ten\""),
        ("number-maze;block=yes", "block takes no value, not \"yes\""),
        ("trap-avoidance;memory=3", "memory takes 1 or 2, not \"3\""),
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
fn options_in_full_are_told_one_by_one() {
    let rules = "number-maze;size=40;without-one;start=14;target=15".parse().unwrap();
    let told = "2–40, there is no 1, both start on 14, the target is 15";
    assert_eq!(divvy_words::in_full(rules).join(", "), told);
}

#[test]
fn each_surface_spells_options_its_own_way() {
    let error = Rules::new(Game::ChainReaction, &"block".parse().unwrap()).unwrap_err();
    let said = |spelling| option_error(&error, spelling);
    assert_eq!(
        said(Spelling::Argument),
        "--block is not an option of chain-reaction, which takes --size, --opening, --without-one, --from"
    );
    assert_eq!(
        said(Spelling::Key),
        "block is not an option of chain-reaction, which takes size, opening, without_one, from"
    );
}

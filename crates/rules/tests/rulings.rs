//! The rulings (`docs/rulings.md`) that are about rules; those about words are tested in the program.

#![allow(clippy::unwrap_used, reason = "tests")]

use divvy_rules::{Number, Player, Position, Record, Refusal, Relation, Rules, Token};

fn record(notation: &str) -> Record {
    notation.parse().unwrap()
}

fn legal(notation: &str) -> Vec<u32> {
    record(notation).legal().iter().map(Number::get).collect()
}

fn refusal(notation: &str, value: u32) -> Refusal {
    let record = record(notation);
    record.rules().board().number(value).and_then(|n| record.check(n)).unwrap_err()
}

fn barred(notation: &str) -> Vec<u32> {
    match record(notation).position() {
        Position::Removal(position) => position.barred().iter().map(Number::get).collect(),
        Position::Race(_) => unreachable!("a removal game"),
    }
}

#[test]
fn t1_one_is_a_trap_after_every_number_and_wins_as_the_first_move() {
    for n in 2..=20 {
        assert!(!legal(&format!("trap-avoidance:{n}")).contains(&1), "1 after {n}");
    }
    assert_eq!(record("trap-avoidance:1").winner(), Some(Player::First));
}

#[test]
fn t1_one_free_is_never_a_trap_and_never_sets_one() {
    for n in 2..=20 {
        assert!(legal(&format!("trap-avoidance;one=free:{n}")).contains(&1), "1 after {n}");
    }
    assert_eq!(legal("trap-avoidance;one=free:1"), (2..=20).collect::<Vec<_>>());
    assert_eq!(barred("trap-avoidance;one=free:6"), [2, 3, 6, 12, 18]);
}

#[test]
fn t2_the_sample_game_goes_on_after_its_fourteen_moves() {
    let sample = "trap-avoidance:7,9,10,13,6,11,8,14,15,17,18,19,5,12";
    assert_eq!(legal(sample), [16, 20]);
    assert!(!record(sample).is_over());
}

#[test]
fn t3_available_numbers_are_free_and_no_trap() {
    assert_eq!(
        legal("trap-avoidance:7,9"),
        [2, 4, 5, 6, 8, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20]
    );
}

#[test]
fn t4_invalid_numbers_count_taken_ones_and_the_number_itself() {
    assert_eq!(barred("trap-avoidance:7"), [1, 7, 14]);
    assert_eq!(barred("trap-avoidance:7,9"), [1, 3, 9, 18]);
    assert_eq!(barred("trap-avoidance:7,9,10,13,6,11,8,14,15,17,18,19,5"), [1, 5, 10, 15, 20]);
    assert_eq!(barred("trap-avoidance:1"), (1..=20).collect::<Vec<_>>());
    assert_eq!(barred("trap-avoidance"), []);
}

#[test]
fn with_a_memory_of_two_traps_last_two_turns() {
    let game = |moves: &str| format!("trap-avoidance;memory=2:{moves}");
    assert_eq!(barred(&game("7")), [1, 7, 14]);
    assert_eq!(barred(&game("7,9")), [1, 3, 7, 9, 14, 18]);
    assert_eq!(barred(&game("7,9,10")), [1, 2, 3, 5, 9, 10, 18, 20]);
    assert_eq!(legal(&game("7,9,10")), [4, 6, 8, 11, 12, 13, 14, 15, 16, 17, 19]);
    assert_eq!(refusal(&game("7,9"), 14).to_string(), "a factor or multiple of 7");
    assert_eq!(refusal(&game("7,9"), 18).to_string(), "a factor or multiple of 9");
    assert_eq!(refusal(&game("7,9"), 7), Refusal::AlreadyTaken);
    assert_eq!(record(&game("1")).winner(), Some(Player::First));
    // A struck number counts as one that was taken.
    assert_eq!(barred("trap-avoidance;memory=2;from=7:9"), [1, 3, 7, 9, 14, 18]);
    // 1 that is free sets no trap, and the other number still does.
    assert_eq!(barred("trap-avoidance;memory=2;one=free:6,1"), [1, 2, 3, 6, 12, 18]);
}

#[test]
fn m1_who_cannot_move_loses_the_game_and_not_the_turn() {
    let sample = record("multiple-madness:6,3,9,18,2,10,5,15,1,4,8,16");
    assert!(sample.legal().is_empty());
    assert_eq!(sample.winner(), Some(Player::Second));
}

#[test]
fn m2_valid_numbers_are_still_in_the_list() {
    assert_eq!(legal("multiple-madness:6,3,9,18,2"), [1, 4, 8, 10, 12, 14, 16, 20]);
}

#[test]
fn c1_twenty_does_not_follow_eight_nor_twelve_eighteen() {
    assert_eq!(legal("chain-reaction:8"), [1, 2, 4, 16]);
    assert_eq!(legal("chain-reaction:8,4,2,6,3,9,18"), [1]);
}

#[test]
fn the_three_wordings_are_one_game() {
    let family = |id: &str| id.parse::<Rules>().unwrap().family();
    assert_eq!(family("multiple-madness"), family("chain-reaction"));
    assert_eq!(family("multiple-madness"), family("sequence-duel"));
    let one = family("multiple-madness");
    assert!(matches!(one, divvy_rules::Family::Removal(r) if r.relation() == Relation::Related));
}

#[test]
fn s1_one_is_a_divisor() {
    assert_eq!(legal("sequence-duel;size=10:6"), [1, 2, 3]);
    assert_eq!(legal("sequence-duel;size=10:6,3"), [1, 9]);
}

#[test]
fn z1_no_backtracking_from_the_first_move_on() {
    assert_eq!(legal("number-maze:5,2"), [10, 15, 20]);
    assert_eq!(legal("number-maze:5,2,10"), [4, 6, 8, 10, 12, 14, 16, 18, 20]);
    assert_eq!(legal("number-maze:5,2,10,4"), [1, 2, 20]);
    assert_eq!(refusal("number-maze:5,2", 1), Refusal::LeftLastTurn);
}

#[test]
fn z2_a_player_with_no_way_but_back_is_skipped_once() {
    let game = record("number-maze:11,2");
    assert_eq!(game.skipped_after(2).collect::<Vec<_>>(), [Player::First]);
    assert_eq!(game.to_move(), Player::Second);

    assert_eq!(legal("number-maze:11,2,4"), [1]);
    let after = record("number-maze:11,2,4,1");
    let Position::Race(race) = after.position() else { unreachable!("a race") };
    assert_eq!(race.turns(), 5, "four moves and a skip");
    let board = after.rules().board();
    let token = Token { at: board.number(1).unwrap(), banned: board.number(11).ok() };
    assert_eq!(race.token(Player::First), token);
}

#[test]
fn z2_two_players_can_be_skipped_in_a_row() {
    assert_eq!(record("number-maze:11,2,4,1").skipped_after(4).count(), 0);
    let game = record("number-maze:11,13");
    assert_eq!(game.skipped_after(2).collect::<Vec<_>>(), [Player::First, Player::Second]);
    assert_eq!(game.legal().iter().map(Number::get).collect::<Vec<_>>(), [1]);
}

#[test]
fn z3_wandering_never_ends_the_game() {
    let mut game = record("number-maze");
    for value in [2, 2, 4, 4, 1, 1].into_iter().cycle().take(3_000) {
        game.play(game.rules().board().number(value).unwrap()).unwrap();
    }
    assert!(!game.is_over());
}

#[test]
fn z4_start_and_target_can_be_chosen() {
    let game = record("number-maze;start=14;target=15;without-one:2,7,6,3,14,15");
    assert_eq!(game.winner(), Some(Player::First));
    assert_eq!(
        refusal("number-maze;start=14;target=15;without-one:2,7,6,3,14,15", 3),
        Refusal::GameOver
    );
}

#[test]
fn z5_both_may_share_a_node_unless_block() {
    assert!(legal("number-maze:5").contains(&5));
    assert!(!legal("number-maze;block:5").contains(&5));
    assert_eq!(refusal("number-maze;block:5", 5), Refusal::OpponentThere);
}

#[test]
fn every_refusal_has_its_words() {
    for (notation, value, words) in [
        ("multiple-madness", 21, "outside 1-20"),
        ("multiple-madness;without-one", 1, "outside 2-20"),
        ("multiple-madness:6", 6, "already taken"),
        ("multiple-madness:6", 8, "not a factor or multiple of 6"),
        ("trap-avoidance:6", 12, "a factor or multiple of 6"),
        ("multiple-madness;opening=even", 3, "not an even number"),
        ("multiple-madness;opening=even-below-half", 3, "not an even number"),
        ("multiple-madness;opening=even-below-half", 10, "not less than half of 20"),
        ("number-maze:5,2", 1, "the node left on the turn before"),
        ("number-maze", 1, "the node the player is on"),
        ("number-maze:5,2", 7, "not a factor or multiple of 5"),
        ("number-maze;block:5", 5, "the node the opponent is on"),
        ("number-maze:20", 5, "no move any more: the game is over"),
    ] {
        assert_eq!(refusal(notation, value).to_string(), words, "{value} in {notation}");
    }
    assert_eq!(legal("multiple-madness;opening=even-below-half"), [2, 4, 6, 8]);
}

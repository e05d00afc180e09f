//! Laws of matches: series, undo, resignation, and the file they are kept in.

#![allow(clippy::unwrap_used, reason = "tests")]

use divvy_play::{
    GivenUp, Length, Match, Names, PastRound, Plan, PlayError, Seat, Session, Standing, Store,
    words,
};
use divvy_rules::{Refusal, Rules};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Something a person does at the table.
#[derive(Clone, Debug)]
enum Act {
    Play(Index),
    Undo,
    Resign,
    NextRound,
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        8 => any::<Index>().prop_map(Act::Play),
        1 => Just(Act::Undo),
        1 => Just(Act::Resign),
        2 => Just(Act::NextRound),
    ];
    vec(act, 0..80)
}

fn any_match() -> impl Strategy<Value = Match> {
    let rules = select(vec![
        "multiple-madness;size=6",
        "trap-avoidance;size=8;one=free",
        "chain-reaction;size=9;opening=even",
        "sequence-duel;size=5;without-one",
        "number-maze;size=30",
        "number-maze;without-one;start=14;target=15;block",
    ]);
    let plan = prop_oneof![
        Just(Plan::Single),
        (1..6u32).prop_map(|k| Plan::Rounds(Length::new(k).unwrap())),
        (1..6u32).prop_map(|k| Plan::BestOf(Length::new(k).unwrap())),
    ];
    (rules, select(&Seat::BOTH[..]), plan).prop_map(|(rules, first, plan)| {
        Match::new(rules.parse::<Rules>().unwrap(), Names::default(), first, plan)
    })
}

fn act(game: &mut Match, act: &Act) {
    match act {
        Act::Play(choice) => {
            let legal = game.round().record().position().legal();
            if let (false, false) = (legal.is_empty(), game.round().is_over()) {
                let number = legal.nth(choice.index(legal.len() as usize) as u32).unwrap();
                game.play(number).unwrap();
            }
        }
        Act::Undo => drop(game.undo()),
        Act::Resign => game.resign(),
        Act::NextRound => drop(game.next_round()),
    }
}

proptest! {
    #[test]
    fn whatever_happens_the_file_holds_it_and_the_score_adds_up(
        mut game in any_match(), acts in acts(),
    ) {
        let first = game.round().first();
        for each in &acts {
            act(&mut game, each);
            prop_assert_eq!(&Match::decode(game.encode().unwrap().as_bytes()).unwrap(), &game);

            let over = game.past().len() + usize::from(game.round().is_over());
            let [one, two] = game.score();
            prop_assert_eq!((one + two) as usize, over);
            prop_assert!(game.round_number() <= game.plan().rounds() as usize);
            let begun = game.past().iter().map(PastRound::first).chain([game.round().first()]);
            for (index, begins) in begun.enumerate() {
                let expected = if index % 2 == 0 { first } else { first.other() };
                prop_assert_eq!(begins, expected, "the first move alternates");
            }
            prop_assert_eq!(game.standing().is_some(), game.is_finished());
            if let Plan::BestOf(length) = game.plan() {
                let rounds = u32::from(length);
                let decided = one > rounds / 2 || two > rounds / 2 || one + two == rounds;
                prop_assert_eq!(game.is_finished(), decided);
            }
            if game.is_finished() {
                prop_assert!(game.round().is_over());
                prop_assert!(!game.clone().next_round());
            }
        }
    }

    #[test]
    fn a_session_is_what_its_file_says(mut game in any_match(), acts in acts()) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().join("games"));
        let mut session = Session::start(&store, game.clone()).unwrap();
        // Every step is synced to disk, so a few are enough.
        for each in acts.iter().take(12) {
            act(&mut game, each);
            match each {
                Act::Play(_) => {
                    let number = game.round().record().moves().last().copied();
                    if session.game() != &game {
                        session.play(number.unwrap()).unwrap();
                    }
                }
                Act::Undo => drop(session.undo().unwrap()),
                Act::Resign => session.resign().unwrap(),
                Act::NextRound => drop(session.next_round().unwrap()),
            }
            prop_assert_eq!(session.game(), &game);
        }
        let path = session.path().unwrap();
        drop(session);
        let mut resumed = Session::resume(&store, &path).unwrap();
        prop_assert_eq!(resumed.game(), &game);
        resumed.discard().unwrap();
        prop_assert!(store.list().unwrap().is_empty());
    }
}

#[test]
fn a_round_that_was_given_up_takes_no_more_moves() {
    let mut game = Match::new(Rules::default(), Names::default(), Seat::One, Plan::Single);
    let six = game.rules().board().number(6).unwrap();
    game.play(six).unwrap();
    game.resign();
    let given_up = GivenUp { by: Seat::Two, forfeit: None };
    assert_eq!(game.round().given_up(), Some(&given_up));
    assert_eq!(game.standing(), Some(Standing::Champion(Seat::One)));
    assert_eq!(game.play(six).unwrap_err(), Refusal::GameOver);
    assert_eq!(game.undo(), []);
    game.resign();
    assert_eq!(game.round().given_up(), Some(&given_up), "who gave up stays who gave up");
}

#[test]
fn a_player_may_resign_in_the_other_ones_turn_and_the_file_holds_it() {
    let mut game = Match::new(Rules::default(), Names::default(), Seat::One, Plan::Single);
    game.play(game.rules().board().number(6).unwrap()).unwrap();
    game.resign_as(Seat::One);
    assert_eq!(game.standing(), Some(Standing::Champion(Seat::Two)));
    assert_eq!(words::ending(&game).unwrap(), "Player 1 resigns. Player 2 wins!");
    game.resign_as(Seat::Two);
    assert_eq!(game.round().winner(), Some(Seat::Two), "who gave up stays who gave up");
    assert_eq!(Match::decode(game.encode().unwrap().as_bytes()).unwrap(), game);
}

#[test]
fn a_refusal_does_not_touch_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().to_owned());
    let game = Match::new(Rules::default(), Names::default(), Seat::One, Plan::Single);
    let board = game.rules().board();
    let mut session = Session::start(&store, game).unwrap();
    session.play(board.number(6).unwrap()).unwrap();
    let path = session.path().unwrap();
    let before = std::fs::metadata(&path).unwrap().modified().unwrap();
    let refused = session.play(board.number(8).unwrap());
    assert!(matches!(refused, Err(PlayError::Refused(Refusal::NotRelated { .. }))));
    assert_eq!(std::fs::metadata(&path).unwrap().modified().unwrap(), before);
}

proptest! {
    #[test]
    fn redo_brings_back_what_undo_took_and_only_that(game in any_match(), choices in vec(any::<Index>(), 1..12), steps in 1..6usize) {
        let mut session = Session::unsaved(game);
        for choice in &choices {
            let legal = session.game().round().record().position().legal();
            if !legal.is_empty() {
                session.play(legal.nth(choice.index(legal.len() as usize) as u32).unwrap()).unwrap();
            }
        }
        let before = session.game().clone();
        let undone: Vec<_> = (0..steps).map(|_| session.undo().unwrap()).collect();
        let after_undo = session.game().clone();
        for moves in undone.iter().rev().filter(|moves| !moves.is_empty()) {
            prop_assert!(session.can_redo());
            prop_assert_eq!(session.redo().unwrap(), moves.iter().rev().copied().collect::<Vec<_>>());
        }
        prop_assert_eq!(session.game(), &before);
        prop_assert!(!session.can_redo() && session.redo().unwrap().is_empty());

        // Another move instead: there is nothing to bring back any more.
        let mut session = Session::unsaved(after_undo);
        session.undo().unwrap();
        let legal = session.game().round().record().position().legal();
        if !legal.is_empty() {
            session.play(legal.iter().next().unwrap()).unwrap();
            prop_assert!(!session.can_redo());
        }
    }

    #[test]
    fn a_rematch_is_the_same_match_with_the_other_first_move(game in any_match(), acts in acts()) {
        let mut played = game.clone();
        acts.iter().for_each(|one| act(&mut played, one));
        let rematch = played.rematch(0);
        prop_assert!(rematch.is_untouched());
        prop_assert_eq!(rematch.round().first(), game.round().first().other());
        prop_assert_eq!(rematch.rematch(0), game);
    }

    #[test]
    fn the_turns_of_a_round_are_its_moves_and_the_skips_between(game in any_match(), acts in acts()) {
        let mut played = game;
        acts.iter().for_each(|one| act(&mut played, one));
        let round = played.round();
        let turns = round.turns();
        let numbers: Vec<_> = turns.iter().filter_map(|turn| turn.number).collect();
        prop_assert_eq!(&numbers, round.record().moves());
        let alternating = [round.first(), round.first().other()].into_iter().cycle();
        prop_assert!(turns.iter().zip(alternating).all(|(turn, seat)| turn.seat == seat));
    }
}

#[test]
fn an_ending_is_told_in_words() {
    let start =
        |text: &str| Match::new(text.parse().unwrap(), Names::default(), Seat::Two, Plan::Single);
    let mut game = start("multiple-madness");
    assert_eq!(words::ending(&game), None);
    for value in [11, 1, 13] {
        game.play(game.rules().board().number(value).unwrap()).unwrap();
    }
    let ending = words::ending(&game).unwrap();
    assert_eq!(ending, "Player 1 has no valid moves. Player 2 wins!");

    let mut game = start("number-maze");
    game.play(game.rules().board().number(20).unwrap()).unwrap();
    assert_eq!(words::ending(&game).unwrap(), "Player 2 has reached node 20 and wins!");

    let mut game = start("sequence-duel");
    game.resign();
    assert_eq!(words::ending(&game).unwrap(), "Player 2 resigns. Player 1 wins!");
}

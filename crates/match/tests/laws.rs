//! Laws of matches: series, undo and redo, resignation, permissions.

#![allow(clippy::unwrap_used, missing_docs, reason = "tests")]

use divvy_match::{
    Action, Bot, Change, Denied, Ending, Event, EventError, GivenUp, Match, MatchResult, Occupant,
    Plan, Seat, SeriesLength, Setup,
};
use divvy_rules::{Number, PlayEnding, Refusal, Rules, TURN_LIMIT};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

const ABANDONED: Ending<'_> = Ending::Play(PlayEnding::Abandoned { turns: TURN_LIMIT });

/// Something that may happen, in the match or not.
#[derive(Clone, Debug)]
enum Act {
    Play(Index),
    Event(Event),
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let event = prop_oneof![
        2 => Just(Event::Undone { plies: None }),
        1 => (0..4u32).prop_map(|plies| Event::Undone { plies: Some(plies) }),
        1 => Just(Event::Redone),
        1 => prop_oneof![Just(None), select(&Seat::BOTH[..]).prop_map(Some)]
            .prop_map(|by| Event::Resigned { by }),
        1 => Just(Event::Forfeited { reason: "it left".to_owned() }),
        2 => Just(Event::NextRound),
        1 => Just(Event::Moved { number: 0 }),
        1 => Just(Event::Renamed { names: "A,B".parse().unwrap() }),
    ];
    vec(prop_oneof![any::<Index>().prop_map(Act::Play), event.prop_map(Act::Event)], 0..80)
}

fn any_setup() -> impl Strategy<Value = Setup> {
    let rules = select(vec![
        "multiple-madness;size=6",
        "trap-avoidance;size=8;one=free",
        "trap-avoidance;size=9;memory=2",
        "chain-reaction;size=9;opening=even",
        "chain-reaction;size=9;from=4",
        "sequence-duel;size=5;without-one",
        "number-maze;size=30",
        "number-maze;without-one;start=14;target=15;block",
    ]);
    let plan = prop_oneof![
        Just(Plan::Single),
        (1..6u32).prop_map(|k| Plan::Rounds(SeriesLength::new(k).unwrap())),
        (1..6u32).prop_map(|k| Plan::BestOf(SeriesLength::new(k).unwrap())),
    ];
    let [human, bot] = [Occupant::Human, Occupant::Bot(Bot::Easy)];
    let players = select(vec![
        [human.clone(), human.clone()],
        [human.clone(), bot.clone()],
        [bot.clone(), human],
        [bot.clone(), bot],
    ]);
    (rules, select(&Seat::BOTH[..]), plan, players).prop_map(|(rules, first, plan, players)| {
        Setup { first, plan, players, ..Setup::new(rules.parse().unwrap()) }
    })
}

fn event(game: &Match, act: &Act) -> Event {
    match act {
        Act::Event(event) => event.clone(),
        Act::Play(choice) => {
            let legal = game.round().legal();
            let number = (!legal.is_empty())
                .then(|| legal.nth(choice.index(legal.len() as usize) as u32).unwrap().get());
            Event::Moved { number: number.unwrap_or(1) }
        }
    }
}

/// How a match was taken back before it knew how many moves to take back: one by one, on a copy, until a person is to
/// move, or until it is the turn of the seat that asked.
fn taken_back(game: &Match, until: Option<Seat>) -> Option<usize> {
    let round = game.round();
    let mut record = round.record().clone();
    if round.given_up().is_some() {
        return None;
    }
    let plies = record.moves().len();
    while record.undo().is_some() {
        let seat = round.seat_of(record.to_move());
        if *game.occupant(seat) == Occupant::Human && until.is_none_or(|until| until == seat) {
            return Some(plies - record.moves().len());
        }
    }
    None
}

proptest! {
    #[test]
    fn what_check_accepts_happens_and_the_rest_leaves_no_trace(setup in any_setup(), acts in acts()) {
        let mut game = Match::new(setup.clone());
        let mut events = Vec::new();
        for act in &acts {
            let event = event(&game, act);
            let before = game.clone();
            let checked = before.check(&event);
            match game.apply(event.clone()) {
                Ok(_) => events.push(event),
                Err(_) => prop_assert_eq!(&game, &before),
            }
            prop_assert_eq!(checked.is_ok(), game != before || matches!(act, Act::Event(Event::Renamed { .. })));
        }
        prop_assert_eq!(Match::replay(setup, events).unwrap(), game);
    }

    #[test]
    fn an_action_is_allowed_exactly_if_its_event_is_accepted(setup in any_setup(), acts in acts()) {
        let mut game = Match::new(setup);
        for act in &acts {
            let seat = game.round().to_move();
            let accepts = |event: Event| game.check(&event).is_ok();
            let any_move = game.rules().board().numbers().any(|n| accepts(Event::Moved { number: n.get() }));
            prop_assert_eq!(game.may(Action::Move, seat).is_ok(), any_move);
            prop_assert_eq!(game.may(Action::Move, seat.other()).is_ok(), false);
            prop_assert_eq!(game.may(Action::Undo, seat).is_ok(), accepts(Event::Undone { plies: None }));
            prop_assert_eq!(game.may(Action::Redo, seat).is_ok(), accepts(Event::Redone));
            prop_assert_eq!(game.may(Action::Resign, seat).is_ok(), accepts(Event::Resigned { by: None }));
            prop_assert_eq!(game.may(Action::NextRound, seat).is_ok(), accepts(Event::NextRound));
            prop_assert_eq!(game.may(Action::Rematch, seat).is_ok(), game.is_finished());
            prop_assert_eq!(game.may(Action::Review, seat).is_ok(), game.round().is_over());
            prop_assert_eq!(game.round().legal().is_empty(), game.round().is_over());
            for until in [None, Some(Seat::One), Some(Seat::Two)] {
                let plies = game.undo_plies(until).map(|plies| plies as usize);
                prop_assert_eq!(plies, taken_back(&game, until));
            }
            let _ = game.apply(event(&game, act));
        }
    }

    #[test]
    fn the_score_adds_up_and_the_first_move_alternates(setup in any_setup(), acts in acts()) {
        let first = setup.first;
        let mut game = Match::new(setup);
        for act in &acts {
            let _ = game.apply(event(&game, act));
            let abandoned = game.round().ending() == Some(ABANDONED);
            let over = game.round_number() - 1 + usize::from(game.round().is_over() && !abandoned);
            let [one, two] = game.score();
            prop_assert_eq!((one + two) as usize, over);
            prop_assert!(game.round_number() <= game.plan().rounds() as usize);
            let expected = if game.round_number() % 2 == 1 { first } else { first.other() };
            prop_assert_eq!(game.round().first(), expected, "the first move alternates");
            prop_assert_eq!(game.standing().is_some(), game.is_finished());
            if let Plan::BestOf(length) = game.plan() {
                let rounds = u32::from(length);
                let decided = one > rounds / 2 || two > rounds / 2 || one + two == rounds;
                prop_assert_eq!(game.is_finished(), decided);
            }
        }
    }

    #[test]
    fn redo_brings_back_what_undo_took_and_only_that(
        setup in any_setup(), choices in vec(any::<Index>(), 1..12), steps in 1..6usize,
    ) {
        let mut game = Match::new(setup);
        for choice in &choices {
            let _ = game.apply(event(&game, &Act::Play(*choice)));
        }
        let before = game.clone();
        let undo = |game: &mut Match| match game.apply(Event::Undone { plies: None }) {
            Ok(Change::Undone(moves)) => Some(moves),
            _ => None,
        };
        let undone: Vec<Vec<Number>> = (0..steps).map_while(|_| undo(&mut game)).collect();
        let mut other = game.clone();
        for moves in undone.iter().rev() {
            match game.apply(Event::Redone).unwrap() {
                Change::Redone(again) => {
                    prop_assert_eq!(again, moves.iter().rev().copied().collect::<Vec<_>>());
                }
                other => prop_assert!(false, "{:?}", other),
            }
        }
        prop_assert_eq!(&game, &before);
        prop_assert_eq!(game.check(&Event::Redone), Err(Denied::NothingToRedo.into()));
        // Another move instead: nothing can be played again any more.
        if let Some(number) = other.round().legal().iter().next() {
            other.apply(Event::Moved { number: number.get() }).unwrap();
            prop_assert!(other.may(Action::Redo, Seat::One).is_err());
        }
    }

    #[test]
    fn a_rematch_is_the_same_match_with_the_other_first_move(setup in any_setup(), acts in acts()) {
        let mut game = Match::new(setup.clone());
        for act in &acts {
            let event = event(&game, act);
            if !matches!(event, Event::Renamed { .. }) {
                let _ = game.apply(event);
            }
        }
        let again = game.rematch(setup.seed);
        prop_assert_eq!(again.first, setup.first.other());
        let rematch = Match::new(again);
        prop_assert!(rematch.is_untouched());
        prop_assert_eq!(rematch.rematch(setup.seed), setup);
    }
}

fn moved(game: &mut Match, number: u32) {
    game.apply(Event::Moved { number }).unwrap();
}

#[test]
fn a_round_that_was_given_up_takes_no_more_moves() {
    let mut game = Match::new(Setup::new(Rules::default()));
    moved(&mut game, 6);
    game.apply(Event::Resigned { by: None }).unwrap();
    let given_up = GivenUp { by: Seat::Two, forfeit: None };
    assert_eq!(game.round().given_up(), Some(&given_up));
    assert_eq!(game.standing(), Some(MatchResult::Champion(Seat::One)));
    let refused = EventError::IllegalMove { number: 3, refusal: Refusal::GameOver };
    assert_eq!(game.apply(Event::Moved { number: 3 }).unwrap_err(), refused);
    let undo = Event::Undone { plies: None };
    assert_eq!(game.apply(undo).unwrap_err(), Denied::NothingToUndo.into());
    let again = Event::Resigned { by: Some(Seat::One) };
    assert_eq!(game.apply(again).unwrap_err(), Denied::RoundOver.into());
    assert_eq!(game.round().given_up(), Some(&given_up));
}

#[test]
fn a_player_may_resign_in_the_other_ones_turn() {
    let mut game = Match::new(Setup::new(Rules::default()));
    moved(&mut game, 6);
    game.apply(Event::Resigned { by: Some(Seat::One) }).unwrap();
    assert_eq!(game.standing(), Some(MatchResult::Champion(Seat::Two)));
}

#[test]
fn a_match_that_is_undone_to_its_start_is_untouched() {
    let mut game = Match::new(Setup::new(Rules::default()));
    moved(&mut game, 6);
    assert!(!game.is_untouched());
    game.apply(Event::Undone { plies: None }).unwrap();
    assert!(game.is_untouched());
}

#[test]
fn every_round_begins_with_the_moves_of_the_setup_and_nothing_before_them_is_undone() {
    let plan = Plan::Rounds(SeriesLength::new(2).unwrap());
    let setup = Setup { plan, ..Setup::new(Rules::default()) };
    let refused = setup.clone().after(vec![6, 4]).unwrap_err();
    assert_eq!((refused.place, refused.value), (2, 4));
    let mut game = Match::new(setup.after(vec![6, 3, 9]).unwrap());
    let moves = |game: &Match| -> Vec<u32> {
        game.round().record().moves().iter().map(|number| number.get()).collect()
    };
    assert_eq!((moves(&game), game.round().to_move()), (vec![6, 3, 9], Seat::Two));
    assert!(game.is_untouched());
    assert_eq!(game.may(Action::Undo, Seat::Two), Err(Denied::NothingToUndo));
    assert!(game.apply(Event::Undone { plies: Some(1) }).is_err());
    moved(&mut game, 18);
    assert!(!game.is_untouched());
    game.apply(Event::Undone { plies: None }).unwrap();
    assert_eq!(moves(&game), [6, 3, 9]);
    game.apply(Event::Resigned { by: None }).unwrap();
    game.apply(Event::NextRound).unwrap();
    assert_eq!((moves(&game), game.round().to_move()), (vec![6, 3, 9], Seat::One));
    let anew = Match::new(game.rematch(0));
    assert_eq!((moves(&anew), anew.round().first()), (vec![6, 3, 9], Seat::Two));
}

#[test]
fn a_game_with_a_bot_is_abandoned_at_the_limit_and_counts_for_neither() {
    let rules: Rules = "number-maze".parse().unwrap();
    let players = [Occupant::Bot(Bot::Random), Occupant::Human];
    let mut game = Match::new(Setup { players, ..Setup::new(rules) });
    for number in [2, 2, 4, 4, 1, 1].into_iter().cycle().take(TURN_LIMIT as usize) {
        assert!(!game.round().is_over());
        moved(&mut game, number);
    }
    assert_eq!(game.round().ending(), Some(ABANDONED));
    assert!(game.is_finished() && game.round().legal().is_empty());
    assert_eq!((game.round().winner(), game.score()), (None, [0, 0]));
    let refused = EventError::IllegalMove { number: 4, refusal: Refusal::GameOver };
    assert_eq!(game.apply(Event::Moved { number: 4 }).unwrap_err(), refused);
}

#[test]
fn skipped_turns_count_for_the_limit_and_do_not_pass_it() {
    let rules: Rules = "number-maze".parse().unwrap();
    let mut cut = 0;
    for seed in 0..20_u64 {
        let players = [Occupant::Bot(Bot::Random), Occupant::Human];
        let mut game = Match::new(Setup { players, ..Setup::new(rules) });
        let (mut turns, mut chance) = (0, seed);
        while !game.round().is_over() {
            // From 1 half of the moves go into the dead end 11, so that there are many skips; none goes to the target.
            let choices: Vec<_> = game.round().legal().iter().filter(|n| n.get() != 20).collect();
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let place = (chance >> 33) as usize;
            let dead_end = choices.iter().find(|n| n.get() == 11 && place.is_multiple_of(2));
            let number = dead_end.unwrap_or(&choices[place / 2 % choices.len()]).get();
            moved(&mut game, number);
            let record = game.round().record();
            turns += 1 + record.skipped_after(record.moves().len()).count();
            assert_eq!(game.round().is_over(), turns == TURN_LIMIT as usize, "after {turns} turns");
        }
        assert_eq!(game.round().ending(), Some(ABANDONED));
        let record = game.round().record();
        assert_eq!(record.turns().count(), turns);
        cut += usize::from(record.clone().limited(None).turns().count() > turns);
    }
    assert!(cut > 0, "some of these games would have gone on with a skipped turn");
}

#[test]
fn undo_against_a_bot_takes_back_its_reply_too() {
    let players = [Occupant::Bot(Bot::Random), Occupant::Human];
    let mut game = Match::new(Setup { players, ..Setup::new(Rules::default()) });
    moved(&mut game, 6);
    assert_eq!(game.undo_plies(None), None, "the bot's opening is not the person's to take back");
    assert_eq!(game.may(Action::Undo, Seat::Two), Err(Denied::NothingToUndo));
    moved(&mut game, 3);
    moved(&mut game, 9);
    assert_eq!(game.undo_plies(None), Some(2));
    game.apply(Event::Undone { plies: None }).unwrap();
    assert_eq!(game.round().to_move(), Seat::Two);
}

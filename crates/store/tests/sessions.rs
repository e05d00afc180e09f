//! A session is what its file says, whatever happens.

#![allow(clippy::unwrap_used, missing_docs, reason = "tests")]

use divvy_match::{Event, EventError, Match, Plan, Seat, SeriesLength, Setup};
use divvy_rules::{Refusal, Rules};
use divvy_store::{Session, SessionError, Store};

fn setup() -> Setup {
    let plan = Plan::Rounds(SeriesLength::new(3).unwrap());
    let rules = "sequence-duel;size=10".parse().unwrap();
    Setup { plan, first: Seat::Two, ..Setup::new(rules) }
}

#[test]
fn every_event_is_on_disk_and_a_redo_survives_a_resume() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().join("games"));
    let mut session = Session::start(&store, setup()).unwrap();
    let path = session.path().unwrap();
    let moved = |number| Event::Moved { number };
    for event in [
        moved(6),
        moved(3),
        Event::Undone { plies: None },
        Event::Redone,
        Event::Resigned { by: Some(Seat::Two) },
        Event::NextRound,
        Event::Renamed { names: "Ada,Ben".parse().unwrap() },
        moved(8),
        Event::Forfeited { reason: "it left".to_owned() },
        Event::NextRound,
        moved(4),
        moved(2),
        Event::Undone { plies: None },
    ] {
        session.apply(event).unwrap();
        assert_eq!(&Store::read(&path).unwrap(), session.game());
    }
    let game = session.game().clone();
    drop(session);
    let mut resumed = Session::resume(&store, &path).unwrap();
    assert_eq!(resumed.game(), &game);
    resumed.apply(Event::Redone).unwrap();
    let moves = resumed.game().round().record().moves();
    assert_eq!(moves.iter().map(|n| n.get()).collect::<Vec<_>>(), [4, 2]);
    resumed.discard().unwrap();
    assert!(store.list().unwrap().is_empty());
}

#[test]
fn a_refusal_does_not_touch_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().to_owned());
    let mut session = Session::start(&store, Setup::new(Rules::default())).unwrap();
    session.apply(Event::Moved { number: 6 }).unwrap();
    let path = session.path().unwrap();
    let before = std::fs::read(&path).unwrap();
    let refused = session.apply(Event::Moved { number: 8 });
    let not_related = |refusal: &Refusal| matches!(refusal, Refusal::NotRelated { .. });
    assert!(
        matches!(refused, Err(SessionError::Refused(EventError::IllegalMove { number: 8, refusal })) if not_related(&refusal))
    );
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn a_match_that_is_not_on_disk_plays_like_any_other() {
    let mut session = Session::unsaved(setup());
    session.apply(Event::Moved { number: 6 }).unwrap();
    let expected = Match::replay(setup(), [Event::Moved { number: 6 }]).unwrap();
    assert_eq!((session.game(), session.path()), (&expected, None));
}

//! What is accepted as the file of a saved match.

#![allow(clippy::unwrap_used, missing_docs, reason = "tests")]

use divvy_match::{Event, Plan, Seat, SeriesLength, Setup};
use divvy_rules::Rules;
use divvy_store::{FileError, Session, decode};

fn sample() -> Session {
    let rules = "multiple-madness;size=30;opening=even".parse().unwrap();
    let plan = Plan::BestOf(SeriesLength::new(3).unwrap());
    let names = "Red,Blue".parse().unwrap();
    let setup = Setup { names, first: Seat::Two, plan, ..Setup::new(rules) };
    let moved = |number| Event::Moved { number };
    let mut session = Session::unsaved(setup);
    for event in [moved(6), moved(12), Event::Resigned { by: None }, Event::NextRound, moved(26)] {
        session.apply(event).unwrap();
    }
    session
}

/// What stands in the file of this match.
fn contents(session: &Session) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("copy");
    session.save_copy(&path).unwrap();
    std::fs::read(path).unwrap()
}

/// A file with a good checksum.
fn file(body: &str) -> String {
    format!("divvy-match 2 {:08x}\n{body}", crc32fast::hash(body.as_bytes()))
}

#[test]
fn a_match_reads_back_as_it_was() {
    for session in [sample(), Session::unsaved(Setup::new(Rules::default()))] {
        assert_eq!(&decode(&contents(&session)).unwrap(), session.game());
    }
}

#[test]
fn a_file_cut_at_any_byte_is_refused() {
    let contents = contents(&sample());
    for end in 0..contents.len() {
        assert!(decode(&contents[..end]).is_err(), "cut at {end}");
    }
}

#[test]
fn a_flipped_bit_anywhere_is_refused() {
    let contents = contents(&sample());
    for index in 0..contents.len() * 8 {
        let mut flipped = contents.clone();
        flipped[index / 8] ^= 1 << (index % 8);
        assert!(decode(&flipped).is_err(), "bit {index}");
    }
}

#[test]
fn contents_that_play_could_not_reach_are_refused_even_with_a_good_checksum() {
    let rules = r#""rules":{"game":"chain-reaction"},"names":["A","B"],"first":1"#;
    let moved = |number: u32| format!(r#"{{"kind":"moved","number":{number}}}"#);
    let [six, seven, over] = [moved(6), moved(7), [11, 1, 13].map(moved).join(",")];
    for (events, why) in [
        (format!(r#"{six},{{"kind":"next_round"}}"#), "event 2: the round is not over"),
        (format!("{six},{seven}"), "event 2: 7 is not a factor or multiple of 6"),
        (format!(r#"{over},{{"kind":"resigned","by":1}}"#), "event 4: the round is over"),
        (r#"{"kind":"redone"}"#.to_owned(), "event 1: there is no move to play again"),
        (r#"{"kind":"undone"}"#.to_owned(), "event 1: there is no move to take back"),
    ] {
        let contents = file(&format!("{{\"setup\":{{{rules}}},\"events\":[{events}]}}"));
        let error = decode(contents.as_bytes()).unwrap_err().to_string();
        assert_eq!(error, format!("it is damaged: {why}"));
    }
}

#[test]
fn other_files_are_told_apart_from_damaged_ones() {
    assert!(matches!(decode(b""), Err(FileError::Foreign)));
    assert!(matches!(decode(b"\x7fELF"), Err(FileError::Foreign)));
    assert!(matches!(decode(b"divvy-match 3 00000000\n"), Err(FileError::Newer(3))));
    for version in ["one", "1"] {
        let damaged = decode(format!("divvy-match {version} 00000000\n").as_bytes());
        assert!(matches!(damaged, Err(FileError::Damaged(_))));
    }
}

//! The form of a saved match: one line that says what the file is, then the match as JSON.
//!
//! ```text
//! divvy-match 2 8f3c01d2
//! {"setup":{"rules":{"game":"multiple-madness",…},…},"events":[{"kind":"moved","number":6}]}
//! ```
//!
//! The last word of the first line is a checksum of everything after that line, so that damage is noticed even where the
//! result would still be a legal game. Format 1 had the moves of each round instead of events, and is read as well.

use divvy_match::{Event, Match, Names, Occupant, Plan, ReplayError, Seat, Setup};
use divvy_rules::Rules;
use serde::{Deserialize, Serialize};

const MAGIC: &str = "divvy-match";
const VERSION: u32 = 2;

/// Why the contents of a file are not a saved match.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It does not begin as one.
    #[error("it is not a saved divvy match")]
    Foreign,
    /// A later divvy wrote it.
    #[error(
        "it has format {0}, and this divvy reads formats up to {VERSION}: a newer divvy is needed"
    )]
    Newer(u32),
    /// It was one.
    #[error("it is damaged: {0}")]
    Damaged(String),
}

impl From<serde_json::Error> for FileError {
    fn from(error: serde_json::Error) -> Self {
        FileError::Damaged(error.to_string())
    }
}

impl From<ReplayError> for FileError {
    fn from(error: ReplayError) -> Self {
        FileError::Damaged(error.to_string())
    }
}

/// The match that the contents of a file hold.
///
/// # Errors
/// When they are something else, damaged, or of a later format.
pub fn decode(contents: &[u8]) -> Result<Match, FileError> {
    SavedMatch::decode(contents)?.replay()
}

/// A match with the events that made it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedMatch {
    pub(crate) setup: Setup,
    pub(crate) events: Vec<Event>,
}

impl SavedMatch {
    /// The contents of a file that holds it.
    pub(crate) fn encode(&self) -> Result<String, serde_json::Error> {
        let body = format!("{}\n", serde_json::to_string(self)?);
        let checksum = crc32fast::hash(body.as_bytes());
        Ok(format!("{MAGIC} {VERSION} {checksum:08x}\n{body}"))
    }

    /// The match that the contents of a file hold.
    pub(crate) fn decode(contents: &[u8]) -> Result<Self, FileError> {
        let (version, body) = body(contents)?;
        Ok(match version {
            1 => serde_json::from_slice::<Format1>(body)?.into(),
            _ => serde_json::from_slice(body)?,
        })
    }

    /// The match after all events.
    pub(crate) fn replay(&self) -> Result<Match, FileError> {
        Ok(Match::replay(self.setup.clone(), self.events.iter().cloned())?)
    }
}

/// The version in the first line, and what comes after that line, which matches its checksum.
fn body(contents: &[u8]) -> Result<(u32, &[u8]), FileError> {
    let damaged = |why: &str| FileError::Damaged(why.to_owned());
    let contents = contents.strip_prefix(MAGIC.as_bytes()).ok_or(FileError::Foreign)?;
    let end = contents.iter().position(|&byte| byte == b'\n');
    let (header, body) = contents.split_at(end.ok_or_else(|| damaged("its first line is cut"))?);
    let body = &body[1..];
    let header = std::str::from_utf8(header).map_err(|_| damaged("its first line is no text"))?;
    let mut words = header.strip_prefix(' ').unwrap_or_default().split(' ');
    let version = words.next().and_then(|word| word.parse::<u32>().ok());
    let version = match version.ok_or_else(|| damaged("its first line has no version"))? {
        0 => return Err(damaged("its first line has an unknown version")),
        newer if newer > VERSION => return Err(FileError::Newer(newer)),
        known => known,
    };
    if words.next() != Some(&format!("{:08x}", crc32fast::hash(body))) || words.next().is_some() {
        return Err(damaged("its contents do not match the checksum in its first line"));
    }
    Ok((version, body))
}

/// A match as format 1 has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Format1 {
    rules: Rules,
    names: Names,
    #[serde(default)]
    players: [Occupant; 2],
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    plan: Plan,
    first: Seat,
    rounds: Vec<Format1Round>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Format1Round {
    moves: Vec<u32>,
    #[serde(default)]
    given_up: Option<Format1GivenUp>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Format1GivenUp {
    by: Seat,
    #[serde(default)]
    forfeit: Option<String>,
}

impl From<Format1> for SavedMatch {
    fn from(old: Format1) -> Self {
        let Format1 { rules, names, players, seed, plan, first, rounds } = old;
        let mut events = Vec::new();
        for (index, Format1Round { moves, given_up }) in rounds.into_iter().enumerate() {
            events.extend((index > 0).then_some(Event::NextRound));
            events.extend(moves.into_iter().map(|number| Event::Moved { number }));
            events.extend(given_up.map(|Format1GivenUp { by, forfeit }| match forfeit {
                Some(reason) => Event::Forfeited { reason },
                None => Event::Resigned { by: Some(by) },
            }));
        }
        Self { setup: Setup { rules, names, players, first, plan, seed }, events }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> SavedMatch {
        let rules = "multiple-madness;size=30;opening=even".parse().unwrap();
        let plan = Plan::BestOf(divvy_match::Length::new(3).unwrap());
        let names = "Red,Blue".parse().unwrap();
        let setup = Setup { names, first: Seat::Two, plan, ..Setup::new(rules) };
        let moved = |number| Event::Moved { number };
        let resigned = Event::Resigned { by: None };
        let events = vec![moved(6), moved(12), resigned, Event::NextRound, moved(26)];
        SavedMatch { setup, events }
    }

    fn file(version: u32, body: &str) -> String {
        format!("{MAGIC} {version} {:08x}\n{body}", crc32fast::hash(body.as_bytes()))
    }

    #[test]
    fn a_match_reads_back_as_it_was() {
        let fresh = SavedMatch { setup: Setup::new(Rules::default()), events: Vec::new() };
        for saved in [sample(), fresh] {
            let read = decode(saved.encode().unwrap().as_bytes()).unwrap();
            assert_eq!(read, saved.replay().unwrap());
        }
    }

    #[test]
    fn a_file_cut_at_any_byte_is_refused() {
        let contents = sample().encode().unwrap();
        for end in 0..contents.len() {
            assert!(decode(&contents.as_bytes()[..end]).is_err(), "cut at {end}");
        }
    }

    #[test]
    fn a_flipped_bit_anywhere_is_refused() {
        let contents = sample().encode().unwrap().into_bytes();
        for index in 0..contents.len() * 8 {
            let mut flipped = contents.clone();
            flipped[index / 8] ^= 1 << (index % 8);
            assert!(decode(&flipped).is_err(), "bit {index}");
        }
    }

    #[test]
    fn contents_that_play_could_not_reach_are_refused_even_with_a_good_checksum() {
        let head = r#"{"rules":{"game":"chain-reaction"},"names":["A","B"],"first":1,"rounds":"#;
        for (rounds, why) in [
            (r#"[{"moves":[6]},{"moves":[]}]"#, "event 2: the round is not over"),
            (r#"[{"moves":[6,7]}]"#, "event 2: 7 is not a factor or multiple of 6"),
            (r#"[{"moves":[11,1,13],"given_up":{"by":1}}]"#, "event 4: the round is over"),
        ] {
            let contents = file(1, &format!("{head}{rounds}}}"));
            let error = decode(contents.as_bytes()).unwrap_err().to_string();
            assert_eq!(error, format!("it is damaged: {why}"));
        }
        let setup = r#""setup":{"rules":{"game":"chain-reaction"},"names":["A","B"],"first":1}"#;
        for (events, why) in [
            (r#"[{"kind":"redone"}]"#, "event 1: there is no move to play again"),
            (r#"[{"kind":"undone"}]"#, "event 1: there is no move to take back"),
        ] {
            let contents = file(2, &format!("{{{setup},\"events\":{events}}}"));
            let error = decode(contents.as_bytes()).unwrap_err().to_string();
            assert_eq!(error, format!("it is damaged: {why}"));
        }
    }

    #[test]
    fn other_files_are_told_apart_from_damaged_ones() {
        assert!(matches!(decode(b""), Err(FileError::Foreign)));
        assert!(matches!(decode(b"\x7fELF"), Err(FileError::Foreign)));
        assert!(matches!(decode(b"divvy-match 3 00000000\n"), Err(FileError::Newer(3))));
        assert!(matches!(decode(b"divvy-match one 00000000\n"), Err(FileError::Damaged(_))));
    }
}

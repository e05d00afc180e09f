//! The form of a saved match: one line that says what the file is, then the match as JSON.
//!
//! ```text
//! divvy-match 2 8f3c01d2
//! {"setup":{"rules":{"game":"multiple-madness",…},…},"events":[{"kind":"moved","number":6}]}
//! ```
//!
//! The last word of the first line is a checksum of everything after that line, so that damage is noticed even where the
//! result would still be a legal game.

use divvy_match::{Event, Match, Setup};
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
    #[error("it has format {0}, and this divvy reads format {VERSION}: a newer divvy is needed")]
    Newer(u32),
    /// It was one.
    #[error("it is damaged: {0}")]
    Damaged(String),
}

fn damaged(why: impl ToString) -> FileError {
    FileError::Damaged(why.to_string())
}

/// The match that the contents of a file hold.
///
/// # Errors
/// When they are something else, damaged, or of a later format.
pub fn decode(contents: &[u8]) -> Result<Match, FileError> {
    SavedMatch::decode(contents).map(|(_, game)| game)
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

    /// What the contents of a file hold, and the match after all events.
    pub(crate) fn decode(contents: &[u8]) -> Result<(Self, Match), FileError> {
        let saved: Self = serde_json::from_slice(body(contents)?).map_err(damaged)?;
        let game = Match::replay(saved.setup.clone(), saved.events.iter().cloned());
        Ok((saved, game.map_err(damaged)?))
    }
}

/// What comes after the first line, which has the version of this program and a checksum that matches.
fn body(contents: &[u8]) -> Result<&[u8], FileError> {
    let contents = contents.strip_prefix(MAGIC.as_bytes()).ok_or(FileError::Foreign)?;
    let end = contents.iter().position(|&byte| byte == b'\n');
    let (header, body) = contents.split_at(end.ok_or_else(|| damaged("its first line is cut"))?);
    let body = &body[1..];
    let header = std::str::from_utf8(header).map_err(|_| damaged("its first line is no text"))?;
    let mut words = header.strip_prefix(' ').unwrap_or_default().split(' ');
    let version = words.next().and_then(|word| word.parse::<u32>().ok());
    match version.ok_or_else(|| damaged("its first line has no version"))? {
        VERSION => {}
        newer if newer > VERSION => return Err(FileError::Newer(newer)),
        _ => return Err(damaged("its first line has an unknown version")),
    }
    if words.next() != Some(&format!("{:08x}", crc32fast::hash(body))) || words.next().is_some() {
        return Err(damaged("its contents do not match the checksum in its first line"));
    }
    Ok(body)
}

//! The form of a saved match: one line that says what the file is, then the match as JSON.
//!
//! ```text
//! divvy-match 1 8f3c01d2
//! {"rules":{"game":"multiple-madness",…},"rounds":[{"moves":[6,12]}]}
//! ```
//!
//! The last word of the first line is a checksum of everything after that line, so that damage is
//! noticed even where the result would still be a legal game.

use crate::Match;

const MAGIC: &str = "divvy-match";
const VERSION: u32 = 1;

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

impl Match {
    /// The match as the contents of a file.
    ///
    /// # Errors
    /// None that is known: every part of a match has a form in JSON.
    pub fn encode(&self) -> Result<String, serde_json::Error> {
        let body = format!("{}\n", serde_json::to_string(self)?);
        Ok(format!("{MAGIC} {VERSION} {:08x}\n{body}", checksum(body.as_bytes())))
    }

    /// The match that the contents of a file hold.
    ///
    /// # Errors
    /// When they are something else, damaged, or of a later format.
    pub fn decode(contents: &[u8]) -> Result<Self, FileError> {
        let damaged = |why: &str| FileError::Damaged(why.to_owned());
        let contents = contents.strip_prefix(MAGIC.as_bytes()).ok_or(FileError::Foreign)?;
        let end = contents.iter().position(|&byte| byte == b'\n');
        let (header, body) =
            contents.split_at(end.ok_or_else(|| damaged("its first line is cut"))?);
        let body = &body[1..];
        let header =
            std::str::from_utf8(header).map_err(|_| damaged("its first line is no text"))?;
        let mut words = header.strip_prefix(' ').unwrap_or_default().split(' ');
        let version = words.next().and_then(|word| word.parse::<u32>().ok());
        match version.ok_or_else(|| damaged("its first line has no version"))? {
            VERSION => {}
            newer if newer > VERSION => return Err(FileError::Newer(newer)),
            _ => return Err(damaged("its first line has an unknown version")),
        }
        if words.next() != Some(&format!("{:08x}", checksum(body))) || words.next().is_some() {
            return Err(damaged("its contents do not match the checksum in its first line"));
        }
        serde_json::from_slice(body).map_err(|error| FileError::Damaged(error.to_string()))
    }
}

/// CRC-32 (the one of zip and PNG), bit by bit: the files are small.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 * (crc & 1)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Length, Names, Plan, Seat};

    fn sample() -> Match {
        let names = "Red,Blue".parse().unwrap();
        let rules = "multiple-madness;size=30;opening=even".parse().unwrap();
        let mut game = Match::new(rules, names, Seat::Two, Plan::BestOf(Length::new(3).unwrap()));
        for value in [6, 12] {
            game.play(game.rules().board().number(value).unwrap()).unwrap();
        }
        game.resign();
        assert!(game.next_round());
        game.play(game.rules().board().number(26).unwrap()).unwrap();
        game
    }

    #[test]
    fn the_checksum_is_crc_32() {
        assert_eq!(checksum(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn a_match_reads_back_as_it_was() {
        let game = sample();
        assert_eq!(Match::decode(game.encode().unwrap().as_bytes()).unwrap(), game);
        let fresh = Match::new(game.rules(), Names::default(), Seat::One, Plan::Single);
        assert_eq!(Match::decode(fresh.encode().unwrap().as_bytes()).unwrap(), fresh);
    }

    #[test]
    fn a_file_cut_at_any_byte_is_refused() {
        let contents = sample().encode().unwrap();
        for end in 0..contents.len() {
            assert!(Match::decode(&contents.as_bytes()[..end]).is_err(), "cut at {end}");
        }
    }

    #[test]
    fn a_flipped_bit_anywhere_is_refused() {
        let contents = sample().encode().unwrap().into_bytes();
        for index in 0..contents.len() * 8 {
            let mut flipped = contents.clone();
            flipped[index / 8] ^= 1 << (index % 8);
            assert!(Match::decode(&flipped).is_err(), "bit {index}");
        }
    }

    #[test]
    fn contents_that_play_could_not_reach_are_refused_even_with_a_good_checksum() {
        for (body, why) in [
            (
                r#"{"rules":{"game":"chain-reaction"},"names":["A","B"],"first":1,"rounds":[]}"#,
                "it is damaged: it has 0 rounds, which its series cannot have",
            ),
            (
                r#"{"rules":{"game":"chain-reaction"},"names":["A","B"],"first":1,"rounds":[{"moves":[6]},{"moves":[]}]}"#,
                "it is damaged: it has 2 rounds, which its series cannot have",
            ),
            (
                r#"{"rules":{"game":"chain-reaction"},"names":["A","B"],"first":1,"rounds":[{"moves":[6,7]}]}"#,
                "it is damaged: in round 1, move 2 cannot be played: 7 is not a factor or multiple of 6",
            ),
            (
                r#"{"rules":{"game":"chain-reaction"},"names":["A","B"],"first":1,"rounds":[{"moves":[6],"given_up":{"by":1,"forfeit":"it left"}}]}"#,
                "it is damaged: in round 1, a player gives up who cannot",
            ),
            (
                r#"{"rules":{"game":"chain-reaction"},"names":["A","B"],"first":1,"rounds":[{"moves":[11,1,13],"given_up":{"by":1}}]}"#,
                "it is damaged: in round 1, a player gives up who cannot",
            ),
        ] {
            let contents = format!("{MAGIC} {VERSION} {:08x}\n{body}", checksum(body.as_bytes()));
            assert_eq!(Match::decode(contents.as_bytes()).unwrap_err().to_string(), why);
        }
    }

    #[test]
    fn other_files_are_told_apart_from_damaged_ones() {
        assert!(matches!(Match::decode(b""), Err(FileError::Foreign)));
        assert!(matches!(Match::decode(b"\x7fELF"), Err(FileError::Foreign)));
        assert!(matches!(Match::decode(b"divvy-match 2 00000000\n"), Err(FileError::Newer(2))));
        assert!(matches!(Match::decode(b"divvy-match one 00000000\n"), Err(FileError::Damaged(_))));
    }
}

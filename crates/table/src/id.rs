//! The id of a game.

use std::fmt;

use divvy_analysis::NoRandomness;

use crate::token::random_bytes;

/// Identifies a game: 128 random bits as text that can stand in a URL.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
pub struct GameId(String);

impl GameId {
    /// Its length in characters.
    pub const LENGTH: usize = 22;

    /// A new id that cannot be guessed.
    pub fn random() -> Result<Self, NoRandomness> {
        const LETTERS: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let bits = u128::from_le_bytes(random_bytes()?);
        // 22 letters of 6 bits hold 128 bits.
        let letter = |place| char::from(LETTERS[(bits >> (6 * place)) as usize % 64]);
        Ok(Self((0..Self::LENGTH).map(letter).collect()))
    }

    /// Accepts text of the right form; whether such a game exists is not checked.
    pub fn parse(text: &str) -> Option<Self> {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let is_valid = text.len() == Self::LENGTH && text.bytes().all(is_letter);
        is_valid.then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

//! Who holds a seat: 128 random bits that only the holder knows. What is kept is a hash.

use std::fmt::Write;

use rand::TryRng;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::storage::GameId;

/// The system has no randomness to give.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the system gives no randomness")]
pub(crate) struct NoRandomness;

fn random() -> Result<[u8; 16], NoRandomness> {
    let mut bytes = [0; 16];
    SysRng.try_fill_bytes(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

/// A secret: whoever shows it is who took the seat.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token([u8; 16]);

impl Token {
    /// One that nobody has seen.
    ///
    /// # Errors
    /// When the system has no randomness to give.
    pub(crate) fn fresh() -> Result<Self, NoRandomness> {
        random().map(Self)
    }

    /// 32 hexadecimal digits.
    #[must_use]
    pub(crate) fn parse(text: &str) -> Option<Self> {
        if text.len() != 32 || !text.is_ascii() {
            return None;
        }
        let mut bytes = [0; 16];
        for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            let digits = std::str::from_utf8(digits).ok()?;
            // A sign would be understood as part of a number.
            *byte = u8::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))?;
        }
        Some(Self(bytes))
    }

    /// As it travels.
    #[must_use]
    pub(crate) fn text(&self) -> String {
        hex(&self.0)
    }

    /// What is kept of it. The salt keeps seats of different games apart.
    #[must_use]
    pub(crate) fn hash(&self, salt: &str) -> Hash {
        let digest = Sha256::new().chain_update(salt).chain_update(self.0).finalize();
        Hash(hex(&digest))
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

/// What is kept of a token.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Hash(String);

impl Hash {
    /// Whether it is of the same token. How long that takes says nothing about where they differ.
    #[must_use]
    pub(crate) fn matches(&self, other: &Hash) -> bool {
        let (a, b) = (self.0.as_bytes(), other.0.as_bytes());
        let differences = a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b));
        std::hint::black_box(differences) == 0 && a.len() == b.len()
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing into a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A name for a game that nobody can guess.
///
/// # Errors
/// When the system has no randomness to give.
pub(crate) fn fresh_id() -> Result<GameId, NoRandomness> {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut bits = u128::from_le_bytes(random()?);
    let mut text = String::new();
    for _ in 0..GameId::LENGTH {
        text.push(char::from(LETTERS[(bits % 64) as usize]));
        bits /= 64;
    }
    // 22 letters of 64 hold 128 bits.
    GameId::parse(&text).ok_or(NoRandomness)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn tokens_travel_as_text_and_are_kept_as_hashes() {
        let token = Token::fresh().unwrap();
        assert_eq!(Token::parse(&token.text()), Some(token.clone()));
        assert!(token.hash("a").matches(&token.hash("a")));
        assert!(!token.hash("a").matches(&token.hash("b")));
        assert!(!token.hash("a").matches(&Token::fresh().unwrap().hash("a")));
        for text in ["", "0", &"g".repeat(32), &"+1".repeat(16), &"é".repeat(16), &"0".repeat(33)]
        {
            assert_eq!(Token::parse(text), None, "{text}");
        }
        assert_ne!(fresh_id().unwrap(), fresh_id().unwrap());
    }
}

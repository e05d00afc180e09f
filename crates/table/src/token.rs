//! Seat tokens: 128 random bits that only the holder of a seat knows. The server stores a salted hash.

use std::fmt::Write;

use divvy_analysis::NoRandomness;
use rand::TryRng;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

pub(crate) fn random_bytes() -> Result<[u8; 16], NoRandomness> {
    let mut bytes = [0; 16];
    SysRng.try_fill_bytes(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

/// A secret that gives its holder a seat.
#[derive(Clone, PartialEq, Eq)]
pub struct SeatToken([u8; 16]);

impl SeatToken {
    pub fn random() -> Result<Self, NoRandomness> {
        random_bytes().map(Self)
    }

    /// The token that stands for a secret of another form.
    pub fn derived(secret: &[u8]) -> Self {
        let digest: [u8; 32] = Sha256::digest(secret).into();
        Self(std::array::from_fn(|index| digest[index]))
    }

    /// 32 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Self> {
        // `from_str_radix` accepts a sign, too.
        let digits = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let bits = u128::from_str_radix(text, 16).ok().filter(|_| digits)?;
        Some(Self(bits.to_be_bytes()))
    }

    /// As text for cookies and headers.
    pub fn text(&self) -> String {
        format!("{:032x}", u128::from_be_bytes(self.0))
    }

    /// The hash to store. The salt makes hashes of different games incomparable.
    pub fn hash(&self, salt: &str) -> TokenHash {
        let digest = Sha256::new().chain_update(salt).chain_update(self.0).finalize();
        TokenHash(hex(&digest))
    }
}

impl std::fmt::Debug for SeatToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SeatToken")
    }
}

/// The stored hash of a token.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TokenHash(String);

impl TokenHash {
    /// Compares in constant time.
    pub fn matches(&self, other: &TokenHash) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing into a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

//! The checksum of a stored row, by which a changed byte or a row in the place of another is found.

use sha2::{Digest, Sha256};

/// The checksum of an event, or with number 0 of the setup: 64 bits of SHA-256 over everything that is read of the row.
/// Part of every database, hence never changed.
pub(crate) fn row_checksum(id: &str, number: i64, at: i64, text: &str) -> i64 {
    let mut hash = Sha256::new();
    // Ids have a length of their own and numbers a fixed one, so no two rows give the same bytes.
    hash.update(u64::try_from(id.len()).unwrap_or(u64::MAX).to_be_bytes());
    hash.update(id);
    hash.update(number.to_be_bytes());
    hash.update(at.to_be_bytes());
    hash.update(text);
    let digest = hash.finalize();
    let bytes = std::array::from_fn(|index| digest[index]);
    i64::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_checksum_is_that_of_every_database() {
        // Computed by another program (sha256sum).
        let known = -2_703_240_430_573_512_027;
        assert_eq!(super::row_checksum("0123456789abcdefghijkl", 1, 1_000, "{}"), known);
    }
}

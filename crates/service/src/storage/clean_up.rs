//! Deletes games in which nothing has happened for long, unless they are so many that the clock is more likely wrong, or
//! that an old backup was restored.

use super::{StorageError, StorageReads, WriteQueue};

/// At most one in so many games is deleted at once, but one game at least: a small database is cleaned up too.
const SHARE: u64 = 10;

/// What [`clean_up`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CleanUp {
    Deleted(u64),
    /// Nothing was deleted: too many games are inactive.
    Refused {
        inactive: u64,
        all: u64,
    },
}

/// Deletes the games in which nothing has happened since this time, unless they are too many.
pub async fn clean_up(
    reads: &dyn StorageReads,
    writes: &WriteQueue,
    since: i64,
) -> Result<CleanUp, StorageError> {
    let [inactive, all] = reads.count_inactive(since).await?;
    if inactive > (all / SHARE).max(1) {
        return Ok(CleanUp::Refused { inactive, all });
    }
    let mut deleted = 0;
    while deleted < inactive {
        match writes.delete_inactive(since).await? {
            0 => break,
            step => deleted += step,
        }
    }
    Ok(CleanUp::Deleted(deleted))
}

//! A limit on memory that several threads keep to.

use std::sync::atomic::{AtomicU64, Ordering};

/// How much memory may be taken, and is.
#[derive(Debug)]
pub(crate) struct Budget {
    limit: u64,
    taken: AtomicU64,
}

impl Budget {
    /// A budget in bytes.
    pub(crate) const fn new(limit: u64) -> Self {
        Self { limit, taken: AtomicU64::new(0) }
    }

    /// The limit.
    pub(crate) const fn limit(&self) -> u64 {
        self.limit
    }

    /// What is taken.
    pub(crate) fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    /// Takes bytes; false, and nothing is taken, if they are not there.
    pub(crate) fn take(&self, bytes: u64) -> bool {
        let before = self.taken.fetch_add(bytes, Ordering::Relaxed);
        let fits = before.saturating_add(bytes) <= self.limit;
        if !fits {
            self.give(bytes);
        }
        fits
    }

    /// Gives bytes back.
    pub(crate) fn give(&self, bytes: u64) {
        self.taken.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// An amount of memory in words.
pub(crate) fn size(bytes: u64) -> String {
    const MIB: u64 = 1 << 20;
    match bytes {
        bytes if bytes >= 1 << 30 => format!("{:.1} GiB", bytes as f64 / (1u64 << 30) as f64),
        bytes => format!("{} MiB", bytes / MIB),
    }
}

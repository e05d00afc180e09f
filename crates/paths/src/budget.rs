//! A limit on memory that several threads keep to.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How many bytes may be taken, and are.
#[derive(Debug)]
pub(crate) struct Budget {
    limit: u64,
    taken: AtomicU64,
    exceeded: AtomicBool,
}

impl Budget {
    pub(crate) const fn new(limit: u64) -> Self {
        Self { limit, taken: AtomicU64::new(0), exceeded: AtomicBool::new(false) }
    }

    pub(crate) const fn limit(&self) -> u64 {
        self.limit
    }

    pub(crate) fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    /// Whether more was asked for than there was.
    pub(crate) fn is_exceeded(&self) -> bool {
        self.exceeded.load(Ordering::Relaxed)
    }

    /// Takes bytes; false, and nothing is taken, if they are not there.
    pub(crate) fn take(&self, bytes: u64) -> bool {
        let before = self.taken.fetch_add(bytes, Ordering::Relaxed);
        let fits = before.saturating_add(bytes) <= self.limit;
        if !fits {
            self.give(bytes);
            self.exceeded.store(true, Ordering::Relaxed);
        }
        fits
    }

    pub(crate) fn give(&self, bytes: u64) {
        self.taken.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// An amount of memory in words.
pub(crate) fn size(bytes: u64) -> String {
    match bytes >> 30 {
        0 => format!("{} MiB", bytes >> 20),
        _ => format!("{:.1} GiB", bytes as f64 / (1u64 << 30) as f64),
    }
}

//! A small and fast random generator: random games need no more.

use divvy_rules::mixed;

/// The generator; any seed will do.
pub(crate) struct SplitMix(pub(crate) u64);

impl SplitMix {
    /// A number below the limit, each with the same chance.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        self.0 = mixed(self.0);
        // The upper half times the limit: even but for one part in four thousand million.
        (((self.0 >> 32) * u64::from(limit)) >> 32) as u32
    }
}

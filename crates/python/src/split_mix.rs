//! SplitMix64, a small and fast random generator: random games need no more.

use divvy_rules::mixed;

/// The generator; any seed will do.
pub(crate) struct SplitMix(pub(crate) u64);

impl SplitMix {
    /// A number below the limit, each with the same chance.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        let drawn = mixed(self.0);
        // It comes to every number before it comes to one again.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        // The upper half times the limit: even but for one part in four thousand million.
        (((drawn >> 32) * u64::from(limit)) >> 32) as u32
    }
}

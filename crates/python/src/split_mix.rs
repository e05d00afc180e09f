//! A small and fast random generator: random games need no more.

/// The generator; any seed will do.
pub(crate) struct SplitMix(pub(crate) u64);

impl SplitMix {
    /// A number below the limit, each with the same chance.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        // The upper half times the limit: even but for one part in four thousand million.
        (((mixed >> 32) * u64::from(limit)) >> 32) as u32
    }
}

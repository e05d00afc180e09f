//! The one hash of the workspace: for tables of its own and for seeds. It is fast and the same on every machine, and no
//! protection against keys that an attacker chooses.

/// A word of which every bit depends on every bit of another; different words stay different (SplitMix64).
#[inline]
pub const fn mixed(word: u64) -> u64 {
    let word = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

/// A seed that depends on each of these numbers and on their order, so that what is drawn for one game, round or move says
/// nothing about any other. A sum would not do: seed 1 of game 2 would be seed 2 of game 1.
///
/// ```
/// use divvy_rules::seed_from;
///
/// assert_ne!(seed_from([1, 2]), seed_from([2, 1]));
/// assert_ne!(seed_from([0]), seed_from([0, 0]));
/// ```
pub fn seed_from<const N: usize>(numbers: [u64; N]) -> u64 {
    numbers.into_iter().fold(0, |seed, number| mixed(seed ^ number))
}

//! Chance, seeded where somebody wants to see the same again.

use rand::rngs::{ChaCha8Rng, SysError, SysRng};
use rand::{RngExt, SeedableRng, TryRng};

use crate::Seat;

/// Tosses a coin for the first move. The same seed gives the same seat, on every machine.
///
/// # Errors
/// Without a seed: when the system has no randomness to give.
pub fn toss(seed: Option<u64>) -> Result<Seat, SysError> {
    let seed = match seed {
        Some(seed) => seed,
        None => SysRng.try_next_u64()?,
    };
    let heads = ChaCha8Rng::seed_from_u64(seed).random::<bool>();
    Ok(if heads { Seat::One } else { Seat::Two })
}

//! Chance, repeatable by a seed.

use divvy_match::Seat;
use rand::rngs::{ChaCha8Rng, SysRng};
use rand::{RngExt, SeedableRng, TryRng};

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system gives no randomness")]
pub struct NoRandomness;

/// Tosses a coin for the first move. The same seed gives the same seat, on every machine.
pub fn toss(seed: Option<u64>) -> Result<Seat, NoRandomness> {
    let seed = seed.map_or_else(fresh_seed, Ok)?;
    let heads = ChaCha8Rng::seed_from_u64(seed).random::<bool>();
    Ok(if heads { Seat::One } else { Seat::Two })
}

/// A seed from the system.
pub fn fresh_seed() -> Result<u64, NoRandomness> {
    SysRng.try_next_u64().map_err(|_| NoRandomness)
}

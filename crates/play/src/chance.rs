//! Chance, seeded where somebody wants to see the same again.

use rand::rngs::{ChaCha8Rng, SysRng};
use rand::{RngExt, SeedableRng, TryRng};

use crate::Seat;

/// The system has no randomness to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system gives no randomness; --seed does without")]
pub struct NoRandomness;

/// Tosses a coin for the first move. The same seed gives the same seat, on every machine.
///
/// # Errors
/// Without a seed: when the system has no randomness to give.
///
/// ```
/// assert_eq!(divvy_play::toss(Some(7)), divvy_play::toss(Some(7)));
/// ```
pub fn toss(seed: Option<u64>) -> Result<Seat, NoRandomness> {
    let seed = seed.map_or_else(fresh_seed, Ok)?;
    let heads = ChaCha8Rng::seed_from_u64(seed).random::<bool>();
    Ok(if heads { Seat::One } else { Seat::Two })
}

/// A seed that nobody has seen before.
///
/// # Errors
/// When the system has no randomness to give.
pub fn fresh_seed() -> Result<u64, NoRandomness> {
    SysRng.try_next_u64().map_err(|_| NoRandomness)
}

/// What the chances of one move are drawn from: another number for every move of every round. Rounds and plies
/// count from 0.
#[must_use]
pub const fn chance(seed: u64, round: u64, ply: u64) -> u64 {
    // Large odd factors keep the moves of different rounds apart.
    seed.wrapping_add(round.wrapping_mul(0x9E37_79B9_7F4A_7C15))
        .wrapping_add(ply.wrapping_mul(0xD1B5_4A32_D192_ED03))
}

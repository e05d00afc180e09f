//! Random moves before the players are asked.

use divvy_rules::{Number, Record};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;

/// Plays random moves, none of which ends the game: that would leave nothing to ask. The same seed plays the same
/// moves.
pub fn play_randomly(record: &mut Record, plies: u32, seed: u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..plies {
        let position = record.position();
        let legal = position.legal();
        let going_on: Vec<Number> = legal.iter().filter(|&n| !position.ends_with(n)).collect();
        let Some(&number) = going_on.choose(&mut random) else { break };
        if record.play(number).is_err() {
            break;
        }
    }
}

//! The proof for a race: what every state that play can reach is worth, and each follows from the next.

use std::collections::{HashMap, HashSet};

use divvy_rules::{Number, RacePosition, Token};
use serde::Deserialize;

use crate::{Failed, Moves};

/// Node and banned node (0 for none) of the player to move, the same of the other, and the worth to the
/// player to move: `k` for a win in `k` moves, `-k` for a loss in `k`, 0 for a draw.
#[derive(Debug, Deserialize)]
pub(crate) struct States(Vec<(u32, u32, u32, u32, i32)>);

impl States {
    pub(crate) fn check(&self, start: &RacePosition) -> Result<Moves, Failed> {
        let mut claims: HashMap<_, i64> = HashMap::with_capacity(self.0.len());
        for &(at, banned, other, other_banned, worth) in &self.0 {
            let state = [at, banned, other, other_banned];
            let repeated = claims.insert(state, worth.into()).is_some();
            ensure!(!repeated, "states: {state:?} is there twice");
        }
        // Where a legal move leads, and its worth to the player who makes it: one move farther from the end.
        let after = |position: &RacePosition, number: Number| {
            let mut next = *position;
            ensure!(next.play(number).is_ok(), "states: {number} is not legal");
            let worth = match claims.get(&state(&next)) {
                _ if next.winner().is_some() => 1,
                Some(worth) if next.to_move() == position.to_move() => worth + worth.signum(),
                Some(worth) => -worth - worth.signum(),
                None => return Err(Failed(format!("states: {:?} is missing", state(&next)))),
            };
            Ok((next, worth))
        };
        let mut open = Vec::from_iter(start.winner().is_none().then_some(*start));
        let mut reached: HashSet<_> = open.iter().map(state).collect();
        while let Some(position) = open.pop() {
            let mut worths = Vec::new();
            for number in &position.legal() {
                let (next, worth) = after(&position, number)?;
                worths.push(worth);
                if next.winner().is_none() && reached.insert(state(&next)) {
                    open.push(next);
                }
            }
            // The soonest win, else a draw, else the longest defence.
            let won = worths.iter().filter(|&&worth| worth > 0).min();
            let drawn = worths.iter().find(|&&worth| worth == 0);
            let (state, worth) = (state(&position), won.or(drawn).or(worths.iter().min()));
            ensure!(claims.get(&state) == worth, "states: {state:?} is not worth what is claimed");
        }
        ensure!(claims.len() == reached.len(), "states: play reaches {} of them", reached.len());
        let sign = |number| Ok((number, after(start, number)?.1.signum()));
        start.legal().iter().map(sign).collect()
    }
}

fn state(at: &RacePosition) -> [u32; 4] {
    let [mover, other] = [at.to_move(), at.to_move().other()].map(|player| at.token(player));
    let banned = |token: Token| token.banned.map_or(0, Number::get);
    [mover.at.get(), banned(mover), other.at.get(), banned(other)]
}

//! The proof for a race: what every state that play can reach is worth, and each follows from the next.

use std::collections::HashMap;

use divvy_rules::{Number, RacePosition, Token};
use serde::Deserialize;

use crate::Failed;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct States {
    /// Node and banned node (0 for none) of the player to move, the same of the other, and the worth to
    /// the player to move: `k` for a win in `k` moves, `-k` for a loss in `k`, 0 for a draw.
    states: Vec<(u32, u32, u32, u32, i32)>,
}

type State = [u32; 4];

fn state(position: &RacePosition) -> State {
    let [mover, other] =
        [position.to_move(), position.to_move().other()].map(|p| position.token(p));
    let banned = |token: Token| token.banned.map_or(0, Number::get);
    [mover.at.get(), banned(mover), other.at.get(), banned(other)]
}

impl States {
    /// Whether the player to move wins (1), loses (-1) or neither (0).
    pub(crate) fn check(&self, start: &RacePosition, winning: &[Number]) -> Result<i32, Failed> {
        let mut claims = HashMap::with_capacity(self.states.len());
        for &(at, banned, other, other_banned, worth) in &self.states {
            if claims.insert([at, banned, other, other_banned], worth).is_some() {
                return Failed::at(format!(
                    "states: {at},{banned},{other},{other_banned} stands twice"
                ));
            }
        }
        // The worth of a move to whoever makes it, with the moves that it takes to the end.
        let after = |position: &RacePosition, number: Number| {
            let mut next = *position;
            if next.play(number).is_err() {
                return Failed::at(format!("states: {number} is not legal"));
            }
            let same = next.to_move() == position.to_move();
            let worth = match (next.winner(), claims.get(&state(&next))) {
                (Some(winner), _) => i64::from(winner == position.to_move()),
                (None, Some(&claim)) if same => later(claim),
                (None, Some(&claim)) => -later(claim),
                (None, None) => {
                    let [at, banned, other, other_banned] = state(&next);
                    return Failed::at(format!(
                        "states: {at},{banned},{other},{other_banned} is missing"
                    ));
                }
            };
            Ok((next, worth))
        };
        let mut open = vec![*start];
        let mut seen = std::collections::HashSet::from([state(start)]);
        while let Some(position) = open.pop() {
            let mut worths = Vec::new();
            for number in &position.legal() {
                let (next, worth) = after(&position, number)?;
                worths.push(worth);
                if next.winner().is_none() && seen.insert(state(&next)) {
                    open.push(next);
                }
            }
            let key = state(&position);
            let Some(&claim) = claims.get(&key) else {
                return Failed::at(format!("states: {key:?} is missing"));
            };
            let holds = match claim {
                won @ 1.. => worths.iter().any(|&worth| worth > 0 && worth <= won.into()),
                0 => worths.contains(&0) && worths.iter().all(|&worth| worth <= 0),
                lost => worths.iter().all(|&worth| worth < 0 && worth >= lost.into()),
            };
            if !holds {
                let [at, banned, other, other_banned] = key;
                return Failed::at(format!(
                    "states: {at},{banned},{other},{other_banned} is not worth {claim}, by its moves"
                ));
            }
        }
        for number in &start.legal() {
            let wins = after(start, number)?.1 > 0;
            if wins != winning.binary_search(&number).is_ok() {
                let not = if wins { "wins and is not" } else { "does not win and is" };
                return Failed::at(format!("winning: {number} {not} in the list"));
            }
        }
        Ok(claims.get(&state(start)).map_or(0, |claim| claim.signum()))
    }
}

/// The same worth seen one move earlier: a win or a loss is one move farther away.
fn later(worth: i32) -> i64 {
    i64::from(worth) + i64::from(worth.signum())
}

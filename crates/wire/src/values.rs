//! What the legal moves of a position are worth.

use std::collections::BTreeMap;

use divvy_rules::{Number, Player, Record};
use divvy_solver::{Outcome, Value};
use divvy_words::{Audience, list};
use serde::Serialize;

/// The legal moves by what they are worth to the player to move, the best first.
#[derive(Clone, Debug, Serialize)]
pub struct ValuesData {
    to_move: Player,
    values: Vec<ValueData>,
    /// Who wins, and by what; nothing once the game is over.
    text: String,
}

#[derive(Clone, Debug, Serialize)]
struct ValueData {
    #[serde(flatten)]
    value: Value,
    runs: Vec<(Number, Number)>,
}

impl ValuesData {
    /// A game and the values of its legal moves, ascending, which do not know of a turn limit.
    pub fn new(record: &Record, to: Audience<'_>, values: &[(Number, Value)]) -> Self {
        let mut groups: BTreeMap<_, (Value, Vec<Number>)> = BTreeMap::new();
        for &(number, value) in values.iter().filter(|_| !record.is_over()) {
            groups.entry(rank(value)).or_insert((value, Vec::new())).1.push(number);
        }
        let runs = |(value, numbers): (Value, Vec<Number>)| ValueData {
            value,
            runs: list::runs(&numbers),
        };
        let text = match record.is_over() {
            true => String::new(),
            false => to.outlook(to.first.seat_of(record.to_move()), values).to_string(),
        };
        Self { to_move: record.to_move(), values: groups.into_values().map(runs).collect(), text }
    }
}

/// Soon wins come first, then draws, then late losses; a depth that was not worked out is the last of its kind.
fn rank(Value { outcome, depth }: Value) -> (u8, u32) {
    match outcome {
        Outcome::Win => (0, depth.unwrap_or(u32::MAX)),
        Outcome::Draw => (1, 0),
        Outcome::Loss => (2, u32::MAX - depth.unwrap_or(0)),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use divvy_match::Match;
    use serde_json::{json, to_value};

    use super::*;

    #[test]
    fn equal_values_are_runs_and_the_best_come_first() {
        let record: Record = "chain-reaction;size=10".parse().unwrap();
        let value = |outcome, depth| Value { outcome, depth };
        let (loss, win) = (value(Outcome::Loss, Some(2)), value(Outcome::Win, None));
        let (late, soon) = (value(Outcome::Loss, Some(4)), value(Outcome::Win, Some(1)));
        let (draw, open) = (value(Outcome::Draw, None), value(Outcome::Loss, None));
        let worth = [loss, win, win, open, late, loss, loss, draw, soon, win];
        let values: Vec<_> = record.legal().iter().zip(worth).collect();
        let expected = json!({ "to_move": 1, "values": [
            { "outcome": "win", "depth": 1, "runs": [[9, 9]] },
            { "outcome": "win", "depth": null, "runs": [[2, 3], [10, 10]] },
            { "outcome": "draw", "depth": null, "runs": [[8, 8]] },
            { "outcome": "loss", "depth": 4, "runs": [[5, 5]] },
            { "outcome": "loss", "depth": 2, "runs": [[1, 1], [6, 7]] },
            { "outcome": "loss", "depth": null, "runs": [[4, 4]] },
        ], "text": "Player 1 wins with 2, 3, 9 or 10." });
        let game = Match::from_record(record.clone());
        let to = Audience::everybody(&game);
        assert_eq!(to_value(ValuesData::new(&record, to, &values)).unwrap(), expected);
    }
}

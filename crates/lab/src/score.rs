//! How well a player plays, measured exactly over decisions.
//!
//! In a decision the player to move can win and could also give the win away. Positions without such a choice say nothing
//! about skill, and neither does the same position met twice.

use std::collections::BTreeMap;

use divvy_rules::{Number, Position, Record, Rules};
use divvy_solver::{Solver, TooLarge};
use serde::{Deserialize, Serialize};

/// A position in which the player to move can win and could give the win away, and what the player did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// The place of the move in the game, counted from 1.
    pub ply: usize,
    /// A number that stands for the position: equal positions have the same, others have another one.
    pub position: u64,
    /// How many moves were legal.
    pub legal: u32,
    /// How many of them win.
    pub winning: u32,
    /// Whether one of those was played.
    pub right: bool,
}

/// What the moves of one player in one game were worth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// Moves made in positions that could be won.
    pub won_positions: u32,
    /// Those of them that kept the win.
    pub won_kept: u32,
    /// The positions with a choice.
    pub decisions: Vec<Decision>,
}

/// A number that stands for a position, small enough for every language that reads JSON. Two positions are the same if
/// their rules are, and if they are the same to the player to move.
fn fingerprint(rules: Rules, position: &Position) -> u64 {
    let mut mixed = 0_u64;
    let mut mix = |number: u32| {
        mixed = (mixed ^ u64::from(number)).wrapping_add(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
    };
    rules.to_string().bytes().for_each(|byte| mix(byte.into()));
    match position {
        Position::Removal(removal) => {
            mix(removal.last().map_or(0, Number::get));
            removal.free().iter().for_each(|number| mix(number.get()));
        }
        Position::Race(race) => {
            for player in [race.to_move(), race.to_move().other()] {
                let token = race.token(player);
                mix(token.at.get());
                mix(token.banned.map_or(0, Number::get));
            }
        }
    }
    mixed >> 11
}

/// Judges the moves of a game after those that were given, for the player with the first move and for the other.
///
/// # Errors
/// When the board is too large to be solved.
pub fn judge(record: &Record, given: usize) -> Result<[Judged; 2], TooLarge> {
    let mut judged = [Judged::default(), Judged::default()];
    let mut solver = Solver::new(Record::new(record.rules()))?;
    for (index, &number) in record.moves().iter().enumerate() {
        let position = solver.record().position();
        let (mover, legal) = (position.to_move(), position.legal().len());
        let position = fingerprint(record.rules(), position);
        let winning = solver.winning();
        let right = winning.binary_search(&number).is_ok();
        // The record holds legal moves only.
        if solver.play(number).is_err() {
            break;
        }
        if index < given {
            continue;
        }
        let judged = &mut judged[mover.index()];
        judged.won_positions += u32::from(!winning.is_empty());
        judged.won_kept += u32::from(right);
        // A board has at most a million numbers.
        let winning = winning.len() as u32;
        if (1..legal).contains(&winning) {
            let ply = index + 1;
            judged.decisions.push(Decision { ply, position, legal, winning, right });
        }
    }
    Ok(judged)
}

/// Decisions added up over many games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// Decisions met.
    pub decisions: u32,
    /// Those in which a winning move was played.
    pub right: u32,
    /// How many of them a random mover gets right, on average.
    pub by_chance: f64,
    /// For every different decision how often it was met and how often it was right.
    distinct: BTreeMap<u64, (u32, u32)>,
}

impl Score {
    /// Adds a decision.
    pub fn add(&mut self, decision: &Decision) {
        let right = u32::from(decision.right);
        self.decisions += 1;
        self.right += right;
        self.by_chance += f64::from(decision.winning) / f64::from(decision.legal.max(1));
        let (met, kept) = self.distinct.entry(decision.position).or_default();
        *met += 1;
        *kept += right;
    }

    /// Adds what another score counted.
    pub fn absorb(&mut self, other: &Self) {
        self.decisions += other.decisions;
        self.right += other.right;
        self.by_chance += other.by_chance;
        for (position, (met, kept)) in &other.distinct {
            let entry = self.distinct.entry(*position).or_default();
            entry.0 += met;
            entry.1 += kept;
        }
    }

    /// The figures; none where no decision was met.
    pub fn figures(&self) -> Option<Figures> {
        if self.decisions == 0 {
            return None;
        }
        let all = f64::from(self.decisions);
        let shares = self.distinct.values().map(|&(met, kept)| f64::from(kept) / f64::from(met));
        let (right, distinct) = (shares.sum::<f64>(), self.distinct.len());
        let (accuracy, chance) = (f64::from(self.right) / all, self.by_chance / all);
        Some(Figures {
            decisions: self.decisions,
            distinct_decisions: distinct,
            accuracy,
            distinct_accuracy: right / distinct as f64,
            interval: interval(right, distinct as f64),
            chance,
            skill: (accuracy - chance) / (1.0 - chance),
        })
    }
}

/// What a score comes to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// Decisions met.
    pub decisions: u32,
    /// How many of them were different.
    pub distinct_decisions: usize,
    /// The share in which a winning move was played.
    pub accuracy: f64,
    /// The same where every different decision counts once.
    pub distinct_accuracy: f64,
    /// A 95 % interval for that.
    pub interval: [f64; 2],
    /// What a random mover scores in the same decisions.
    pub chance: f64,
    /// What remains beyond chance: 0 for a random mover, 1 for perfect play.
    pub skill: f64,
}

/// A 95 % interval for a share, by Wilson's formula.
pub fn interval(right: f64, trials: f64) -> [f64; 2] {
    if trials <= 0.0 {
        return [0.0, 1.0];
    }
    let z = 1.959_964_f64;
    let share = right / trials;
    let scale = 1.0 + z * z / trials;
    let middle = (share + z * z / (2.0 * trials)) / scale;
    let spread = share * (1.0 - share) / trials + z * z / (4.0 * trials * trials);
    let half = z * spread.max(0.0).sqrt() / scale;
    [(middle - half).max(0.0), (middle + half).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_choices_count() {
        // The opening 1 gives the win away; then 13 and others win, and 2 does not.
        let record: Record = "multiple-madness:1,13".parse().unwrap();
        let [first, second] = judge(&record, 0).unwrap();
        assert_eq!((first.won_positions, first.won_kept), (1, 0));
        assert!(!first.decisions[0].right && first.decisions[0].legal == 20);
        assert_eq!((second.won_positions, second.won_kept), (1, 1));
        assert!(second.decisions[0].right);
        // On 1 to 3 the openings 2 and 3 win and 1 does not; after 2 and 1 only 3 is left, which wins and is no choice.
        let record: Record = "multiple-madness;size=3:2,1,3".parse().unwrap();
        let [first, _] = judge(&record, 0).unwrap();
        assert_eq!((first.won_positions, first.won_kept), (2, 2));
        assert_eq!(first.decisions.iter().map(|decision| decision.ply).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn positions_of_different_rules_are_different_decisions() {
        let notations = [
            "multiple-madness;size=12:4",
            "multiple-madness;size=12;opening=even:4",
            "sequence-duel;size=12:4",
            "trap-avoidance;size=12:4",
            "trap-avoidance;size=12;one=free:4",
            "number-maze;size=12:4",
            "number-maze;size=12;target=11:4",
        ];
        let mut seen: Vec<u64> = notations
            .iter()
            .map(|notation| {
                let record: Record = notation.parse().unwrap();
                fingerprint(record.rules(), record.position())
            })
            .collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), notations.len());
    }

    #[test]
    fn a_random_mover_has_no_skill_and_a_perfect_one_all() {
        let decision = |position, right| Decision { ply: 1, position, legal: 4, winning: 2, right };
        let mut even = Score::default();
        let mut perfect = Score::default();
        for n in 0..100 {
            even.add(&decision(n, n % 2 == 0));
            perfect.add(&decision(n % 10, true));
        }
        let even = even.figures().unwrap();
        assert_eq!((even.accuracy, even.chance, even.skill), (0.5, 0.5, 0.0));
        assert!(
            (even.interval[0] - 0.4038).abs() < 1e-4 && (even.interval[1] - 0.5962).abs() < 1e-4
        );
        let figures = perfect.figures().unwrap();
        assert_eq!((figures.skill, figures.decisions, figures.distinct_decisions), (1.0, 100, 10));
        assert_eq!(Score::default().figures(), None);
    }
}

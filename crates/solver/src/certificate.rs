//! Proofs that can be checked without trusting the solver. Their form is in `docs/certificates.md`.

use std::collections::{BTreeMap, HashSet};

use divvy_rules::{Number, Position, RacePosition, Record, Token};
use serde::Serialize;

use crate::race::tokens;
use crate::{Label, Outcome, Solution, Solver};

/// Boards up to this size prove every winning move, larger ones only the best.
const ALL_PATHS: u32 = 10_000;

/// The most states of a race that a certificate lists.
const MOST_STATES: usize = 300_000;

#[derive(Clone, Debug, Serialize)]
pub struct Certificate {
    format: &'static str,
    version: u32,
    position: String,
    winner: Option<u8>,
    winning: Vec<Number>,
    best: Option<Number>,
    proof: Proof,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Proof {
    Matching {
        pairs: Vec<(Number, Number)>,
        d: Vec<Vec<Number>>,
        a: Vec<Number>,
        paths: Vec<Vec<Number>>,
    },
    States(Vec<(u32, u32, u32, u32, i32)>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCertificate {
    /// A race with more states than a file should hold.
    #[error(
        "the proof of this race would list more than {MOST_STATES} states; a smaller board has one"
    )]
    States,
    /// A game that no pairing decides.
    #[error("there is no certificate for a game with a memory of 2, which no pairing decides")]
    Memory,
}

impl Certificate {
    /// Proves what the solver says of the position it stands at.
    pub fn of(solver: &mut Solver) -> Result<Self, NoCertificate> {
        let Solution { winner, winning, best, .. } = solver.solution();
        let record = solver.record().clone();
        let proof = match record.position() {
            Position::Removal(_) if solver.removal().is_none() => {
                return Err(NoCertificate::Memory);
            }
            Position::Removal(_) if record.rules().board().size() <= ALL_PATHS => {
                matching(solver, &record, &winning)
            }
            Position::Removal(_) => {
                let proved: Vec<Number> =
                    best.filter(|_| !winning.is_empty()).into_iter().collect();
                matching(solver, &record, &proved)
            }
            Position::Race(position) => states(solver, position)?,
        };
        let (format, version) = ("divvy-certificate", 1);
        let winner = winner.map(|player| player.number());
        Ok(Self { format, version, position: record.to_string(), winner, winning, best, proof })
    }
}

/// The matching, its decomposition, and a path to each of the moves to be proved.
fn matching(solver: &mut Solver, record: &Record, proved: &[Number]) -> Proof {
    let (mut pairs, mut groups, mut a, mut paths) = Default::default();
    if let Some(removal) = solver.removal() {
        pairs = removal.pairs().collect();
        let mut components: BTreeMap<u32, Vec<Number>> = BTreeMap::new();
        for number in record.rules().board().numbers() {
            match removal.label(number) {
                Some(Label::D) => {
                    components.entry(removal.component(number)).or_default().push(number);
                }
                Some(Label::A) => Vec::push(&mut a, number),
                Some(Label::C) | None => {}
            }
        }
        groups = components.into_values().collect();
        paths = proved.iter().filter_map(|&number| removal.path_to(number)).collect();
    }
    Proof::Matching { pairs, d: groups, a, paths }
}

/// What every state that play can reach is worth.
fn states(solver: &Solver, start: &RacePosition) -> Result<Proof, NoCertificate> {
    let mut states = Vec::new();
    let mut open = vec![*start];
    let mut seen = HashSet::from([state(start)]);
    while let (Some(position), Some(race)) = (open.pop(), solver.race()) {
        if position.winner().is_some() {
            continue;
        }
        let value = race.value(&position);
        let depth = value.depth.unwrap_or(0).cast_signed();
        let worth = if value.outcome == Outcome::Loss { -depth } else { depth };
        let [at, banned, other, other_banned] = state(&position);
        states.push((at, banned, other, other_banned, worth));
        for number in &position.legal() {
            let mut next = position;
            // Legal, as the position just said.
            let _ = next.play(number);
            if seen.insert(state(&next)) {
                open.push(next);
            }
            // Checked here, so that a refusal comes before the work.
            if seen.len() > MOST_STATES {
                return Err(NoCertificate::States);
            }
        }
    }
    Ok(Proof::States(states))
}

/// A race position as its certificate lists it: the player to move first.
fn state(position: &RacePosition) -> [u32; 4] {
    let [mover, other] = tokens(position);
    let banned = |token: Token| token.banned.map_or(0, Number::get);
    [mover.at.get(), banned(mover), other.at.get(), banned(other)]
}

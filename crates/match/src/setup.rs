//! How a match begins: as it is asked for, and as it is.

use divvy_rules::{Game, IllegalMove, Options, Record, Rules};
use serde::{Deserialize, Serialize};

use crate::{Names, Occupant, Plan, Seat};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    #[default]
    One,
    Two,
    /// A coin decides.
    Random,
}

/// A match as it is asked for. The choices may not fit each other yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    pub game: Game,
    pub options: Options,
    pub players: [Occupant; 2],
    pub names: Names,
    pub first: First,
    pub plan: Plan,
}

impl Proposal {
    /// One game between two people, as the spec has it.
    pub fn new(game: Game) -> Self {
        Self {
            game,
            options: Options::default(),
            players: [Occupant::Human, Occupant::Human],
            names: Names::default(),
            first: First::default(),
            plan: Plan::default(),
        }
    }
}

/// A match as it begins: everything is decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub rules: Rules,
    pub names: Names,
    #[serde(default, skip_serializing_if = "are_people")]
    pub players: [Occupant; 2],
    /// Who opens the first round.
    pub first: Seat,
    #[serde(default)]
    pub plan: Plan,
    /// The seed of the bots' randomness.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub seed: u64,
    /// The moves that every round begins with; see [`Setup::after`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<u32>,
}

fn are_people(players: &[Occupant; 2]) -> bool {
    players.iter().all(|player| *player == Occupant::Human)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_zero(seed: &u64) -> bool {
    *seed == 0
}

impl Setup {
    /// One game between two people.
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            names: Names::default(),
            players: [Occupant::Human, Occupant::Human],
            first: Seat::One,
            plan: Plan::Single,
            seed: 0,
            moves: Vec::new(),
        }
    }

    /// The same match, every round of which begins with these moves.
    pub fn after(self, moves: Vec<u32>) -> Result<Self, IllegalMove> {
        Record::with_moves(self.rules, moves.iter().copied())?;
        Ok(Self { moves, ..self })
    }

    pub fn is_between_people(&self) -> bool {
        are_people(&self.players)
    }
}

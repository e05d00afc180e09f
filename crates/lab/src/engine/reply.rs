//! What the engine tells. `docs/engine.md` explains every field.

use divvy_rules::{Number, Player, Record, Skips};
use divvy_wire::{TurnState, legal};
use serde::Serialize;

/// A game that has just begun.
#[derive(Serialize)]
pub(super) struct Begun {
    position: String,
    #[serde(flatten)]
    turn: TurnState,
}

impl Begun {
    pub(super) fn of(record: &Record) -> Self {
        Self { position: record.to_string(), turn: record.into() }
    }
}

/// A move that was made.
#[derive(Serialize)]
pub(super) struct Played {
    #[serde(rename = "move")]
    number: Number,
    player: u8,
    /// Whose turns were passed over after it.
    skipped: Vec<u8>,
    #[serde(flatten)]
    turn: TurnState,
}

impl Played {
    pub(super) fn of(record: &Record, number: Number, player: Player, skips: Skips) -> Self {
        let skipped = skips.players().map(Player::number).collect();
        Self { number, player: player.number(), skipped, turn: record.into() }
    }
}

/// A move that was taken back.
#[derive(Serialize)]
pub(super) struct Undone {
    #[serde(rename = "move")]
    number: Number,
    #[serde(flatten)]
    turn: TurnState,
}

impl Undone {
    pub(super) fn of(record: &Record, number: Number) -> Self {
        Self { number, turn: record.into() }
    }
}

/// The numbers that may be played.
#[derive(Serialize)]
pub(super) struct Legal {
    legal: Vec<Number>,
}

impl Legal {
    pub(super) fn of(record: &Record) -> Self {
        Self { legal: legal(record) }
    }
}

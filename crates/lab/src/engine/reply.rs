//! What the engine tells. `docs/engine.md` explains every field.

use divvy_match::{TURN_LIMIT, is_abandoned};
use divvy_rules::{Number, Record};
use divvy_wire::{PositionData, TurnState};
use serde::Serialize;

/// Who is to move, or how the game ended.
pub(super) fn turn(record: &Record) -> TurnState {
    match is_abandoned(record) {
        true => TurnState::abandoned(TURN_LIMIT),
        false => record.into(),
    }
}

/// The whole game.
pub(super) fn state(record: &Record) -> PositionData<'_> {
    match is_abandoned(record) {
        true => PositionData::from(record).abandoned(TURN_LIMIT),
        false => record.into(),
    }
}

/// The numbers that may be played; none once the game is over.
pub(super) fn legal(record: &Record) -> Vec<Number> {
    match is_abandoned(record) {
        true => Vec::new(),
        false => divvy_wire::legal(record),
    }
}

/// A reply, with the legal moves after it if they were asked for.
#[derive(Serialize)]
pub(super) struct WithLegal<T> {
    #[serde(flatten)]
    pub(super) reply: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) legal: Option<Vec<Number>>,
}

#[derive(Serialize)]
pub(super) struct Begun {
    pub(super) position: String,
    #[serde(flatten)]
    pub(super) turn: TurnState,
}

#[derive(Serialize)]
pub(super) struct Played {
    #[serde(rename = "move")]
    pub(super) number: Number,
    pub(super) player: u8,
    /// Whose turns were passed over after it.
    pub(super) skipped: Vec<u8>,
    #[serde(flatten)]
    pub(super) turn: TurnState,
}

#[derive(Serialize)]
pub(super) struct Undone {
    #[serde(rename = "move")]
    pub(super) number: Number,
    /// Who had played it.
    pub(super) player: u8,
    /// Whose turns had been passed over after it.
    pub(super) skipped: Vec<u8>,
    #[serde(flatten)]
    pub(super) turn: TurnState,
}

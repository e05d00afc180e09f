//! What the engine tells. `docs/engine.md` explains every field.

use divvy_rules::Number;
use divvy_wire::TurnState;
use serde::Serialize;

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
    #[serde(flatten)]
    pub(super) turn: TurnState,
}

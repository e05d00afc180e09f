//! What the engine tells. `docs/engine.md` explains every field.

use divvy_rules::Number;
use divvy_wire::TurnState;
use serde::Serialize;

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

/// A move that was played or taken back.
#[derive(Serialize)]
pub(super) struct Played {
    #[serde(rename = "move")]
    pub(super) number: Number,
    /// Who had played it.
    pub(super) player: u8,
    /// Whose turns were passed over after it.
    pub(super) skipped: Vec<u8>,
    #[serde(flatten)]
    pub(super) turn: TurnState,
}

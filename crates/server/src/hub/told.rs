//! The state of a game as text, made once for all who are told the same: thousands may watch a large board.

use std::ops::Range;

use axum::body::Bytes;
use divvy_play::Seat;
use serde_json::Value;

use crate::game::Table;
use crate::storage::GameId;
use crate::view::State;

/// The state of a game in one version, for one kind of reader. A copy shares the text.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    /// The version.
    pub(crate) version: u32,
    /// The whole event of a stream.
    event: Bytes,
    /// Where in it the state is.
    json: Range<usize>,
}

impl Told {
    fn new(id: &GameId, table: &Table, seats: Vec<Seat>, here: [bool; 2]) -> Self {
        let state = State::of(id.as_str(), table, seats, here);
        let version = table.version();
        let mut text = format!("event: state\nretry: 1000\nid: {version}\ndata: ").into_bytes();
        let begin = text.len();
        // A state has no keys or numbers that JSON does not, and a line break in it is an escape.
        let _ = serde_json::to_writer(&mut text, &state);
        let json = begin..text.len();
        text.extend_from_slice(b"\n\n");
        Self { version, event: text.into(), json }
    }

    /// As an event of a stream.
    pub(crate) fn event(&self) -> Bytes {
        self.event.clone()
    }

    /// As JSON.
    pub(crate) fn json(&self) -> Bytes {
        self.event.slice(self.json.clone())
    }

    /// As a part of a larger answer.
    pub(crate) fn value(&self) -> Value {
        serde_json::from_slice(&self.json()).unwrap_or_default()
    }
}

/// What each kind of reader was told last: one without a seat, one with the first, with the second, with both.
#[derive(Debug, Default)]
pub(super) struct Telling {
    version: u32,
    here: [bool; 2],
    kinds: [Option<Told>; 4],
}

impl Telling {
    /// The state for whoever holds these seats. It is made anew only if it is another than the last, and kept only if
    /// others may ask for it.
    pub(super) fn tell(
        &mut self,
        id: &GameId,
        table: &Table,
        seats: Vec<Seat>,
        here: [bool; 2],
        keep: bool,
    ) -> Told {
        if (self.version, self.here) != (table.version(), here) || !keep {
            *self = Self { version: table.version(), here, kinds: Default::default() };
        }
        let kind = seats.iter().map(|seat| 1 << seat.index()).sum::<usize>();
        if let Some(told) = &self.kinds[kind] {
            return told.clone();
        }
        let told = Told::new(id, table, seats, here);
        if keep {
            self.kinds[kind] = Some(told.clone());
        }
        told
    }
}

//! One version of a game as bytes, made once for all viewers that see the same: thousands may watch a large board.

use std::ops::Range;

use axum::body::Bytes;
use divvy_match::Seat;
use serde_json::Value;

use super::presence::SeatFlags;
use crate::game::GameState;
use crate::game::view::GameView;
use crate::storage::GameId;

/// One version of a game for one kind of viewer. Clones share the bytes.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    pub(crate) version: u32,
    /// A complete server-sent event.
    event: Bytes,
    /// Where the JSON stands in it.
    json: Range<usize>,
}

impl Snapshot {
    fn new(id: &GameId, state: &GameState, seats: Vec<Seat>, present: SeatFlags) -> Self {
        let view = GameView::new(id.as_str(), state, seats, present);
        let version = state.version;
        let mut text = format!("event: state\nretry: 1000\nid: {version}\ndata: ").into_bytes();
        let begin = text.len();
        view.write(&mut text);
        let json = begin..text.len();
        text.extend_from_slice(b"\n\n");
        Self { version, event: text.into(), json }
    }

    /// As a server-sent event.
    pub(crate) fn event(&self) -> Bytes {
        self.event.clone()
    }

    pub(crate) fn json(&self) -> Bytes {
        self.event.slice(self.json.clone())
    }

    /// An object with the members of this one, which has some, and the state as `game`.
    pub(crate) fn within(&self, object: &Value) -> Vec<u8> {
        let members = object.to_string();
        let mut text = br#"{"game":"#.to_vec();
        text.extend_from_slice(&self.json());
        text.push(b',');
        text.extend_from_slice(&members.as_bytes()[1..]);
        text
    }
}

/// The newest snapshot for each kind of viewer: without a seat, with the first, with the second, with both.
#[derive(Debug, Default)]
pub(super) struct SnapshotCache {
    version: u32,
    present: SeatFlags,
    by_seats: [Option<Snapshot>; 4],
}

impl SnapshotCache {
    /// The snapshot for a viewer with these seats. It is kept even if no stream is open: a client that asks again and again
    /// for a long game must not have it made each time.
    pub(super) fn get(
        &mut self,
        id: &GameId,
        state: &GameState,
        seats: Vec<Seat>,
        present: SeatFlags,
    ) -> Snapshot {
        if (self.version, self.present) != (state.version, present) {
            *self = Self { version: state.version, present, by_seats: Default::default() };
        }
        let kind = seats.iter().map(|seat| 1 << seat.index()).sum::<usize>();
        if let Some(snapshot) = &self.by_seats[kind] {
            return snapshot.clone();
        }
        let snapshot = Snapshot::new(id, state, seats, present);
        self.by_seats[kind] = Some(snapshot.clone());
        snapshot
    }
}

//! One version of a game as bytes, made once for all viewers that see the same: thousands may watch a large board.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

use bytes::Bytes;
use divvy_table::{GameId, Subject};
use serde_json::Value;

use super::presence::SeatFlags;

/// One version of a game for one kind of viewer. Clones share the bytes.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The version.
    pub version: u32,
    /// A complete server-sent event.
    event: Bytes,
    /// Where the JSON stands in it.
    json: Range<usize>,
}

impl Snapshot {
    fn new<S: Subject>(id: &GameId, state: &S, viewer: &S::Viewer, present: SeatFlags) -> Self {
        let version = state.version();
        let mut text = format!("event: state\nretry: 1000\nid: {version}\ndata: ").into_bytes();
        let begin = text.len();
        state.write(id, viewer, present, &mut text);
        let json = begin..text.len();
        text.extend_from_slice(b"\n\n");
        Self { version, event: text.into(), json }
    }

    /// As a server-sent event.
    pub fn event(&self) -> Bytes {
        self.event.clone()
    }

    /// As JSON.
    pub fn json(&self) -> Bytes {
        self.event.slice(self.json.clone())
    }

    /// An object with the members of this one, which has some, and the state as `game`.
    pub fn within(&self, object: &Value) -> Vec<u8> {
        let members = object.to_string();
        let mut text = br#"{"game":"#.to_vec();
        text.extend_from_slice(&self.json());
        text.push(b',');
        text.extend_from_slice(&members.as_bytes()[1..]);
        text
    }
}

/// The newest snapshot for each kind of viewer.
#[derive(Debug)]
pub(super) struct SnapshotCache<V> {
    version: u32,
    present: SeatFlags,
    by_viewer: HashMap<V, Snapshot>,
}

impl<V> Default for SnapshotCache<V> {
    fn default() -> Self {
        Self { version: 0, present: [false; 2], by_viewer: HashMap::new() }
    }
}

impl<V: Clone + Eq + Hash> SnapshotCache<V> {
    /// The snapshot for a viewer. It is kept even if no stream is open: a client that asks again and again for a long game
    /// must not have it made each time.
    pub(super) fn get<S: Subject<Viewer = V>>(
        &mut self,
        id: &GameId,
        state: &S,
        viewer: V,
        present: SeatFlags,
    ) -> Snapshot {
        if (self.version, self.present) != (state.version(), present) {
            *self = Self { version: state.version(), present, by_viewer: HashMap::new() };
        }
        let kept = self.by_viewer.entry(viewer);
        kept.or_insert_with_key(|viewer| Snapshot::new(id, state, viewer, present)).clone()
    }
}

//! One version of a game as bytes, made once for all viewers that see the same: thousands may watch a large board.

use std::ops::Range;

use bytes::Bytes;
use divvy_table::{GameId, Subject};
use serde_json::Value;

use super::presence::SeatFlags;

/// One version of a game for one kind of viewer. Clones share the bytes.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub version: u32,
    /// A complete server-sent event.
    event: Bytes,
    /// Where the JSON stands in it.
    json: Range<usize>,
}

impl Snapshot {
    pub(super) fn new<S: Subject>(
        id: &GameId,
        state: &S,
        viewer: &S::Viewer,
        present: SeatFlags,
    ) -> Self {
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

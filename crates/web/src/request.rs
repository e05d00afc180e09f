//! A request, and the reply to it.

use divvy_table::GameId;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A request of the API.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request<'a> {
    pub(crate) method: String,
    /// Below `/api/v1`, with its query.
    pub(crate) path: String,
    #[serde(borrow, default)]
    pub(crate) body: Option<&'a RawValue>,
    /// An id by chance, for a game that may begin; its bots draw from it.
    pub(crate) chance: String,
    /// What was read of that which the reply to the same request without it asked for.
    #[serde(default)]
    pub(crate) rows: Option<Vec<Row>>,
}

impl Request<'_> {
    pub(crate) fn body(&self) -> &[u8] {
        self.body.map_or(b"", |body| body.get().as_bytes())
    }

    /// The path without its query.
    pub(crate) fn address(&self) -> &str {
        self.path.split('?').next().unwrap_or_default()
    }

    /// A value of the query.
    pub(crate) fn query(&self, name: &str) -> Option<&str> {
        let (_, query) = self.path.split_once('?')?;
        query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
    }
}

/// A stored row: a game's id, a number, and the setup (0) or the event with this number as JSON.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Row(pub(crate) String, pub(crate) u32, pub(crate) String);

/// What is to be done with a request.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    /// Games whose rows from a number on must be read before the request can be answered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) reads: Vec<(GameId, u32)>,
    /// What must be added before the answer holds; if one of these rows is there already, the request must be repeated.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) writes: Vec<Row>,
    /// The game in which a bot is to move now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bot: Option<GameId>,
    /// The answer, as JSON.
    #[serde(skip)]
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn ok(body: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, body: body.into(), ..Self::default() }
    }

    /// A line about the answer, and the answer.
    pub(crate) fn text(&self) -> Vec<u8> {
        // A reply always has a JSON form.
        let mut text = serde_json::to_vec(self).unwrap_or_default();
        text.push(b'\n');
        text.extend_from_slice(&self.body);
        text
    }
}

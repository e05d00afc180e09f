//! Where games are kept. A game is a setup and a list of events with the numbers 1, 2, 3 and so on; nothing is ever
//! changed, only added. Two writers who want to add the same number of the same game: exactly one succeeds.
//!
//! Storage does not know what setups and events say; to it they are text.

pub mod batch;
#[cfg(test)]
pub(crate) mod fake;
mod place;
pub mod postgres;
mod rounds;
pub mod sqlite;

use std::fmt;

use futures_util::future::BoxFuture;

pub use place::{OpenError, open};

/// The name of a game: 128 random bits as text that goes into an address.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(String);

impl GameId {
    /// How many characters it has.
    pub const LENGTH: usize = 22;

    /// The name, if it could be one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let fits = text.len() == Self::LENGTH
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
        fits.then(|| Self(text.to_owned()))
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An event of a game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number, from 1.
    pub number: u32,
    /// When it was added, in milliseconds since 1970.
    pub at: i64,
    /// What happened.
    pub event: String,
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// How it began.
    pub setup: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What happened since, in order and without gaps.
    pub entries: Vec<Entry>,
}

/// Something to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Write {
    /// A new game.
    Begin {
        /// Its name.
        id: GameId,
        /// When.
        at: i64,
        /// How it begins.
        setup: String,
    },
    /// One more event of a game. Its number must be one more than that of the last event.
    Add {
        /// The game.
        id: GameId,
        /// The event.
        entry: Entry,
    },
}

impl Write {
    /// The game that it is about.
    #[must_use]
    pub fn id(&self) -> &GameId {
        match self {
            Self::Begin { id, .. } | Self::Add { id, .. } => id,
        }
    }

    /// Whether its text can be kept. PostgreSQL has no text with NUL in it, and what one storage cannot keep no storage
    /// keeps. JSON never has one: there it is written as an escape.
    ///
    /// # Errors
    ///
    /// The text contains NUL.
    pub fn check(&self) -> Result<(), StorageError> {
        let text = match self {
            Self::Begin { setup, .. } => setup,
            Self::Add { entry, .. } => &entry.event,
        };
        if text.contains('\0') {
            return Err(StorageError::Damaged(
                "text with a NUL character cannot be kept".to_owned(),
            ));
        }
        Ok(())
    }
}

/// What became of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// It is kept, whatever happens from now on.
    Kept,
    /// Nothing was changed: there is such a game already, or the event is not the next one of its game, because
    /// somebody else was faster, because there would be a gap, or because there is no such game.
    Taken,
}

/// Something that another process sharing the storage did or said, or that became of a write of one's own that was given
/// up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// Games were added to.
    Changed(Vec<GameId>),
    /// What another process says to all, for example who is watching; it is not kept.
    Said(String),
    /// Notices may have been missed: look again at everything.
    Missed,
}

/// Why something was not kept or found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StorageError {
    /// The storage cannot be reached now. Whether a write was kept is not known.
    #[error("the storage cannot be reached: {0}")]
    Unavailable(String),
    /// The storage holds something that makes no sense, or was given it ([`Write::check`]) and did not keep it.
    #[error("the storage is damaged: {0}")]
    Damaged(String),
}

/// Where games are kept.
pub trait Storage: Send + Sync + 'static {
    /// Keeps all of these that can be kept, each by itself, in one durable step. The answers have the order of the
    /// writes. Two writes of one call may be for the same game, in order. If one is unfit ([`Write::check`]), none is
    /// kept.
    fn write(&self, writes: Vec<Write>) -> BoxFuture<'_, Result<Vec<Written>, StorageError>>;

    /// A whole game, if there is one of that name.
    fn load(&self, id: &GameId) -> BoxFuture<'_, Result<Option<Kept>, StorageError>>;

    /// The events of a game after this number; none if there is no such game.
    fn after(&self, id: &GameId, number: u32) -> BoxFuture<'_, Result<Vec<Entry>, StorageError>>;

    /// Removes the games in which nothing happened since this time, and says how many.
    fn forget_before(&self, at: i64) -> BoxFuture<'_, Result<u64, StorageError>>;

    /// Whether it can be reached.
    fn ping(&self) -> BoxFuture<'_, Result<(), StorageError>>;

    /// Says something to all other processes that share the storage. It may be lost, and is if it is longer than 7,900
    /// bytes.
    fn say(&self, words: String) -> BoxFuture<'_, ()>;

    /// What other processes do and say from now on, and what is kept after all of one's own writes that failed with
    /// [`StorageError::Unavailable`]; none for a storage that cannot tell. Whoever lags behind has
    /// missed something, as with [`Notice::Missed`].
    fn notices(&self) -> Option<tokio::sync::broadcast::Receiver<Notice>>;
}

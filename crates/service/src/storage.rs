//! Durable storage. A game is a setup and a list of events numbered 1, 2, 3 and so on. Rows are never
//! changed; whole games are deleted when they have been inactive for long. If two writers append the same number to the same game, exactly one succeeds.
//!
//! Setups and events are opaque text here: this module knows no rules. Each row has a checksum, which is verified whenever
//! it is read.

mod admin;
mod checksum;
mod claim;
mod clean_up;
mod connections;
mod database;
mod memory;
mod metrics;
mod open;
mod postgres;
mod sqlite;
mod write_group;
mod write_queue;

use std::fmt;

use async_trait::async_trait;
pub use divvy_table::GameId;
use tokio::sync::broadcast;

pub use self::admin::{AdminChange, AdminChanges, GameRow};
pub use self::claim::{Claim, claim};
pub use self::clean_up::{CleanUp, clean_up};
pub use self::database::Database;
pub use self::memory::MemoryStorage;
pub use self::metrics::StorageMetrics;
pub use self::open::{OpenError, has_password, open, open_admin, open_copy};
pub use self::sqlite::files::{beside, sync_folder_of};
pub use self::sqlite::replace;
pub use self::write_queue::WriteQueue;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    pub number: u32,
    /// When it was appended, in milliseconds since 1970.
    pub at: i64,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    pub setup: String,
    /// When it was created, in milliseconds since 1970.
    pub at: i64,
    /// Its events, in order and without gaps.
    pub events: Vec<StoredEvent>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    pub id: GameId,
    /// The time, in milliseconds since 1970.
    pub at: i64,
    pub setup: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameWrite {
    Create(NewGame),
    /// Appends an event to a game. Its number must be one more than that of the game's last event. The game that it begins is
    /// created if the event is stored: both or neither. Its id must not be in use.
    Append {
        id: GameId,
        event: StoredEvent,
        begins: Option<NewGame>,
    },
}

impl GameWrite {
    /// The event that it appends, with its game, and the game that it creates.
    fn parts(&self) -> (Option<(&GameId, &StoredEvent)>, Option<&NewGame>) {
        match self {
            Self::Create(new) => (None, Some(new)),
            Self::Append { id, event, begins } => (Some((id, event)), begins.as_ref()),
        }
    }

    /// Checks that the text can be stored. PostgreSQL does not store NUL in text, so no back end does. JSON never
    /// contains NUL: it is written as an escape there.
    pub fn validate(&self) -> Result<(), StorageError> {
        let (event, new) = self.parts();
        let texts = [event.map(|(_, event)| &event.text), new.map(|new| &new.setup)];
        match texts.into_iter().flatten().any(|text| text.contains('\0')) {
            true => Err(StorageError::Invalid("text with a NUL character".to_owned())),
            false => Ok(()),
        }
    }
}

/// The outcome of a write that reached the storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteOutcome {
    /// The row is durable.
    Stored,
    /// Nothing was changed: the game exists already; or the event is not the next one of its game, because another
    /// writer was faster, there would be a gap, or there is no such game.
    Conflict,
}

/// News from other processes that share the storage, or of an own write that timed out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notification {
    /// Events were appended to these games.
    Changed(Vec<GameId>),
    /// A message that another process broadcast; it is not stored.
    Message(String),
    /// Notifications may have been lost: check every game.
    Missed,
}

/// Why the storage could not do its work.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StorageError {
    /// The storage cannot be reached now. Whether a write succeeded is not known.
    #[error("the storage cannot be reached: {0}")]
    Unavailable(String),
    /// Too many writes are queued already. Nothing was written.
    #[error("too many writes are queued")]
    Busy,
    /// The write can never be stored ([`GameWrite::validate`]). Nothing was written.
    #[error("this cannot be stored: {0}")]
    Invalid(String),
    #[error("the storage is damaged: {0}")]
    Damaged(String),
    #[error("game {game} is damaged at event {event}: {cause}")]
    DamagedGame {
        game: GameId,
        /// The number of the first event that is wrong; 0 for the setup.
        event: u32,
        cause: String,
    },
}

impl StorageError {
    /// An event of a game, or with number 0 its setup, is not as it was written.
    pub(crate) fn damaged(game: &GameId, event: u32, cause: &dyn fmt::Display) -> Self {
        Self::DamagedGame { game: game.clone(), event, cause: cause.to_string() }
    }
}

/// What everyone may ask of a back end. A call may be given up at any time. A storage in memory, which nothing shares and
/// which lasts as long as its process, needs no more than what has no default.
#[async_trait]
pub trait StorageReads: fmt::Debug + Send + Sync + 'static {
    /// A whole game; `None` if there is no game with this id.
    async fn load(&self, id: &GameId) -> Result<Option<StoredGame>, StorageError>;

    /// The events of a game after this number; empty if there is no such game.
    async fn events_after(
        &self,
        id: &GameId,
        number: u32,
    ) -> Result<Vec<StoredEvent>, StorageError>;

    /// How many games there are in which nothing has happened since this time, and how many in all.
    async fn count_inactive(&self, _since: i64) -> Result<[u64; 2], StorageError> {
        Ok([0; 2])
    }

    /// What operators did after the change with this number; with `None` only the number of the last change so far.
    async fn admin_changes(&self, _after: Option<i64>) -> Result<AdminChanges, StorageError> {
        Ok(AdminChanges::default())
    }

    /// Sends a message to all other processes that share the storage. It may be lost, and is lost if it is longer than
    /// 7,900 bytes.
    async fn broadcast(&self, _message: String) {}

    /// Notifications from now on, including those of own writes that failed with [`StorageError::Unavailable`] and
    /// succeeded later. `None` for a storage that has none. A receiver that lags has missed some, as with
    /// [`Notification::Missed`].
    fn subscribe(&self) -> Option<broadcast::Receiver<Notification>> {
        None
    }

    /// Forgets a game; only a storage in memory does.
    fn forget(&self, _id: &GameId) {}
}

/// A back end. In a server its writing half belongs to the task of [`WriteQueue`], so that no client that goes away can
/// interrupt a write.
#[async_trait]
pub trait Storage: StorageReads {
    /// Stores each of these writes that can be stored, all in one durable step, and returns the outcomes in the order of
    /// the writes. Several writes of one call may belong to the same game, in order. If one is not valid
    /// ([`GameWrite::validate`]), nothing is stored.
    async fn write(&self, writes: Vec<GameWrite>) -> Result<Vec<WriteOutcome>, StorageError>;

    /// Deletes some of the games in which nothing has happened since this time, and returns how many; 0 if there are none.
    async fn delete_inactive(&self, _since: i64) -> Result<u64, StorageError> {
        Ok(0)
    }

    /// Checks that the storage can be read and written, by writing something that changes nothing.
    async fn check_writable(&self) -> Result<(), StorageError> {
        Ok(())
    }

    /// Leaves everything as it is to be found when no process uses it. Nothing may be asked after that.
    async fn close(&self) -> Result<(), StorageError> {
        Ok(())
    }

    fn metrics(&self) -> StorageMetrics {
        StorageMetrics::default()
    }
}

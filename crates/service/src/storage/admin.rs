//! What an operator asks of the storage, beside servers that may be running.

use std::path::Path;

use async_trait::async_trait;

use super::{GameId, Storage, StorageError, StoredGame};
use crate::network::Network;

/// An address or network whose requests are refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ban {
    /// The network.
    pub network: Network,
    /// When the operator said so, in milliseconds since 1970.
    pub at: i64,
    /// When it ends, if it does.
    pub until: Option<i64>,
}

/// What an operator did, as running servers are told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdminChange {
    /// The game has an event by which it ends.
    Ended(GameId),
    /// The game is deleted.
    Deleted(GameId),
    /// The list of bans is another.
    Bans,
}

impl AdminChange {
    pub(super) const fn action(&self) -> &'static str {
        match self {
            Self::Ended(_) => "ended",
            Self::Deleted(_) => "deleted",
            Self::Bans => "bans",
        }
    }

    pub(super) fn subject(&self) -> &str {
        match self {
            Self::Ended(id) | Self::Deleted(id) => id.as_str(),
            Self::Bans => "",
        }
    }

    /// Reads an entry of the log; `None` for what a newer version has written.
    pub(super) fn parse(action: &str, subject: &str) -> Option<Self> {
        match action {
            "ended" => GameId::parse(subject).map(Self::Ended),
            "deleted" => GameId::parse(subject).map(Self::Deleted),
            "bans" => Some(Self::Bans),
            _ => None,
        }
    }
}

/// Changes since an earlier question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdminChanges {
    /// The number of the last change, to ask for later ones.
    pub last: i64,
    /// What changed.
    pub changes: Vec<AdminChange>,
}

impl AdminChanges {
    pub(super) fn of(after: i64, rows: Vec<(i64, String, String)>) -> Self {
        let last = rows.last().map_or(after, |row| row.0);
        let changes =
            rows.iter().filter_map(|(_, action, subject)| AdminChange::parse(action, subject));
        Self { last, changes: changes.collect() }
    }
}

/// The columns of [`BANS`]: network, time, end.
pub(super) type BanColumns = (String, i64, Option<i64>);

/// What is wrong with bans that cannot be read.
pub(super) fn damaged_bans(rows: Vec<BanColumns>) -> impl Iterator<Item = String> {
    let is_damaged = |(network, ..): &BanColumns| network.parse::<Network>().is_err();
    rows.into_iter()
        .filter(is_damaged)
        .map(|(network, ..)| format!("{network:?} is banned, which is no network"))
}

/// The bans in these rows. A network that cannot be read is left out; `divvy admin check` tells of it.
pub(super) fn bans_of(rows: Vec<BanColumns>) -> Vec<Ban> {
    let ban = |(network, at, until): (String, _, _)| {
        network.parse().ok().map(|network| Ban { network, at, until })
    };
    rows.into_iter().filter_map(ban).collect()
}

/// What is known of a game without replaying it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Its id.
    pub id: String,
    /// When it was created, in milliseconds since 1970.
    pub created: i64,
    /// How it began.
    pub setup: String,
    /// How many events it has.
    pub events: i64,
    /// When it was created or got its last event.
    pub active: i64,
    /// How many bytes of text it has.
    pub bytes: i64,
}

/// The columns of [`LIST`].
pub(super) type ListColumns = (String, i64, String, i64, i64, i64);

impl GameRow {
    pub(super) fn of((id, created, setup, events, active, bytes): ListColumns) -> Self {
        Self { id, created, setup, events, active, bytes }
    }
}

/// The outcome of [`AdminStorage::contract`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contracted {
    /// From now on every row has a checksum, and processes of older versions are refused.
    Now,
    /// That was so before.
    Before,
    /// So many rows have none yet.
    Missing(i64),
}

/// A storage as `divvy admin` uses it.
#[async_trait]
pub trait AdminStorage: Storage {
    /// The games that were active last, so many at the most, the last one first.
    async fn list(&self, limit: i64) -> Result<Vec<GameRow>, StorageError>;

    /// The next thousand games after this serial number: serial number and id, which may be damaged.
    async fn ids_after(&self, serial: i64) -> Result<Vec<(i64, Vec<u8>)>, StorageError>;

    /// What is wrong with rows that no game leads to, and with the structure of the database as far as it can check
    /// that itself; a sentence for each.
    async fn structural_damage(&self) -> Result<Vec<String>, StorageError>;

    /// Deletes a game, and returns whether there was one. Running servers are told.
    async fn delete_game(&self, id: &GameId, at: i64) -> Result<bool, StorageError>;

    /// Deletes the game with this serial number, whose id may be damaged, and events of it without a game.
    async fn delete_row(&self, serial: i64) -> Result<bool, StorageError>;

    /// Tells running servers of a change.
    async fn announce(&self, change: &AdminChange, at: i64) -> Result<(), StorageError>;

    /// Adds a ban or replaces that of the same network. Running servers are told.
    async fn ban(&self, ban: &Ban) -> Result<(), StorageError>;

    /// Ends a ban, and returns whether there was one. Running servers are told.
    async fn unban(&self, network: &Network, at: i64) -> Result<bool, StorageError>;

    /// Whether processes of older versions may still write rows without a checksum.
    fn takes_older_versions(&self) -> bool;

    /// How many rows have no checksum.
    async fn count_unsealed(&self) -> Result<i64, StorageError>;

    /// Some games after this serial number of which a row has no checksum.
    async fn unsealed_after(&self, serial: i64) -> Result<Vec<(i64, String)>, StorageError>;

    /// Gives the rows of these games that have no checksum theirs.
    async fn seal(&self, games: &[(GameId, StoredGame)]) -> Result<(), StorageError>;

    /// Requires a checksum of every row from now on, if each has one.
    async fn contract(&self) -> Result<Contracted, StorageError>;

    /// Writes a consistent copy to this file, which must not exist, while others write; `None` if the database has
    /// tools of its own for that.
    async fn backup(&self, file: &Path) -> Option<Result<(), StorageError>>;
}

pub(super) const LIST: &str = "
    SELECT games.id AS id, games.at AS created, setup, count(events.number) AS events,
        coalesce(max(events.at), games.at) AS active,
        CAST(octet_length(setup) + coalesce(sum(octet_length(event)), 0) AS BIGINT) AS bytes
    FROM games LEFT JOIN events ON game = serial
    GROUP BY serial ORDER BY 5 DESC, 1 LIMIT $1";

pub(super) const CHANGES: &str =
    "SELECT serial, action, subject FROM admin_log WHERE serial > $1 ORDER BY serial";

pub(super) const LAST_CHANGE: &str = "SELECT coalesce(max(serial), 0) FROM admin_log";

pub(super) const ANNOUNCE: &str = "INSERT INTO admin_log (at, action, subject) VALUES ($1, $2, $3)";

pub(super) const BANS: &str = "SELECT network, at, until FROM bans ORDER BY at, network";

pub(super) const BAN: &str = "
    INSERT INTO bans (network, at, until) VALUES ($1, $2, $3)
    ON CONFLICT (network) DO UPDATE SET at = excluded.at, until = excluded.until";

pub(super) const UNBAN: &str = "DELETE FROM bans WHERE network = $1";

pub(super) const DELETE_EVENTS: &str =
    "DELETE FROM events WHERE game = (SELECT serial FROM games WHERE id = $1)";

pub(super) const DELETE_GAME: &str = "DELETE FROM games WHERE id = $1";

/// The serial numbers of events without a game.
pub(super) const ORPHANS: &str = "
    SELECT DISTINCT game FROM events
    WHERE NOT EXISTS (SELECT 1 FROM games WHERE serial = game) ORDER BY game LIMIT 100";

pub(super) const COUNT_UNSEALED: &str = "
    SELECT (SELECT count(*) FROM games WHERE checksum IS NULL)
        + (SELECT count(*) FROM events WHERE checksum IS NULL)";

/// A few games at a time: they are sealed in one transaction, and servers that write wait for it.
pub(super) const UNSEALED: &str = "
    SELECT serial, id FROM games
    WHERE serial > $1 AND (checksum IS NULL
        OR EXISTS (SELECT 1 FROM events WHERE game = serial AND checksum IS NULL))
    ORDER BY serial LIMIT 8";

pub(super) const SEAL_GAME: &str =
    "UPDATE games SET checksum = $2 WHERE id = $1 AND checksum IS NULL";

pub(super) const SEAL_EVENT: &str = "
    UPDATE events SET checksum = $3
    WHERE game = (SELECT serial FROM games WHERE id = $1) AND number = $2 AND checksum IS NULL";

/// The schema's number and its tables contradict each other.
pub(super) const WRONG_SCHEMA: &str =
    "the number of the schema is 1, but its tables require checksums";

/// Why rows of events belong to no game.
pub(super) fn orphaned(serial: i64) -> String {
    format!("there are events of game row {serial}, but not the row")
}

/// Reads what SQL wrote as hexadecimal digits.
pub(super) fn from_hex(rows: Vec<(i64, String)>) -> Vec<(i64, Vec<u8>)> {
    let byte = |pair: &[u8]| {
        let digits = std::str::from_utf8(pair).unwrap_or_default();
        u8::from_str_radix(digits, 16).unwrap_or(b'?')
    };
    let bytes = |digits: String| digits.as_bytes().chunks(2).map(byte).collect();
    rows.into_iter().map(|(serial, digits)| (serial, bytes(digits))).collect()
}

//! What an operator asks of a database, beside servers that may be running.

use std::path::Path;

use super::database::Value::{Number, Text};
use super::database::{Engine, OPERATOR, Statement};
use super::{Database, GameId, StorageError};
use crate::now;

/// What an operator did, as running servers are told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdminChange {
    /// The game has an event by which it ends.
    Ended(GameId),
    /// The game is deleted.
    Deleted(GameId),
}

impl AdminChange {
    /// Reads an entry of the log; `None` for what another version has written.
    pub(super) fn parse(action: &str, subject: &str) -> Option<Self> {
        match action {
            "ended" => GameId::parse(subject).map(Self::Ended),
            "deleted" => GameId::parse(subject).map(Self::Deleted),
            _ => None,
        }
    }
}

/// Changes since an earlier question, behind the number of the last one, to ask for later ones.
pub type AdminChanges = (i64, Vec<AdminChange>);

/// What is known of a game without replaying it: id, time of its creation, setup, how many events it has, time of its last
/// event or else of its creation, how many bytes of text it has.
pub type GameRow = (String, i64, String, i64, i64, i64);

const LIST: &str = "
    SELECT games.id, games.at, setup, count(events.number), coalesce(max(events.at), games.at),
        CAST(octet_length(setup) + coalesce(sum(octet_length(event)), 0) AS BIGINT)
    FROM games LEFT JOIN events ON game = serial
    GROUP BY serial ORDER BY 5 DESC, 1 LIMIT $1";

/// From SQLite's table and not from an index, which may be whole when the table is not.
const SQLITE_IDS: &str = "
    SELECT serial, CAST(id AS BLOB) FROM games NOT INDEXED WHERE serial > $1
    ORDER BY serial LIMIT 1000";

const POSTGRES_IDS: &str = "
    SELECT serial, convert_to(id, 'UTF8') FROM games WHERE serial > $1
    ORDER BY serial LIMIT 1000";

/// The serial numbers of events without a game.
const ORPHANS: &str = "
    SELECT DISTINCT game FROM events
    WHERE NOT EXISTS (SELECT 1 FROM games WHERE serial = game) ORDER BY game LIMIT 100";

/// Tells running servers of a change of a game, if there is such a game.
const ANNOUNCE: &str = "
    INSERT INTO admin_log (at, action, subject) SELECT $1, $2, id FROM games WHERE id = $3";

const DELETE_EVENTS: &str =
    "DELETE FROM events WHERE game = (SELECT serial FROM games WHERE id = $1)";

/// Each of these fails if the database cannot be reached or is damaged.
impl Database {
    /// The games that were active last, so many at the most, the last one first.
    pub async fn list(&self, limit: i64) -> Result<Vec<GameRow>, StorageError> {
        self.fetch(OPERATOR, LIST, &[Number(limit)]).await
    }

    /// The next thousand games after this serial number: serial number and id, which may be damaged.
    pub async fn ids_after(&self, serial: i64) -> Result<Vec<(i64, Vec<u8>)>, StorageError> {
        let ids = match self.engine {
            Engine::Sqlite(_) => SQLITE_IDS,
            Engine::Postgres(_) => POSTGRES_IDS,
        };
        self.fetch(OPERATOR, ids, &[Number(serial)]).await
    }

    /// What is wrong with rows that no game leads to, and with the structure of the database as far as it can check
    /// that itself; a sentence for each.
    pub async fn structural_damage(&self) -> Result<Vec<String>, StorageError> {
        let mut found: Vec<(String,)> = match &self.engine {
            // It compares every index with its table, too.
            Engine::Sqlite(sqlite) => sqlite.fetch("PRAGMA integrity_check", &[]).await?,
            Engine::Postgres(_) => Vec::new(),
        };
        found.retain(|(line,)| line != "ok");
        let orphans: Vec<(i64,)> = self.fetch(OPERATOR, ORPHANS, &[]).await?;
        let orphans = orphans
            .iter()
            .map(|(row,)| format!("there are events of game row {row}, but not the row"));
        Ok(found.into_iter().map(|(line,)| line).chain(orphans).collect())
    }

    /// Deletes a game, damaged or not, and returns whether there was one. Running servers are told.
    pub async fn delete_game(&self, id: &GameId) -> Result<bool, StorageError> {
        let id = Text(id.as_str());
        let statements: [Statement<'_>; 3] = [
            (ANNOUNCE, &[Number(now()), Text("deleted"), id]),
            (DELETE_EVENTS, &[id]),
            ("DELETE FROM games WHERE id = $1", &[id]),
        ];
        Ok(self.change(OPERATOR, &statements).await? > 0)
    }

    /// Deletes the game with this serial number, whose id may be damaged, and events of it without a game.
    pub async fn delete_row(&self, serial: i64) -> Result<bool, StorageError> {
        let serial = [Number(serial)];
        let statements: [Statement<'_>; 2] = [
            ("DELETE FROM events WHERE game = $1", &serial),
            ("DELETE FROM games WHERE serial = $1", &serial),
        ];
        Ok(self.change(OPERATOR, &statements).await? > 0)
    }

    /// Tells running servers that a game was ended.
    pub async fn announce_end(&self, id: &GameId) -> Result<(), StorageError> {
        let values = [Number(now()), Text("ended"), Text(id.as_str())];
        self.change(OPERATOR, &[(ANNOUNCE, &values)]).await.map(drop)
    }

    /// Writes a consistent copy to this file, which must not exist, while others write; `None` if the database has
    /// tools of its own for that.
    pub async fn backup(&self, file: &Path) -> Option<Result<(), StorageError>> {
        match &self.engine {
            Engine::Sqlite(sqlite) => Some(sqlite.backup(file).await),
            Engine::Postgres(_) => None,
        }
    }
}

//! Games in a SQLite file, for one machine. One connection writes; a few others read what is committed without waiting
//! for it.

pub(super) mod files;
mod restore;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::error::DatabaseError;
use sqlx::sqlite::{
    SqliteArguments, SqliteConnectOptions, SqliteError, SqliteJournalMode, SqlitePool,
    SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection, SqliteConnection};

use self::files::{FileId, file_id, folder_of, sync_folder_of};
pub use self::restore::replace;
use super::connections::Connections;
use super::database::{Columns, Statement, Value, arguments, storage_error};
use super::open::check_schema;
use super::write_group::{WriteGroup, group, inactive_games, json};
use super::{GameWrite, OpenError, StorageError, WriteOutcome};

/// What a new file holds.
///
/// Events refer to their game by its serial number and are stored in the order of arrival. Games in progress are then
/// close together, in the index too, so that a commit of many events changes few pages.
const TABLES: &str = "
    CREATE TABLE schema (version INTEGER NOT NULL) STRICT;
    INSERT INTO schema VALUES (2);
    CREATE TABLE games (
        serial INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        at INTEGER NOT NULL,
        setup TEXT NOT NULL,
        checksum INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX games_by_time ON games (at);
    CREATE TABLE events (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        number INTEGER NOT NULL,
        at INTEGER NOT NULL,
        event TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        UNIQUE (game, number)
    ) STRICT;
    CREATE TABLE admin_log (
        serial INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        action TEXT NOT NULL,
        subject TEXT NOT NULL
    ) STRICT;
";

const CREATE: &str = "
    INSERT INTO games (id, at, setup, checksum)
    SELECT value ->> 0, value ->> 3, value ->> 4, value ->> 5 FROM json_each(?) WHERE true
    ON CONFLICT DO NOTHING
    RETURNING id, 0";

/// Stores an event if it is new and the one before it is stored or comes with it, so that there is never a gap.
const APPEND: &str = "
    INSERT INTO events (game, number, at, event, checksum)
    SELECT serial, value ->> 1, value ->> 3, value ->> 4, value ->> 5
    FROM json_each(?) CROSS JOIN games ON games.id = value ->> 0
    WHERE value ->> 2 = 1
        OR EXISTS (SELECT 1 FROM events WHERE game = serial AND number = (value ->> 2) - 1)
    ON CONFLICT DO NOTHING
    RETURNING (SELECT id FROM games WHERE serial = game), number";

/// Their events go with them.
pub(super) const DELETE: &str =
    concat!("DELETE FROM games WHERE serial IN (", inactive_games!(), ")");

/// How long to wait for another process that writes to the same file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);

const READERS: u32 = 4;

/// Several processes may use one file safely, but they get no notifications of each other's events: only one may serve
/// games ([`super::claim()`]).
#[derive(Debug)]
pub(super) struct Sqlite {
    writer: Connections<SqliteConnection>,
    readers: SqlitePool,
    path: PathBuf,
    file: Option<FileId>,
}

impl Sqlite {
    /// Opens the file; creates it and its folder if they do not exist.
    pub(super) async fn open(path: &Path) -> Result<Self, OpenError> {
        // Only here: a connection that is opened later must not make a file in the place of one that was deleted.
        let created =
            std::fs::create_dir_all(folder_of(path)).and_then(|()| File::create_new(path));
        if let Err(why) = created
            && why.kind() != io::ErrorKind::AlreadyExists
        {
            return Err(OpenError::Failed(path.display().to_string(), why.to_string()));
        }
        let options = options(path)
            .journal_mode(SqliteJournalMode::Wal)
            // Every commit is synced: an acknowledged write must survive a power failure.
            .synchronous(SqliteSynchronous::Full);
        let opened = Self::opened(path, &options, schema_of).await?;
        sync_folder_of(path);
        Ok(opened)
    }

    /// Opens a file that is there, for an operator. A copy keeps its form, in which it is one file.
    pub(super) async fn open_existing(path: &Path) -> Result<Self, OpenError> {
        // An empty file would become a database.
        if std::fs::metadata(path).map_or(true, |file| file.is_file() && file.len() == 0) {
            return Err(OpenError::Missing(path.display().to_string()));
        }
        Self::opened(path, &options(path).synchronous(SqliteSynchronous::Full), schema_of).await
    }

    pub(super) async fn open_copy(path: &Path) -> Result<Self, OpenError> {
        Self::opened(path, &options(path).read_only(true), version).await
    }

    /// Finds out the schema with the connection that will write.
    async fn opened(
        path: &Path,
        options: &SqliteConnectOptions,
        schema: impl AsyncFnOnce(&mut SqliteConnection) -> Result<Option<i64>, sqlx::Error>,
    ) -> Result<Self, OpenError> {
        let place = path.display().to_string();
        let writer = Connections::new(options, 1);
        let found = writer.with(schema).await.map_err(|error| open_error(&place, &error))?;
        let foreign = || OpenError::Foreign(place.clone(), "it has other tables");
        check_schema(&place, found.ok_or_else(foreign)?)?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(BUSY_TIMEOUT)
            .test_before_acquire(false)
            .connect_lazy_with(self::options(path).pragma("query_only", "ON"));
        let (path, file) = (path.to_owned(), file_id(path));
        Ok(Self { writer, readers, path, file })
    }

    /// Writes one statement or one transaction, unless the file was deleted or replaced.
    async fn write_with<T>(
        &self,
        write: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, StorageError> {
        self.check_file()?;
        self.writer.with(write).await.map_err(storage_error)
    }

    /// Writes in a transaction, which has the write lock from its beginning on: one that reads first can fail to upgrade.
    async fn in_transaction<T>(
        &self,
        work: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, StorageError> {
        let write = async |connection: &mut SqliteConnection| {
            let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
            let result = work(&mut transaction).await?;
            transaction.commit().await?;
            Ok(result)
        };
        self.write_with(write).await
    }

    pub(super) async fn fetch<T: Columns>(
        &self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<T>, StorageError> {
        let fetch = async {
            sqlx::query_as_with(sql, arguments::<SqliteArguments>(values)?)
                .fetch_all(&self.readers)
                .await
        };
        fetch.await.map_err(storage_error)
    }

    pub(super) async fn change(&self, statements: &[Statement<'_>]) -> Result<u64, StorageError> {
        let change = async |connection: &mut SqliteConnection| {
            let mut rows = 0;
            for (sql, values) in statements {
                let query = sqlx::query_with(*sql, arguments::<SqliteArguments>(values)?);
                rows += query.execute(&mut *connection).await?.rows_affected();
            }
            Ok(rows)
        };
        self.in_transaction(change).await
    }

    pub(super) async fn write(
        &self,
        writes: &[GameWrite],
    ) -> Result<Vec<WriteOutcome>, StorageError> {
        let groups = group(writes)?;
        let mut outcomes = vec![WriteOutcome::Conflict; writes.len()];
        let store = async |connection: &mut SqliteConnection| {
            for group in &groups {
                store_group(connection, group, &mut outcomes).await?;
            }
            Ok(())
        };
        match &groups[..] {
            // A single statement is a transaction of its own, in one round trip to SQLite's thread.
            [group] if group.is_uniform() => self.write_with(store).await?,
            _ => self.in_transaction(store).await?,
        }
        Ok(outcomes)
    }

    pub(super) async fn backup(&self, file: &Path) -> Result<(), StorageError> {
        let failed = |error: &dyn std::fmt::Display| StorageError::Unavailable(error.to_string());
        let text = file.to_str().ok_or_else(|| failed(&"the name of the file is no text"))?;
        let query = sqlx::query("VACUUM INTO $1").bind(text);
        self.write_with(async |writer| query.execute(writer).await).await?;
        let synced = File::open(file).and_then(|copy| copy.sync_all());
        synced.map_err(|error| failed(&error))?;
        sync_folder_of(file);
        Ok(())
    }

    /// Moves what is in the WAL into the file, so that the file alone holds everything.
    pub(super) async fn close(&self) -> Result<(), StorageError> {
        self.readers.close().await;
        let is_busy = self.write_with(checkpoint).await?;
        self.writer.close().await;
        let path = self.path.display();
        let why =
            format!("another process reads {path}, so that part of it is still in {path}-wal");
        if is_busy { Err(StorageError::Unavailable(why)) } else { Ok(()) }
    }

    /// Refuses to write once the file was deleted or replaced: what is written to the old one would be lost.
    fn check_file(&self) -> Result<(), StorageError> {
        if file_id(&self.path) == self.file {
            return Ok(());
        }
        let why = format!("{} was deleted or replaced; restart the server", self.path.display());
        Err(StorageError::Unavailable(why))
    }
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .busy_timeout(BUSY_TIMEOUT)
        .foreign_keys(true)
        .row_buffer_size(1024)
}

/// Makes the tables of an empty file, and returns the number of the schema; `None` for a file of another program. Processes
/// that start at the same time do so one after the other.
async fn schema_of(writer: &mut SqliteConnection) -> Result<Option<i64>, sqlx::Error> {
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'table'")
            .fetch_all(&mut *transaction)
            .await?;
    if tables.is_empty() {
        sqlx::raw_sql(TABLES).execute(&mut *transaction).await?;
    } else if !tables.iter().any(|table| table == "schema") {
        return Ok(None);
    }
    let version = version(&mut transaction).await?;
    transaction.commit().await?;
    Ok(version)
}

async fn version(connection: &mut SqliteConnection) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar("SELECT version FROM schema").fetch_optional(connection).await
}

/// Moves what is in the WAL into the file; returns whether another process keeps part of it from being moved.
async fn checkpoint(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(connection).await
}

fn open_error(place: &str, error: &sqlx::Error) -> OpenError {
    let (place, code) = (place.to_owned(), error.as_database_error().map(primary_code));
    match code {
        Some(NOT_A_DATABASE) => OpenError::Foreign(place, "it is no database"),
        _ => OpenError::Failed(place, error.to_string()),
    }
}

/// Whether SQLite says that the file is damaged.
pub(super) fn is_damage(error: &SqliteError) -> bool {
    matches!(primary_code(error), CORRUPT | NOT_A_DATABASE)
}

const CORRUPT: u32 = 11;
const NOT_A_DATABASE: u32 = 26;

fn primary_code(error: &dyn DatabaseError) -> u32 {
    let code = error.code().and_then(|code| code.parse::<u32>().ok());
    code.unwrap_or_default() & 0xff
}

/// Stores what a group holds, in at most two statements.
async fn store_group(
    connection: &mut SqliteConnection,
    group: &WriteGroup<'_>,
    outcomes: &mut [WriteOutcome],
) -> Result<(), sqlx::Error> {
    let (games, events) = group.columns(outcomes);
    for (statement, rows) in [(CREATE, games), (APPEND, events)] {
        if rows.is_empty() {
            continue;
        }
        let query = sqlx::query_as(statement).bind(json(&rows)?);
        let stored: Vec<(String, i64)> = query.fetch_all(&mut *connection).await?;
        for (id, number) in stored {
            group.mark_stored(&id, number, outcomes);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[cfg(unix)]
    #[tokio::test]
    async fn nothing_is_written_to_a_file_that_was_deleted_or_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        let storage = Sqlite::open(&path).await.unwrap();
        // After a transaction that SQLite has ended by itself, as it does when the disk is full, there are others.
        assert!(storage.change(&[("ROLLBACK", &[])]).await.is_err());
        assert_eq!(storage.write(&[]).await, Ok(Vec::new()));
        std::fs::rename(&path, folder.path().join("kept")).unwrap();
        for _ in 0..2 {
            assert!(matches!(storage.change(&[]).await, Err(StorageError::Unavailable(_))));
            let written = storage.write(&[]).await;
            assert!(matches!(written, Err(StorageError::Unavailable(_))));
            std::fs::write(&path, "another file").unwrap();
        }
    }
}

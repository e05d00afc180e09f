//! Games in a SQLite file, for one machine. One connection writes; a few others read what is committed without waiting
//! for it.

mod admin;
mod schema;

use std::path::{Path, PathBuf};
use std::time::Duration;

use async_trait::async_trait;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{Mutex, broadcast};

pub(super) use self::schema::sync_folder;
use self::schema::{migrate, open_error, storage_error};
use super::write_group::{
    Checksums, DELETE_AT_ONCE, EVENTS_AFTER, LOAD, Row, WriteGroup, group, stored_events,
    stored_game,
};
use super::{
    AdminChanges, Ban, GameId, GameWrite, Notification, OpenError, Storage, StorageError,
    StoredEvent, StoredGame, WriteOutcome,
};

const CREATE: &str = "
    INSERT INTO games (id, at, setup, checksum)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?) WHERE true
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

const INACTIVE: &str = "
    SELECT serial FROM games WHERE at < ?1
        AND NOT EXISTS (SELECT 1 FROM events WHERE game = serial AND events.at >= ?1)
    LIMIT ?2";

const DELETE: &str = "
    DELETE FROM games WHERE serial IN (SELECT value FROM json_each(?2))
        AND NOT EXISTS (SELECT 1 FROM events WHERE game = serial AND events.at >= ?1)";

/// How long to wait for another process that writes to the same file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);

/// Connections that read.
const READERS: u32 = 4;

/// Games in a SQLite file.
///
/// Several processes may use one file safely, but they get no notifications of each other's events: only one may serve
/// games ([`super::claim()`]).
#[derive(Debug)]
pub struct Sqlite {
    writer: Mutex<SqliteConnection>,
    readers: SqlitePool,
    checksums: Checksums,
    path: PathBuf,
    file: Option<FileId>,
}

/// What tells a file from another one at the same path: its device and its number there.
type FileId = (u64, u64);

/// None where there is no file, and on systems without such numbers.
fn file_id(path: &Path) -> Option<FileId> {
    #[cfg(unix)]
    return std::fs::metadata(path).ok().map(|file| {
        use std::os::unix::fs::MetadataExt;
        (file.dev(), file.ino())
    });
    #[cfg(not(unix))]
    return None;
}

impl Sqlite {
    /// Opens the file; creates it and its folder if they do not exist.
    ///
    /// # Errors
    ///
    /// It cannot be opened, is not a database of this program, or was changed by a newer version of it.
    pub async fn open(path: &Path) -> Result<Self, OpenError> {
        let folder = folder_of(path);
        std::fs::create_dir_all(&folder).map_err(|why| OpenError::Failed {
            place: path.display().to_string(),
            why: why.to_string(),
        })?;
        let options = options(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // Every commit is synced: an acknowledged write must survive a power failure.
            .synchronous(SqliteSynchronous::Full);
        let opened = async {
            let mut writer = options.connect().await?;
            let found = migrate(&mut writer).await?;
            Ok((writer, found))
        };
        let opened = Self::opened(path, opened.await)?;
        sync_folder(&folder);
        Ok(opened)
    }

    /// Opens a file that is there, for an operator. A copy keeps its form, in which it is one file.
    ///
    /// # Errors
    ///
    /// There is none, or as for [`Sqlite::open`].
    pub async fn open_existing(path: &Path) -> Result<Self, OpenError> {
        // An empty file would become a database.
        if std::fs::metadata(path).map_or(true, |file| file.is_file() && file.len() == 0) {
            return Err(OpenError::Missing(path.display().to_string()));
        }
        let opened = async {
            let mut writer = options(path).synchronous(SqliteSynchronous::Full).connect().await?;
            let found = migrate(&mut writer).await?;
            Ok((writer, found))
        };
        Self::opened(path, opened.await)
    }

    /// Opens a file that is there, to read only, and leaves everything as it is.
    ///
    /// # Errors
    ///
    /// It cannot be opened, or has another schema than this program writes.
    pub async fn open_copy(path: &Path) -> Result<Self, OpenError> {
        let opened = async {
            let mut writer = options(path).read_only(true).connect().await?;
            let query = sqlx::query_scalar("SELECT version FROM schema");
            let found = query.fetch_optional(&mut writer).await?;
            Ok((writer, found))
        };
        Self::opened(path, opened.await)
    }

    /// Closes all connections, so that no other files are left beside the database.
    pub async fn close(self) {
        self.readers.close().await;
        let _ = self.writer.into_inner().close().await;
    }

    fn opened(
        path: &Path,
        opened: Result<(SqliteConnection, Option<i64>), sqlx::Error>,
    ) -> Result<Self, OpenError> {
        let place = path.display().to_string();
        let (writer, found) = opened.map_err(|error| open_error(&place, &error))?;
        let checksums = match found {
            Some(1) => Checksums::Optional,
            Some(schema::KNOWN) => Checksums::Required,
            Some(found) => return Err(OpenError::Newer { place, found, known: schema::KNOWN }),
            None => {
                return Err(OpenError::Foreign { place, why: "it has other tables".to_owned() });
            }
        };
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(BUSY_TIMEOUT)
            .test_before_acquire(false)
            .connect_lazy_with(options(path).pragma("query_only", "ON"));
        let (path, file) = (path.to_owned(), file_id(path));
        Ok(Self { writer: Mutex::new(writer), readers, checksums, path, file })
    }

    /// Refuses to write once the file was deleted or replaced: what is written to the old one would be lost.
    fn check_file(&self) -> Result<(), StorageError> {
        match file_id(&self.path) == self.file {
            true => Ok(()),
            false => Err(StorageError::Unavailable(format!(
                "{} was deleted or replaced; restart the server",
                self.path.display()
            ))),
        }
    }
}

/// The folder that a file is in.
pub(super) fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .busy_timeout(BUSY_TIMEOUT)
        .foreign_keys(true)
        .row_buffer_size(1024)
}

/// Creates the games of a group or appends its events, whichever `statement` does.
async fn store_rows(
    connection: &mut SqliteConnection,
    statement: &'static str,
    rows: String,
    group: &WriteGroup<'_>,
    outcomes: &mut [WriteOutcome],
) -> Result<(), StorageError> {
    let query = sqlx::query_as(statement).bind(rows);
    let stored: Vec<(String, i64)> = query.fetch_all(connection).await.map_err(storage_error)?;
    for (id, number) in stored {
        group.mark_stored(&id, number, outcomes);
    }
    Ok(())
}

/// Does something in a transaction, which has the write lock from its beginning on: one that reads first can fail to upgrade.
/// By hand, because sqlx does not notice when SQLite ends a transaction by itself, as on a full disk, and then begins no
/// other one.
async fn in_transaction<T>(
    connection: &mut SqliteConnection,
    work: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, StorageError>,
) -> Result<T, StorageError> {
    // The one before may have been left open, by a caller that went away.
    let _ = sqlx::query("ROLLBACK").execute(&mut *connection).await;
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await.map_err(storage_error)?;
    let result = work(&mut *connection).await;
    let end = if result.is_ok() { "COMMIT" } else { "ROLLBACK" };
    let ended = sqlx::query(end).execute(&mut *connection).await.map_err(storage_error);
    let result = result?;
    ended.map(|_| result)
}

/// Stores what a group holds, in at most two statements.
async fn store_group(
    connection: &mut SqliteConnection,
    group: &WriteGroup<'_>,
    outcomes: &mut [WriteOutcome],
) -> Result<(), StorageError> {
    let games = group.new_games(outcomes);
    if !games.is_empty() {
        store_rows(connection, CREATE, json(&games)?, group, outcomes).await?;
    }
    let events = group.new_events();
    if !events.is_empty() {
        store_rows(connection, APPEND, json(&events)?, group, outcomes).await?;
    }
    Ok(())
}

/// Many rows as one parameter: the statement is the same for any number of them and is prepared once.
fn json(rows: &impl serde::Serialize) -> Result<String, StorageError> {
    serde_json::to_string(rows).map_err(|error| StorageError::Invalid(error.to_string()))
}

#[async_trait]
impl Storage for Sqlite {
    async fn write(&self, writes: Vec<GameWrite>) -> Result<Vec<WriteOutcome>, StorageError> {
        let groups = group(&writes)?;
        self.check_file()?;
        let mut outcomes = vec![WriteOutcome::Conflict; writes.len()];
        let mut writer = self.writer.lock().await;
        if let [group] = &groups[..]
            && group.is_uniform()
        {
            // A single statement is a transaction of its own, in one round trip to SQLite's thread.
            store_group(&mut writer, group, &mut outcomes).await?;
        } else {
            let store = async |connection: &mut SqliteConnection| {
                for group in &groups {
                    store_group(connection, group, &mut outcomes).await?;
                }
                Ok(())
            };
            in_transaction(&mut writer, store).await?;
        }
        Ok(outcomes)
    }

    async fn load(&self, id: &GameId) -> Result<Option<StoredGame>, StorageError> {
        let query = sqlx::query_as(LOAD).bind(id.as_str());
        let rows = query.fetch_all(&self.readers).await.map_err(storage_error)?;
        stored_game(id, rows, self.checksums)
    }

    async fn events_after(
        &self,
        id: &GameId,
        number: u32,
    ) -> Result<Vec<StoredEvent>, StorageError> {
        let query = sqlx::query_as(EVENTS_AFTER).bind(id.as_str()).bind(i64::from(number));
        let rows: Vec<Row> = query.fetch_all(&self.readers).await.map_err(storage_error)?;
        stored_events(id, rows, number, self.checksums)
    }

    async fn delete_inactive(&self, since: i64) -> Result<u64, StorageError> {
        let mut deleted = 0;
        loop {
            let query = sqlx::query_scalar(INACTIVE).bind(since).bind(DELETE_AT_ONCE as i64);
            let inactive: Vec<i64> = query.fetch_all(&self.readers).await.map_err(storage_error)?;
            let query = sqlx::query(DELETE).bind(since).bind(json(&inactive)?);
            let mut writer = self.writer.lock().await;
            deleted += query.execute(&mut *writer).await.map_err(storage_error)?.rows_affected();
            if inactive.len() < DELETE_AT_ONCE {
                return Ok(deleted);
            }
        }
    }

    async fn check_writable(&self) -> Result<(), StorageError> {
        self.check_file()?;
        let mut writer = self.writer.lock().await;
        let write = async |connection: &mut SqliteConnection| {
            // There and back: SQLite does not write a page for a value that stays the same.
            for step in [1, -1] {
                let query = sqlx::query("UPDATE schema SET version = version + ?").bind(step);
                query.execute(&mut *connection).await.map_err(storage_error)?;
            }
            Ok(())
        };
        in_transaction(&mut writer, write).await
    }

    async fn admin_changes(&self, after: Option<i64>) -> Result<AdminChanges, StorageError> {
        self.changes_after(after).await.map_err(storage_error)
    }

    async fn bans(&self) -> Result<Vec<Ban>, StorageError> {
        self.all_bans().await.map_err(storage_error)
    }

    async fn broadcast(&self, _message: String) {}

    fn subscribe(&self) -> Option<broadcast::Receiver<Notification>> {
        None
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[tokio::test]
    async fn a_transaction_that_sqlite_has_ended_by_itself_is_followed_by_others() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Sqlite::open(&folder.path().join("games.sqlite")).await.unwrap();
        let fail = async |connection: &mut SqliteConnection| {
            // As SQLite does when the disk is full.
            sqlx::query("ROLLBACK").execute(connection).await.unwrap();
            Err::<(), _>(StorageError::Busy)
        };
        let failed = in_transaction(&mut *storage.writer.lock().await, fail).await;
        assert_eq!(failed, Err(StorageError::Busy));
        assert_eq!(storage.check_writable().await, Ok(()));
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn nothing_is_written_to_a_file_that_was_deleted_or_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        let storage = Sqlite::open(&path).await.unwrap();
        assert_eq!(storage.write(Vec::new()).await, Ok(Vec::new()));
        std::fs::rename(&path, folder.path().join("kept")).unwrap();
        for _ in 0..2 {
            assert!(matches!(storage.check_writable().await, Err(StorageError::Unavailable(_))));
            let written = storage.write(Vec::new()).await;
            assert!(matches!(written, Err(StorageError::Unavailable(_))));
            std::fs::write(&path, "another file").unwrap();
        }
    }

    #[tokio::test]
    async fn an_empty_file_is_no_database_for_an_operator() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let opened = Sqlite::open_existing(file.path()).await;
        assert!(matches!(opened, Err(OpenError::Missing(_))));
        assert_eq!(file.path().metadata().unwrap().len(), 0);
    }
}

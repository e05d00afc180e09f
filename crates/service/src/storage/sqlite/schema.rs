//! The schema of the SQLite file, and its errors.

use sqlx::{Connection, SqliteConnection};

use crate::storage::{OpenError, StorageError};

/// What a new file holds.
///
/// Events refer to their game by its serial number and are stored in the order of arrival. Games in progress are then
/// close together, in the index too, so that a commit of many events changes few pages.
const NEW: &str = "
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
";

/// What an operator has done, and whom the operator keeps out.
const ADMIN: &str = "
    CREATE TABLE bans (
        network TEXT NOT NULL PRIMARY KEY,
        at INTEGER NOT NULL,
        until INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE admin_log (
        serial INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        action TEXT NOT NULL,
        subject TEXT NOT NULL
    ) STRICT;
";

/// Expands schema 1 so that this version can use it, and versions that know nothing else go on as before: their
/// statements name the columns that they write, and a row without a checksum is accepted.
const EXPAND: &str = "
    ALTER TABLE games ADD COLUMN checksum INTEGER;
    ALTER TABLE events ADD COLUMN checksum INTEGER;
";

/// Leads from the expanded schema 1 to schema 2, in which every row has a checksum.
pub(super) const CONTRACT: &str = "
    CREATE TRIGGER games_have_checksums BEFORE INSERT ON games WHEN NEW.checksum IS NULL
    BEGIN SELECT RAISE(ABORT, 'this database takes newer versions of divvy only'); END;
    CREATE TRIGGER events_have_checksums BEFORE INSERT ON events WHEN NEW.checksum IS NULL
    BEGIN SELECT RAISE(ABORT, 'this database takes newer versions of divvy only'); END;
    UPDATE schema SET version = 2;
";

/// The newest schema that this program knows.
pub(super) const KNOWN: i64 = 2;

/// Makes or expands the tables and returns the schema, `None` for a file of another program; a newer schema is not
/// changed. Processes that start at the same time do so one after the other.
pub(super) async fn migrate(writer: &mut SqliteConnection) -> Result<Option<i64>, sqlx::Error> {
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'table'")
            .fetch_all(&mut *transaction)
            .await?;
    let has = |name: &str| tables.iter().any(|table| table == name);
    let version = if has("schema") {
        let query = sqlx::query_scalar("SELECT version FROM schema");
        query.fetch_optional(&mut *transaction).await?
    } else if tables.is_empty() {
        let made = "CREATE TABLE schema (version INTEGER NOT NULL) STRICT;
            INSERT INTO schema VALUES (2)";
        for statements in [made, NEW, ADMIN] {
            sqlx::raw_sql(statements).execute(&mut *transaction).await?;
        }
        Some(KNOWN)
    } else {
        None
    };
    if version == Some(1) && !has("admin_log") {
        for statements in [EXPAND, ADMIN] {
            sqlx::raw_sql(statements).execute(&mut *transaction).await?;
        }
    }
    transaction.commit().await?;
    Ok(version)
}

/// Explains an error that occurred while the file was being opened.
pub(super) fn open_error(place: &str, error: &sqlx::Error) -> OpenError {
    let place = place.to_owned();
    match primary_code(error) {
        Some(NOT_A_DATABASE) => OpenError::Foreign { place, why: "it is no database".to_owned() },
        _ => OpenError::Failed { place, why: error.to_string() },
    }
}

/// Converts an error that occurred later.
pub(super) fn storage_error(error: sqlx::Error) -> StorageError {
    match (&error, primary_code(&error)) {
        (_, Some(CORRUPT | NOT_A_DATABASE)) | (sqlx::Error::ColumnDecode { .. }, _) => {
            StorageError::Damaged(error.to_string())
        }
        _ => StorageError::Unavailable(error.to_string()),
    }
}

const CORRUPT: u32 = 11;
const NOT_A_DATABASE: u32 = 26;

/// SQLite's primary result code.
fn primary_code(error: &sqlx::Error) -> Option<u32> {
    let code: u32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(code & 0xff)
}

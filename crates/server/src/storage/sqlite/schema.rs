//! The schema of the SQLite file, and its errors.

use std::fs::File;
use std::path::Path;

use sqlx::{Connection, SqliteConnection};

use crate::storage::{OpenError, StorageError};

/// Migrations: step n leads from schema n to schema n + 1. Steps are only ever added.
///
/// Events refer to their game by its serial number and are stored in the order of arrival. Games in progress are then
/// close together, in the index too, so that a commit of many events changes few pages.
const STEPS: [&str; 1] = ["
    CREATE TABLE games (
        serial INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        at INTEGER NOT NULL,
        setup TEXT NOT NULL
    ) STRICT;
    CREATE INDEX games_by_time ON games (at);
    CREATE TABLE events (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        number INTEGER NOT NULL,
        at INTEGER NOT NULL,
        event TEXT NOT NULL,
        UNIQUE (game, number)
    ) STRICT;
"];

/// The newest schema that this program knows.
pub(super) const KNOWN: i64 = STEPS.len() as i64;

/// Applies the missing steps and returns the schema, `None` for a file of another program; a newer schema is not changed.
/// Processes that start at the same time do so one after the other.
pub(super) async fn migrate(writer: &mut SqliteConnection) -> Result<Option<i64>, sqlx::Error> {
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'table'")
            .fetch_all(&mut *transaction)
            .await?;
    let version = if tables.iter().any(|table| table == "schema") {
        let version: Option<i64> = sqlx::query_scalar("SELECT version FROM schema")
            .fetch_optional(&mut *transaction)
            .await?;
        match version {
            Some(version) => version,
            None => return Ok(None),
        }
    } else if tables.is_empty() {
        sqlx::raw_sql(
            "CREATE TABLE schema (version INTEGER NOT NULL) STRICT; INSERT INTO schema VALUES (0)",
        )
        .execute(&mut *transaction)
        .await?;
        0
    } else {
        return Ok(None);
    };
    if version > KNOWN {
        return Ok(Some(version));
    }
    for statements in STEPS.into_iter().skip(usize::try_from(version).unwrap_or(0)) {
        sqlx::raw_sql(statements).execute(&mut *transaction).await?;
    }
    sqlx::query("UPDATE schema SET version = ?").bind(KNOWN).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(Some(KNOWN))
}

/// Makes the name of a new file durable, not only its contents. Systems that cannot sync a folder need no sync.
pub(super) fn sync_folder(folder: &Path) {
    for folder in [Some(folder), folder.parent()].into_iter().flatten() {
        if let Ok(folder) = File::open(folder) {
            let _ = folder.sync_all();
        }
    }
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

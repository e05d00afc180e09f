//! The schema of the PostgreSQL database.

use std::time::Duration;

use sqlx::{Connection, PgConnection};

/// Migrations: step n leads from schema n to schema n + 1. Steps are only ever added.
///
/// Events refer to their game by its serial number, so that games in progress are close together in the index. There is
/// no foreign key, because checking it would lock the game's row for each event; deleting games locks the table instead.
const STEPS: [&str; 1] = ["
    CREATE TABLE games (
        serial BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id TEXT COLLATE \"C\" NOT NULL UNIQUE,
        at BIGINT NOT NULL,
        setup TEXT NOT NULL
    );
    CREATE INDEX games_by_time ON games (at);
    CREATE TABLE events (
        game BIGINT NOT NULL,
        number BIGINT NOT NULL,
        at BIGINT NOT NULL,
        event TEXT NOT NULL,
        PRIMARY KEY (game, number)
    );
"];

/// The newest schema that this program knows.
pub(super) const KNOWN: i64 = STEPS.len() as i64;

/// How long a migration may take, including the wait for another process that migrates.
pub(super) const MIGRATION_TIMEOUT: Duration = Duration::from_secs(60);

/// The key of the advisory lock that serialises migrations.
const LOCK: i64 = 0x6469_7676_7900;

/// Applies the missing steps and returns the schema; a newer schema is not changed. Processes that start at the same time
/// do so one after the other.
pub(super) async fn migrate(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    sqlx::raw_sql("SET LOCAL statement_timeout = 0").execute(&mut *transaction).await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(LOCK).execute(&mut *transaction).await?;
    sqlx::raw_sql("CREATE TABLE IF NOT EXISTS schema (version BIGINT NOT NULL)")
        .execute(&mut *transaction)
        .await?;
    let version: Option<i64> =
        sqlx::query_scalar("SELECT version FROM schema").fetch_optional(&mut *transaction).await?;
    if version.is_none() {
        sqlx::raw_sql("INSERT INTO schema VALUES (0)").execute(&mut *transaction).await?;
    }
    let version = version.unwrap_or(0);
    if version > KNOWN {
        return Ok(version);
    }
    for statements in STEPS.into_iter().skip(usize::try_from(version).unwrap_or(0)) {
        sqlx::raw_sql(statements).execute(&mut *transaction).await?;
    }
    sqlx::query("UPDATE schema SET version = $1").bind(KNOWN).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(KNOWN)
}

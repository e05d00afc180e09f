//! The schema of the PostgreSQL database.

use std::time::Duration;

use sqlx::{Connection, PgConnection};

/// What a new database holds.
///
/// Events refer to their game by its serial number, so that games in progress are close together in the index. There is
/// no foreign key, because checking it would lock the game's row for each event; deleting games locks the table instead.
const NEW: &str = "
    CREATE TABLE games (
        serial BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id TEXT COLLATE \"C\" NOT NULL UNIQUE,
        at BIGINT NOT NULL,
        setup TEXT NOT NULL,
        checksum BIGINT NOT NULL
    );
    CREATE INDEX games_by_time ON games (at);
    CREATE TABLE events (
        game BIGINT NOT NULL,
        number BIGINT NOT NULL,
        at BIGINT NOT NULL,
        event TEXT NOT NULL,
        checksum BIGINT NOT NULL,
        PRIMARY KEY (game, number)
    );
";

/// What an operator has done, and whom the operator keeps out.
const ADMIN: &str = "
    CREATE TABLE bans (
        network TEXT COLLATE \"C\" PRIMARY KEY,
        at BIGINT NOT NULL,
        until BIGINT
    );
    CREATE TABLE admin_log (
        serial BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at BIGINT NOT NULL,
        action TEXT NOT NULL,
        subject TEXT NOT NULL
    );
";

/// Expands schema 1 so that this version can use it, and versions that know nothing else go on as before: their
/// statements name the columns that they write, and a row without a checksum is accepted. It rewrites no row.
const EXPAND: &str = "
    ALTER TABLE games ADD COLUMN checksum BIGINT;
    ALTER TABLE events ADD COLUMN checksum BIGINT;
";

/// Leads from the expanded schema 1 to schema 2, in which every row has a checksum. A process of an older version that
/// still runs cannot write from then on.
pub(super) const CONTRACT: &str = "
    ALTER TABLE games ALTER COLUMN checksum SET NOT NULL;
    ALTER TABLE events ALTER COLUMN checksum SET NOT NULL;
    UPDATE schema SET version = 2;
";

/// The newest schema that this program knows.
pub(super) const KNOWN: i64 = 2;

/// How long a migration may take, including the wait for another process that migrates.
pub(super) const MIGRATION_TIMEOUT: Duration = Duration::from_secs(60);

/// The key of the advisory lock that serialises migrations.
const LOCK: i64 = 0x6469_7676_7900;

/// Waits for other processes that migrate, until the end of the transaction. What then has to wait for a table is given up
/// soon: all reads and writes of running servers would wait behind it, for as long as a backup takes.
pub(super) async fn lock_schema(transaction: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::raw_sql("SET LOCAL statement_timeout = 0").execute(&mut *transaction).await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(LOCK).execute(&mut *transaction).await?;
    sqlx::raw_sql("SET LOCAL lock_timeout = '3s'").execute(transaction).await?;
    Ok(())
}

/// Makes or expands the tables and returns the schema; a newer schema is not changed. Processes that start at the same
/// time do so one after the other.
pub(super) async fn migrate(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    lock_schema(&mut transaction).await?;
    sqlx::raw_sql("CREATE TABLE IF NOT EXISTS schema (version BIGINT NOT NULL)")
        .execute(&mut *transaction)
        .await?;
    let version: Option<i64> =
        sqlx::query_scalar("SELECT version FROM schema").fetch_optional(&mut *transaction).await?;
    let expanded: bool = sqlx::query_scalar("SELECT to_regclass('admin_log') IS NOT NULL")
        .fetch_one(&mut *transaction)
        .await?;
    let steps: &[&str] = match version {
        None => &[NEW, ADMIN, "INSERT INTO schema VALUES (2)"],
        Some(1) if !expanded => &[EXPAND, ADMIN],
        Some(_) => &[],
    };
    for &statements in steps {
        sqlx::raw_sql(statements).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(version.unwrap_or(KNOWN))
}

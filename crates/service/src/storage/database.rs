//! The games in a SQLite file or in a PostgreSQL database. Both are asked the same, in the same words where they understand
//! the same.

use std::time::Duration;

use async_trait::async_trait;
use sqlx::postgres::PgRow;
use sqlx::sqlite::{SqliteError, SqliteRow};
use sqlx::{Arguments, Encode, FromRow, Type};
use tokio::sync::broadcast;

use self::Value::{Number, Text};
use super::admin::{AdminChange, AdminChanges};
use super::postgres::{self, Postgres};
use super::sqlite::{self, Sqlite};
use super::write_group::{Row, is_inactive, stored_events, stored_game};
use super::{
    GameId, GameWrite, Notification, Storage, StorageError, StorageMetrics, StorageReads,
    StoredEvent, StoredGame, WriteOutcome,
};

/// How long what a player waits for may take.
pub(super) const PLAYER: Duration = Duration::from_secs(2);

/// How long inactive games may be counted. That is done while a server maintains itself, which must go on.
const COUNT: Duration = Duration::from_secs(30);

/// How long an operator waits.
pub(super) const OPERATOR: Duration = Duration::from_secs(3_600);

/// One statement, so that a game that is being deleted is found with all its events or not at all.
const LOAD: &str = "
    SELECT CAST(0 AS BIGINT) AS number, at, setup, checksum FROM games WHERE id = $1
    UNION ALL
    SELECT number, events.at, event, events.checksum
    FROM games JOIN events ON game = serial WHERE id = $1
    ORDER BY number";

const EVENTS_AFTER: &str = "
    SELECT number, events.at, event, events.checksum FROM games JOIN events ON game = serial
    WHERE id = $1 AND number > $2 ORDER BY number";

const COUNT_INACTIVE: &str = concat!(
    "SELECT (SELECT count(*) FROM games WHERE ",
    is_inactive!(),
    "), (SELECT count(*) FROM games)"
);

const CHANGES: &str =
    "SELECT serial, action, subject FROM admin_log WHERE serial > $1 ORDER BY serial";

const LAST_CHANGE: &str =
    "SELECT serial, action, subject FROM admin_log ORDER BY serial DESC LIMIT 1";

/// SQLite does not write a page for a value that stays the same.
const THERE_AND_BACK: [Statement<'_>; 2] = [
    ("UPDATE schema SET version = version + 1", &[]),
    ("UPDATE schema SET version = version - 1", &[]),
];

/// PostgreSQL writes a new version of the row.
const SAME_VERSION: &str = "UPDATE schema SET version = version RETURNING version";

#[derive(Debug)]
pub struct Database {
    pub(super) engine: Engine,
    metrics: StorageMetrics,
}

#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "a process has one")]
pub(super) enum Engine {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    Number(i64),
    Text(&'a str),
}

pub(super) type Statement<'a> = (&'static str, &'a [Value<'a>]);

/// Columns that can be read from a row of either database.
pub(super) trait Columns:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

impl<T> Columns for T where
    T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

/// The parameters of a statement, as a database takes them.
pub(super) fn arguments<A: Arguments>(values: &[Value<'_>]) -> Result<A, sqlx::Error>
where
    i64: for<'t> Encode<'t, A::Database> + Type<A::Database>,
    for<'t> &'t str: Encode<'t, A::Database> + Type<A::Database>,
{
    let mut arguments = A::default();
    for value in values {
        let added = match *value {
            Number(number) => arguments.add(number),
            Text(text) => arguments.add(text),
        };
        added.map_err(sqlx::Error::Encode)?;
    }
    Ok(arguments)
}

/// What an error of a database means.
pub(super) fn storage_error(error: sqlx::Error) -> StorageError {
    let found = error.as_database_error().and_then(|error| error.try_downcast_ref::<SqliteError>());
    match found.is_some_and(sqlite::is_damage) || matches!(error, sqlx::Error::ColumnDecode { .. })
    {
        true => StorageError::Damaged(error.to_string()),
        false => StorageError::Unavailable(error.to_string()),
    }
}

impl Database {
    pub(super) fn new(engine: Engine) -> Self {
        Self { engine, metrics: StorageMetrics::default() }
    }

    /// All rows that a query gives.
    pub(super) async fn fetch<T: Columns>(
        &self,
        patience: Duration,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<T>, StorageError> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.fetch(sql, values).await,
            Engine::Postgres(postgres) => postgres.fetch(patience, sql, values).await,
        }
    }

    /// Does all of these in one transaction, in which no game can be changed otherwise; returns how many rows were changed.
    pub(super) async fn change(
        &self,
        patience: Duration,
        statements: &[Statement<'_>],
    ) -> Result<u64, StorageError> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.change(statements).await,
            Engine::Postgres(postgres) => postgres.change(patience, statements).await,
        }
    }

    async fn changes_after(&self, after: Option<i64>) -> Result<AdminChanges, StorageError> {
        let rows: Vec<(i64, String, String)> = match after {
            Some(after) => self.fetch(PLAYER, CHANGES, &[Number(after)]).await?,
            None => self.fetch(PLAYER, LAST_CHANGE, &[]).await?,
        };
        let last = rows.last().map_or(after.unwrap_or(0), |row| row.0);
        let new = rows.iter().filter(|_| after.is_some());
        let changes = new.filter_map(|(_, action, subject)| AdminChange::parse(action, subject));
        Ok((last, changes.collect()))
    }
}

#[async_trait]
impl StorageReads for Database {
    async fn load(&self, id: &GameId) -> Result<Option<StoredGame>, StorageError> {
        let load = async { stored_game(id, self.fetch(PLAYER, LOAD, &[Text(id.as_str())]).await?) };
        self.metrics.measure("load", load).await
    }

    async fn events_after(
        &self,
        id: &GameId,
        number: u32,
    ) -> Result<Vec<StoredEvent>, StorageError> {
        let load = async {
            let values = [Text(id.as_str()), Number(number.into())];
            let rows: Vec<Row> = self.fetch(PLAYER, EVENTS_AFTER, &values).await?;
            stored_events(id, rows, number)
        };
        self.metrics.measure("events_after", load).await
    }

    async fn count_inactive(&self, since: i64) -> Result<[u64; 2], StorageError> {
        let count = async {
            let counts = self.fetch(COUNT, COUNT_INACTIVE, &[Number(since)]).await?;
            let (inactive, all): (i64, i64) = counts.first().copied().unwrap_or_default();
            Ok([inactive, all].map(i64::unsigned_abs))
        };
        self.metrics.measure("count_inactive", count).await
    }

    async fn admin_changes(&self, after: Option<i64>) -> Result<AdminChanges, StorageError> {
        self.metrics.measure("admin_changes", self.changes_after(after)).await
    }

    async fn broadcast(&self, message: String) {
        if let Engine::Postgres(postgres) = &self.engine {
            postgres.broadcast(&message).await;
        }
    }

    fn subscribe(&self) -> Option<broadcast::Receiver<Notification>> {
        match &self.engine {
            Engine::Sqlite(_) => None,
            Engine::Postgres(postgres) => Some(postgres.subscribe()),
        }
    }
}

#[async_trait]
impl Storage for Database {
    async fn write(&self, writes: Vec<GameWrite>) -> Result<Vec<WriteOutcome>, StorageError> {
        let write = async {
            match &self.engine {
                Engine::Sqlite(sqlite) => sqlite.write(&writes).await,
                Engine::Postgres(postgres) => postgres.write(&writes).await,
            }
        };
        self.metrics.measure("write", write).await
    }

    async fn delete_inactive(&self, since: i64) -> Result<u64, StorageError> {
        let delete = match &self.engine {
            Engine::Sqlite(_) => sqlite::DELETE,
            Engine::Postgres(_) => postgres::DELETE,
        };
        let statement: Statement<'_> = (delete, &[Number(since)]);
        self.metrics.measure("delete_inactive", self.change(PLAYER, &[statement])).await
    }

    async fn check_writable(&self) -> Result<(), StorageError> {
        let check = async {
            match &self.engine {
                Engine::Sqlite(sqlite) => sqlite.change(&THERE_AND_BACK).await.map(drop),
                Engine::Postgres(postgres) => {
                    postgres.fetch::<(i64,)>(PLAYER, SAME_VERSION, &[]).await.map(drop)
                }
            }
        };
        self.metrics.measure("check_writable", check).await
    }

    async fn close(&self) -> Result<(), StorageError> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.close().await,
            Engine::Postgres(_) => Ok(()),
        }
    }

    fn metrics(&self) -> StorageMetrics {
        self.metrics.clone()
    }
}

//! Games in a SQLite file, for one machine. One connection writes; a few others read what is committed and wait for
//! nobody.

mod schema;

use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{Mutex, broadcast};

use self::schema::{Found, failed, migrate, not_open, sync_folder};
use super::rounds::{Round, Row, entries, game, rounds};
use super::{Entry, GameId, Kept, Notice, OpenError, Storage, StorageError, Write, Written};

const BEGIN: &str = "
    INSERT INTO games (id, at, setup)
    SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) WHERE true
    ON CONFLICT DO NOTHING
    RETURNING id, 0";

/// An event is kept if the one before it is there, or is added with it, and it is not: so there is never a gap.
const ADD: &str = "
    INSERT INTO events (game, number, at, event)
    SELECT serial, value ->> 1, value ->> 3, value ->> 4
    FROM json_each(?) CROSS JOIN games ON games.id = value ->> 0
    WHERE value ->> 2 = 1
        OR EXISTS (SELECT 1 FROM events WHERE game = serial AND number = (value ->> 2) - 1)
    ON CONFLICT DO NOTHING
    RETURNING (SELECT id FROM games WHERE serial = game), number";

/// One statement sees one state: a game that is being forgotten is there with all its events or not at all.
const LOAD: &str = "
    SELECT 0 AS number, at, setup FROM games WHERE id = ?1
    UNION ALL
    SELECT number, events.at, event FROM games JOIN events ON game = serial WHERE id = ?1
    ORDER BY number";

const AFTER: &str = "
    SELECT number, events.at, event FROM games JOIN events ON game = serial
    WHERE id = ? AND number > ? ORDER BY number";

const OLD: &str = "
    SELECT serial FROM games WHERE at < ?1
        AND NOT EXISTS (SELECT 1 FROM events WHERE game = serial AND events.at >= ?1)
    LIMIT ?2";

const FORGET: &str = "
    DELETE FROM games WHERE serial IN (SELECT value FROM json_each(?2))
        AND NOT EXISTS (SELECT 1 FROM events WHERE game = serial AND events.at >= ?1)";

/// How long to wait for another process that writes to the same file.
const BUSY: Duration = Duration::from_secs(2);

/// Connections that read.
const READERS: u32 = 4;

/// Games forgotten in one step; moves go on between the steps.
const FORGET_AT_ONCE: usize = 200;

/// Games in a SQLite file.
///
/// Several processes may use one file: none corrupts it, and none adds what another has added. They do not notice
/// each other's events before they look.
#[derive(Debug)]
pub struct Sqlite {
    writer: Mutex<SqliteConnection>,
    readers: SqlitePool,
}

impl Sqlite {
    /// Opens the file, and makes it and its folder if they are not there.
    ///
    /// # Errors
    ///
    /// It cannot be opened, is something else, or was made by a newer version of this program.
    pub async fn open(path: &Path) -> Result<Self, OpenError> {
        let place = path.display().to_string();
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
            _ => PathBuf::from("."),
        };
        std::fs::create_dir_all(&folder)
            .map_err(|why| OpenError::Failed { place: place.clone(), why: why.to_string() })?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .busy_timeout(BUSY)
            .foreign_keys(true)
            .row_buffer_size(1024);
        let opened = async {
            let mut writer = options
                .clone()
                .create_if_missing(true)
                .journal_mode(SqliteJournalMode::Wal)
                // What is acknowledged must survive a power failure, and in this mode every commit is synced.
                .synchronous(SqliteSynchronous::Full)
                .connect()
                .await?;
            let found = migrate(&mut writer).await?;
            Ok((writer, found))
        };
        let (writer, found) = opened.await.map_err(|error| not_open(&place, &error))?;
        match found {
            Found::Current => {}
            Found::Newer(found) => {
                return Err(OpenError::Newer { place, found, known: schema::KNOWN });
            }
            Found::Foreign => {
                let why = "it has other tables".to_owned();
                return Err(OpenError::Foreign { place, why });
            }
        }
        sync_folder(&folder);
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(BUSY)
            .test_before_acquire(false)
            .connect_lazy_with(options.pragma("query_only", "ON"));
        Ok(Self { writer: Mutex::new(writer), readers })
    }

    async fn keep(&self, writes: &[Write]) -> Result<Vec<Written>, StorageError> {
        let rounds = rounds(writes)?;
        let mut statements = Vec::new();
        for round in &rounds {
            statements.append(&mut statements_of(round)?);
        }
        let mut answers = vec![Written::Taken; writes.len()];
        let mut writer = self.writer.lock().await;
        if statements.len() == 1 {
            // A statement alone is a transaction of its own, in one journey to SQLite's thread and back.
            for statement in statements {
                statement.run(&mut writer, &mut answers).await?;
            }
        } else {
            // Taking the right to write at once: a transaction that reads first could find itself outdated.
            let mut step = writer.begin_with("BEGIN IMMEDIATE").await.map_err(failed)?;
            for statement in statements {
                statement.run(&mut step, &mut answers).await?;
            }
            step.commit().await.map_err(failed)?;
        }
        Ok(answers)
    }

    async fn forget(&self, at: i64) -> Result<u64, StorageError> {
        let mut forgotten = 0;
        loop {
            let query = sqlx::query_scalar(OLD).bind(at).bind(FORGET_AT_ONCE as i64);
            let old: Vec<i64> = query.fetch_all(&self.readers).await.map_err(failed)?;
            let query = sqlx::query(FORGET).bind(at).bind(json(&old)?);
            let mut writer = self.writer.lock().await;
            forgotten += query.execute(&mut *writer).await.map_err(failed)?.rows_affected();
            if old.len() < FORGET_AT_ONCE {
                return Ok(forgotten);
            }
        }
    }
}

/// The beginnings or the events of a round.
struct Statement<'a> {
    round: &'a Round<'a>,
    text: &'static str,
    rows: String,
}

fn statements_of<'a>(round: &'a Round<'a>) -> Result<Vec<Statement<'a>>, StorageError> {
    let begins: Vec<_> = round.begins().collect();
    let adds: Vec<_> = round.adds().collect();
    let mut statements = Vec::with_capacity(2);
    if !begins.is_empty() {
        statements.push(Statement { round, text: BEGIN, rows: json(&begins)? });
    }
    if !adds.is_empty() {
        statements.push(Statement { round, text: ADD, rows: json(&adds)? });
    }
    Ok(statements)
}

impl Statement<'_> {
    async fn run(
        self,
        connection: &mut SqliteConnection,
        answers: &mut [Written],
    ) -> Result<(), StorageError> {
        let query = sqlx::query_as(self.text).bind(self.rows);
        let kept: Vec<(String, i64)> = query.fetch_all(connection).await.map_err(failed)?;
        for (id, number) in kept {
            self.round.kept(&id, number, answers);
        }
        Ok(())
    }
}

/// Many rows as one value: the statement stays the same for any number of them and is prepared once.
fn json(rows: &impl serde::Serialize) -> Result<String, StorageError> {
    serde_json::to_string(rows).map_err(|error| StorageError::Damaged(error.to_string()))
}

impl Storage for Sqlite {
    fn write(&self, writes: Vec<Write>) -> BoxFuture<'_, Result<Vec<Written>, StorageError>> {
        Box::pin(async move { self.keep(&writes).await })
    }

    fn load(&self, id: &GameId) -> BoxFuture<'_, Result<Option<Kept>, StorageError>> {
        let query = sqlx::query_as(LOAD).bind(id.as_str().to_owned());
        Box::pin(async move {
            let rows: Vec<Row> = query.fetch_all(&self.readers).await.map_err(failed)?;
            game(rows)
        })
    }

    fn after(&self, id: &GameId, number: u32) -> BoxFuture<'_, Result<Vec<Entry>, StorageError>> {
        let query = sqlx::query_as(AFTER).bind(id.as_str().to_owned()).bind(i64::from(number));
        Box::pin(async move {
            let rows: Vec<Row> = query.fetch_all(&self.readers).await.map_err(failed)?;
            entries(rows, number)
        })
    }

    fn forget_before(&self, at: i64) -> BoxFuture<'_, Result<u64, StorageError>> {
        Box::pin(self.forget(at))
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), StorageError>> {
        Box::pin(async move {
            sqlx::query("SELECT 1 FROM games")
                .fetch_optional(&self.readers)
                .await
                .map_err(failed)?;
            Ok(())
        })
    }

    fn say(&self, _words: String) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }

    fn notices(&self) -> Option<broadcast::Receiver<Notice>> {
        None
    }
}

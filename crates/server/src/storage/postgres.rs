//! Games in a PostgreSQL database, for several processes that form one service. What one process adds, the others
//! hear of.

mod connection;
mod listener;
mod schema;
mod sql;

use std::str::FromStr;
use std::time::Instant;

use futures_util::future::BoxFuture;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, PgConnection};
use tokio::sync::broadcast;

use self::connection::{Connections, in_time, in_time_or};
use self::listener::{Listener, ProcessId, UnconfirmedWrites};
use self::sql::{DELETE, EVENTS_AFTER, INACTIVE, LOAD, STORE};
use super::write_group::{NewEvent, NewGame, Row, WriteGroup, group, stored_events, stored_game};
use super::{
    GameId, Notification, OpenError, Storage, StorageError, StoredEvent, StoredGame, Write,
    WriteOutcome,
};

/// Games deleted in one transaction; moves go on between the steps.
const DELETE_AT_ONCE: usize = 200;

/// Connections that read.
const READERS: usize = 4;

/// How often a transaction is tried again that the database gave up in favour of another.
const TRIES: usize = 3;

/// Games in a PostgreSQL database.
#[derive(Debug)]
pub struct Postgres {
    process: ProcessId,
    writer: Connections,
    readers: Connections,
    unconfirmed: UnconfirmedWrites,
    listener: Listener,
}

impl Postgres {
    /// Connects to the database, brings its tables up to date and begins to listen.
    ///
    /// # Errors
    ///
    /// The address makes no sense, the database cannot be reached, or a newer version of this program was there.
    pub async fn connect(url: &str) -> Result<Self, OpenError> {
        let options = PgConnectOptions::from_str(url).map_err(|error| OpenError::Address {
            given: format!("this is not the address of a PostgreSQL database ({error})"),
        })?;
        let place = place(&options);
        let options = options.application_name("divvy").options([
            // Statements are planned once, often while the tables are still empty; they must suit large ones.
            ("enable_seqscan", "off"),
            ("jit", "off"),
            ("statement_timeout", "5s"),
        ]);
        let (writer, readers) =
            (Connections::new(&options, 1), Connections::new(&options, READERS));
        match in_time_or(schema::MIGRATION_TIMEOUT, schema::migrate(&writer)).await {
            Ok(found) if found > schema::KNOWN => {
                return Err(OpenError::Newer { place, found, known: schema::KNOWN });
            }
            Ok(_) => {}
            Err(error) => return Err(OpenError::Failed { place, why: error.to_string() }),
        }
        let (process, unconfirmed) = (ProcessId::default(), UnconfirmedWrites::default());
        let listener = in_time(Listener::open(&options, process, unconfirmed.clone()))
            .await
            .map_err(|error| OpenError::Failed { place, why: error.to_string() })?;
        Ok(Self { process, writer, readers, unconfirmed, listener })
    }

    /// Two processes can still get into each other's way when one of them adds several events to one game in one call.
    /// The database then gives one of them up, and nothing of it is kept.
    async fn store(&self, writes: &[Write]) -> Result<Vec<WriteOutcome>, StorageError> {
        let groups = group(writes)?;
        let mut tries = 0;
        loop {
            tries += 1;
            let outcome = in_time(async {
                Ok(match self.try_to_store(writes.len(), &groups).await {
                    Err(error) if tries < TRIES && is_deadlock(&error) => None,
                    outcome => Some(outcome?),
                })
            });
            if let Some(outcomes) = outcome.await? {
                return Ok(outcomes);
            }
        }
    }

    async fn try_to_store(
        &self,
        writes: usize,
        groups: &[WriteGroup<'_>],
    ) -> Result<Vec<WriteOutcome>, sqlx::Error> {
        let mut outcomes = vec![WriteOutcome::Conflict; writes];
        let mut connection = self.writer.take().await?;
        if let [group] = groups {
            self.store_group(&mut connection, group, &mut outcomes).await?;
        } else {
            let mut transaction = connection.begin().await?;
            for group in groups {
                self.store_group(&mut transaction, group, &mut outcomes).await?;
            }
            transaction.commit().await?;
        }
        connection.release();
        Ok(outcomes)
    }

    async fn store_group(
        &self,
        connection: &mut PgConnection,
        group: &WriteGroup<'_>,
        outcomes: &mut [WriteOutcome],
    ) -> Result<(), sqlx::Error> {
        let (games, events): (Vec<NewGame<'_>>, Vec<NewEvent<'_>>) =
            (group.new_games().collect(), group.new_events().collect());
        let query = sqlx::query_as(STORE)
            .bind(column(&games, |game| game.0))
            .bind(column(&games, |game| game.1))
            .bind(column(&games, |game| game.2))
            .bind(column(&events, |event| event.0))
            .bind(column(&events, |event| event.1))
            .bind(column(&events, |event| event.2))
            .bind(column(&events, |event| event.3))
            .bind(column(&events, |event| event.4));
        let query = query.bind(self.process.changed_prefix());
        let stored: Vec<(Vec<String>, Vec<i64>, String)> = query.fetch_all(connection).await?;
        for (ids, numbers, _) in stored {
            for (id, number) in ids.iter().zip(numbers) {
                group.mark_stored(id, number, outcomes);
            }
        }
        Ok(())
    }

    async fn delete(&self, since: i64) -> Result<u64, StorageError> {
        let mut deleted = 0;
        loop {
            let inactive = self.inactive(since).await?;
            deleted += in_time(async {
                let mut connection = self.readers.take().await?;
                let mut transaction = connection.begin().await?;
                // Nobody may add to a game between the last look at it and its end.
                sqlx::query("LOCK TABLE games IN EXCLUSIVE MODE")
                    .execute(&mut *transaction)
                    .await?;
                let done = sqlx::query(DELETE)
                    .bind(since)
                    .bind(&inactive)
                    .execute(&mut *transaction)
                    .await?;
                transaction.commit().await?;
                connection.release();
                Ok(done.rows_affected())
            })
            .await?;
            if inactive.len() < DELETE_AT_ONCE {
                return Ok(deleted);
            }
        }
    }

    /// Some of the games in which nothing happened since this time.
    async fn inactive(&self, since: i64) -> Result<Vec<i64>, StorageError> {
        in_time(async {
            let mut connection = self.readers.take().await?;
            let query = sqlx::query_scalar(INACTIVE).bind(since).bind(DELETE_AT_ONCE as i64);
            let inactive = query.fetch_all(&mut *connection).await?;
            connection.release();
            Ok(inactive)
        })
        .await
    }

    async fn rows(
        &self,
        statement: &'static str,
        id: GameId,
        after: Option<u32>,
    ) -> Result<Vec<Row>, StorageError> {
        in_time(async {
            let mut connection = self.readers.take().await?;
            let query = sqlx::query_as(statement).bind(id.as_str());
            let query = match after {
                Some(number) => query.bind(i64::from(number)),
                None => query,
            };
            let rows = query.fetch_all(&mut *connection).await?;
            connection.release();
            Ok(rows)
        })
        .await
    }

    async fn reach(&self) -> Result<(), StorageError> {
        in_time(async {
            let mut connection = self.readers.take().await?;
            connection.ping().await?;
            connection.release();
            Ok(())
        })
        .await
    }

    async fn tell(&self, payload: String) -> Result<(), StorageError> {
        in_time(async {
            let mut connection = self.readers.take().await?;
            sqlx::query("SELECT pg_notify('divvy', $1)")
                .bind(payload)
                .execute(&mut *connection)
                .await?;
            connection.release();
            Ok(())
        })
        .await
    }
}

/// One value of each row.
fn column<R, T>(rows: &[R], value: impl Fn(&R) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}

/// Where, in words that may be shown: without user and password.
fn place(options: &PgConnectOptions) -> String {
    let host = match options.get_socket() {
        Some(folder) => folder.display().to_string(),
        None => format!("{}:{}", options.get_host(), options.get_port()),
    };
    format!("PostgreSQL database {} at {host}", options.get_database().unwrap_or("(default)"))
}

/// Whether the database gave a transaction up in favour of another.
fn is_deadlock(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| code == "40P01" || code == "40001")
}

impl Storage for Postgres {
    fn write(&self, writes: Vec<Write>) -> BoxFuture<'_, Result<Vec<WriteOutcome>, StorageError>> {
        Box::pin(async move {
            let stored = self.store(&writes).await;
            if stored.is_err() {
                // It may be kept yet.
                self.unconfirmed.add(writes.iter().map(Write::id), Instant::now());
            }
            stored
        })
    }

    fn load(&self, id: &GameId) -> BoxFuture<'_, Result<Option<StoredGame>, StorageError>> {
        let id = id.clone();
        Box::pin(async move { stored_game(self.rows(LOAD, id, None).await?) })
    }

    fn events_after(
        &self,
        id: &GameId,
        number: u32,
    ) -> BoxFuture<'_, Result<Vec<StoredEvent>, StorageError>> {
        let id = id.clone();
        Box::pin(
            async move { stored_events(self.rows(EVENTS_AFTER, id, Some(number)).await?, number) },
        )
    }

    fn delete_inactive(&self, since: i64) -> BoxFuture<'_, Result<u64, StorageError>> {
        Box::pin(self.delete(since))
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), StorageError>> {
        Box::pin(self.reach())
    }

    fn broadcast(&self, message: String) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let Some(payload) = self.process.message(&message) else {
                return tracing::warn!(bytes = message.len(), "too long to be said");
            };
            if let Err(error) = self.tell(payload).await {
                tracing::warn!(%error, "something said was lost");
            }
        })
    }

    fn subscribe(&self) -> Option<broadcast::Receiver<Notification>> {
        Some(self.listener.subscribe())
    }
}

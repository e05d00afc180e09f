//! Games in a PostgreSQL database, for several processes that form one service. What one process adds, the others
//! hear of.

mod link;
mod listen;
mod schema;
mod sql;

use std::str::FromStr;
use std::time::Instant;

use futures_util::future::BoxFuture;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, PgConnection};
use tokio::sync::broadcast;

use self::link::{Links, in_time, in_time_or};
use self::listen::{Doubts, Ears, Process};
use self::sql::{AFTER, FORGET, KEEP, LOAD, OLD};
use super::rounds::{Add, Begin, Round, Row, entries, game, rounds};
use super::{Entry, GameId, Kept, Notice, OpenError, Storage, StorageError, Write, Written};

/// Games forgotten in one step; moves go on between the steps.
const FORGET_AT_ONCE: usize = 200;

/// Connections that read.
const READERS: usize = 4;

/// How often a step is tried again that the database gave up in favour of another.
const TRIES: usize = 3;

/// Games in a PostgreSQL database.
#[derive(Debug)]
pub struct Postgres {
    process: Process,
    writer: Links,
    readers: Links,
    doubts: Doubts,
    ears: Ears,
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
        let (writer, readers) = (Links::new(&options, 1), Links::new(&options, READERS));
        match in_time_or(schema::PATIENCE, schema::migrate(&writer)).await {
            Ok(found) if found > schema::KNOWN => {
                return Err(OpenError::Newer { place, found, known: schema::KNOWN });
            }
            Ok(_) => {}
            Err(error) => return Err(OpenError::Failed { place, why: error.to_string() }),
        }
        let (process, doubts) = (Process::default(), Doubts::default());
        let ears = in_time(Ears::open(&options, process, doubts.clone()))
            .await
            .map_err(|error| OpenError::Failed { place, why: error.to_string() })?;
        Ok(Self { process, writer, readers, doubts, ears })
    }

    /// Two processes can still get into each other's way when one of them adds several events to one game in one call.
    /// The database then gives one of them up, and nothing of it is kept.
    async fn keep(&self, writes: &[Write]) -> Result<Vec<Written>, StorageError> {
        let rounds = rounds(writes)?;
        let mut tries = 0;
        loop {
            tries += 1;
            let outcome = in_time(async {
                Ok(match self.try_to_keep(writes.len(), &rounds).await {
                    Err(error) if tries < TRIES && is_given_up(&error) => None,
                    outcome => Some(outcome?),
                })
            });
            if let Some(answers) = outcome.await? {
                return Ok(answers);
            }
        }
    }

    async fn try_to_keep(
        &self,
        writes: usize,
        rounds: &[Round<'_>],
    ) -> Result<Vec<Written>, sqlx::Error> {
        let mut answers = vec![Written::Taken; writes];
        let mut loan = self.writer.take().await?;
        if let [round] = rounds {
            self.keep_round(&mut loan, round, &mut answers).await?;
        } else {
            let mut step = loan.begin().await?;
            for round in rounds {
                self.keep_round(&mut step, round, &mut answers).await?;
            }
            step.commit().await?;
        }
        loan.give_back();
        Ok(answers)
    }

    async fn keep_round(
        &self,
        connection: &mut PgConnection,
        round: &Round<'_>,
        answers: &mut [Written],
    ) -> Result<(), sqlx::Error> {
        let (begins, adds): (Vec<Begin<'_>>, Vec<Add<'_>>) =
            (round.begins().collect(), round.adds().collect());
        let query = sqlx::query_as(KEEP)
            .bind(column(&begins, |begin| begin.0))
            .bind(column(&begins, |begin| begin.1))
            .bind(column(&begins, |begin| begin.2))
            .bind(column(&adds, |add| add.0))
            .bind(column(&adds, |add| add.1))
            .bind(column(&adds, |add| add.2))
            .bind(column(&adds, |add| add.3))
            .bind(column(&adds, |add| add.4));
        let query = query.bind(self.process.changed());
        let kept: Vec<(Vec<String>, Vec<i64>, String)> = query.fetch_all(connection).await?;
        for (ids, numbers, _) in kept {
            for (id, number) in ids.iter().zip(numbers) {
                round.kept(id, number, answers);
            }
        }
        Ok(())
    }

    async fn forget(&self, at: i64) -> Result<u64, StorageError> {
        let mut forgotten = 0;
        loop {
            let old = self.old(at).await?;
            forgotten += in_time(async {
                let mut loan = self.readers.take().await?;
                let mut step = loan.begin().await?;
                // Nobody may add to a game between the last look at it and its end.
                sqlx::query("LOCK TABLE games IN EXCLUSIVE MODE").execute(&mut *step).await?;
                let done = sqlx::query(FORGET).bind(at).bind(&old).execute(&mut *step).await?;
                step.commit().await?;
                loan.give_back();
                Ok(done.rows_affected())
            })
            .await?;
            if old.len() < FORGET_AT_ONCE {
                return Ok(forgotten);
            }
        }
    }

    /// Some of the games in which nothing happened since this time.
    async fn old(&self, at: i64) -> Result<Vec<i64>, StorageError> {
        in_time(async {
            let mut loan = self.readers.take().await?;
            let query = sqlx::query_scalar(OLD).bind(at).bind(FORGET_AT_ONCE as i64);
            let old = query.fetch_all(&mut *loan).await?;
            loan.give_back();
            Ok(old)
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
            let mut loan = self.readers.take().await?;
            let query = sqlx::query_as(statement).bind(id.as_str());
            let query = match after {
                Some(number) => query.bind(i64::from(number)),
                None => query,
            };
            let rows = query.fetch_all(&mut *loan).await?;
            loan.give_back();
            Ok(rows)
        })
        .await
    }

    async fn reach(&self) -> Result<(), StorageError> {
        in_time(async {
            let mut loan = self.readers.take().await?;
            loan.ping().await?;
            loan.give_back();
            Ok(())
        })
        .await
    }

    async fn tell(&self, payload: String) -> Result<(), StorageError> {
        in_time(async {
            let mut loan = self.readers.take().await?;
            sqlx::query("SELECT pg_notify('divvy', $1)").bind(payload).execute(&mut *loan).await?;
            loan.give_back();
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
fn is_given_up(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| code == "40P01" || code == "40001")
}

impl Storage for Postgres {
    fn write(&self, writes: Vec<Write>) -> BoxFuture<'_, Result<Vec<Written>, StorageError>> {
        Box::pin(async move {
            let kept = self.keep(&writes).await;
            if kept.is_err() {
                // It may be kept yet.
                self.doubts.add(writes.iter().map(Write::id), Instant::now());
            }
            kept
        })
    }

    fn load(&self, id: &GameId) -> BoxFuture<'_, Result<Option<Kept>, StorageError>> {
        let id = id.clone();
        Box::pin(async move { game(self.rows(LOAD, id, None).await?) })
    }

    fn after(&self, id: &GameId, number: u32) -> BoxFuture<'_, Result<Vec<Entry>, StorageError>> {
        let id = id.clone();
        Box::pin(async move { entries(self.rows(AFTER, id, Some(number)).await?, number) })
    }

    fn forget_before(&self, at: i64) -> BoxFuture<'_, Result<u64, StorageError>> {
        Box::pin(self.forget(at))
    }

    fn ping(&self) -> BoxFuture<'_, Result<(), StorageError>> {
        Box::pin(self.reach())
    }

    fn say(&self, words: String) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let Some(payload) = self.process.said(&words) else {
                return tracing::warn!(bytes = words.len(), "too long to be said");
            };
            if let Err(error) = self.tell(payload).await {
                tracing::warn!(%error, "something said was lost");
            }
        })
    }

    fn notices(&self) -> Option<broadcast::Receiver<Notice>> {
        Some(self.ears.notices())
    }
}

//! Games in a PostgreSQL database, for several processes that form one service and notify each other of events.

mod admin;
mod connection;
mod listener;
mod schema;
mod sql;

use std::io;
use std::net::IpAddr;
use std::str::FromStr;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};
use tokio::sync::broadcast;

use self::connection::{TIMEOUT, within};
use self::listener::{Listener, ProcessId, UnconfirmedWrites};
use self::sql::{DELETE, STORE};
use super::connections::Connections;
use super::write_group::{
    COUNT_INACTIVE, Checksums, EVENTS_AFTER, LOAD, Row, WriteGroup, counts, group, stored_events,
    stored_game,
};
use super::{
    AdminChanges, Ban, GameId, GameWrite, Notification, OpenError, Storage, StorageError,
    StorageReads, StoredEvent, StoredGame, WriteOutcome,
};

/// Connections for everything but the writes of games and events.
const POOL_SIZE: usize = 4;

/// How long inactive games may be counted. That is done while a server maintains itself, which must go on.
const COUNT_TIMEOUT: Duration = Duration::from_secs(30);

/// How often a transaction is tried that the database aborts because of a deadlock.
const MAX_TRIES: usize = 3;

/// Games in a PostgreSQL database.
#[derive(Debug)]
pub struct Postgres {
    process: ProcessId,
    writer: Connections<PgConnection>,
    pool: Connections<PgConnection>,
    unconfirmed: UnconfirmedWrites,
    listener: Listener,
    checksums: Checksums,
    encrypted: bool,
}

impl Postgres {
    /// Connects to the database, migrates its schema and begins to listen.
    ///
    /// # Errors
    ///
    /// The URL is not valid, the database cannot be reached, or a newer version of this program has changed its schema.
    pub async fn connect(url: &str) -> Result<Self, OpenError> {
        let options =
            PgConnectOptions::from_str(&without_unknown_parameters(url)).map_err(|error| {
                OpenError::InvalidUrl(format!(
                    "this is not the address of a PostgreSQL database ({error})"
                ))
            })?;
        let place = place(&options);
        let failed = |error: StorageError| OpenError::Failed {
            place: place.clone(),
            why: error.to_string(),
        };
        let session = Session::ask(&options).await.map_err(|error| open_error(&place, &error))?;
        let commit = session.durable_commit();
        session.warn_of_open_networks(&options);
        let options = options.application_name("divvy").options([
            ("synchronous_commit", &*commit),
            // Statements are planned once, often while the tables are empty; the plans must suit large tables.
            ("enable_seqscan", "off"),
            ("jit", "off"),
            ("statement_timeout", "5s"),
        ]);
        let (writer, pool) = (Connections::new(&options, 1), Connections::new(&options, POOL_SIZE));
        let found = writer.call_within(schema::MIGRATION_TIMEOUT, schema::migrate).await;
        let found = found.map_err(failed)?;
        let checksums = match found {
            1 => Checksums::Optional,
            schema::KNOWN => Checksums::Required,
            _ => return Err(OpenError::Newer { place, found, known: schema::KNOWN }),
        };
        let (process, unconfirmed) = (ProcessId::default(), UnconfirmedWrites::default());
        let listener = Listener::open(&options, process, unconfirmed.clone());
        let listener = within(TIMEOUT, listener).await.map_err(failed)?;
        let encrypted = session.encrypted;
        Ok(Self { process, writer, pool, unconfirmed, listener, checksums, encrypted })
    }

    /// Two processes can still deadlock when one of them appends several events to one game in one call. The database
    /// then aborts one transaction, and nothing of it is stored.
    async fn store(&self, writes: &[GameWrite]) -> Result<Vec<WriteOutcome>, StorageError> {
        let groups = group(writes)?;
        let mut tries = 0;
        loop {
            tries += 1;
            let mut try_again = false;
            let outcomes = self.writer.call(async |connection| {
                let outcomes = self.store_groups(connection, writes.len(), &groups).await;
                try_again = tries < MAX_TRIES && outcomes.as_ref().is_err_and(is_deadlock);
                outcomes
            });
            let outcomes = outcomes.await;
            if !try_again {
                return outcomes;
            }
        }
    }

    async fn store_groups(
        &self,
        connection: &mut PgConnection,
        writes: usize,
        groups: &[WriteGroup<'_>],
    ) -> Result<Vec<WriteOutcome>, sqlx::Error> {
        let mut outcomes = vec![WriteOutcome::Conflict; writes];
        if let [group] = groups {
            self.store_group(connection, group, &mut outcomes).await?;
        } else {
            let mut transaction = connection.begin().await?;
            for group in groups {
                self.store_group(&mut transaction, group, &mut outcomes).await?;
            }
            transaction.commit().await?;
        }
        Ok(outcomes)
    }

    async fn store_group(
        &self,
        connection: &mut PgConnection,
        group: &WriteGroup<'_>,
        outcomes: &mut [WriteOutcome],
    ) -> Result<(), sqlx::Error> {
        let (games, events) = (group.new_games(outcomes), group.new_events());
        let query = sqlx::query_as(STORE)
            .bind(column(&games, |game| game.0))
            .bind(column(&games, |game| game.1))
            .bind(column(&games, |game| game.2))
            .bind(column(&games, |game| game.3))
            .bind(column(&events, |event| event.0))
            .bind(column(&events, |event| event.1))
            .bind(column(&events, |event| event.2))
            .bind(column(&events, |event| event.3))
            .bind(column(&events, |event| event.4))
            .bind(column(&events, |event| event.5))
            .bind(self.process.changed_prefix());
        let stored: Vec<(Vec<String>, Vec<i64>, String)> = query.fetch_all(connection).await?;
        for (ids, numbers, _) in stored {
            for (id, number) in ids.iter().zip(numbers) {
                group.mark_stored(id, number, outcomes);
            }
        }
        Ok(())
    }
}

/// What the database says of a connection.
struct Session {
    synchronous_commit: String,
    /// Whether the connection is encrypted.
    encrypted: bool,
}

impl Session {
    async fn ask(options: &PgConnectOptions) -> Result<Self, sqlx::Error> {
        let ask = async {
            let mut connection = options.connect().await?;
            let query = sqlx::query_as(
                "SELECT current_setting('synchronous_commit'), coalesce(
                    (SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false)",
            );
            let (synchronous_commit, encrypted) = query.fetch_one(&mut connection).await?;
            connection.close().await?;
            Ok(Self { synchronous_commit, encrypted })
        };
        let timed_out = |_| Err(sqlx::Error::Io(io::ErrorKind::TimedOut.into()));
        tokio::time::timeout(TIMEOUT, ask).await.unwrap_or_else(timed_out)
    }

    /// The setting with which commits are durable: that of the database and the role, unless it is off.
    fn durable_commit(&self) -> String {
        if self.synchronous_commit == "off" {
            tracing::warn!(
                "synchronous_commit is off for this database or role; divvy sets it to on"
            );
            return "on".to_owned();
        }
        self.synchronous_commit.clone()
    }

    /// Games and the hashes of tokens should not cross a network in the open without the operator's knowledge.
    fn warn_of_open_networks(&self, options: &PgConnectOptions) {
        let host = options.get_host().trim_matches(['[', ']']);
        let is_local = options.get_socket().is_some()
            || host == "localhost"
            || host.starts_with('/')
            || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        match self.encrypted {
            true => tracing::info!("connections to PostgreSQL are encrypted"),
            false if is_local => {}
            false => tracing::warn!(
                host,
                "connections to PostgreSQL are not encrypted, because the server offers no TLS"
            ),
        }
    }
}

/// The parameters of an address that sqlx understands. It would log others with their values, a misspelt password too.
const PARAMETERS: [&str; 18] = [
    "sslmode",
    "ssl-mode",
    "sslrootcert",
    "ssl-root-cert",
    "ssl-ca",
    "sslcert",
    "ssl-cert",
    "sslkey",
    "ssl-key",
    "statement-cache-capacity",
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "password",
    "application_name",
    "options",
];

fn without_unknown_parameters(url: &str) -> String {
    let Some((address, parameters)) = url.split_once('?') else { return url.to_owned() };
    let is_known = |parameter: &&str| {
        let name = parameter.split_once('=').map_or(*parameter, |(name, _)| name);
        PARAMETERS.contains(&name) || name.starts_with("options[")
    };
    let (known, unknown): (Vec<&str>, Vec<&str>) = parameters.split('&').partition(is_known);
    if !unknown.is_empty() {
        let count = unknown.len();
        tracing::warn!(
            count,
            "parameters of the database's address that divvy does not know are ignored"
        );
    }
    format!("{address}?{}", known.join("&"))
}

/// Tells a database that does not answer from one that refuses.
fn open_error(place: &str, error: &sqlx::Error) -> OpenError {
    let code = error.as_database_error().and_then(|error| error.code());
    // It starts, shuts down, or has no connection left.
    let is_temporary = code.is_some_and(|code| ["57P03", "57P01", "53300"].contains(&&*code));
    // TLS reports a certificate that is not trusted as invalid data; it will not be trusted later either.
    let is_away = |io: &io::Error| io.kind() != io::ErrorKind::InvalidData;
    let (place, why) = (place.to_owned(), error.to_string());
    match is_temporary || matches!(error, sqlx::Error::Io(io) if is_away(io)) {
        true => OpenError::Unreachable { place, why },
        false => OpenError::Failed { place, why },
    }
}

/// One value of each row.
fn column<R, T>(rows: &[R], value: impl Fn(&R) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}

/// Names the database without user and password.
fn place(options: &PgConnectOptions) -> String {
    let host = match options.get_socket() {
        Some(folder) => folder.display().to_string(),
        None => format!("{}:{}", options.get_host(), options.get_port()),
    };
    format!("PostgreSQL database {} at {host}", options.get_database().unwrap_or("(default)"))
}

/// Whether the database aborted the transaction in favour of another.
fn is_deadlock(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| code == "40P01" || code == "40001")
}

#[async_trait]
impl StorageReads for Postgres {
    async fn load(&self, id: &GameId) -> Result<Option<StoredGame>, StorageError> {
        let query = sqlx::query_as(LOAD).bind(id.as_str());
        let rows = self.pool.call(async |connection| query.fetch_all(connection).await).await?;
        stored_game(id, rows, self.checksums)
    }

    async fn events_after(
        &self,
        id: &GameId,
        number: u32,
    ) -> Result<Vec<StoredEvent>, StorageError> {
        let query = sqlx::query_as(EVENTS_AFTER).bind(id.as_str()).bind(i64::from(number));
        let rows: Vec<Row> =
            self.pool.call(async |connection| query.fetch_all(connection).await).await?;
        stored_events(id, rows, number, self.checksums)
    }

    async fn count_inactive(&self, since: i64) -> Result<[u64; 2], StorageError> {
        let query = sqlx::query_as(COUNT_INACTIVE).bind(since);
        let count = async |connection: &mut PgConnection| query.fetch_one(connection).await;
        self.ask_within(COUNT_TIMEOUT, count).await.map(counts)
    }

    async fn admin_changes(&self, after: Option<i64>) -> Result<AdminChanges, StorageError> {
        self.pool.call(async |connection| admin::changes_after(connection, after).await).await
    }

    async fn bans(&self) -> Result<Vec<Ban>, StorageError> {
        self.pool.call(async |connection| admin::all_bans(connection).await).await
    }

    async fn broadcast(&self, message: String) {
        let Some(payload) = self.process.message(&message) else {
            return tracing::warn!(bytes = message.len(), "a message is too long to broadcast");
        };
        let query = sqlx::query("SELECT pg_notify('divvy', $1)").bind(payload);
        let sent = self.pool.call(async |connection| query.execute(connection).await);
        if let Err(error) = sent.await {
            tracing::warn!(%error, "a message to other processes was lost");
        }
    }

    fn subscribe(&self) -> Option<broadcast::Receiver<Notification>> {
        Some(self.listener.subscribe())
    }
}

#[async_trait]
impl Storage for Postgres {
    async fn write(&self, writes: Vec<GameWrite>) -> Result<Vec<WriteOutcome>, StorageError> {
        let stored = self.store(&writes).await;
        if stored.is_err() {
            // The database may still complete the statement.
            self.unconfirmed.add(writes.iter().map(GameWrite::id), Instant::now());
        }
        stored
    }

    /// A record of TLS holds 16 KB, and sqlx sends each by itself and does not switch Nagle's algorithm off: the second one of
    /// a statement would wait 40 ms for the acknowledgement of the first.
    fn max_group_bytes(&self) -> usize {
        if self.encrypted { 12 * 1024 } else { usize::MAX }
    }

    async fn delete_inactive(&self, since: i64) -> Result<u64, StorageError> {
        let delete = async |connection: &mut PgConnection| {
            let mut transaction = connection.begin().await?;
            // No event may be appended between the last check of a game and its deletion, and there is no foreign key
            // that would keep it out. `STORE` has `games` as the target of an INSERT even when it creates none, so its
            // ROW EXCLUSIVE lock waits for this EXCLUSIVE one until the transaction ends. Reads, with ACCESS SHARE, do
            // not wait.
            sqlx::query("LOCK TABLE games IN EXCLUSIVE MODE").execute(&mut *transaction).await?;
            let done = sqlx::query(DELETE).bind(since).execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(done.rows_affected())
        };
        self.pool.call(delete).await
    }

    async fn check_writable(&self) -> Result<(), StorageError> {
        // It writes a new version of the row.
        let write = sqlx::query("UPDATE schema SET version = version");
        self.pool.call(async |connection| write.execute(connection).await.map(drop)).await
    }
}

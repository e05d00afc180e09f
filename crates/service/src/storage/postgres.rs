//! Games in a PostgreSQL database, for several processes that form one service and notify each other of events. Calls are
//! given up after a while, so that a database that is gone is noticed soon and one that is back is used at once.

mod listener;
mod sql;

use std::io;
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgArguments, PgConnectOptions};
use sqlx::{ConnectOptions, Connection, PgConnection};
use tokio::sync::broadcast;
use tokio::task::JoinSet;

use self::listener::{Channel, listen};
pub(super) use self::sql::DELETE;
use self::sql::{STORE, TABLES};
use super::connections::Connections;
use super::database::Value::Text;
use super::database::{Columns, PLAYER, Statement, Value, arguments, storage_error};
use super::open::check_schema;
use super::write_group::{WriteGroup, group, json};
use super::{GameWrite, Notification, OpenError, StorageError, WriteOutcome};

/// Connections for everything but the writes of games and events.
const POOL_SIZE: usize = 4;

/// How often a transaction is tried that the database aborts because of a deadlock.
const MAX_TRIES: usize = 3;

/// How long it may take to make the tables, including the wait for another process that does.
const SCHEMA_TIMEOUT: Duration = Duration::from_secs(60);

/// The key of the advisory lock of a process that makes the tables.
const SCHEMA_LOCK: i64 = 0x6469_7676_7900;

/// No event may be appended to a game while it is deleted, and there is no foreign key that would keep it out. `STORE` has
/// `games` as the target of an INSERT even when it creates none, so its ROW EXCLUSIVE lock waits for this EXCLUSIVE one until
/// the transaction ends. Reads, with ACCESS SHARE, do not wait. Entries of the log are numbered in the order in which they
/// become visible, because each waits for the last.
const LOCK: &str = "LOCK TABLE games, admin_log IN EXCLUSIVE MODE";

#[derive(Debug)]
pub(super) struct Postgres {
    writer: Connections<PgConnection>,
    pool: Connections<PgConnection>,
    channel: Arc<Channel>,
    _listener: JoinSet<()>,
}

impl Postgres {
    /// Connects to the database, makes its tables if there are none, and begins to listen.
    pub(super) async fn connect(url: &str) -> Result<Self, OpenError> {
        let options =
            PgConnectOptions::from_str(&without_unknown_parameters(url)).map_err(|error| {
                OpenError::InvalidUrl(format!(
                    "this is not the address of a PostgreSQL database ({error})"
                ))
            })?;
        let place = place(&options);
        let failed = |error: StorageError| OpenError::Failed(place.clone(), error.to_string());
        let commit = durable_commit(&options).await.map_err(|error| open_error(&place, &error))?;
        let options = options.application_name("divvy").options([
            ("synchronous_commit", &*commit),
            // Statements are planned once, often while the tables are empty; the plans must suit large tables.
            ("enable_seqscan", "off"),
            ("jit", "off"),
            ("statement_timeout", "5s"),
        ]);
        let (writer, pool) = (Connections::new(&options, 1), Connections::new(&options, POOL_SIZE));
        let found = within(SCHEMA_TIMEOUT, writer.with(schema_of)).await.map_err(failed)?;
        check_schema(&place, found)?;
        let channel = Channel::new();
        let listener = listen(&options, Arc::clone(&channel));
        let _listener = within(PLAYER, listener).await.map_err(failed)?;
        Ok(Self { writer, pool, channel, _listener })
    }

    pub(super) async fn fetch<T: Columns>(
        &self,
        patience: Duration,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<T>, StorageError> {
        let fetch = async |connection: &mut PgConnection| {
            sqlx::query_as_with(sql, arguments::<PgArguments>(values)?).fetch_all(connection).await
        };
        match patience {
            PLAYER => within(PLAYER, self.pool.with(fetch)).await,
            _ => self.in_transaction(patience, fetch).await,
        }
    }

    pub(super) async fn change(
        &self,
        patience: Duration,
        statements: &[Statement<'_>],
    ) -> Result<u64, StorageError> {
        let change = async |connection: &mut PgConnection| {
            sqlx::raw_sql(LOCK).execute(&mut *connection).await?;
            let mut rows = 0;
            for (sql, values) in statements {
                let query = sqlx::query_with(*sql, arguments::<PgArguments>(values)?);
                rows += query.execute(&mut *connection).await?.rows_affected();
            }
            Ok(rows)
        };
        self.in_transaction(patience, change).await
    }

    /// Does something that may take as long as this, in one transaction.
    async fn in_transaction<T>(
        &self,
        patience: Duration,
        work: impl AsyncFnOnce(&mut PgConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, StorageError> {
        let transaction = self.pool.with(async |connection| {
            let mut transaction = connection.begin().await?;
            let query = sqlx::query("SELECT set_config('statement_timeout', $1, true)");
            query.bind(patience.as_millis().to_string()).execute(&mut *transaction).await?;
            let result = work(&mut transaction).await?;
            transaction.commit().await?;
            Ok(result)
        });
        within(patience, transaction).await
    }

    pub(super) async fn broadcast(&self, message: &str) {
        let Some(payload) = self.channel.message(message) else {
            return tracing::warn!(bytes = message.len(), "a message is too long to broadcast");
        };
        let notify = "SELECT pg_notify('divvy', $1)::text";
        if let Err(error) = self.fetch::<(String,)>(PLAYER, notify, &[Text(&payload)]).await {
            tracing::warn!(%error, "a message to other processes was lost");
        }
    }

    pub(super) fn subscribe(&self) -> broadcast::Receiver<Notification> {
        self.channel.notifications.subscribe()
    }

    /// Two processes can still deadlock when one of them appends several events to one game in one call. The database
    /// then aborts one transaction, and nothing of it is stored.
    pub(super) async fn write(
        &self,
        writes: &[GameWrite],
    ) -> Result<Vec<WriteOutcome>, StorageError> {
        let groups = group(writes)?;
        let mut tries = 0;
        loop {
            tries += 1;
            let mut outcomes = vec![WriteOutcome::Conflict; writes.len()];
            let mut is_aborted = false;
            let stored = self.writer.with(async |connection| {
                let stored = self.store(connection, &groups, &mut outcomes).await;
                is_aborted = stored.as_ref().is_err_and(is_deadlock);
                stored
            });
            let stored = within(PLAYER, stored).await;
            if !is_aborted || tries == MAX_TRIES {
                return stored.map(|()| outcomes).inspect_err(|_| {
                    // The database may still complete the statement.
                    let games = writes.iter().filter_map(|write| Some(write.parts().0?.0));
                    self.channel.unconfirmed(games);
                });
            }
        }
    }

    async fn store(
        &self,
        connection: &mut PgConnection,
        groups: &[WriteGroup<'_>],
        outcomes: &mut [WriteOutcome],
    ) -> Result<(), sqlx::Error> {
        if let [group] = groups {
            return self.store_group(connection, group, outcomes).await;
        }
        let mut transaction = connection.begin().await?;
        for group in groups {
            self.store_group(&mut transaction, group, outcomes).await?;
        }
        transaction.commit().await
    }

    async fn store_group(
        &self,
        connection: &mut PgConnection,
        group: &WriteGroup<'_>,
        outcomes: &mut [WriteOutcome],
    ) -> Result<(), sqlx::Error> {
        let (games, events) = group.columns(outcomes);
        let query = sqlx::query_as(STORE).bind(json(&games)?).bind(json(&events)?);
        let query = query.bind(self.channel.changed_prefix());
        let stored: Vec<(Vec<String>, Vec<i64>, String)> = query.fetch_all(connection).await?;
        for (ids, numbers, _) in stored {
            for (id, number) in ids.iter().zip(numbers) {
                group.mark_stored(id, number, outcomes);
            }
        }
        Ok(())
    }
}

/// The setting with which commits are durable: that of the database and the role, unless it is off. Games and the hashes of
/// tokens should not cross a network in the open without the operator's knowledge, which is warned of.
async fn durable_commit(options: &PgConnectOptions) -> Result<String, sqlx::Error> {
    let ask = async {
        let mut connection = options.connect().await?;
        let query = sqlx::query_as(
            "SELECT current_setting('synchronous_commit'), coalesce(
                (SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false)",
        );
        let answer = query.fetch_one(&mut connection).await?;
        connection.close().await?;
        Ok(answer)
    };
    let timed_out = |_| Err(sqlx::Error::Io(io::ErrorKind::TimedOut.into()));
    let (commit, encrypted): (String, bool) =
        tokio::time::timeout(PLAYER, ask).await.unwrap_or_else(timed_out)?;
    let host = options.get_host().trim_matches(['[', ']']);
    let is_local = options.get_socket().is_some()
        || host == "localhost"
        || host.starts_with('/')
        || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    if encrypted {
        tracing::info!("connections to PostgreSQL are encrypted");
    } else if !is_local {
        let why = "connections to PostgreSQL are not encrypted, because the server offers no TLS";
        tracing::warn!(host, "{why}");
    }
    if commit == "off" {
        tracing::warn!("synchronous_commit is off for this database or role; divvy sets it to on");
        return Ok("on".to_owned());
    }
    Ok(commit)
}

/// The parameters of an address that sqlx understands. It would log others with their values, a misspelt password too.
const PARAMETERS: &str = "sslmode ssl-mode sslrootcert ssl-root-cert ssl-ca sslcert ssl-cert sslkey ssl-key \
     statement-cache-capacity host hostaddr port dbname user password application_name options";

fn without_unknown_parameters(url: &str) -> String {
    let Some((address, parameters)) = url.split_once('?') else { return url.to_owned() };
    let is_known = |parameter: &&str| {
        let name = parameter.split_once('=').map_or(*parameter, |(name, _)| name);
        PARAMETERS.split(' ').any(|known| known == name) || name.starts_with("options[")
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
        true => OpenError::Unreachable(place, why),
        false => OpenError::Failed(place, why),
    }
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

/// Makes the tables of an empty database, and returns the number of the schema. Processes that start at the same time do so
/// one after the other.
async fn schema_of(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    sqlx::raw_sql("SET LOCAL statement_timeout = 0").execute(&mut *transaction).await?;
    let lock = sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(SCHEMA_LOCK);
    lock.execute(&mut *transaction).await?;
    let is_new = sqlx::query_scalar("SELECT to_regclass('schema') IS NULL");
    if is_new.fetch_one(&mut *transaction).await? {
        sqlx::raw_sql(TABLES).execute(&mut *transaction).await?;
    }
    let version = sqlx::query_scalar("SELECT version FROM schema");
    let version = version.fetch_one(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(version)
}

/// The result of a call, if it comes in time.
async fn within<T>(
    timeout: Duration,
    call: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, StorageError> {
    match tokio::time::timeout(timeout, call).await {
        Ok(result) => result.map_err(storage_error),
        Err(_) => Err(StorageError::Unavailable("it does not answer".to_owned())),
    }
}

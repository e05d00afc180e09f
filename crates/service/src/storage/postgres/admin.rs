//! What an operator asks of a PostgreSQL database.

use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::{Connection, PgConnection};

use super::Postgres;
use super::schema::{CONTRACT, lock_schema};
use crate::network::Network;
use crate::storage::admin::{
    ANNOUNCE, BAN, BANS, CHANGES, COUNT_UNSEALED, DELETE_EVENTS, DELETE_GAME, LAST_CHANGE, LIST,
    ListColumns, ORPHANS, SEAL_EVENT, SEAL_GAME, UNBAN, UNSEALED, WRONG_SCHEMA, bans_of,
    damaged_bans, from_hex, orphaned,
};
use crate::storage::checksum::row_checksums;
use crate::storage::write_group::Checksums;
use crate::storage::{
    AdminChange, AdminChanges, AdminStorage, Ban, Contracted, GameId, GameRow, StorageError,
    StoredGame,
};

/// An operator waits longer than a player.
const TIMEOUT: Duration = Duration::from_secs(3_600);

const IDS_AFTER: &str = "
    SELECT serial, encode(convert_to(id, 'UTF8'), 'hex') FROM games
    WHERE serial > $1 ORDER BY serial LIMIT 1000";

/// Whether the tables accept rows with a checksum only.
const REQUIRES_CHECKSUMS: &str = "
    SELECT attnotnull FROM pg_attribute
    WHERE attrelid = 'events'::regclass AND attname = 'checksum'";

/// Changes of the log are numbered in the order in which they become visible, because each waits for the last.
const LOCK_LOG: &str = "LOCK TABLE admin_log IN EXCLUSIVE MODE";

/// As when inactive games are deleted: no event may be appended to a game that goes.
const LOCK_GAMES: &str = "LOCK TABLE games IN EXCLUSIVE MODE";

pub(super) async fn changes_after(
    connection: &mut PgConnection,
    after: Option<i64>,
) -> Result<AdminChanges, sqlx::Error> {
    let Some(after) = after else {
        let last = sqlx::query_scalar(LAST_CHANGE).fetch_one(connection).await?;
        return Ok(AdminChanges { last, changes: Vec::new() });
    };
    let rows = sqlx::query_as(CHANGES).bind(after).fetch_all(connection).await?;
    Ok(AdminChanges::of(after, rows))
}

pub(super) async fn all_bans(connection: &mut PgConnection) -> Result<Vec<Ban>, sqlx::Error> {
    Ok(bans_of(sqlx::query_as(BANS).fetch_all(connection).await?))
}

impl Postgres {
    /// Asks something that may take long.
    async fn ask<T>(
        &self,
        ask: impl AsyncFnOnce(&mut PgConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, StorageError> {
        self.ask_within(TIMEOUT, ask).await
    }

    pub(super) async fn ask_within<T>(
        &self,
        timeout: Duration,
        ask: impl AsyncFnOnce(&mut PgConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, StorageError> {
        let within_transaction = async |connection: &mut PgConnection| {
            let mut transaction = connection.begin().await?;
            let query = sqlx::query("SELECT set_config('statement_timeout', $1, true)");
            query.bind(timeout.as_millis().to_string()).execute(&mut *transaction).await?;
            let asked = ask(&mut transaction).await?;
            transaction.commit().await?;
            Ok(asked)
        };
        self.pool.call_within(timeout, within_transaction).await
    }

    /// Makes a change in one transaction, and tells running servers of it if something changed.
    async fn change(
        &self,
        (announced, at): (&AdminChange, i64),
        change: impl AsyncFnOnce(&mut PgConnection) -> Result<bool, sqlx::Error>,
    ) -> Result<bool, StorageError> {
        let announcing = async |connection: &mut PgConnection| {
            let changed = change(&mut *connection).await?;
            if changed {
                sqlx::raw_sql(LOCK_LOG).execute(&mut *connection).await?;
                let query = sqlx::query(ANNOUNCE).bind(at).bind(announced.action());
                query.bind(announced.subject()).execute(connection).await?;
            }
            Ok(changed)
        };
        self.ask(announcing).await
    }
}

#[async_trait]
impl AdminStorage for Postgres {
    async fn list(&self, limit: i64) -> Result<Vec<GameRow>, StorageError> {
        let query = sqlx::query_as(LIST).bind(limit);
        let rows: Vec<ListColumns> =
            self.ask(async |connection| query.fetch_all(connection).await).await?;
        Ok(rows.into_iter().map(GameRow::of).collect())
    }

    async fn ids_after(&self, serial: i64) -> Result<Vec<(i64, Vec<u8>)>, StorageError> {
        let query = sqlx::query_as(IDS_AFTER).bind(serial);
        self.ask(async |connection| query.fetch_all(connection).await).await.map(from_hex)
    }

    async fn structural_damage(&self) -> Result<Vec<String>, StorageError> {
        let query = sqlx::query_scalar(ORPHANS);
        let orphans: Vec<i64> =
            self.ask(async |connection| query.fetch_all(connection).await).await?;
        let query = sqlx::query_as(BANS);
        let bans = self.ask(async |connection| query.fetch_all(connection).await).await?;
        let query = sqlx::query_scalar(REQUIRES_CHECKSUMS);
        let required: bool = self.ask(async |connection| query.fetch_one(connection).await).await?;
        let wrong = required && self.takes_older_versions();
        let wrong = wrong.then(|| WRONG_SCHEMA.to_owned());
        Ok(orphans.into_iter().map(orphaned).chain(damaged_bans(bans)).chain(wrong).collect())
    }

    async fn delete_game(&self, id: &GameId, at: i64) -> Result<bool, StorageError> {
        let announced = AdminChange::Deleted(id.clone());
        let delete = async |connection: &mut PgConnection| {
            sqlx::raw_sql(LOCK_GAMES).execute(&mut *connection).await?;
            let query = sqlx::query(DELETE_EVENTS).bind(id.as_str());
            query.execute(&mut *connection).await?;
            let query = sqlx::query(DELETE_GAME).bind(id.as_str());
            Ok(query.execute(connection).await?.rows_affected() > 0)
        };
        self.change((&announced, at), delete).await
    }

    async fn delete_row(&self, serial: i64) -> Result<bool, StorageError> {
        let delete = async |connection: &mut PgConnection| {
            sqlx::raw_sql(LOCK_GAMES).execute(&mut *connection).await?;
            let mut deleted = 0;
            for statement in
                ["DELETE FROM events WHERE game = $1", "DELETE FROM games WHERE serial = $1"]
            {
                let query = sqlx::query(statement).bind(serial);
                deleted += query.execute(&mut *connection).await?.rows_affected();
            }
            Ok(deleted > 0)
        };
        self.ask(delete).await
    }

    async fn announce(&self, change: &AdminChange, at: i64) -> Result<(), StorageError> {
        self.change((change, at), async |_| Ok(true)).await.map(drop)
    }

    async fn ban(&self, ban: &Ban) -> Result<(), StorageError> {
        let add = async |connection: &mut PgConnection| {
            let query = sqlx::query(BAN).bind(ban.network.to_string()).bind(ban.at).bind(ban.until);
            query.execute(connection).await?;
            Ok(true)
        };
        self.change((&AdminChange::Bans, ban.at), add).await.map(drop)
    }

    async fn unban(&self, network: &Network, at: i64) -> Result<bool, StorageError> {
        let remove = async |connection: &mut PgConnection| {
            let query = sqlx::query(UNBAN).bind(network.to_string());
            Ok(query.execute(connection).await?.rows_affected() > 0)
        };
        self.change((&AdminChange::Bans, at), remove).await
    }

    fn takes_older_versions(&self) -> bool {
        self.checksums == Checksums::Optional
    }

    async fn count_unsealed(&self) -> Result<i64, StorageError> {
        let query = sqlx::query_scalar(COUNT_UNSEALED);
        self.ask(async |connection| query.fetch_one(connection).await).await
    }

    async fn unsealed_after(&self, serial: i64) -> Result<Vec<(i64, String)>, StorageError> {
        let query = sqlx::query_as(UNSEALED).bind(serial);
        self.ask(async |connection| query.fetch_all(connection).await).await
    }

    async fn seal(&self, games: &[(GameId, StoredGame)]) -> Result<(), StorageError> {
        let seal = async |connection: &mut PgConnection| {
            for (id, game) in games {
                for (number, checksum) in row_checksums(id, game) {
                    let query = match number {
                        0 => sqlx::query(SEAL_GAME).bind(id.as_str()),
                        event => sqlx::query(SEAL_EVENT).bind(id.as_str()).bind(event),
                    };
                    query.bind(checksum).execute(&mut *connection).await?;
                }
            }
            Ok(())
        };
        self.ask(seal).await
    }

    async fn contract(&self) -> Result<Contracted, StorageError> {
        let contract = async |connection: &mut PgConnection| {
            lock_schema(&mut *connection).await?;
            let query = sqlx::query_scalar("SELECT version FROM schema");
            let version: i64 = query.fetch_one(&mut *connection).await?;
            if version != 1 {
                return Ok(Contracted::Before);
            }
            sqlx::raw_sql("LOCK TABLE games, events IN ACCESS EXCLUSIVE MODE")
                .execute(&mut *connection)
                .await?;
            let missing = sqlx::query_scalar(COUNT_UNSEALED).fetch_one(&mut *connection).await?;
            if missing > 0 {
                return Ok(Contracted::Missing(missing));
            }
            sqlx::raw_sql(CONTRACT).execute(connection).await?;
            Ok(Contracted::Now)
        };
        self.ask(contract).await
    }

    async fn backup(&self, _file: &Path) -> Option<Result<(), StorageError>> {
        None
    }
}

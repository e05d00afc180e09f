//! What an operator asks of a SQLite file.

use std::path::Path;

use async_trait::async_trait;
use sqlx::SqliteConnection;

use super::files::{folder_of, sync_folder};
use super::schema::{CONTRACT, storage_error};
use super::{Sqlite, in_transaction};
use crate::network::Network;
use crate::storage::admin::{
    ANNOUNCE, BAN, BANS, CHANGES, COUNT_UNSEALED, DELETE_GAME, LAST_CHANGE, LIST, ListColumns,
    ORPHANS, SEAL_EVENT, SEAL_GAME, UNBAN, UNSEALED, WRONG_SCHEMA, bans_of, damaged_bans, from_hex,
    orphaned,
};
use crate::storage::checksum::row_checksums;
use crate::storage::write_group::Checksums;
use crate::storage::{
    AdminChange, AdminChanges, AdminStorage, Ban, Contracted, GameId, GameRow, StorageError,
    StoredGame,
};

/// From the table and not from an index, which may be whole when the table is not.
const IDS_AFTER: &str = "
    SELECT serial, hex(id) FROM games NOT INDEXED WHERE serial > $1 ORDER BY serial LIMIT 1000";

/// Whether the tables accept rows with a checksum only.
const REQUIRES_CHECKSUMS: &str = "
    SELECT EXISTS (SELECT 1 FROM pragma_table_info('events') WHERE name = 'checksum' AND \"notnull\")
        OR EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'events_have_checksums')";

impl Sqlite {
    pub(super) async fn changes_after(
        &self,
        after: Option<i64>,
    ) -> Result<AdminChanges, sqlx::Error> {
        let Some(after) = after else {
            let last = sqlx::query_scalar(LAST_CHANGE).fetch_one(&self.readers).await?;
            return Ok(AdminChanges { last, changes: Vec::new() });
        };
        let rows = sqlx::query_as(CHANGES).bind(after).fetch_all(&self.readers).await?;
        Ok(AdminChanges::of(after, rows))
    }

    pub(super) async fn all_bans(&self) -> Result<Vec<Ban>, sqlx::Error> {
        Ok(bans_of(sqlx::query_as(BANS).fetch_all(&self.readers).await?))
    }

    /// Makes a change in one transaction, and tells running servers of it if something changed.
    async fn change(
        &self,
        announced: Option<(&AdminChange, i64)>,
        change: impl AsyncFnOnce(&mut SqliteConnection) -> Result<bool, sqlx::Error>,
    ) -> Result<bool, StorageError> {
        let change = async |connection: &mut SqliteConnection| {
            let changed = change(&mut *connection).await?;
            if let (true, Some((announced, at))) = (changed, announced) {
                let query = sqlx::query(ANNOUNCE).bind(at).bind(announced.action());
                query.bind(announced.subject()).execute(connection).await?;
            }
            Ok(changed)
        };
        self.write_with(async |writer| in_transaction(writer, change).await).await
    }
}

#[async_trait]
impl AdminStorage for Sqlite {
    async fn list(&self, limit: i64) -> Result<Vec<GameRow>, StorageError> {
        let query = sqlx::query_as(LIST).bind(limit);
        let rows: Vec<ListColumns> = query.fetch_all(&self.readers).await.map_err(storage_error)?;
        Ok(rows.into_iter().map(GameRow::of).collect())
    }

    async fn ids_after(&self, serial: i64) -> Result<Vec<(i64, Vec<u8>)>, StorageError> {
        let query = sqlx::query_as(IDS_AFTER).bind(serial);
        query.fetch_all(&self.readers).await.map(from_hex).map_err(storage_error)
    }

    async fn structural_damage(&self) -> Result<Vec<String>, StorageError> {
        // Compares every index with its table, too.
        let query = sqlx::query_scalar("PRAGMA integrity_check");
        let mut found: Vec<String> = query.fetch_all(&self.readers).await.map_err(storage_error)?;
        found.retain(|line| line != "ok");
        let query = sqlx::query_scalar(ORPHANS);
        let orphans: Vec<i64> = query.fetch_all(&self.readers).await.map_err(storage_error)?;
        found.extend(orphans.into_iter().map(orphaned));
        let bans = sqlx::query_as(BANS).fetch_all(&self.readers).await.map_err(storage_error)?;
        found.extend(damaged_bans(bans));
        let query = sqlx::query_scalar(REQUIRES_CHECKSUMS);
        let required: bool = query.fetch_one(&self.readers).await.map_err(storage_error)?;
        let wrong = required && self.takes_older_versions();
        found.extend(wrong.then(|| WRONG_SCHEMA.to_owned()));
        Ok(found)
    }

    async fn delete_game(&self, id: &GameId, at: i64) -> Result<bool, StorageError> {
        let announced = AdminChange::Deleted(id.clone());
        let delete = async |connection: &mut SqliteConnection| {
            // Its events go with it.
            let query = sqlx::query(DELETE_GAME).bind(id.as_str());
            Ok(query.execute(connection).await?.rows_affected() > 0)
        };
        self.change(Some((&announced, at)), delete).await
    }

    async fn delete_row(&self, serial: i64) -> Result<bool, StorageError> {
        let delete = async |connection: &mut SqliteConnection| {
            let mut deleted = 0;
            for statement in
                ["DELETE FROM events WHERE game = $1", "DELETE FROM games WHERE serial = $1"]
            {
                let query = sqlx::query(statement).bind(serial);
                deleted += query.execute(&mut *connection).await?.rows_affected();
            }
            Ok(deleted > 0)
        };
        self.change(None, delete).await
    }

    async fn announce(&self, change: &AdminChange, at: i64) -> Result<(), StorageError> {
        self.change(Some((change, at)), async |_| Ok(true)).await.map(drop)
    }

    async fn ban(&self, ban: &Ban) -> Result<(), StorageError> {
        let add = async |connection: &mut SqliteConnection| {
            let query = sqlx::query(BAN).bind(ban.network.to_string()).bind(ban.at).bind(ban.until);
            query.execute(connection).await?;
            Ok(true)
        };
        self.change(Some((&AdminChange::Bans, ban.at)), add).await.map(drop)
    }

    async fn unban(&self, network: &Network, at: i64) -> Result<bool, StorageError> {
        let remove = async |connection: &mut SqliteConnection| {
            let query = sqlx::query(UNBAN).bind(network.to_string());
            Ok(query.execute(connection).await?.rows_affected() > 0)
        };
        self.change(Some((&AdminChange::Bans, at)), remove).await
    }

    fn takes_older_versions(&self) -> bool {
        self.checksums == Checksums::Optional
    }

    async fn count_unsealed(&self) -> Result<i64, StorageError> {
        let query = sqlx::query_scalar(COUNT_UNSEALED);
        query.fetch_one(&self.readers).await.map_err(storage_error)
    }

    async fn unsealed_after(&self, serial: i64) -> Result<Vec<(i64, String)>, StorageError> {
        let query = sqlx::query_as(UNSEALED).bind(serial);
        query.fetch_all(&self.readers).await.map_err(storage_error)
    }

    async fn seal(&self, games: &[(GameId, StoredGame)]) -> Result<(), StorageError> {
        let seal = async |connection: &mut SqliteConnection| {
            for (id, game) in games {
                for (number, checksum) in row_checksums(id, game) {
                    let query = match number {
                        0 => sqlx::query(SEAL_GAME).bind(id.as_str()),
                        event => sqlx::query(SEAL_EVENT).bind(id.as_str()).bind(event),
                    };
                    query.bind(checksum).execute(&mut *connection).await?;
                }
            }
            Ok(true)
        };
        self.change(None, seal).await.map(drop)
    }

    async fn contract(&self) -> Result<Contracted, StorageError> {
        let mut contracted = Contracted::Before;
        let contract = async |connection: &mut SqliteConnection| {
            let query = sqlx::query_scalar("SELECT version FROM schema");
            let version: i64 = query.fetch_one(&mut *connection).await?;
            if version == 1 {
                let query = sqlx::query_scalar(COUNT_UNSEALED);
                contracted = match query.fetch_one(&mut *connection).await? {
                    0 => Contracted::Now,
                    missing => Contracted::Missing(missing),
                };
            }
            if contracted == Contracted::Now {
                sqlx::raw_sql(CONTRACT).execute(connection).await?;
            }
            Ok(true)
        };
        self.change(None, contract).await?;
        Ok(contracted)
    }

    async fn backup(&self, file: &Path) -> Option<Result<(), StorageError>> {
        let failed = |error: &dyn std::fmt::Display| StorageError::Unavailable(error.to_string());
        let copy = async {
            let Some(text) = file.to_str() else {
                return Err(failed(&"the name of the file is no text"));
            };
            let query = sqlx::query("VACUUM INTO $1").bind(text);
            self.write_with(async |writer| query.execute(writer).await).await?;
            let synced = std::fs::File::open(file).and_then(|copy| copy.sync_all());
            synced.map_err(|error| failed(&error))?;
            sync_folder(&folder_of(file));
            Ok(())
        };
        Some(copy.await)
    }
}

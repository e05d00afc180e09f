//! A thousand changed bytes, each found by the check, and by loading the game where the game can be loaded by its id.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use divvy_service::admin::check;
use divvy_service::storage::{Database, GameId, Storage, StorageError, StorageReads, open_admin};
use divvy_testing::Cluster;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

use crate::{admin_at, play, run};

const FLIPS: usize = 1_000;

/// Each needs a file of its own.
const FILE_FLIPS: usize = 250;

/// Numbers that look random and are the same each time (xorshift).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap()
    }
}

/// A column of a row.
#[derive(Clone, Copy, Debug)]
struct Cell {
    table: &'static str,
    column: &'static str,
    is_text: bool,
}

const fn cell(table: &'static str, column: &'static str, is_text: bool) -> Cell {
    Cell { table, column, is_text }
}

const CELLS: [Cell; 10] = [
    cell("games", "serial", false),
    cell("games", "id", true),
    cell("games", "at", false),
    cell("games", "setup", true),
    cell("games", "checksum", false),
    cell("events", "game", false),
    cell("events", "number", false),
    cell("events", "at", false),
    cell("events", "event", true),
    cell("events", "checksum", false),
];

impl Cell {
    /// Whether the game is still found by its id, with all its rows.
    fn leaves_the_game_in_place(self) -> bool {
        !["serial", "id", "game"].contains(&self.column)
    }
}

/// A value with one bit pattern of one byte changed. Text stays ASCII without NUL, as PostgreSQL takes no other change.
fn flipped(value: &[u8], is_text: bool, chance: &mut Chance) -> Vec<u8> {
    let mut changed = value.to_vec();
    let place = chance.below(value.len());
    loop {
        let bits = if is_text { 1 + chance.below(127) } else { 1 + chance.below(255) };
        changed[place] = value[place] ^ u8::try_from(bits).unwrap();
        if changed[place] != 0 || !is_text {
            return changed;
        }
    }
}

/// A database that a test changes behind the program's back.
trait Raw {
    /// The bytes of a cell of the row that is the n-th in the order of its place on disk, and what identifies the row.
    async fn read(&mut self, cell: Cell, row: usize) -> (Vec<u8>, String);
    /// Changes the cell; whether the database accepts it.
    async fn write(&mut self, cell: Cell, row: &str, value: &[u8]) -> bool;
    /// The id of the game that the row belongs to.
    async fn game_of(&mut self, cell: Cell, row: &str) -> String;
}

fn number(bytes: &[u8]) -> i64 {
    i64::from_be_bytes(bytes.try_into().unwrap())
}

impl Raw for SqliteConnection {
    async fn read(&mut self, cell: Cell, row: usize) -> (Vec<u8>, String) {
        let Cell { table, column, is_text } = cell;
        let value = if is_text { format!("CAST({column} AS BLOB)") } else { column.to_owned() };
        let sql = format!("SELECT {value}, rowid FROM {table} ORDER BY rowid LIMIT 1 OFFSET {row}");
        let query = AssertSqlSafe(sql);
        if is_text {
            let (value, row): (Vec<u8>, i64) = sqlx::query_as(query).fetch_one(self).await.unwrap();
            (value, row.to_string())
        } else {
            let (value, row): (i64, i64) = sqlx::query_as(query).fetch_one(self).await.unwrap();
            (value.to_be_bytes().to_vec(), row.to_string())
        }
    }

    async fn write(&mut self, cell: Cell, row: &str, value: &[u8]) -> bool {
        let Cell { table, column, is_text } = cell;
        let new = if is_text { "CAST(? AS TEXT)" } else { "?" };
        let sql = format!("UPDATE {table} SET {column} = {new} WHERE rowid = {row}");
        let query = sqlx::query(AssertSqlSafe(sql));
        let query = if is_text { query.bind(value.to_vec()) } else { query.bind(number(value)) };
        query.execute(self).await.is_ok()
    }

    async fn game_of(&mut self, cell: Cell, row: &str) -> String {
        let sql = match cell.table {
            "games" => format!("SELECT id FROM games WHERE rowid = {row}"),
            _ => format!(
                "SELECT id FROM games JOIN events ON game = serial WHERE events.rowid = {row}"
            ),
        };
        sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(self).await.unwrap()
    }
}

impl Raw for PgConnection {
    async fn read(&mut self, cell: Cell, row: usize) -> (Vec<u8>, String) {
        let Cell { table, column, is_text } = cell;
        let value =
            if is_text { format!("convert_to({column}, 'UTF8')") } else { column.to_owned() };
        let key = if table == "games" { "serial || ''" } else { "game || ',' || number" };
        let order = if table == "games" { "serial" } else { "game, number" };
        let sql =
            format!("SELECT {value}, {key} FROM {table} ORDER BY {order} LIMIT 1 OFFSET {row}");
        let query = AssertSqlSafe(sql);
        if is_text {
            sqlx::query_as(query).fetch_one(self).await.unwrap()
        } else {
            let (value, row): (i64, String) = sqlx::query_as(query).fetch_one(self).await.unwrap();
            (value.to_be_bytes().to_vec(), row)
        }
    }

    async fn write(&mut self, cell: Cell, row: &str, value: &[u8]) -> bool {
        let Cell { table, column, is_text } = cell;
        let new = if is_text { "convert_from($1, 'UTF8')" } else { "$1" };
        let sql = format!("UPDATE {table} SET {column} = {new} WHERE {}", pg_key(table, row));
        let query = sqlx::query(AssertSqlSafe(sql));
        let query = if is_text { query.bind(value.to_vec()) } else { query.bind(number(value)) };
        query.execute(self).await.is_ok()
    }

    async fn game_of(&mut self, cell: Cell, row: &str) -> String {
        let serial = row.split(',').next().unwrap();
        let _ = cell;
        let sql = format!("SELECT id FROM games WHERE serial = {serial}");
        sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(self).await.unwrap()
    }
}

/// The condition that is true for one row.
fn pg_key(table: &str, row: &str) -> String {
    match (table, row.split_once(',')) {
        ("events", Some((game, number))) => format!("game = {game} AND number = {number}"),
        _ => format!("serial = {row}"),
    }
}

/// What identifies a row after one of its cells was changed.
fn moved(cell: Cell, row: &str, value: &[u8]) -> String {
    match (cell.table, cell.column, row.split_once(',')) {
        ("games", "serial", _) => number(value).to_string(),
        ("events", "game", Some((_, second))) => format!("{},{second}", number(value)),
        ("events", "number", Some((first, _))) => format!("{first},{}", number(value)),
        _ => row.to_owned(),
    }
}

async fn flip_rows(storage: &Database, raw: &mut impl Raw, rows: [usize; 2]) {
    let (mut chance, mut flips) = (Chance(0x5eed), 0);
    while flips < FLIPS {
        let cell = CELLS[chance.below(CELLS.len())];
        let row = chance.below(if cell.table == "games" { rows[0] } else { rows[1] });
        let (value, row) = raw.read(cell, row).await;
        let id = GameId::parse(&raw.game_of(cell, &row).await).unwrap();
        let changed = flipped(&value, cell.is_text, &mut chance);
        // A number that another row of the same game has is not accepted.
        if !raw.write(cell, &row, &changed).await {
            continue;
        }
        let report = check(storage, |_| {}).await.unwrap();
        assert!(!report.damage.is_empty(), "{cell:?} of {row}: {value:?} {changed:?}");
        if cell.leaves_the_game_in_place() {
            let loaded = storage.load(&id).await;
            assert!(
                matches!(loaded, Err(StorageError::DamagedGame { .. })),
                "{cell:?}: {loaded:?}"
            );
        }
        assert!(raw.write(cell, &moved(cell, &row, &changed), &value).await);
        flips += 1;
    }
    let report = check(storage, |_| {}).await.unwrap();
    assert_eq!((report.games, report.damage), (rows[0] as u64, vec![]));
}

pub(crate) fn every_changed_byte_of_a_row_in_sqlite_is_found() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let address = format!("sqlite:{}", folder.path().join("games.sqlite").display());
        let storage = divvy_service::storage::open(Some(&address), Path::new("unused"));
        let storage: Arc<dyn Storage> = storage.await.unwrap();
        play(&storage, 4).await;
        let admin = admin_at(&address).await;
        let mut raw = SqliteConnection::connect(&address).await.unwrap();
        // As programs have it that are not divvy.
        sqlx::raw_sql("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF")
            .execute(&mut raw)
            .await
            .unwrap();
        flip_rows(admin.as_ref(), &mut raw, [4, 20]).await;
    });
}

/// Nothing refers to the row of a game without events.
pub(crate) fn a_row_with_a_number_that_no_row_is_given_is_found() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let address = format!("sqlite:{}", folder.path().join("games.sqlite").display());
        let storage = divvy_service::storage::open(Some(&address), Path::new("unused"));
        play(&storage.await.unwrap(), 1).await;
        let mut raw = SqliteConnection::connect(&address).await.unwrap();
        let change = "DELETE FROM events; UPDATE games SET serial = -7";
        sqlx::raw_sql(change).execute(&mut raw).await.unwrap();
        let report = check(admin_at(&address).await.as_ref(), |_| {}).await.unwrap();
        let found = report.damage.iter().map(|damage| (damage.row, damage.cause.as_str()));
        let expected = (Some(-7), "its row has a number that no row is given");
        assert_eq!(found.collect::<Vec<_>>(), [expected]);
    });
}

pub(crate) fn every_changed_byte_of_a_row_in_postgresql_is_found() {
    let cluster = Cluster::shared();
    let address = cluster.database();
    run(async {
        let storage = divvy_service::storage::open(Some(&address), Path::new("unused"));
        let storage: Arc<dyn Storage> = storage.await.unwrap();
        play(&storage, 4).await;
        let admin = admin_at(&address).await;
        let mut raw = PgConnection::connect(&address).await.unwrap();
        let serials = "ALTER TABLE games ALTER COLUMN serial SET GENERATED BY DEFAULT;
            ALTER TABLE games ALTER COLUMN serial DROP IDENTITY; SET synchronous_commit = off";
        sqlx::raw_sql(serials).execute(&mut raw).await.unwrap();
        flip_rows(admin.as_ref(), &mut raw, [4, 20]).await;
    });
}

/// Everything that the file holds, as text; `None` if it cannot be read.
async fn contents(path: &Path) -> Option<Vec<String>> {
    let options = format!("sqlite:{}?mode=ro", path.display());
    let mut connection = SqliteConnection::connect(&options).await.ok()?;
    let mut contents = Vec::new();
    for sql in [
        "SELECT version || '' FROM schema",
        "SELECT serial || id || at || setup || checksum FROM games NOT INDEXED ORDER BY serial",
        "SELECT game || ',' || number || ',' || at || event || checksum FROM events NOT INDEXED
            ORDER BY rowid",
    ] {
        let rows: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut connection).await.ok()?;
        contents.extend(rows);
    }
    connection.close().await.ok()?;
    Some(contents)
}

/// Anywhere in the file: in rows, in indexes, in the description of the tables, in headers, in what is not used.
pub(crate) fn every_changed_byte_of_a_file_is_found_or_changes_nothing() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        let whole = divvy_service::storage::open(None, &path).await.unwrap();
        play(&whole, 12).await;
        let copy = folder.path().join("copy.sqlite");
        let admin = open_admin(None, &path).await.unwrap();
        admin.backup(&copy).await.unwrap().unwrap();
        let (bytes, expected) = (fs::read(&copy).unwrap(), contents(&copy).await.unwrap());
        // Zeros are mostly what is not used.
        let used: Vec<usize> = (0..bytes.len()).filter(|&place| bytes[place] != 0).collect();
        let (mut chance, mut found) = (Chance(0xf11e), 0);
        for flip in 0..FILE_FLIPS {
            let mut changed = bytes.clone();
            let place = used[chance.below(used.len())];
            changed[place] ^= u8::try_from(1 + chance.below(255)).unwrap();
            let path = folder.path().join(format!("{flip}.sqlite"));
            fs::write(&path, &changed).unwrap();
            let damaged = match open_admin(None, &path).await {
                Err(_) => true,
                Ok(storage) => match check(storage.as_ref(), |_| {}).await {
                    Ok(report) => !report.damage.is_empty(),
                    Err(_) => true,
                },
            };
            match damaged {
                true => found += 1,
                false => assert_eq!(contents(&path).await.as_ref(), Some(&expected), "{place}"),
            }
            fs::remove_file(&path).unwrap();
        }
        eprintln!(
            "{found} of {FILE_FLIPS} changed bytes of a file were found, the others change nothing"
        );
        // The rest is mostly in pages whose contents have moved to others and that still hold the old bytes.
        assert!(found > FILE_FLIPS / 2, "{found} of {FILE_FLIPS} were found");
    });
}

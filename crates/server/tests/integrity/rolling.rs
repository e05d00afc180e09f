//! A rolling upgrade from schema 1. A process of the version before checksums is played by its statements, which stand
//! here as they were.

use std::path::Path;
use std::sync::Arc;

use divvy_service::admin::{Report, check, upgrade};
use divvy_service::storage::{
    AdminStorage, Contracted, GameId, GameWrite, NewGame, Storage, StorageError, StoredEvent,
    WriteOutcome, open,
};
use divvy_testing::Cluster;
use sqlx::{Connection, PgConnection, SqliteConnection};

use crate::{admin_at, run};

const ID: &str = "rE7sEtaliWC7rIzKnT-ryC";

const SETUP: &str = r#"{"rules":{"game":"multiple-madness","options":{"size":30}},"mode":"local","players":["human","human"],"names":["Player 1","Player 2"],"first":1,"plan":"single","seed":0,"salt":"rE7sEtaliWC7rIzKnT-ryC","holders":["f0d47077b2f4dd4b2b6d43a648d98b0d4add5d28b67666e2321b884603cb9d24","f0d47077b2f4dd4b2b6d43a648d98b0d4add5d28b67666e2321b884603cb9d24"]}"#;

/// A game that can be played in this order.
const MOVES: [u32; 8] = [6, 3, 9, 18, 2, 4, 8, 16];

fn moved(number: u32) -> String {
    format!(r#"{{"kind":"moved","number":{}}}"#, MOVES[number as usize - 1])
}

/// A process of the older version.
trait Older {
    /// What it does when it starts: whether it accepts the schema.
    async fn start(&mut self) -> bool;
    /// Creates the game; whether it could.
    async fn create(&mut self, id: &str) -> bool;
    /// Appends this event; whether it was stored.
    async fn append(&mut self, number: u32) -> Result<bool, sqlx::Error>;
    /// The numbers of the rows that it reads.
    async fn load(&mut self) -> Vec<i64>;
}

const SQLITE_SCHEMA: &str = "
    CREATE TABLE schema (version INTEGER NOT NULL) STRICT; INSERT INTO schema VALUES (0);
    CREATE TABLE games (
        serial INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        at INTEGER NOT NULL,
        setup TEXT NOT NULL
    ) STRICT;
    CREATE INDEX games_by_time ON games (at);
    CREATE TABLE events (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        number INTEGER NOT NULL,
        at INTEGER NOT NULL,
        event TEXT NOT NULL,
        UNIQUE (game, number)
    ) STRICT;
    UPDATE schema SET version = 1;
";

const SQLITE_CREATE: &str = "
    INSERT INTO games (id, at, setup)
    SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) WHERE true
    ON CONFLICT DO NOTHING
    RETURNING id, 0";

const SQLITE_APPEND: &str = "
    INSERT INTO events (game, number, at, event)
    SELECT serial, value ->> 1, value ->> 3, value ->> 4
    FROM json_each(?) CROSS JOIN games ON games.id = value ->> 0
    WHERE value ->> 2 = 1
        OR EXISTS (SELECT 1 FROM events WHERE game = serial AND number = (value ->> 2) - 1)
    ON CONFLICT DO NOTHING
    RETURNING (SELECT id FROM games WHERE serial = game), number";

const LOAD: &str = "
    SELECT CAST(0 AS BIGINT) AS number, at, setup FROM games WHERE id = $1
    UNION ALL
    SELECT number, events.at, event FROM games JOIN events ON game = serial WHERE id = $1
    ORDER BY number";

impl Older for SqliteConnection {
    async fn start(&mut self) -> bool {
        let query = sqlx::query_scalar("SELECT version FROM schema");
        let version: i64 = query.fetch_one(&mut *self).await.unwrap();
        if version > 1 {
            return false;
        }
        sqlx::query("UPDATE schema SET version = ?").bind(1).execute(&mut *self).await.unwrap();
        // As its probe of readiness does.
        for step in [1, -1] {
            let query = sqlx::query("UPDATE schema SET version = version + ?").bind(step);
            query.execute(&mut *self).await.unwrap();
        }
        true
    }

    async fn create(&mut self, id: &str) -> bool {
        let rows = serde_json::to_string(&[(id, 1_000, SETUP)]).unwrap();
        let query = sqlx::query(SQLITE_CREATE).bind(rows);
        query.fetch_all(self).await.is_ok_and(|stored| stored.len() == 1)
    }

    async fn append(&mut self, number: u32) -> Result<bool, sqlx::Error> {
        let rows = [(ID, number, number, 1_000 + number, moved(number))];
        let query = sqlx::query(SQLITE_APPEND).bind(serde_json::to_string(&rows).unwrap());
        Ok(query.fetch_all(self).await?.len() == 1)
    }

    async fn load(&mut self) -> Vec<i64> {
        let query = sqlx::query_as(LOAD).bind(ID);
        let rows: Vec<(i64, i64, String)> = query.fetch_all(self).await.unwrap();
        rows.into_iter().map(|row| row.0).collect()
    }
}

const POSTGRESQL_SCHEMA: &str = "
    CREATE TABLE schema (version BIGINT NOT NULL); INSERT INTO schema VALUES (0);
    CREATE TABLE games (
        serial BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id TEXT COLLATE \"C\" NOT NULL UNIQUE,
        at BIGINT NOT NULL,
        setup TEXT NOT NULL
    );
    CREATE INDEX games_by_time ON games (at);
    CREATE TABLE events (
        game BIGINT NOT NULL,
        number BIGINT NOT NULL,
        at BIGINT NOT NULL,
        event TEXT NOT NULL,
        PRIMARY KEY (game, number)
    );
    UPDATE schema SET version = 1;
";

const POSTGRESQL_STORE: &str = "
    WITH created AS (
        INSERT INTO games (id, at, setup)
        SELECT id, at, setup FROM unnest($1::text[], $2::int8[], $3::text[]) AS new (id, at, setup)
        ORDER BY id
        ON CONFLICT DO NOTHING
        RETURNING id
    ), candidates AS MATERIALIZED (
        SELECT new.*, (SELECT serial FROM games WHERE games.id = new.id) AS game
        FROM unnest($4::text[], $5::int8[], $6::int8[], $7::int8[], $8::text[])
            AS new (id, number, first, at, event)
    ), appended AS (
        INSERT INTO events (game, number, at, event)
        SELECT game, number, at, event FROM candidates
        WHERE game IS NOT NULL AND (first = 1 OR 1 = (
            SELECT 1 FROM events
            WHERE events.game = candidates.game AND events.number = candidates.first - 1
        ))
        ORDER BY game, number
        ON CONFLICT DO NOTHING
        RETURNING game, number
    ), stored AS (
        SELECT id, 0::int8 AS number FROM created
        UNION ALL
        SELECT id, number FROM candidates JOIN appended USING (game, number)
    ), parts AS (
        SELECT id, number, row_number() OVER (ORDER BY id) / 300 AS part FROM stored
    )
    SELECT array_agg(id), array_agg(number),
        pg_notify('divvy', $9 || string_agg(DISTINCT id, ' '))::text
    FROM parts GROUP BY part";

/// The rows of one call of [`POSTGRESQL_STORE`]: new games, and new events.
async fn store(
    connection: &mut PgConnection,
    games: &[&str],
    events: &[u32],
) -> Result<bool, sqlx::Error> {
    let ids = |count| vec![ID.to_owned(); count];
    let numbers: Vec<i64> = events.iter().map(|&number| number.into()).collect();
    let times: Vec<i64> = numbers.iter().map(|number| 1_000 + number).collect();
    let query = sqlx::query(POSTGRESQL_STORE)
        .bind(games.iter().map(|&id| id.to_owned()).collect::<Vec<_>>())
        .bind(vec![1_000_i64; games.len()])
        .bind(vec![SETUP.to_owned(); games.len()])
        .bind(ids(events.len()))
        .bind(&numbers)
        .bind(&numbers)
        .bind(times)
        .bind(events.iter().map(|&number| moved(number)).collect::<Vec<_>>())
        .bind("0123456789abcdef changed ");
    Ok(!query.fetch_all(connection).await?.is_empty())
}

impl Older for PgConnection {
    async fn start(&mut self) -> bool {
        let query = sqlx::query_scalar("SELECT version FROM schema");
        let version: i64 = query.fetch_one(&mut *self).await.unwrap();
        if version > 1 {
            return false;
        }
        sqlx::query("UPDATE schema SET version = $1").bind(1_i64).execute(self).await.unwrap();
        true
    }

    async fn create(&mut self, id: &str) -> bool {
        store(self, &[id], &[]).await.unwrap_or(false)
    }

    async fn append(&mut self, number: u32) -> Result<bool, sqlx::Error> {
        store(self, &[], &[number]).await
    }

    async fn load(&mut self) -> Vec<i64> {
        let query = sqlx::query_as(LOAD).bind(ID);
        let rows: Vec<(i64, i64, String)> = query.fetch_all(self).await.unwrap();
        rows.into_iter().map(|row| row.0).collect()
    }
}

fn append(number: u32) -> Vec<GameWrite> {
    let event = StoredEvent { number, at: 1_000 + i64::from(number), text: moved(number) };
    vec![GameWrite::Append { id: GameId::parse(ID).unwrap(), event }]
}

async fn events(storage: &Arc<dyn Storage>) -> usize {
    storage.load(&GameId::parse(ID).unwrap()).await.unwrap().unwrap().events.len()
}

/// Nothing is damaged, and so many rows have no checksum.
async fn assert_whole(admin: &dyn AdminStorage, unsealed: i64) {
    let Report { damage, unsealed: found, .. } = check(admin, |_| {}).await.unwrap();
    assert_eq!((damage, found), (vec![], unsealed));
}

/// Both versions run until the older one has gone.
async fn upgrade_while_both_run(address: &str, older: &mut impl Older) {
    assert!(older.start().await);
    assert!(older.create(ID).await);
    assert!(older.append(1).await.unwrap());

    // Expand: the first process of this version starts. The older ones go on, and may even start anew.
    let newer = open(Some(address), Path::new("unused")).await.unwrap();
    assert_eq!(events(&newer).await, 1);
    assert!(older.append(2).await.unwrap());
    assert_eq!(newer.write(append(3)).await, Ok(vec![WriteOutcome::Stored]));
    assert!(!older.append(3).await.unwrap(), "the number decides between the versions");
    assert!(older.append(4).await.unwrap());
    assert_eq!(newer.write(append(4)).await, Ok(vec![WriteOutcome::Conflict]));
    assert!(older.start().await);
    assert_eq!(older.load().await, [0, 1, 2, 3, 4]);
    assert_eq!(events(&newer).await, 4);
    let other = GameId::parse("0123456789abcdefghijkl").unwrap();
    let new = NewGame { id: other.clone(), at: 1_000, setup: SETUP.to_owned() };
    assert_eq!(newer.write(vec![GameWrite::Create(new)]).await, Ok(vec![WriteOutcome::Stored]));

    // Migrate: rows of the older version get their checksums, as often as one likes.
    let admin = admin_at(address).await;
    assert!(admin.takes_older_versions());
    assert_whole(admin.as_ref(), 4).await;
    assert_eq!(upgrade(admin.as_ref(), |_| {}).await, Ok((1, vec![])));
    assert_whole(admin.as_ref(), 0).await;
    assert!(older.append(5).await.unwrap());
    assert_whole(admin.as_ref(), 1).await;
    assert_eq!(admin.contract().await, Ok(Contracted::Missing(1)));
    assert!(older.append(6).await.unwrap(), "nothing has changed for it");

    // Contract: from now on every row has one.
    assert_eq!(upgrade(admin.as_ref(), |_| {}).await, Ok((1, vec![])));
    assert_eq!(admin.contract().await, Ok(Contracted::Now));
    assert_eq!(admin.contract().await, Ok(Contracted::Before));
    assert!(!older.start().await, "it is refused");
    assert!(older.append(7).await.is_err(), "one that still runs cannot write");
    assert_eq!(newer.write(append(7)).await, Ok(vec![WriteOutcome::Stored]));
    assert_eq!(events(&newer).await, 7);
    let again = open(Some(address), Path::new("unused")).await.unwrap();
    assert_eq!(events(&again).await, 7);
    let admin = admin_at(address).await;
    assert!(!admin.takes_older_versions());
    assert_whole(admin.as_ref(), 0).await;
}

/// After the upgrade a row without a checksum is damaged.
async fn assert_strict(address: &str) {
    let storage = open(Some(address), Path::new("unused")).await.unwrap();
    let loaded = storage.load(&GameId::parse(ID).unwrap()).await;
    let Err(StorageError::DamagedGame { event: 2, cause, .. }) = loaded else {
        panic!("{loaded:?}")
    };
    assert_eq!(cause, "its checksum is missing");
}

pub(crate) fn both_versions_share_a_sqlite_file() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let address = format!("sqlite:{}", folder.path().join("games.sqlite").display());
        let mut older = SqliteConnection::connect(&format!("{address}?mode=rwc")).await.unwrap();
        sqlx::raw_sql("PRAGMA journal_mode = WAL").execute(&mut older).await.unwrap();
        sqlx::raw_sql(SQLITE_SCHEMA).execute(&mut older).await.unwrap();
        upgrade_while_both_run(&address, &mut older).await;
        let lost = "UPDATE events SET checksum = NULL WHERE number = 2";
        sqlx::raw_sql(lost).execute(&mut older).await.unwrap();
        assert_strict(&address).await;
    });
}

pub(crate) fn both_versions_share_a_postgresql_database() {
    let cluster = Cluster::shared();
    let address = cluster.database();
    run(async {
        let mut older = PgConnection::connect(&address).await.unwrap();
        sqlx::raw_sql(POSTGRESQL_SCHEMA).execute(&mut older).await.unwrap();
        upgrade_while_both_run(&address, &mut older).await;
        let lost = "ALTER TABLE events ALTER COLUMN checksum DROP NOT NULL;
            UPDATE events SET checksum = NULL WHERE number = 2";
        sqlx::raw_sql(lost).execute(&mut older).await.unwrap();
        assert_strict(&address).await;
    });
}

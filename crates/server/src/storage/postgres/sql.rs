//! The tables and statements of PostgreSQL. Subqueries that give a value or begin with ALL are answered from the index, row by row,
//! whatever the planner assumes about the size of the tables.

use crate::storage::write_group::inactive_games;

/// What a new database holds.
///
/// Events refer to their game by its serial number, so that games in progress are close together in the index. There is
/// no foreign key, because checking it would lock the game's row for each event; deleting games locks the table instead.
pub(super) const TABLES: &str = "
    CREATE TABLE schema (version BIGINT NOT NULL);
    INSERT INTO schema VALUES (2);
    CREATE TABLE games (
        serial BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id TEXT COLLATE \"C\" NOT NULL UNIQUE,
        at BIGINT NOT NULL,
        setup TEXT NOT NULL,
        checksum BIGINT NOT NULL
    );
    CREATE INDEX games_by_time ON games (at);
    CREATE TABLE events (
        game BIGINT NOT NULL,
        number BIGINT NOT NULL,
        at BIGINT NOT NULL,
        event TEXT NOT NULL,
        checksum BIGINT NOT NULL,
        PRIMARY KEY (game, number)
    );
    CREATE TABLE admin_log (
        serial BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at BIGINT NOT NULL,
        action TEXT NOT NULL,
        subject TEXT NOT NULL
    );
";

/// One group in one statement, which is a transaction of its own and takes one round trip.
///
/// An event is stored if it is new and the one before it is stored or comes with it, so that there is never a gap.
/// Notifications are part of the transaction: other processes are told of stored rows only. A payload has room for 8,000
/// bytes, hence for 300 ids.
pub(super) const STORE: &str = "
    WITH created AS (
        INSERT INTO games (id, at, setup, checksum)
        SELECT id, at, setup, checksum
        FROM unnest($1::text[], $2::int8[], $3::text[], $4::int8[])
            AS new (id, at, setup, checksum)
        ORDER BY id
        ON CONFLICT DO NOTHING
        RETURNING id
    ), candidates AS MATERIALIZED (
        SELECT new.*, (SELECT serial FROM games WHERE games.id = new.id) AS game
        FROM unnest($5::text[], $6::int8[], $7::int8[], $8::int8[], $9::text[], $10::int8[])
            AS new (id, number, first, at, event, checksum)
    ), appended AS (
        INSERT INTO events (game, number, at, event, checksum)
        SELECT game, number, at, event, checksum FROM candidates
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
        pg_notify('divvy', $11 || string_agg(DISTINCT id, ' '))::text
    FROM parts GROUP BY part";

pub(in crate::storage) const DELETE: &str = concat!(
    "WITH inactive AS MATERIALIZED (",
    inactive_games!(),
    "), deleted_events AS (
        DELETE FROM events WHERE game IN (SELECT serial FROM inactive)
    )
    DELETE FROM games WHERE serial IN (SELECT serial FROM inactive)"
);

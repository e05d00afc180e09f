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
        SELECT new ->> 0, (new ->> 3)::int8, new ->> 4, (new ->> 5)::int8
        FROM json_array_elements($1::json) AS new
        ORDER BY 1
        ON CONFLICT DO NOTHING
        RETURNING id
    ), candidates AS MATERIALIZED (
        SELECT new ->> 0 AS id, (new ->> 1)::int8 AS number, (new ->> 2)::int8 AS first,
            (new ->> 3)::int8 AS at, new ->> 4 AS event, (new ->> 5)::int8 AS checksum,
            (SELECT serial FROM games WHERE games.id = new ->> 0) AS game
        FROM json_array_elements($2::json) AS new
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
        pg_notify('divvy', $3 || string_agg(DISTINCT id, ' '))::text
    FROM parts GROUP BY part";

pub(in crate::storage) const DELETE: &str = concat!(
    "WITH inactive AS MATERIALIZED (",
    inactive_games!(),
    "), deleted_events AS (
        DELETE FROM events WHERE game IN (SELECT serial FROM inactive)
    )
    DELETE FROM games WHERE serial IN (SELECT serial FROM inactive)"
);

//! What is said to the operator of a server.

use std::fmt::Display;

pub const PASSWORD_IN_ARGUMENTS: &str = "the password in --database is shown in the list of processes; use PGPASSWORD, a password file \
     (~/.pgpass or PGPASSFILE) or --database-file instead";

pub const NO_GAMES: &str = "No games.";

pub const BACKUP_OF_POSTGRESQL: &str = "PostgreSQL has its own tools for this: pg_dump writes a consistent copy while servers run, and \
     `divvy admin check --database postgres://…` checks one that was restored";

pub const RESTORE_OF_POSTGRESQL: &str = "PostgreSQL has its own tools for this: psql or pg_restore reads what pg_dump wrote into an empty database, and \
     `divvy admin check --database postgres://…` checks it";

pub fn password_file_is_open(file: &impl Display) -> String {
    format!("{file} contains a password, and every user of this machine can read it; use chmod 600")
}

/// There is no database in the own data folder, but the package's is there.
pub fn database_of_package(file: &str) -> String {
    format!("this is the database of the package, {file}; --database names another")
}

pub fn no_such_game(id: &str) -> String {
    format!("there is no game {id}")
}

pub fn no_such_row(row: i64) -> String {
    format!("there is no game row {row}, and there are no events of it")
}

pub fn no_id(text: &str) -> String {
    format!(
        "'{text}' is not the id of a game, which has 22 letters, digits, dashes and underscores"
    )
}

pub fn ended(id: &str) -> String {
    format!("Game {id} is ended and can no longer be played.")
}

pub fn ended_before(id: &str) -> String {
    format!("Game {id} was ended before.")
}

pub fn deleted(id: &str) -> String {
    format!("Game {id} is deleted.")
}

pub fn deleted_row(row: i64) -> String {
    format!("Game row {row} and its events are deleted.")
}

pub fn deleted_inactive(games: u64) -> String {
    format!("{} deleted.", counted(games, "game"))
}

/// A game in a list: `ID  Multiple Madness, human and easy, 7 events, 3 hours ago, 812 bytes`. `about` is its name and who
/// plays, if that can be read.
pub fn listed(
    id: &str,
    about: Option<(&str, String)>,
    events: i64,
    active: &str,
    bytes: i64,
) -> String {
    let about = match about {
        Some((name, players)) => format!("{name}, {players}"),
        None => "not readable".to_owned(),
    };
    let events = counted(u64::try_from(events).unwrap_or(0), "event");
    format!("{id}  {about}, {events}, {active}, {bytes} bytes")
}

pub fn created(time: &str) -> String {
    format!("Created {time}")
}

pub fn list_cut(count: usize) -> String {
    format!("The list ends here, after {count}; --limit N makes it longer.")
}

/// What is damaged, and why: the game and the row of it, or the database.
pub fn damage(game: Option<&str>, row: Option<i64>, event: Option<u32>, cause: &str) -> String {
    let row = row.map(|row| format!(" (row {row})")).unwrap_or_default();
    match (game, event) {
        (Some(game), Some(0)) => format!("Game {game}{row}, setup: {cause}"),
        (Some(game), Some(event)) => format!("Game {game}{row}, event {event}: {cause}"),
        (Some(game), None) => format!("Game {game}{row}: {cause}"),
        (None, _) => format!("Database: {cause}"),
    }
}

pub fn checked(games: u64, events: u64, damaged: usize) -> String {
    let of = format!("{} with {}", counted(games, "game"), counted(events, "whole event"));
    match damaged {
        0 => format!("Checked {}: everything is whole.", of.replace(" whole", "")),
        1 => format!("Checked {of}: 1 damage."),
        _ => format!("Checked {of}: {damaged} damages."),
    }
}

pub fn backed_up(file: &impl Display, games: u64) -> String {
    format!("{file} is a copy of {}, and was checked.", counted(games, "game"))
}

/// A copy is in the place of the database; `kept` is where that is now, if there was one.
pub fn restored(file: &impl Display, games: u64, kept: Option<&impl Display>) -> String {
    let kept = kept.map(|kept| format!("\nWhat was there before: {kept}")).unwrap_or_default();
    format!("{file} holds the copy now, which was checked: {}.{kept}", counted(games, "game"))
}

pub fn not_restored(file: &impl Display) -> String {
    format!("{file} is damaged and was not restored; nothing has changed")
}

pub fn backup_is_damaged(file: &impl Display) -> String {
    format!("{file} is a copy, but what it holds is damaged, as divvy admin check tells")
}

/// Why a server does not delete inactive games.
pub fn too_many_inactive(inactive: u64, all: u64, days: u32) -> String {
    format!(
        "{inactive} of {} would be deleted, because nothing has happened in them for {} by this machine's clock; \
         that is more than a tenth, so they are kept. Is the clock right, and was no old backup restored? Then \
         `divvy admin delete --inactive {days}days` deletes them",
        counted(all, "game"),
        counted(days.into(), "day"),
    )
}

/// `1 game`, `2 games`.
fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

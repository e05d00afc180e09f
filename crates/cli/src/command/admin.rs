//! `divvy admin`

mod copies;

use std::io::Write;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use divvy_rules::Game;
use divvy_service::Network;
use divvy_service::admin::{self, Damage, Filter, ListedGame, Outcome, Report, ShownGame};
use divvy_service::storage::{self, AdminStorage, Ban, Contracted, GameId, StorageError};
use divvy_words::{self as words, admin as said};
use serde::Serialize;

use crate::args::{AdminArgs, AdminCommand, ListArgs};
use crate::database::Database;
use crate::failure::{Failure, RUNNING};
use crate::output;

pub(crate) fn run(args: &AdminArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let database = Database::of_operator(&args.database, |warning| output::remark(warning))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(run_on(&database, &args.command, out))
}

async fn run_on(
    database: &Database,
    command: &AdminCommand,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let open = async || {
        let storage = storage::open_admin(database.url(), database.default_path()).await;
        storage.map_err(|error| database.failure(error))
    };
    match command {
        AdminCommand::List(args) => list(&*open().await?, args, out).await,
        AdminCommand::Show { id, json } => show(&*open().await?, &parse(id)?, *json, out).await,
        AdminCommand::End { id } => end(&*open().await?, &parse(id)?, out).await,
        AdminCommand::Delete { id: Some(id), .. } => {
            delete(&*open().await?, &parse(id)?, out).await
        }
        AdminCommand::Delete { inactive: Some(age), .. } => {
            delete_inactive(&*open().await?, *age, out).await
        }
        AdminCommand::Delete { row, .. } => {
            delete_row(&*open().await?, row.unwrap_or(0), out).await
        }
        AdminCommand::Ban { address, time } => ban(&*open().await?, *address, *time, out).await,
        AdminCommand::Bans { json } => bans(&*open().await?, *json, out).await,
        AdminCommand::Unban { address } => unban(&*open().await?, address, out).await,
        AdminCommand::Check { json } => check(&*open().await?, *json, out).await,
        AdminCommand::Backup { file } => copies::backup(&*open().await?, file, out).await,
        // What it replaces may be damaged, and is not opened.
        AdminCommand::Restore { file } => copies::restore(database, file, out).await,
        AdminCommand::Upgrade { finish } => upgrade(&*open().await?, *finish, out).await,
    }
}

impl From<StorageError> for Failure {
    fn from(error: StorageError) -> Self {
        Failure::running(error)
    }
}

fn parse(id: &str) -> Result<GameId, Failure> {
    GameId::parse(id).ok_or_else(|| Failure::Usage(said::no_id(id)))
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// A time from milliseconds since 1970, as text in UTC. A damaged one may be any number.
fn time(millis: i64) -> String {
    const LAST: u64 = 253_402_300_799;
    let seconds = u64::try_from(millis).unwrap_or(0) / 1_000;
    let time = UNIX_EPOCH + Duration::from_secs(seconds.min(LAST));
    humantime::format_rfc3339_seconds(time).to_string()
}

fn ago(millis: i64) -> String {
    let age = u64::try_from(now().saturating_sub(millis)).unwrap_or(0);
    words::ago(Duration::from_millis(age))
}

fn before_now(age: Duration) -> i64 {
    now().saturating_sub(i64::try_from(age.as_millis()).unwrap_or(i64::MAX))
}

/// A game in the list, as data.
#[derive(Serialize)]
struct ListedData<'a> {
    id: &'a str,
    game: Option<Game>,
    mode: Option<&'static str>,
    players: Option<[String; 2]>,
    version: i64,
    created: String,
    active: String,
    bytes: i64,
}

impl<'a> ListedData<'a> {
    fn of(ListedGame { row, about }: &'a ListedGame) -> Self {
        let about = about.as_ref();
        Self {
            id: &row.id,
            game: about.map(|about| about.game),
            mode: about.map(|about| about.mode),
            players: about.map(|about| about.players.each_ref().map(ToString::to_string)),
            version: row.events,
            created: time(row.created),
            active: time(row.active),
            bytes: row.bytes,
        }
    }
}

async fn list(
    storage: &dyn AdminStorage,
    args: &ListArgs,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let filter = Filter {
        game: args.game,
        active_since: args.active.map(before_now),
        inactive_since: args.inactive.map(before_now),
        limit: args.limit,
    };
    let games = admin::list(storage, &filter).await?;
    if args.json {
        let games: Vec<_> = games.iter().map(ListedData::of).collect();
        return Ok(output::json(out, &serde_json::json!({ "games": games }))?);
    }
    if games.is_empty() {
        return Ok(writeln!(out, "{}", said::NO_GAMES)?);
    }
    for listed in &games {
        writeln!(out, "{}", line_of(listed))?;
    }
    if games.len() == args.limit {
        writeln!(out, "{}", said::only_so_many(games.len()))?;
    }
    Ok(())
}

fn line_of(ListedGame { row, about }: &ListedGame) -> String {
    let about = about.as_ref().map(|about| {
        let [one, two] = &about.players;
        (words::name(about.game), format!("{one} and {two}"))
    });
    said::listed(&row.id, about, row.events, &ago(row.active), row.bytes)
}

#[derive(Serialize)]
struct ShownData<'a> {
    id: &'a str,
    game: Game,
    mode: &'static str,
    players: [ShownPlayer<'a>; 2],
    notation: &'a str,
    created: String,
    finished: bool,
    ended: bool,
    events: Vec<EventData<'a>>,
}

#[derive(Serialize)]
struct ShownPlayer<'a> {
    name: &'a str,
    who: String,
}

#[derive(Serialize)]
struct EventData<'a> {
    number: u32,
    at: String,
    kind: &'a str,
    said: &'a str,
}

impl<'a> ShownData<'a> {
    fn of(id: &'a GameId, shown: &'a ShownGame) -> Self {
        let player = |seat: usize| ShownPlayer {
            name: &shown.names[seat],
            who: shown.about.players[seat].to_string(),
        };
        let events = shown.events.iter().map(|event| EventData {
            number: event.number,
            at: time(event.at),
            kind: &event.kind,
            said: &event.said,
        });
        Self {
            id: id.as_str(),
            game: shown.about.game,
            mode: shown.about.mode,
            players: [player(0), player(1)],
            notation: &shown.notation,
            created: time(shown.created),
            finished: shown.finished,
            ended: shown.ended,
            events: events.collect(),
        }
    }
}

async fn show(
    storage: &dyn AdminStorage,
    id: &GameId,
    json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let Some(shown) = admin::show(storage, id).await? else { return Err(no_such_game(id)) };
    if json {
        return Ok(output::json(out, &ShownData::of(id, &shown))?);
    }
    let [one, two] = &shown.about.players;
    writeln!(out, "{}", shown.described)?;
    writeln!(out, "{} ({one}) and {} ({two})", shown.names[0], shown.names[1])?;
    writeln!(out, "{}", shown.notation)?;
    writeln!(out, "{}", said::created(&time(shown.created)))?;
    for event in &shown.events {
        writeln!(out, "{}. {} {}: {}", event.number, time(event.at), event.kind, event.said)?;
    }
    Ok(())
}

fn no_such_game(id: &GameId) -> Failure {
    Failure::Running(said::no_such_game(id.as_str()))
}

async fn end(storage: &dyn AdminStorage, id: &GameId, out: &mut dyn Write) -> Result<(), Failure> {
    let sentence = match admin::end(storage, id).await? {
        Outcome::Done => said::ended(id.as_str()),
        Outcome::DoneBefore => said::ended_before(id.as_str()),
        Outcome::NoSuchGame => return Err(no_such_game(id)),
    };
    Ok(writeln!(out, "{sentence}")?)
}

async fn delete(
    storage: &dyn AdminStorage,
    id: &GameId,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    match admin::delete(storage, id).await? {
        Outcome::NoSuchGame => Err(no_such_game(id)),
        Outcome::Done | Outcome::DoneBefore => Ok(writeln!(out, "{}", said::deleted(id.as_str()))?),
    }
}

async fn delete_row(
    storage: &dyn AdminStorage,
    row: i64,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    match storage.delete_row(row).await? {
        true => Ok(writeln!(out, "{}", said::deleted_row(row))?),
        false => Err(Failure::Running(said::no_such_row(row))),
    }
}

async fn delete_inactive(
    storage: &dyn AdminStorage,
    age: Duration,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (since, mut deleted) = (before_now(age), 0);
    loop {
        match storage.delete_inactive(since).await? {
            0 => return Ok(writeln!(out, "{}", said::deleted_inactive(deleted))?),
            step => deleted += step,
        }
    }
}

async fn ban(
    storage: &dyn AdminStorage,
    network: Network,
    lasting: Option<Duration>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let at = now();
    let until = lasting
        .map(|lasting| at.saturating_add(i64::try_from(lasting.as_millis()).unwrap_or(i64::MAX)));
    storage.ban(&Ban { network, at, until }).await?;
    Ok(writeln!(out, "{}", said::banned(&network, until.map(time).as_deref()))?)
}

#[derive(Serialize)]
struct BanData {
    network: Network,
    since: String,
    until: Option<String>,
    over: bool,
}

async fn bans(storage: &dyn AdminStorage, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let (bans, now) = (storage.bans().await?, now());
    let over = |ban: &Ban| ban.until.is_some_and(|until| until <= now);
    if json {
        let bans = bans.iter().map(|ban| BanData {
            network: ban.network,
            since: time(ban.at),
            until: ban.until.map(time),
            over: over(ban),
        });
        let bans: Vec<_> = bans.collect();
        return Ok(output::json(out, &serde_json::json!({ "bans": bans }))?);
    }
    if bans.is_empty() {
        writeln!(out, "{}", said::NO_BANS)?;
    }
    for ban in &bans {
        let until = ban.until.map(time);
        match &until {
            Some(until) if over(ban) => writeln!(out, "{}", said::was_banned(&ban.network, until))?,
            until => writeln!(out, "{}", said::banned(&ban.network, until.as_deref()))?,
        }
    }
    Ok(())
}

async fn unban(
    storage: &dyn AdminStorage,
    network: &Network,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    match storage.unban(network, now()).await? {
        true => Ok(writeln!(out, "{}", said::unbanned(network))?),
        false => Err(Failure::Running(said::not_banned(network))),
    }
}

#[derive(Serialize)]
struct ReportData<'a> {
    games: u64,
    events: u64,
    without_checksum: i64,
    damaged: Vec<DamageData<'a>>,
}

#[derive(Serialize)]
struct DamageData<'a> {
    game: Option<&'a str>,
    row: Option<i64>,
    event: Option<u32>,
    cause: &'a str,
}

async fn checked(storage: &dyn AdminStorage) -> Result<Report, Failure> {
    let spinner = output::spinner();
    let report = admin::check(storage, |games| {
        spinner.set_message(format!("{games} games"));
        spinner.tick();
    });
    let report = report.await;
    spinner.finish_and_clear();
    Ok(report?)
}

async fn check(storage: &dyn AdminStorage, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let report = checked(storage).await?;
    if json {
        let damaged = report.damage.iter().map(|damage| {
            let Damage { game, row, event, cause } = damage;
            DamageData { game: game.as_deref(), row: *row, event: *event, cause }
        });
        let (games, events, without_checksum) = (report.games, report.events, report.unsealed);
        let damaged = damaged.collect();
        output::json(out, &ReportData { games, events, without_checksum, damaged })?;
    } else {
        write_damage(&report.damage, out)?;
        if report.unsealed > 0 {
            writeln!(out, "{}", said::without_checksum(report.unsealed))?;
        }
        writeln!(out, "{}", said::checked(report.games, report.events, report.damage.len()))?;
        if storage.takes_older_versions() {
            writeln!(out, "{}", said::UPGRADE_CAN_BE_FINISHED)?;
        }
    }
    match report.damage.is_empty() {
        true => Ok(()),
        false => Err(Failure::Exit(RUNNING)),
    }
}

fn write_damage(damage: &[Damage], out: &mut dyn Write) -> Result<(), Failure> {
    for Damage { game, row, event, cause } in damage {
        writeln!(out, "{}", said::damage(game.as_deref(), *row, *event, cause))?;
    }
    Ok(())
}

async fn upgrade(
    storage: &dyn AdminStorage,
    finish: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if !storage.takes_older_versions() {
        return Ok(writeln!(out, "{}", said::NOTHING_TO_UPGRADE)?);
    }
    let spinner = output::spinner();
    let upgraded = admin::upgrade(storage, |games| {
        spinner.set_message(format!("{games} games"));
        spinner.tick();
    });
    let upgraded = upgraded.await;
    spinner.finish_and_clear();
    let (games, damage) = upgraded?;
    write_damage(&damage, out)?;
    if !damage.is_empty() {
        return Err(Failure::Running(said::not_finished(storage.count_unsealed().await?)));
    }
    writeln!(out, "{}", said::upgraded(games))?;
    if !finish {
        return Ok(writeln!(out, "{}", said::UPGRADE_CAN_BE_FINISHED)?);
    }
    match storage.contract().await? {
        Contracted::Now | Contracted::Before => Ok(writeln!(out, "{}", said::UPGRADE_IS_FINISHED)?),
        Contracted::Missing(rows) => Err(Failure::Running(said::not_finished(rows))),
    }
}

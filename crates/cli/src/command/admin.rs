//! `divvy admin`

mod copies;

use std::io::Write;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use divvy_match::Seat;
use divvy_service::admin::{self, Damage, Ended, Filter, ListedGame, Report, ShownGame};
use divvy_service::storage::{self, Database as Games, GameId};
use divvy_words::{self as words, admin as said};
use serde_json::{Value, json};

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
        let games = storage::open_admin(database.url.as_deref(), &database.default_path).await;
        games.map_err(|error| database.failure(error))
    };
    let said = match command {
        // What it replaces may be damaged, and is not opened.
        AdminCommand::Restore { file } => return copies::restore(database, file, out).await,
        AdminCommand::List(args) => return list(&*open().await?, args, out).await,
        AdminCommand::Show { id, json } => {
            return show(&*open().await?, &parse(id)?, *json, out).await;
        }
        AdminCommand::Check { json } => return check(&*open().await?, *json, out).await,
        AdminCommand::Backup { file } => return copies::backup(&*open().await?, file, out).await,
        AdminCommand::End { id } => match admin::end(&*open().await?, &parse(id)?).await? {
            Ended::Now => said::ended(id),
            Ended::Before => said::ended_before(id),
            Ended::NoSuchGame => return Err(no_such_game(id)),
        },
        AdminCommand::Delete { id: Some(id), .. } => {
            match open().await?.delete_game(&parse(id)?).await? {
                true => said::deleted(id),
                false => return Err(no_such_game(id)),
            }
        }
        AdminCommand::Delete { inactive: Some(age), .. } => {
            said::deleted_inactive(admin::delete_inactive(&*open().await?, *age).await?)
        }
        AdminCommand::Delete { row, .. } => {
            let row = row.unwrap_or(0);
            match open().await?.delete_row(row).await? {
                true => said::deleted_row(row),
                false => return Err(Failure::Running(said::no_such_row(row))),
            }
        }
    };
    Ok(writeln!(out, "{said}")?)
}

fn parse(id: &str) -> Result<GameId, Failure> {
    GameId::parse(id).ok_or_else(|| Failure::Usage(said::no_id(id)))
}

fn no_such_game(id: &str) -> Failure {
    Failure::Running(said::no_such_game(id))
}

/// A time from milliseconds since 1970. A damaged one may be any number.
fn at(millis: i64) -> SystemTime {
    UNIX_EPOCH + Duration::from_millis(u64::try_from(millis).unwrap_or(0))
}

fn time(millis: i64) -> String {
    output::time(at(millis))
}

async fn list(games: &Games, args: &ListArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let ListArgs { game, active, inactive, limit, json } = *args;
    let listed = admin::list(games, &Filter { game, active, inactive, limit }).await?;
    if json {
        let listed: Vec<Value> = listed.iter().map(listed_data).collect();
        return Ok(output::json(out, &json!({ "games": listed }))?);
    }
    if listed.is_empty() {
        return Ok(writeln!(out, "{}", said::NO_GAMES)?);
    }
    for game in &listed {
        let about = game.about.as_ref().map(|about| {
            let [one, two] = &about.players;
            (words::name(about.game), format!("{one} and {two}"))
        });
        let age = SystemTime::now().duration_since(at(game.active)).unwrap_or_default();
        let line = said::listed(&game.id, about, game.events, &words::ago(age), game.bytes);
        writeln!(out, "{line}")?;
    }
    if listed.len() == limit {
        writeln!(out, "{}", said::list_cut(limit))?;
    }
    Ok(())
}

fn listed_data(listed: &ListedGame) -> Value {
    let about = listed.about.as_ref();
    json!({
        "id": listed.id,
        "game": about.map(|about| about.game),
        "mode": about.map(|about| about.mode),
        "players": about.map(|about| about.players.each_ref().map(ToString::to_string)),
        "version": listed.events,
        "created": time(listed.created),
        "active": time(listed.active),
        "bytes": listed.bytes,
    })
}

async fn show(games: &Games, id: &GameId, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let shown = admin::show(games, id).await?.ok_or_else(|| no_such_game(id.as_str()))?;
    if json {
        return Ok(output::json(out, &shown_data(id, &shown))?);
    }
    let [one, two] = &shown.about.players;
    let game = shown.state.game();
    let [first, second] = Seat::BOTH.map(|seat| game.name(seat));
    writeln!(out, "{}", words::describe(game))?;
    writeln!(out, "{first} ({one}) and {second} ({two})")?;
    writeln!(out, "{}", game.round().record())?;
    writeln!(out, "{}", said::created(&time(shown.created)))?;
    for event in &shown.events {
        writeln!(out, "{}. {} {}: {}", event.number, time(event.at), event.kind, event.said)?;
    }
    Ok(())
}

fn shown_data(id: &GameId, shown: &ShownGame) -> Value {
    let (game, players) = (shown.state.game(), &shown.about.players);
    let player =
        |seat: Seat| json!({ "name": game.name(seat), "who": players[seat.index()].to_string() });
    let event = |event: &admin::ShownEvent| {
        let (number, at) = (event.number, time(event.at));
        json!({ "number": number, "at": at, "kind": event.kind, "said": event.said })
    };
    json!({
        "id": id.as_str(),
        "game": shown.about.game,
        "mode": shown.about.mode,
        "players": Seat::BOTH.map(player),
        "notation": game.round().record().to_string(),
        "created": time(shown.created),
        "finished": shown.state.is_finished(),
        "ended": shown.state.is_ended(),
        "events": shown.events.iter().map(event).collect::<Vec<_>>(),
    })
}

async fn checked(games: &Games) -> Result<Report, Failure> {
    let spinner = output::spinner();
    let report = admin::check(games, |games| {
        spinner.set_message(format!("{games} games"));
        spinner.tick();
    });
    let report = report.await;
    spinner.finish_and_clear();
    Ok(report?)
}

async fn check(games: &Games, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let Report { games, events, damage } = checked(games).await?;
    if json {
        let damaged = damage.iter().map(|Damage { game, row, event, cause }| {
            json!({ "game": game, "row": row, "event": event, "cause": cause })
        });
        let damaged: Vec<Value> = damaged.collect();
        output::json(out, &json!({ "games": games, "events": events, "damaged": damaged }))?;
    } else {
        write_damage(&damage, out)?;
        writeln!(out, "{}", said::checked(games, events, damage.len()))?;
    }
    match damage.is_empty() {
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

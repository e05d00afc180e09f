//! `divvy arena`

mod log;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use divvy_lab::score::Figures;
use divvy_lab::{
    Arena, ArenaError, Differing, ForfeitKind, Played, Report, Standing, Wording, Workers,
};
use divvy_match::{Occupant, is_unprintable};
use divvy_programs::{Settings, TIME_LIMIT};
use divvy_rules::Record;
use divvy_words as words;

use crate::args::ArenaArgs;
use crate::failure::Failure;
use crate::line::wrapped;
use crate::part::PartHead;
use crate::{output, terminal};

/// How long a program may take for its first move after it was started, unless another time is asked for.
const START_TIME: Duration = Duration::from_secs(60);

pub(crate) fn run(args: &ArenaArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let part = PartHead::of(args.part)?;
    let arena = arena(args)?;
    let maker = divvy_programs::player_maker(Settings {
        move_time: args.move_time.unwrap_or(TIME_LIMIT),
        start_time: args.start_time.unwrap_or(START_TIME),
        quiet: true,
        events: args.events,
    });
    let workers = Workers::new(maker);
    let jobs = args.jobs.map_or(workers.jobs, usize::from);
    let workers = Workers { jobs, part: args.part, ..workers };
    let count = arena.numbers(args.part).count();
    let log = args.log.as_ref().map(|path| log::open(path, &arena, count, args.resume));
    let (mut log, played) = log.transpose()?.unzip();
    let played = played.unwrap_or_default();
    let stop = terminal::stop_requested()?;
    let bar = output::bar(count as u64, "games");
    bar.set_position(played.len() as u64);
    let mut trouble = None;
    let games = arena.play_until(&stop, &workers, played, |game: &Played| {
        bar.inc(1);
        // After a failure nothing more is written: half a line may be there.
        if trouble.is_none() {
            trouble = log.as_mut().and_then(|log| log.write(game).err());
        }
        trouble.is_none()
    });
    bar.finish_and_clear();
    divvy_programs::end_all();
    match part {
        Some(part) if games.len() == count => {
            part.write(games.values(), out)?;
            check_started(&Report::of(&arena, games.values()), &games)?;
        }
        Some(_) => {}
        None => present(args, &arena, &games, out)?,
    }
    trouble.map_or(Ok(()), Err)?;
    if games.len() == count {
        return Ok(());
    }
    if !stop.load(Ordering::Relaxed) {
        let why = format!("{} of {count} games could not be played", count - games.len());
        return Err(Failure::Running(why));
    }
    let what = if args.log.is_some() { "games; to go on, add --resume" } else { "games" };
    Err(output::interrupted(games.len(), count, what))
}

/// The tournament that is asked for.
fn arena(args: &ArenaArgs) -> Result<Arena, Failure> {
    let players = [&args.p1, &args.p2].into_iter().flatten().chain(&args.players).cloned();
    let (game, options) = (args.game.id, args.game.options());
    let (names, who): (Vec<Option<String>>, Vec<Occupant>) =
        players.map(|player| (player.name, player.who)).unzip();
    let arena = Arena::new(game, options, who, args.games, args.seed)?;
    let arena = if args.reskin { arena.reskinned()? } else { arena };
    let arena = arena.with_random_plies(args.random_plies);
    let arena = match names.iter().any(Option::is_some) {
        true => {
            let called =
                |(place, name): (usize, Option<String>)| name.unwrap_or_else(|| arena.name(place));
            let names = names.into_iter().enumerate().map(called).collect();
            arena.with_names(names)?
        }
        false => arena,
    };
    match &args.positions {
        Some(path) => Ok(arena.from_positions(positions(path)?)?),
        None => Ok(arena),
    }
}

/// The positions in a file with their lines; empty lines do not count.
fn positions(path: &Path) -> Result<Vec<(usize, Record)>, Failure> {
    let text =
        std::fs::read_to_string(path).map_err(|error| Failure::system("read", path, &error))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let position = |(index, line): (usize, &str)| {
        let record = line.trim().parse().map_err(|error| {
            let why = words::notation_error(&error);
            Failure::Running(format!("{}, line {}: {why}", path.display(), index + 1))
        })?;
        Ok((index + 1, record))
    };
    let positions = lines.map(position).collect::<Result<Vec<_>, Failure>>()?;
    match positions.is_empty() {
        true => Err(Failure::Running(format!("{} holds no position", path.display()))),
        false => Ok(positions),
    }
}

/// Prints what all parts together have shown.
pub(crate) fn join(
    args: &ArenaArgs,
    games: Vec<Played>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let arena = arena(args)?;
    if let Some(game) = games.iter().find(|game| !arena.has_played(game)) {
        let number = game.number;
        let why = format!("a part has a game, number {number}, that is not of the tournament");
        return Err(Failure::Running(why));
    }
    let games = games.into_iter().map(|game| (game.number, game)).collect();
    present(args, &arena, &games, out)
}

fn present(
    args: &ArenaArgs,
    arena: &Arena,
    games: &BTreeMap<u64, Played>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let report = Report::of(arena, games.values());
    match args.json {
        true => output::json(out, &report)?,
        false => write_table(arena, &report, games.values(), out)?,
    }
    check_started(&report, games)
}

/// A program that never started has played no tournament.
fn check_started(report: &Report, games: &BTreeMap<u64, Played>) -> Result<(), Failure> {
    let never = |standing: &Standing| {
        standing.moves == 0 && standing.forfeits.contains_key(&ForfeitKind::NotStarted)
    };
    let Some(place) = report.players.iter().position(never) else { return Ok(()) };
    let mut forfeits = games.values().filter_map(|game| game.forfeit.as_ref());
    let reason = forfeits.find(|given| given.by == place).map_or("", |given| &given.reason);
    let name = &names(report)[place];
    Err(Failure::Running(format!("{name} has played no game: {reason}")))
}

impl From<ArenaError> for Failure {
    fn from(error: ArenaError) -> Self {
        match error {
            ArenaError::Proposal(error) => error.into(),
            ArenaError::Players(_) => {
                Failure::Usage(format!("{error}; name them with --p1, --p2 or --player"))
            }
            ArenaError::Position { .. } => Failure::Usage(format!("--positions: {error}")),
            ArenaError::People | ArenaError::Games(_) | ArenaError::Names => {
                Failure::Usage(error.to_string())
            }
            ArenaError::OneWording(_) => Failure::Usage(format!("--reskin: {error}")),
        }
    }
}

/// Most that is shown of what a player is called.
const NAME: usize = 24;
/// The ends of a long name that are shown: what comes first tells what it is, what comes last which.
const ENDS: (usize, usize) = (7, 14);

/// Among so many players it is shown what each won against each other; `--json` has it for all.
const PAIRS: usize = 8;

fn write_table<'a>(
    arena: &Arena,
    report: &Report,
    games: impl Iterator<Item = &'a Played>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    writeln!(out, "{}: {} games\n", words::titled(arena.rules()), report.games)?;
    let names = names(report);
    let mut order: Vec<(&String, &Standing)> = names.iter().zip(&report.players).collect();
    let strength =
        |standing: &Standing| standing.rating.map_or(f64::from(standing.wins), |rating| rating.elo);
    order.sort_by(|(_, a), (_, b)| strength(b).total_cmp(&strength(a)));
    let rated = order.iter().any(|(_, standing)| standing.rating.is_some());
    let head = if rated { "        Elo" } else { "" };
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    writeln!(
        out,
        "{:<width$}{head}   games    wins forfeits       won and kept   a move",
        "player"
    )?;
    for (name, standing) in &order {
        let elo = standing.rating.map_or_else(String::new, |rating| {
            format!("{:>6.0} ±{:>3.0}", rating.elo, rating.margin)
        });
        let Standing { played, wins, .. } = standing;
        let forfeits: u32 = standing.forfeits.values().sum();
        let kept = standing.accuracy.map_or_else(String::new, |accuracy| {
            format!("{:.1}% of {}", 100.0 * accuracy, standing.won_positions)
        });
        let time = standing.seconds_a_move.map_or_else(String::new, duration);
        writeln!(
            out,
            "{name:<width$}{elo} {played:>7} {wins:>7} {forfeits:>8} {kept:>18} {time:>8}"
        )?;
    }
    write_decisions(&order, width, out)?;
    if rated && names.len() <= PAIRS {
        write_pairs(report, &names, width, out)?;
    }
    let (games_played, different) = (report.games, report.distinct_games);
    writeln!(out, "\n{games_played} games, {different} of them different.")?;
    for (name, standing) in names.iter().zip(&report.players) {
        write_remarks(name, standing, out)?;
    }
    write_last(games, &names, out)
}

/// How the players decided where there was a choice between winning and losing.
fn write_decisions(
    order: &[(&String, &Standing)],
    width: usize,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if order.iter().all(|(_, standing)| standing.decisions.is_none()) {
        return Ok(());
    }
    writeln!(
        out,
        "\n{:<width$} decisions   right         95 %  chance  skill           95 %  first second",
        "player"
    )?;
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    for (name, standing) in order {
        let Some(figures) = &standing.decisions else { continue };
        let Figures { decisions, accuracy, chance, skill, .. } = figures;
        let right = figures.accuracy_interval.map(|end| format!("{:.1}", 100.0 * end)).join("-");
        let skilled = figures.skill_interval.map(|end| format!("{end:.2}")).join(" to ");
        let by_seat = standing.decisions_by_seat.map(|seat| {
            seat.map_or_else(|| "-".to_owned(), |seat: Figures| percent(seat.accuracy))
        });
        writeln!(
            out,
            "{name:<width$} {decisions:>9} {:>7} {right:>12} {:>7} {skill:>6.2} {skilled:>14} {:>6} {:>6}",
            percent(*accuracy),
            percent(*chance),
            by_seat[0],
            by_seat[1],
        )?;
    }
    Ok(())
}

/// What each player (a row) won against each other, with the first move and with the second.
fn write_pairs(
    report: &Report,
    names: &[String],
    width: usize,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let wins = |player: usize, other: usize| {
        let first = report.beat_with_first_move[player][other];
        [first, report.beat[player][other] - first].map(f64::from)
    };
    let cell = width.max(7) + 2;
    writeln!(out, "\nWins in 100 games that were won, with the first move/with the second:")?;
    let head: String = names.iter().map(|name| format!("{name:>cell$}")).collect();
    writeln!(out, "{:<width$}{head}", "")?;
    for (player, name) in names.iter().enumerate() {
        let against = |other: usize| match (wins(player, other), wins(other, player)) {
            ([first, second], [theirs, replies]) if player != other => {
                let of = |won: f64, lost: f64| (100.0 * won / (won + lost).max(1.0)).round();
                format!("{}/{}", of(first, replies), of(second, theirs))
            }
            _ => "-".to_owned(),
        };
        let row: String =
            (0..names.len()).map(|other| format!("{:>cell$}", against(other))).collect();
        writeln!(out, "{name:<width$}{row}")?;
    }
    Ok(())
}

/// What a table has no column for.
fn write_remarks(name: &str, standing: &Standing, out: &mut dyn Write) -> Result<(), Failure> {
    let mut say = |text: String| writeln!(out, "\n{}", wrapped(&text));
    if !standing.forfeits.is_empty() {
        let kinds = standing.forfeits.iter();
        let kinds: Vec<String> =
            kinds.map(|(kind, count)| format!("{} ({count})", kind_in_words(*kind))).collect();
        say(format!("{name} forfeited: {}.", kinds.join(", ")))?;
    }
    if standing.illegal > 0 {
        say(format!("{name}: answers that were no legal moves: {}.", standing.illegal))?;
    }
    if standing.abandoned > 0 {
        say(format!("{name}: games that ended without a winner: {}.", standing.abandoned))?;
    }
    if let Some(Wording { asked, again, differing, decisive, failed }) = standing.wording {
        say(format!(
            "{name} was asked about {asked} positions under all three names of the game. Another choice under another \
             name: {differing}, of which decided between winning and losing: {decisive}. Another choice when asked \
             again under the same name: {again}. No choice under some other name: {failed}."
        ))?;
    }
    Ok(())
}

/// Why games were forfeited and where the wording mattered, the first few; the log has all.
fn write_last<'a>(
    games: impl Iterator<Item = &'a Played>,
    names: &[String],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    const SHOWN: usize = 5;
    let name = |place: usize| names.get(place).map_or("", String::as_str);
    let (mut reasons, mut differing) = (Vec::new(), Vec::new());
    for game in games {
        if let Some(given) = &game.forfeit {
            let reason = format!("{} forfeited because {}.", name(given.by), given.reason);
            if reasons.len() < SHOWN && !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        let room = SHOWN.saturating_sub(differing.len());
        differing.extend(game.differing.iter().take(room));
    }
    for reason in reasons {
        writeln!(out, "\n{}", wrapped(&reason))?;
    }
    for Differing { player, position, choices, .. } in differing {
        let choices: Vec<String> = choices
            .iter()
            .map(|(game, number)| {
                let number = number.map_or_else(|| "nothing".to_owned(), |n| n.to_string());
                format!("{number} in {}", words::name(*game))
            })
            .collect();
        let line = format!("{position}: {} took {}.", name(*player), choices.join(", "));
        writeln!(out, "\n{}", wrapped(&line))?;
    }
    Ok(())
}

/// What the players are called: no two alike.
fn names(report: &Report) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for standing in &report.players {
        let called = standing.name.clone().unwrap_or_else(|| standing.player.to_string());
        let name = short(&called);
        let same = names
            .iter()
            .filter(|other| **other == name || other.starts_with(&format!("{name} #")))
            .count();
        names.push(if same == 0 { name } else { format!("{name} #{}", same + 1) });
    }
    names
}

fn short(name: &str) -> String {
    let letters: Vec<char> = name.chars().filter(|&c| !is_unprintable(c)).collect();
    if letters.len() <= NAME {
        return letters.into_iter().collect();
    }
    let (first, last) = (&letters[..ENDS.0], &letters[letters.len() - ENDS.1..]);
    first.iter().chain(&['.', '.', '.']).chain(last).collect()
}

fn kind_in_words(kind: ForfeitKind) -> &'static str {
    match kind {
        ForfeitKind::NotStarted => "it did not start",
        ForfeitKind::TooSlow => "it was too slow",
        ForfeitKind::Ended => "it ended without an answer",
        ForfeitKind::Illegal => "it had no legal answer",
    }
}

fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.0} us", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

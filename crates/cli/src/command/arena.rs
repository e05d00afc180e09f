//! `divvy arena`

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use divvy_lab::{Arena, ArenaError, GivenKind, Played, Report, Standing};
use divvy_play::words;
use divvy_rules::Options;

use crate::args::ArenaArgs;
use crate::failure::{Failure, INTERRUPTED};
use crate::log::Log;
use crate::{progress, terminal};

pub(crate) fn run(args: &ArenaArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let players = [&args.p1, &args.p2].into_iter().flatten().chain(&args.players).cloned();
    let options = Options::from(&args.rules);
    let arena = Arena::new(args.game, &options, players.collect(), args.games, args.seed)?;
    let arena = if args.reskin { arena.reskinned()? } else { arena };
    let arena = arena.with_limits(args.move_time, args.jobs.map(usize::from));
    let (mut log, played) = match &args.log {
        Some(path) => {
            let (log, played) = Log::open(path, &arena, args.resume)?;
            (Some(log), played)
        }
        None => (None, Vec::new()),
    };
    let stop = terminal::stop_requested()?;
    let bar = progress::bar(arena.count(), "games");
    bar.set_position(played.len() as u64);
    let mut trouble = None;
    let games = arena.play(played, |game: &Played| {
        bar.inc(1);
        let written = log.as_mut().map_or(Ok(()), |log| log.add(game));
        trouble = trouble.take().or(written.err());
        trouble.is_none() && !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    divvy_play::end_all();
    let report = Report::of(&arena, games.values());
    if args.json {
        serde_json::to_writer(&mut *out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        write_table(&arena, &report, games.values(), out)?;
    }
    if let Some(failure) = trouble {
        return Err(failure);
    }
    if (games.len() as u64) < arena.count() {
        let go_on = if args.log.is_some() { "; to go on, add --resume" } else { "" };
        let (done, all) = (games.len(), arena.count());
        let message = format!("divvy: stopped after {done} of {all} games{go_on}");
        let _ = writeln!(anstream::stderr(), "{message}");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

impl From<ArenaError> for Failure {
    fn from(error: ArenaError) -> Self {
        match error {
            ArenaError::Proposal(error) => error.into(),
            ArenaError::Players(_) => {
                Failure::Usage(format!("{error}; name them with --p1, --p2 or --player"))
            }
            ArenaError::People => Failure::Usage(error.to_string()),
            ArenaError::OneWording(_) => Failure::Usage(format!("--reskin: {error}")),
        }
    }
}

/// Most that is shown of what a player is called.
const NAME: usize = 28;

fn write_table<'a>(
    arena: &Arena,
    report: &Report,
    games: impl Iterator<Item = &'a Played>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let game = words::name(arena.game());
    writeln!(out, "{game}, {}: {} games\n", options_in_words(arena), report.games)?;
    let mut order: Vec<&Standing> = report.players.iter().collect();
    let strength =
        |standing: &Standing| standing.rating.map_or(f64::from(standing.wins), |rating| rating.elo);
    order.sort_by(|a, b| strength(b).total_cmp(&strength(a)));
    let rated = order.iter().any(|standing| standing.rating.is_some());
    let head = if rated { "          Elo" } else { "" };
    let width = order.iter().map(|s| name(s).chars().count()).max().unwrap_or(0).max(6);
    writeln!(
        out,
        "{:<width$}{head}   games    wins  losses  forfeits  won positions kept   time a move",
        "player"
    )?;
    for standing in &order {
        let elo = standing.rating.map_or_else(String::new, |rating| {
            format!("  {:>5.0} ± {:<3.0}", rating.elo, rating.margin)
        });
        let Standing { played, wins, losses, .. } = standing;
        let forfeits: u32 = standing.forfeits.values().sum();
        let kept = standing.accuracy.map_or_else(String::new, |accuracy| {
            format!("{:.1}% of {}", 100.0 * accuracy, standing.won_positions)
        });
        let time = standing.seconds_a_move.map_or_else(String::new, duration);
        let name = name(standing);
        writeln!(
            out,
            "{name:<width$}{elo}  {played:>6}  {wins:>6}  {losses:>6}  {forfeits:>8}  {kept:>18}  {time:>12}"
        )?;
    }
    for standing in &report.players {
        write_remarks(standing, out)?;
    }
    write_differing(games, report, out)
}

/// What a table has no column for.
fn write_remarks(standing: &Standing, out: &mut dyn Write) -> Result<(), Failure> {
    let name = name(standing);
    if !standing.forfeits.is_empty() {
        let kinds: Vec<String> = standing
            .forfeits
            .iter()
            .map(|(kind, count)| format!("{count} {}", kind_in_words(*kind)))
            .collect();
        writeln!(out, "\n{name} forfeited: {}.", kinds.join(", "))?;
    }
    if standing.illegal > 0 {
        writeln!(out, "\n{name} gave {} answers that were no legal moves.", standing.illegal)?;
    }
    if standing.abandoned > 0 {
        writeln!(out, "\n{name}: {} games ended without a winner.", standing.abandoned)?;
    }
    if let Some(wording) = &standing.wording {
        writeln!(
            out,
            "\n{name} chose differently under another name of the game in {} of {} positions; in {} of \
             them that decided between a won and a lost position.",
            wording.differing, wording.asked, wording.decisive
        )?;
    }
    Ok(())
}

/// The first positions in which the wording mattered; the log has all.
fn write_differing<'a>(
    games: impl Iterator<Item = &'a Played>,
    report: &Report,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    const SHOWN: usize = 10;
    for differing in games.flat_map(|game| &game.differing).take(SHOWN) {
        let player = report.players.get(differing.player).map_or_else(String::new, name);
        let choices: Vec<String> = differing
            .choices
            .iter()
            .map(|(game, number)| {
                let number = number.map_or_else(|| "nothing".to_owned(), |n| n.to_string());
                format!("{number} in {}", words::name(*game))
            })
            .collect();
        writeln!(out, "  {}: {player} took {}", differing.position, choices.join(", "))?;
    }
    Ok(())
}

fn options_in_words(arena: &Arena) -> String {
    arena.options().size.map_or_else(String::new, |size| format!("size {size}"))
        + &arena.options().opening.map_or_else(String::new, |o| format!(", opening {o}"))
        + if arena.options().without_one { ", without 1" } else { "" }
        + if arena.options().block { ", blocking" } else { "" }
}

fn name(standing: &Standing) -> String {
    let name = standing.player.to_string();
    let shown: String = name.chars().filter(|&c| !words::is_unprintable(c)).take(NAME).collect();
    if shown == name { shown } else { shown + "..." }
}

fn kind_in_words(kind: GivenKind) -> &'static str {
    match kind {
        GivenKind::NotStarted => "times it did not start",
        GivenKind::TooSlow => "times it was too slow",
        GivenKind::Ended => "times it ended without an answer",
        GivenKind::Illegal => "times it had no legal answer",
    }
}

fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.1} us", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

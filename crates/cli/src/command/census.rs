//! `divvy census`

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::Ordering;

use divvy_lab::{Census, CensusError, Row, plot_census};
use divvy_rules::RuleOption;
use divvy_words as words;
use etcetera::BaseStrategy;

use crate::args::CensusArgs;
use crate::failure::Failure;
use crate::log::{Log, Writers};
use crate::part::PartHead;
use crate::{output, terminal};

pub(crate) fn run(args: &CensusArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let part = PartHead::of(args.table.part)?;
    if args.game.options().number(RuleOption::Size).is_some() {
        return Err(Failure::usage("--sizes A..B takes the place of --size"));
    }
    args.table.check_plot()?;
    let census = census(args)?;
    if !census.without_game().is_empty() {
        let sizes: Vec<String> = census.without_game().iter().map(u32::to_string).collect();
        output::remark(format!("these options make no game on size {}", sizes.join(", ")));
    }
    let stop = terminal::stop_requested()?;
    let (mut kept, rows) = kept_rows(&census.name());
    let known: Vec<Row> = match &kept {
        Err(error) if args.resume => {
            return Err(Failure::Running(format!("cannot go on from what was kept: {error}")));
        }
        _ if args.resume => rows.values().copied().filter(|row| census.has(row.size)).collect(),
        _ => Vec::new(),
    };
    let bar = output::bar(census.count() as u64, "sizes");
    bar.set_position(known.len() as u64);
    let found = census.rows(known, |row| {
        bar.inc(1);
        if let Ok(Some(log)) = &mut kept
            && rows.get(&row.size) != Some(&row)
            && let Err(error) = log.write(&row)
        {
            kept = Err(error.reason());
        }
        !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    if let Err(error) = kept {
        output::remark(format!("what is done could not be kept for --resume: {error}"));
    }
    let is_complete = found.len() == census.count();
    match part {
        Some(part) if is_complete => part.write(found.values(), out)?,
        Some(_) => {}
        None => present(args, &census, &found, out)?,
    }
    match is_complete {
        true => Ok(()),
        false => {
            let what = "sizes; to go on, add --resume";
            Err(output::interrupted(found.len(), census.count(), what))
        }
    }
}

/// The log of all sizes that were ever worked out under these rules, which several processes may add to, and what it has.
/// There is no log on a machine without a folder for such things.
fn kept_rows(name: &str) -> (Result<Option<Log>, String>, BTreeMap<u32, Row>) {
    let Ok(strategy) = etcetera::choose_base_strategy() else {
        return (Ok(None), BTreeMap::new());
    };
    let folder = strategy.cache_dir().join("divvy").join("census");
    let opened = std::fs::create_dir_all(&folder)
        .map_err(Failure::from)
        .and_then(|()| Log::open(&folder.join(format!("{name}.jsonl")), Writers::Many));
    match opened {
        Ok((log, lines)) => {
            // A line that is not a row is ignored, and its size worked out again.
            let rows = lines.lines().filter_map(|line| serde_json::from_str(line).ok());
            let rows = rows.filter(Row::is_possible).map(|row| (row.size, row));
            (Ok(Some(log)), rows.collect())
        }
        Err(failure) => (Err(failure.reason()), BTreeMap::new()),
    }
}

fn census(args: &CensusArgs) -> Result<Census, Failure> {
    let census = Census::new(args.game.id, args.game.options(), args.sizes.clone());
    let census = census.map_err(|error| match error {
        CensusError::Rules(error) => error.into(),
        CensusError::TooLarge(error) => Failure::Usage(format!("--sizes: {error}")),
    })?;
    Ok(census.part(args.table.part))
}

/// Prints what all parts together found.
pub(crate) fn join(args: &CensusArgs, rows: Vec<Row>, out: &mut dyn Write) -> Result<(), Failure> {
    args.table.check_plot()?;
    let rows = rows.into_iter().map(|row| (row.size, row)).collect();
    present(args, &census(args)?, &rows, out)
}

fn present(
    args: &CensusArgs,
    census: &Census,
    rows: &BTreeMap<u32, Row>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let rows: Vec<Row> = rows.values().copied().collect();
    let name = census.name();
    let options = name.split(';').skip(1).collect::<Vec<_>>().join(", ").replace('=', " ");
    let options = if options.is_empty() { options } else { format!(" ({options})") };
    let title = format!("{}{options}: how many openings win", words::name(census.game()));
    let picture = || plot_census(&title, &rows);
    args.table.present(census.game(), &rows, picture, out, |out| match args.table.csv {
        true => write_csv(&rows, out),
        false => write_table(&rows, out),
    })
}

fn write_csv(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "size,winner,openings,winning_openings")?;
    rows.iter().try_for_each(|row| {
        let Row { size, openings, winning_openings, .. } = row;
        let winner = row.winner.map_or_else(String::new, |winner| winner.to_string());
        writeln!(out, "{size},{winner},{openings},{winning_openings}")
    })
}

fn write_table(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "   size  winner    openings  of them win")?;
    for row in rows {
        let Row { size, openings, winning_openings, .. } = row;
        let winner = row.winner.map_or_else(|| "neither".to_owned(), |n| format!("Player {n}"));
        let share = row.share().map_or_else(String::new, |s| format!("  {:>3.0}%", 100.0 * s));
        writeln!(out, "{size:>7}  {winner:<8}  {openings:>8}  {winning_openings:>11}{share}")?;
    }
    let wins = |player| rows.iter().filter(|row| row.winner == Some(player)).count();
    writeln!(out, "\nPlayer 1 wins on {} sizes, Player 2 on {}.", wins(1), wins(2))
}

//! `divvy longest`

use std::io::Write;
use std::ops::RangeInclusive;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use divvy_lab::{Lengths, LongestRow, plot_lengths};
use divvy_paths::{Longest, LongestError, Searching};
use divvy_rules::{Family, Game, RuleOption};
use divvy_words as words;
use serde::Serialize;

use crate::args::LongestArgs;
use crate::command::count::{endless, most_of_the_memory};
use crate::failure::{Failure, INTERRUPTED};
use crate::line::wrapped;
use crate::part::PartHead;
use crate::{output, terminal};

/// One size as data.
#[derive(Serialize)]
struct One<'a> {
    game: Game,
    #[serde(flatten)]
    length: &'a LongestRow,
    /// Always: a search that proves nothing ends with an error.
    proved: bool,
}

pub(crate) fn run(args: &LongestArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if args.game.id == Game::NumberMaze {
        return Err(endless(args.game.id));
    }
    match &args.sizes {
        Some(_) if args.game.options().number(RuleOption::Size).is_some() => {
            Err(Failure::usage("--sizes and --size do not go together"))
        }
        Some(sizes) => run_many(args, sizes.clone(), out),
        None => run_one(args, out),
    }
}

fn run_one(args: &LongestArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let rules = args.game.rules()?;
    let Family::Removal(removal) = rules.family() else {
        return Err(endless(rules.game()));
    };
    let stop = terminal::stop_requested()?;
    let spinner = output::spinner();
    let watcher = |Searching { left_out, done, of, states, bytes }| {
        let mib = bytes >> 20;
        spinner.set_message(format!(
            "games that leave out {left_out}: {done} of {of} numbers, {states} states, {mib} MiB"
        ));
        spinner.tick();
        !stop.load(Ordering::Relaxed)
    };
    let limit = args.max_memory.unwrap_or_else(most_of_the_memory);
    let longest = Longest::of(removal, limit, watcher);
    spinner.finish_and_clear();
    let longest = longest.map_err(|error| failure(error, "--size"))?;
    let row = LongestRow::new(rules, &longest);
    if args.table.json {
        output::json(out, &One { game: rules.game(), length: &row, proved: true })?;
        return Ok(());
    }
    writeln!(out, "{}\n", words::titled(rules))?;
    if row.length == 0 {
        writeln!(out, "No first move is possible, so there is no game.")?;
        return Ok(());
    }
    let (length, all) = (row.length, row.length + row.left_out);
    writeln!(out, "The longest game takes {length} of {all} numbers:\n{}\n", row.example)?;
    let proof = words::longest_proof(row.bound, row.left_out, row.states);
    writeln!(out, "{}", wrapped(&proof))?;
    Ok(())
}

fn failure(error: LongestError, option: &str) -> Failure {
    match error {
        LongestError::TooManyNumbers { .. } | LongestError::TooWide(_) | LongestError::Unproved => {
            Failure::Usage(format!("{option}: {error}"))
        }
        LongestError::NoPaths => Failure::Usage(format!("--memory: {error}")),
        LongestError::Memory { .. } => {
            Failure::Running(format!("{error}; --max-memory GIB allows more"))
        }
        LongestError::Stopped => Failure::Exit(INTERRUPTED),
    }
}

fn run_many(
    args: &LongestArgs,
    sizes: RangeInclusive<u32>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    args.table.check_plot()?;
    let part = PartHead::of(args.table.part)?;
    let lengths = Lengths::new(args.game.id, args.game.options(), sizes, args.table.part)?;
    let stop = terminal::stop_requested()?;
    let (bar, done) = (output::share_bar(), Mutex::new(Vec::new()));
    let count = |size: u32| {
        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
        done.push(size);
        bar.set_message(format!(" ({} of {} sizes)", done.len(), lengths.count()));
        output::set_share(&bar, lengths.share(done.iter()));
    };
    let limit = args.max_memory.unwrap_or_else(most_of_the_memory);
    let rows = lengths.rows(limit, &stop, |row| count(row.size));
    bar.finish_and_clear();
    let rows =
        rows.map_err(|(size, error)| match failure(error, &format!("--sizes, size {size}")) {
            Failure::Running(message) => Failure::Running(format!("size {size}: {message}")),
            other => other,
        })?;
    if rows.len() < lengths.count() {
        return Err(output::interrupted(rows.len(), lengths.count(), "sizes"));
    }
    let rows: Vec<LongestRow> = rows.into_values().collect();
    match part {
        Some(part) => part.write(rows, out),
        None => present(args, &rows, out),
    }
}

/// Prints what all parts together found.
pub(crate) fn join(
    args: &LongestArgs,
    mut rows: Vec<LongestRow>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    args.table.check_plot()?;
    rows.sort_unstable_by_key(|row| row.size);
    present(args, &rows, out)
}

fn present(args: &LongestArgs, rows: &[LongestRow], out: &mut dyn Write) -> Result<(), Failure> {
    let title = format!("{}: how long a game can last", words::name(args.game.id));
    let picture = || plot_lengths(&title, rows);
    args.table.present(args.game.id, rows, picture, out, |out| {
        match args.table.csv {
            true => writeln!(out, "size,length,left_out,bound,game")?,
            false => writeln!(out, "   size  length  left out  bound")?,
        }
        rows.iter().try_for_each(|LongestRow { size, length, left_out, bound, example, .. }| {
            match args.table.csv {
                true => writeln!(out, "{size},{length},{left_out},{bound},\"{example}\""),
                false => writeln!(out, "{size:>7}  {length:>6}  {left_out:>8}  {bound:>5}"),
            }
        })
    })
}

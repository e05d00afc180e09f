//! `divvy census`

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::Ordering;

use divvy_lab::{Census, CensusError, Plot, Row};
use divvy_rules::{Game, RuleOption};
use divvy_words as words;
use serde::Serialize;

use crate::args::CensusArgs;
use crate::failure::{Failure, INTERRUPTED};
use crate::notebook::Notebook;
use crate::part::Share;
use crate::{output, terminal, whole};

#[derive(Serialize)]
struct Answer<'a> {
    game: Game,
    sizes: Vec<&'a Row>,
}

pub(crate) fn run(
    args: &CensusArgs,
    share: Option<Share>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let options = args.game.options();
    if options.number(RuleOption::Size).is_some() {
        return Err(Failure::usage("census takes --sizes A..B, not --size"));
    }
    let drawn = args.plot.as_deref().map(Drawn::of).transpose()?;
    args.plot.as_deref().map_or(Ok(()), whole::check)?;
    let census = census(args)?;
    if !census.without_game().is_empty() {
        let sizes: Vec<String> = census.without_game().iter().map(u32::to_string).collect();
        output::remark(format!("these options make no game on size {}", sizes.join(", ")));
    }
    let stop = terminal::stop_requested()?;
    let mut notebook = Notebook::open("census", &census.name());
    let known = if args.resume { notebook.rows()? } else { Vec::new() };
    let bar = output::bar(census.count() as u64, "sizes");
    bar.set_position(known.iter().filter(|row| census.has(row.size)).count() as u64);
    let rows = census.rows(known, |row| {
        bar.inc(1);
        notebook.add(row);
        !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    notebook.close();
    let is_whole = rows.len() == census.count();
    match share {
        Some(share) if is_whole => share.write(rows.values(), out)?,
        Some(_) => {}
        None => present(args, &census, &rows, drawn, out)?,
    }
    if !is_whole {
        let (done, all) = (rows.len(), census.count());
        output::remark(format!("stopped after {done} of {all} sizes; to go on, add --resume"));
        return Err(Failure::Exit(INTERRUPTED));
    }
    Ok(())
}

fn census(args: &CensusArgs) -> Result<Census, Failure> {
    let census = Census::new(args.game.id, args.game.options(), args.sizes.clone());
    let census = census.map_err(|error| match error {
        CensusError::Rules(error) => error.into(),
        CensusError::TooLarge(error) => Failure::Usage(format!("--sizes: {error}")),
    })?;
    Ok(census.part(args.part))
}

/// Prints what all parts together found.
pub(crate) fn join(args: &CensusArgs, rows: Vec<Row>, out: &mut dyn Write) -> Result<(), Failure> {
    let drawn = args.plot.as_deref().map(Drawn::of).transpose()?;
    let rows = rows.into_iter().map(|row| (row.size, row)).collect();
    present(args, &census(args)?, &rows, drawn, out)
}

fn present(
    args: &CensusArgs,
    census: &Census,
    rows: &BTreeMap<u32, Row>,
    drawn: Option<Drawn>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if args.json {
        output::json(out, &Answer { game: census.game(), sizes: rows.values().collect() })?;
    } else {
        let mut out = BufWriter::new(out);
        let write = if args.csv { write_csv } else { write_table };
        write(rows, &mut out)?;
        out.flush()?;
    }
    match (drawn, &args.plot) {
        (Some(drawn), Some(path)) => drawn.draw(census, rows, path),
        _ => Ok(()),
    }
}

fn write_csv(rows: &BTreeMap<u32, Row>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "size,winner,openings,winning_openings")?;
    rows.values().try_for_each(|row| {
        let Row { size, openings, winning_openings, .. } = row;
        let winner = row.winner.map_or_else(String::new, |winner| winner.to_string());
        writeln!(out, "{size},{winner},{openings},{winning_openings}")
    })
}

fn write_table(rows: &BTreeMap<u32, Row>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "   size  winner    openings  of them win")?;
    for row in rows.values() {
        let Row { size, openings, winning_openings, .. } = row;
        let winner = row.winner.map_or_else(|| "neither".to_owned(), |n| format!("Player {n}"));
        let share = row.share().map_or_else(String::new, |s| format!("  {:>3.0}%", 100.0 * s));
        writeln!(out, "{size:>7}  {winner:<8}  {openings:>8}  {winning_openings:>11}{share}")?;
    }
    let wins = |player| rows.values().filter(|row| row.winner == Some(player)).count();
    writeln!(out, "\nPlayer 1 wins on {} sizes, Player 2 on {}.", wins(1), wins(2))
}

/// The two kinds of pictures, by the ending of the file's name.
pub(crate) enum Drawn {
    Svg,
    Png,
}

impl Drawn {
    pub(crate) fn of(path: &Path) -> Result<Self, Failure> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => Ok(Drawn::Svg),
            Some("png") => Ok(Drawn::Png),
            _ => Err(Failure::Usage(format!(
                "--plot takes a file that ends in .svg or .png, not {}",
                path.display()
            ))),
        }
    }

    fn draw(&self, census: &Census, rows: &BTreeMap<u32, Row>, path: &Path) -> Result<(), Failure> {
        let name = census.name();
        let options = name.split(';').skip(1).collect::<Vec<_>>().join(", ").replace('=', " ");
        let options = if options.is_empty() { options } else { format!(" ({options})") };
        let title = format!("{}{options}: how many openings win", words::name(census.game()));
        self.write(&Plot::of(&title, &rows.values().copied().collect::<Vec<_>>()), path)
    }

    pub(crate) fn write(&self, plot: &Plot, path: &Path) -> Result<(), Failure> {
        whole::write(path, |out| match self {
            Drawn::Svg => plot.write_svg(out),
            Drawn::Png => plot.write_png(out),
        })
    }
}

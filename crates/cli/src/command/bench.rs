//! `divvy bench`

use std::io::{self, Write};
use std::iter;
use std::path::Path;

use divvy_lab::bench::{self, BenchError, Header, Kind, Report, Row};

use crate::args::{BenchArgs, BenchCommand};
use crate::failure::Failure;
use crate::{file, output};

/// How wide the columns are after the first.
const WIDTHS: [usize; 8] = [9, 7, 7, 5, 10, 6, 5, 13];

pub(crate) fn run(args: &BenchArgs, out: &mut dyn Write) -> Result<(), Failure> {
    match &args.command {
        BenchCommand::Make { seed, positions, out: path } => {
            path.as_deref().map_or(Ok(()), file::check)?;
            let bar = output::bar((positions * Kind::ALL.len()) as u64, "positions");
            let set = bench::make(*seed, *positions, &mut || {
                bar.inc(1);
                true
            });
            bar.finish_and_clear();
            let set = set.map_err(Failure::running)?;
            match path {
                Some(path) => file::write(path, set.as_bytes()),
                None => Ok(out.write_all(set.as_bytes())?),
            }
        }
        BenchCommand::Score { set, answers, json } => {
            let [set_text, answers] = [read(set)?, read(answers)?];
            let report = bench::score(&set_text, &answers).map_err(|error| match error {
                BenchError::NotASet | BenchError::Version(_) | BenchError::Changed => {
                    Failure::Running(format!("{} cannot be scored: {error}", set.display()))
                }
                error => Failure::running(error),
            })?;
            match json {
                true => Ok(output::json(out, &report)?),
                false => Ok(write_table(&report, out)?),
            }
        }
    }
}

fn read(path: &Path) -> Result<String, Failure> {
    let text = std::fs::read(path).map_err(|error| Failure::system("read", path, &error))?;
    String::from_utf8(text).map_err(|_| Failure::file("read", path, "it is not text"))
}

fn write_table(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let Header { divvy_bench, seed, positions, questions, sha256 } = &report.set;
    writeln!(
        out,
        "Version {divvy_bench}, seed {seed}: {positions} positions, {questions} questions, sha256 {sha256}\n"
    )?;
    let head = ["", "questions", "missing", "illegal", "right", "95 %", "chance", "skill", "95 %"];
    let rows = report.rows.iter().map(|Row { by, name, missing, illegal, figures, .. }| {
        let [low, high] = figures.accuracy_interval.map(|share| 100.0 * share);
        let [least, most] = figures.skill_interval;
        [
            format!("{by} {name}"),
            figures.decisions.to_string(),
            missing.to_string(),
            illegal.to_string(),
            format!("{:.1}", 100.0 * figures.accuracy),
            format!("{low:.1}-{high:.1}"),
            format!("{:.1}", 100.0 * figures.chance),
            format!("{:.2}", figures.skill),
            format!("{least:.2} to {most:.2}"),
        ]
    });
    for [label, cells @ ..] in iter::once(head.map(str::to_owned)).chain(rows) {
        write!(out, "{label:24}")?;
        cells.iter().zip(WIDTHS).try_for_each(|(cell, width)| write!(out, "  {cell:>width$}"))?;
        writeln!(out)?;
    }
    Ok(())
}

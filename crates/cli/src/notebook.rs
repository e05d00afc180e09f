//! Where a census keeps what it has worked out, so that a later one can go on from there.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use divvy_lab::Row;
use etcetera::BaseStrategy;

use crate::failure::Failure;
use crate::output::remark;
use crate::whole;

/// Between two times that it is written down.
const EVERY: Duration = Duration::from_secs(2);

/// The rows of one game with its options, of all sizes that were ever worked out.
pub(crate) struct Notebook {
    /// None on a machine without a folder for such things; then nothing is kept.
    path: Option<PathBuf>,
    rows: BTreeMap<u32, Row>,
    /// When it was last written down. The first row is at once, so that trouble is met early.
    written: Option<Instant>,
    changed: bool,
    /// Why it could not be read or written.
    trouble: Option<String>,
}

impl Notebook {
    /// The notebook of that name, with what stands in it.
    pub(crate) fn open(folder: &str, name: &str) -> Self {
        let strategy = etcetera::choose_base_strategy().ok();
        let path = strategy.map(|strategy| {
            strategy.cache_dir().join("divvy").join(folder).join(format!("{name}.csv"))
        });
        let mut notebook =
            Self { path, rows: BTreeMap::new(), written: None, changed: false, trouble: None };
        match notebook.read() {
            Ok(rows) => notebook.rows = rows,
            Err(error) => {
                // What cannot be read is not written over.
                notebook.trouble = Some(error.to_string());
                notebook.path = None;
            }
        }
        notebook
    }

    fn read(&self) -> io::Result<BTreeMap<u32, Row>> {
        let bytes = match self.path.as_ref().map(std::fs::read) {
            Some(Ok(bytes)) => bytes,
            Some(Err(error)) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => Vec::new(),
        };
        // A line that is not a row is ignored, and its size worked out again.
        let text = String::from_utf8_lossy(&bytes);
        Ok(text.lines().filter_map(row).map(|row| (row.size, row)).collect())
    }

    pub(crate) fn rows(&self) -> Result<Vec<Row>, Failure> {
        match &self.trouble {
            Some(trouble) => {
                Err(Failure::Running(format!("cannot go on from what was kept: {trouble}")))
            }
            None => Ok(self.rows.values().copied().collect()),
        }
    }

    pub(crate) fn add(&mut self, row: Row) {
        self.rows.insert(row.size, row);
        self.changed = true;
        if self.written.is_none_or(|written| written.elapsed() >= EVERY) {
            self.write();
        }
    }

    /// Writes down what is not yet, and says so if that could not be done: the census itself is fine.
    pub(crate) fn close(mut self) {
        if self.changed {
            self.write();
        }
        if let Some(trouble) = self.trouble {
            remark(format!("what is done could not be kept for --resume: {trouble}"));
        }
    }

    fn write(&mut self) {
        let Some(path) = &self.path else { return };
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        // Another census of the same game may have written in the meantime.
        let others = folder.and_then(|()| self.read());
        let written = others.map_err(|error| error.to_string()).and_then(|mut rows| {
            rows.append(&mut self.rows.clone());
            let write = |out: &mut dyn Write| {
                rows.values().try_for_each(|row| {
                    let Row { size, openings, winning_openings, .. } = row;
                    let winner = row.winner.unwrap_or(0);
                    writeln!(out, "{size},{winner},{openings},{winning_openings}")
                })
            };
            whole::write(path, write).map_err(Failure::reason)
        });
        self.trouble = written.err();
        self.written = Some(Instant::now());
        self.changed = false;
    }
}

/// A row as it is written down, with 0 for a draw.
fn row(line: &str) -> Option<Row> {
    let mut numbers = line.split(',').map(|part| part.parse::<u32>().ok());
    let mut next = || numbers.next().flatten();
    let (size, winner) = (next()?, next()?);
    let (openings, winning_openings) = (next()?, next()?);
    let winner = match winner {
        0 => None,
        1 => Some(1),
        2 => Some(2),
        _ => return None,
    };
    let makes_sense = winning_openings <= openings && openings <= size;
    makes_sense.then_some(Row { size, winner, openings, winning_openings })
}

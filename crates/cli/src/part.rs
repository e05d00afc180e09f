//! Parts of long work, as files: a line that says which part of what, a line for each result, and a line at the end that
//! tells a complete file from one that was cut off.

use std::ffi::OsString;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use divvy_lab::{Part, score};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::output;

/// Which part of which work.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PartHead {
    part: u32,
    of: u32,
    /// The command line without the options that parts of the same work may differ in.
    arguments: Vec<String>,
    /// How games were judged.
    #[serde(default)]
    judged: u32,
}

#[derive(Serialize, Deserialize)]
struct End {
    results: usize,
}

/// Options that do not change the results, or only which of them, and whether a value follows.
const LEFT_OUT: [(&str, bool); 4] =
    [("--part", true), ("--max-memory", true), ("--jobs", true), ("--resume", false)];

impl PartHead {
    /// The part that this process is asked for; none if all of the work is. It is made before the work, which would be lost
    /// if the part could not be written.
    pub(crate) fn of(part: Option<Part>) -> Result<Option<Self>, Failure> {
        let Some(part) = part else { return Ok(None) };
        let arguments = arguments(std::env::args_os()).ok_or_else(|| {
            Failure::usage("--part: the command line goes into the part, so it has to be UTF-8")
        })?;
        let (part, of) = (part.number(), part.of());
        Ok(Some(Self { part, of, arguments, judged: score::VERSION }))
    }

    /// Writes the part with its results.
    pub(crate) fn write<T: Serialize>(
        &self,
        results: impl IntoIterator<Item = T>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let mut out = BufWriter::new(out);
        output::line(&mut out, self)?;
        let mut count = 0;
        for result in results {
            output::line(&mut out, &result)?;
            count += 1;
        }
        output::line(&mut out, &End { results: count })?;
        Ok(out.flush()?)
    }
}

/// A command line without the program, and without what is left out; none if it is not UTF-8.
fn arguments(line: impl IntoIterator<Item = OsString>) -> Option<Vec<String>> {
    let mut arguments = Vec::new();
    let mut line = line.into_iter().skip(1);
    while let Some(argument) = line.next() {
        let argument = argument.into_string().ok()?;
        let name = argument.split('=').next();
        match LEFT_OUT.iter().find(|(left_out, _)| Some(*left_out) == name) {
            // The value is the next word.
            Some((_, true)) if !argument.contains('=') => drop(line.next()),
            Some(_) => {}
            None => arguments.push(argument),
        }
    }
    Some(arguments)
}

/// Reads the files of all parts, in any order: the command line that one run would have had, and the results, a line of
/// JSON each.
pub(crate) fn read_all(files: &[PathBuf]) -> Result<(Vec<String>, Vec<String>), Failure> {
    let (mut heads, mut results): (Vec<(PartHead, &Path)>, _) = (Vec::new(), Vec::new());
    for path in files {
        let (head, lines) = read(path)?;
        for (other, other_path) in &heads {
            let work = |head: &PartHead| (head.of, head.arguments.clone(), head.judged);
            let why = match () {
                () if work(other) != work(&head) => "are not parts of the same work",
                () if other.part == head.part => "are the same part",
                () => continue,
            };
            let (a, b) = (other_path.display(), path.display());
            return Err(Failure::Usage(format!("{a} and {b} {why}")));
        }
        heads.push((head, path));
        results.extend(lines);
    }
    let of = heads.first().map_or(0, |(head, _)| head.of);
    let missing = (1..=of).filter(|n| heads.iter().all(|(head, _)| head.part != *n));
    let missing: Vec<String> = missing.map(|n| format!("{n}/{of}")).collect();
    match (missing.is_empty(), heads.into_iter().next()) {
        (true, Some((head, _))) => Ok((head.arguments, results)),
        _ => Err(Failure::Usage(format!("these parts are missing: {}", missing.join(", ")))),
    }
}

/// The results as data.
pub(crate) fn parsed<T: DeserializeOwned>(lines: &[String]) -> Result<Vec<T>, Failure> {
    let read = |line: &String| {
        serde_json::from_str(line)
            .map_err(|error| Failure::Running(format!("a result cannot be read: {error}")))
    };
    lines.iter().map(read).collect()
}

/// The head and the results of one file.
fn read(path: &Path) -> Result<(PartHead, Vec<String>), Failure> {
    let name = path.display();
    let text =
        std::fs::read_to_string(path).map_err(|error| Failure::system("read", path, &error))?;
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let head = lines.first().and_then(|line| serde_json::from_str::<PartHead>(line).ok());
    if lines.is_empty() {
        let why = "is empty: its part was stopped, or is not done yet";
        return Err(Failure::Running(format!("{name} {why}")));
    }
    let Some(head) = head else {
        return Err(Failure::Running(format!("{name} is not a part that --part wrote")));
    };
    let end = lines.last().and_then(|line| serde_json::from_str::<End>(line).ok());
    if end.is_none_or(|end| end.results + 2 != lines.len()) {
        let (part, of) = (head.part, head.of);
        return Err(Failure::Running(format!("{name} was cut off: run part {part}/{of} again")));
    }
    lines.pop();
    lines.remove(0);
    Ok((head, lines))
}

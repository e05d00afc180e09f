//! Parts of long work, as files: a line that says which part of what, a line for each result, and a line at the end that
//! tells a whole file from one that was cut off.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use divvy_lab::Part;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    part: u32,
    of: u32,
    /// The command line without `--part`, and without `--resume`, which only a part that was stopped needs.
    arguments: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct End {
    results: usize,
}

/// Writes the results of a part.
pub(crate) fn write<T: Serialize>(
    part: Part,
    results: impl IntoIterator<Item = T>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut out = BufWriter::new(out);
    let mut line = |value: &dyn erased::Line| -> io::Result<()> { value.write(&mut out) };
    let head = Head { part: part.number(), of: part.of(), arguments: arguments(std::env::args()) };
    line(&head)?;
    let mut count = 0;
    for result in results {
        line(&result)?;
        count += 1;
    }
    line(&End { results: count })?;
    Ok(out.flush()?)
}

/// Values of different types, one line of JSON each.
mod erased {
    use std::io::{self, Write};

    use serde::Serialize;

    pub(super) trait Line {
        fn write(&self, out: &mut dyn Write) -> io::Result<()>;
    }

    impl<T: Serialize> Line for T {
        fn write(&self, out: &mut dyn Write) -> io::Result<()> {
            serde_json::to_writer(&mut *out, self)?;
            writeln!(out)
        }
    }
}

/// A command line without the program, and without what differs between parts.
fn arguments(all: impl Iterator<Item = String>) -> Vec<String> {
    let mut arguments = Vec::new();
    let mut all = all.skip(1);
    while let Some(argument) = all.next() {
        match argument.as_str() {
            "--part" => drop(all.next()),
            "--resume" => {}
            other if other.starts_with("--part=") => {}
            _ => arguments.push(argument),
        }
    }
    arguments
}

/// All parts of some work.
pub(crate) struct Parts {
    /// The command line that one run would have had.
    pub(crate) arguments: Vec<String>,
    /// The results, a line of JSON each.
    lines: Vec<String>,
}

impl Parts {
    /// Reads the files of all parts, in any order.
    pub(crate) fn read(files: &[PathBuf]) -> Result<Self, Failure> {
        let mut parts: Vec<(Head, Vec<String>, &Path)> = Vec::new();
        for path in files {
            let (head, lines) = read(path)?;
            let other = parts
                .iter()
                .find(|(other, ..)| (other.of, &other.arguments) != (head.of, &head.arguments));
            if let Some((_, _, other)) = other {
                let (a, b) = (other.display(), path.display());
                return Err(Failure::Usage(format!("{a} and {b} are not parts of the same work")));
            }
            if let Some((.., other)) = parts.iter().find(|(other, ..)| other.part == head.part) {
                let (a, b) = (other.display(), path.display());
                return Err(Failure::Usage(format!("{a} and {b} are the same part")));
            }
            parts.push((head, lines, path));
        }
        let of = parts.first().map_or(0, |(head, ..)| head.of);
        let missing = (1..=of).filter(|n| parts.iter().all(|(head, ..)| head.part != *n));
        let missing: Vec<String> = missing.map(|n| format!("{n}/{of}")).collect();
        if !missing.is_empty() {
            return Err(Failure::Usage(format!("these parts are missing: {}", missing.join(", "))));
        }
        let arguments = parts.first().map(|(head, ..)| head.arguments.clone()).unwrap_or_default();
        Ok(Self { arguments, lines: parts.into_iter().flat_map(|(_, lines, _)| lines).collect() })
    }

    /// The results.
    pub(crate) fn results<T: DeserializeOwned>(&self) -> Result<Vec<T>, Failure> {
        let read = |line: &String| {
            serde_json::from_str(line).map_err(|error| {
                Failure::Running(format!("a part has a result that is none: {error}"))
            })
        };
        self.lines.iter().map(read).collect()
    }
}

/// The head and the results of one file.
fn read(path: &Path) -> Result<(Head, Vec<String>), Failure> {
    let name = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::Running(format!("cannot read {name}: {error}")))?;
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let head = lines.first().and_then(|line| serde_json::from_str::<Head>(line).ok());
    if lines.is_empty() {
        let why = "is empty: its part was stopped, or is not done yet";
        return Err(Failure::Usage(format!("{name} {why}")));
    }
    let Some(head) = head else {
        return Err(Failure::Usage(format!("{name} is not a part that --part wrote")));
    };
    let end = lines.last().and_then(|line| serde_json::from_str::<End>(line).ok());
    if end.is_none_or(|end| end.results + 2 != lines.len()) {
        let (part, of) = (head.part, head.of);
        return Err(Failure::Usage(format!("{name} was cut off: run part {part}/{of} again")));
    }
    lines.pop();
    lines.remove(0);
    Ok((head, lines))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_is_no_part_of_the_command_line() {
        for line in ["divvy census x --part 1/4 --csv", "divvy census --part=2/4 x --resume --csv"]
        {
            let words = line.split(' ').map(str::to_owned);
            assert_eq!(arguments(words), ["census", "x", "--csv"]);
        }
    }
}

//! Feeds the engine random and malformed lines, and checks that each has one answer, which is JSON and carries its
//! id: `cargo run --release -p divvy-lab --example fuzz_engine -- [LINES] [SEED]`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program")]

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::io::{self, BufReader, Read, Write};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Instant;

use divvy_lab::engine::{ErrorCode, LONGEST_LINE, run};
use divvy_testing::engine_line;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::value::RawValue;

const LINES: u64 = 1_000_000;

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let (lines, seed) = match (numbers.next().transpose(), numbers.next().transpose()) {
        (Ok(lines), Ok(seed)) => (lines.unwrap_or(LINES), seed.unwrap_or(1)),
        _ => {
            eprintln!("usage: fuzz_engine [LINES] [SEED]");
            return ExitCode::from(2);
        }
    };
    let asked = Rc::new(RefCell::new(VecDeque::new()));
    let source = Source {
        random: ChaCha8Rng::seed_from_u64(seed),
        left: lines,
        pending: Vec::new(),
        given: 0,
        asked: Rc::clone(&asked),
    };
    let mut check = Check { asked, lines, answered: 0, codes: BTreeMap::new(), line: Vec::new() };
    println!("{lines} lines from seed {seed}; memory at the start: {}", memory());
    let begin = Instant::now();
    let ended = run(BufReader::new(source), &mut check);
    let seconds = begin.elapsed().as_secs_f64();
    println!("memory at the end: {}", memory());
    println!("{:.1} s, {:.0} lines a second", seconds, check.answered as f64 / seconds);
    check.codes.iter().for_each(|(kind, count)| println!("{count:>8} {kind}"));
    let unseen = ErrorCode::ALL.iter().map(|code| code.name());
    for code in unseen.filter(|code| !check.codes.contains_key(*code)) {
        println!("       0 {code}");
    }
    match ended {
        Ok(()) if check.answered == lines && check.asked.borrow().is_empty() => ExitCode::SUCCESS,
        Ok(()) => {
            eprintln!("{} answers to {lines} lines", check.answered);
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// What this process holds in memory now and has held at most, where the system tells.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let lines =
        status.lines().filter(|line| line.starts_with("VmRSS") || line.starts_with("VmHWM"));
    let words = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    words.collect::<Vec<_>>().join(", ")
}

/// The lines that wait for their answers: the id that one must carry, if it is known, and the beginning of the line.
type Asked = Rc<RefCell<VecDeque<(Option<String>, String)>>>;

/// Makes lines as they are read, so that they need no memory.
struct Source {
    random: ChaCha8Rng,
    left: u64,
    pending: Vec<u8>,
    given: usize,
    asked: Asked,
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.given == self.pending.len() && self.left > 0 {
            self.left -= 1;
            let (mut line, id) = engine_line(&mut self.random, LONGEST_LINE);
            let shown = String::from_utf8_lossy(&line).chars().take(200).collect();
            self.asked.borrow_mut().push_back((id, shown));
            // The last line has no end.
            line.extend((self.left > 0).then_some(b'\n'));
            (self.pending, self.given) = (line, 0);
        }
        let rest = &self.pending[self.given..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.given += count;
        Ok(count)
    }
}

/// Takes the answers.
struct Check {
    asked: Asked,
    lines: u64,
    answered: u64,
    codes: BTreeMap<String, u64>,
    line: Vec<u8>,
}

impl Check {
    fn answer(&mut self) -> Result<(), String> {
        let (id, asked) = self.asked.borrow_mut().pop_front().ok_or("an answer to nothing")?;
        let line = std::str::from_utf8(&self.line).map_err(|_| "an answer is not UTF-8")?;
        let fail = |why: &str| format!("{why}\n> {asked}\n< {}", line.get(..200).unwrap_or(line));
        let fields: BTreeMap<String, &RawValue> =
            serde_json::from_str(line).map_err(|_| fail("not JSON"))?;
        let found = fields.get("id").ok_or_else(|| fail("no id"))?.get();
        if id.is_some_and(|id| id != found) {
            return Err(fail("another id"));
        }
        let kind = match (fields.get("result"), fields.get("error")) {
            (Some(result), None) => {
                let _: serde_json::Map<String, serde_json::Value> =
                    serde_json::from_str(result.get()).map_err(|_| fail("no object"))?;
                "result".to_owned()
            }
            (None, Some(error)) => {
                let error: BTreeMap<String, String> =
                    serde_json::from_str(error.get()).map_err(|_| fail("no error"))?;
                let message = error.get("message").filter(|message| !message.is_empty());
                message.ok_or_else(|| fail("no message"))?;
                error.get("code").ok_or_else(|| fail("no code"))?.clone()
            }
            _ => return Err(fail("neither result nor error, or both")),
        };
        *self.codes.entry(kind).or_default() += 1;
        self.answered += 1;
        if self.answered == self.lines / 10 {
            println!("memory after a tenth: {}", memory());
        }
        Ok(())
    }
}

impl Write for Check {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(part);
            if self.line.pop_if(|byte| *byte == b'\n').is_some() {
                self.answer().map_err(io::Error::other)?;
                self.line.clear();
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.line.is_empty() {
            true => Ok(()),
            false => Err(io::Error::other("an answer without an end")),
        }
    }
}

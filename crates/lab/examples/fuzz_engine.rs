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
use divvy_match::Bot;
use divvy_rules::Game;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
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

/// The id that an answer must carry, as it is written; none where the line may be unreadable.
type Id = Option<String>;

/// Makes lines as they are read, so that they need no memory.
struct Source {
    random: ChaCha8Rng,
    left: u64,
    pending: Vec<u8>,
    given: usize,
    asked: Rc<RefCell<VecDeque<(Id, String)>>>,
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.given == self.pending.len() && self.left > 0 {
            self.left -= 1;
            let (mut line, id) = some_line(&mut self.random);
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
    asked: Rc<RefCell<VecDeque<(Id, String)>>>,
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

fn pick<'a, T: ?Sized>(random: &mut ChaCha8Rng, from: &[&'a T]) -> &'a T {
    from[random.random_range(0..from.len())]
}

fn some_line(random: &mut ChaCha8Rng) -> (Vec<u8>, Id) {
    let (id, command) = (some_id(random), some_command(random));
    let line = format!(r#"{{"id":{id},{command}}}"#);
    match random.random_range(0..1_000) {
        0..700 => (line.into_bytes(), Some(id)),
        700..850 => (damaged(random, line.into_bytes()), None),
        850..900 => {
            // Cut off, so that it is never whole.
            let end = random.random_range(0..line.len());
            (line.as_bytes()[..end].to_vec(), Some("null".to_owned()))
        }
        900..940 => {
            let count = random.random_range(0..100);
            let bytes = (0..count).map(|_| random.random::<u8>()).filter(|byte| *byte != b'\n');
            (bytes.collect(), None)
        }
        940..970 => {
            let deep = random.random_range(1..2_000);
            let id = "[".repeat(deep) + &"]".repeat(deep);
            let line = format!(r#"{{"id":{id},"command":"name"}}"#);
            (line.into_bytes(), Some(if deep < 64 { id } else { "null".to_owned() }))
        }
        970..975 => (b"[{".repeat(random.random_range(0..50_000)), Some("null".to_owned())),
        975..976 => {
            let length = random.random_range(LONGEST_LINE - 20..2 * LONGEST_LINE);
            (vec![pick(random, &[b" ", b"[", b"7", b"x"])[0]; length], Some("null".to_owned()))
        }
        _ => {
            let line = pick(
                random,
                &["", " ", "\r", "null", "7", "[]", "\"name\"", "{}", "{", "\u{feff}{}"],
            );
            (line.into(), Some("null".to_owned()))
        }
    }
}

/// The bytes with a few of them changed, left out or doubled.
fn damaged(random: &mut ChaCha8Rng, mut line: Vec<u8>) -> Vec<u8> {
    for _ in 0..random.random_range(1..6) {
        let place = random.random_range(0..line.len());
        match random.random_range(0..4) {
            0 => line[place] = random.random(),
            1 => line[place] = pick(random, &["\"", "{", "}", "[", ",", "9", "\\"]).as_bytes()[0],
            2 => drop(line.remove(place)),
            _ => line.insert(place, line[place]),
        }
    }
    line.retain(|byte| *byte != b'\n');
    line
}

fn some_id(random: &mut ChaCha8Rng) -> String {
    match random.random_range(0..8) {
        0 => {
            pick(random, &["null", "true", "1e400", "-0.10", r#""\ud800\"""#, r#"{"a":[],"a":{}}"#])
                .to_owned()
        }
        1 => format!("\"{}\"", "é".repeat(random.random_range(0..20))),
        _ => random.random::<u64>().to_string(),
    }
}

/// The fields of a request beside its id.
fn some_command(random: &mut ChaCha8Rng) -> String {
    let plain = ["name", "version", "list_commands", "state", "legal", "undo"];
    match random.random_range(0..100) {
        0..10 => format!(r#""command":"{}""#, pick(random, &plain)),
        10..15 => r#""command":"solve""#.to_owned(),
        15..18 => r#""command":"review""#.to_owned(),
        18..21 => r#""command":"values""#.to_owned(),
        21..48 => format!(r#""command":"play","move":{}"#, random.random_range(0..24)),
        48..64 => {
            let bot = Bot::ALL[random.random_range(0..Bot::ALL.len())];
            format!(r#""command":"genmove","bot":"{bot}","seed":{}"#, random.random::<u64>())
        }
        64..80 => some_game(random),
        80..90 => {
            let command =
                pick(random, &["play", "genmove", "new", "values", "state", "jump", "PLAY", ""]);
            let field =
                pick(random, &["move", "bot", "seed", "game", "options", "moves", "position", "x"]);
            format!(r#""command":"{command}","{field}":{}"#, some_value(random))
        }
        90..94 => format!(r#""command":{}"#, some_value(random)),
        94 => r#""command":"play","move":1,"move":1"#.to_owned(),
        _ => format!(r#""{}":{}"#, pick(random, &["move", "x", "Command", ""]), some_value(random)),
    }
}

/// A game that is begun, or whose moves are judged.
fn some_game(random: &mut ChaCha8Rng) -> String {
    let command = pick(random, &["new", "new", "new", "values"]);
    let game = Game::ALL[random.random_range(0..Game::ALL.len())];
    let size = match random.random_range(0..10_000) {
        0..9_000 => random.random_range(0..15),
        9_000..9_900 => random.random_range(0..25),
        9_900..9_999 => random.random_range(0..2_000),
        _ => 1_000_000,
    };
    let option = pick(
        random,
        &[
            "",
            "",
            "",
            r#","without_one":true"#,
            r#","opening":"even""#,
            r#","one":"free""#,
            r#","memory":2"#,
            r#","start":2"#,
            r#","block":true"#,
            r#","start":2,"without_one":true,"block":true"#,
            r#","x":1"#,
        ],
    );
    match random.random_range(0..1_000) {
        0..2 => {
            // A race that has gone round in circles for as long as it may.
            let walk: Vec<u32> = [2, 2, 4, 4, 1, 1].into_iter().cycle().take(1_000).collect();
            format!(r#""command":"{command}","game":"number-maze","moves":{walk:?}"#)
        }
        2..250 => format!(
            r#""command":"{command}","position":"{game};size={size}:{}""#,
            random.random_range(0..20)
        ),
        250..500 => {
            let moves = [0; 3].map(|_: u32| random.random_range(0..20_u32));
            format!(r#""command":"{command}","game":"{game}","moves":{moves:?}"#)
        }
        _ => {
            format!(r#""command":"{command}","game":"{game}","options":{{"size":{size}{option}}}"#)
        }
    }
}

fn some_value(random: &mut ChaCha8Rng) -> String {
    let huge = "9".repeat(random.random_range(1..400));
    match random.random_range(0..6) {
        0 => huge,
        1 => format!("-{huge}"),
        2 => format!("{huge}e{huge}"),
        3 => format!("\"{huge}\""),
        4 => format!("[{huge},[],{{\"x\":null}}]"),
        _ => pick(
            random,
            &[
                "null",
                "true",
                "{}",
                "[]",
                "\"\"",
                "6.0",
                "6e0",
                "\"6\"",
                "[6,3]",
                "{\"size\":\"big\"}",
                "\"number-maze:\"",
            ],
        )
        .to_owned(),
    }
}

//! The engine: JSON lines for programs in any language, one answer for each request.
//!
//! `docs/engine.md` is the protocol. Nothing that a line contains ends the engine or disturbs the game at hand:
//! whatever is wrong with it becomes an answer with a code and a message.

mod begin;
mod lesson;
mod moves;
mod problem;
mod puzzle;
mod question;
mod request;

use std::io::{self, BufRead, Read, Write};

use divvy_analysis::Computer;
use divvy_match::Bot;
use divvy_rules::{Number, Record, seed_from};
use divvy_solver::TooLarge;
use divvy_wire::{TurnState, clip, legal};
use serde::Serialize;
use serde_json::json;
use serde_json::value::RawValue;

pub use problem::ErrorCode;
pub use question::{Computers, Limits};

use problem::{Problem, problem};
use request::{Command, Request};

/// The longest line that is read, in bytes, its end not counted.
pub const LONGEST_LINE: usize = 1 << 20;

/// The version of the protocol. It grows when something that a program may rely on changes.
const PROTOCOL: u32 = 1;

/// One game at a time, and what has been worked out about it.
///
/// ```
/// use divvy_lab::Engine;
///
/// let mut engine = Engine::default();
/// engine.answer(br#"{"id":1,"command":"new","game":"multiple-madness","moves":[6]}"#);
/// assert_eq!(
///     engine.answer(br#"{"id":2,"command":"play","move":8}"#),
///     r#"{"id":2,"error":{"code":"illegal_move","message":"8 is not a factor or multiple of 6"}}"#
/// );
/// ```
#[derive(Debug, Default)]
pub struct Engine {
    game: Option<Record>,
    computer: Computer,
    quit: bool,
}

/// Answers every line of the input with a line, until `quit` or the end of the input.
pub fn run(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut engine = Engine::default();
    let mut line = Vec::new();
    while !engine.has_quit() && read_line(&mut input, &mut line)? {
        let mut answer = engine.answer(&line);
        answer.push('\n');
        output.write_all(answer.as_bytes())?;
        output.flush()?;
    }
    Ok(())
}

/// Reads a line without its end, of one too long only what shows that it is. False at the end of the input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let read = input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', line)?;
    if line.pop_if(|byte| *byte == b'\n').is_none() {
        input.skip_until(b'\n')?;
    }
    Ok(read > 0)
}

impl Engine {
    /// The answer to a line, which comes without its end, as the answer does.
    pub fn answer(&mut self, line: &[u8]) -> String {
        respond(line, |request| self.obey(request)).0
    }

    pub const fn has_quit(&self) -> bool {
        self.quit
    }

    /// Does what is asked, and gives the result as JSON.
    fn obey(&mut self, request: &Request<'_>) -> Result<String, Problem> {
        Ok(match request.command {
            Command::New => {
                let wanted = wants_legal(request)?;
                let record: &Record = self.game.insert(begin::begin(request)?);
                changed(wanted, record, json!({"position": record.to_string()}))
            }
            Command::Play => self.play(request)?,
            Command::Undo => {
                let wanted = wants_legal(request)?;
                let record = self.game()?;
                let undone = moves::take_back(record)?;
                changed(wanted, record, undone)
            }
            Command::Genmove => self.genmove(request)?,
            Command::Quit => {
                self.quit = true;
                "{}".to_owned()
            }
            _ => {
                let Self { game, computer, .. } = self;
                question::answer(request, game.as_ref(), computer, &Limits::default())?
            }
        })
    }

    fn game(&mut self) -> Result<&mut Record, Problem> {
        self.game.as_mut().ok_or_else(no_game)
    }

    fn play(&mut self, request: &Request<'_>) -> Result<String, Problem> {
        let choice = request.fields.read("move", moves::TAKES, moves::number)?;
        let missing = || problem!(MissingField, "\"move\" is missing: play takes {}", moves::TAKES);
        let (number, text) = choice.ok_or_else(missing)?;
        let wanted = wants_legal(request)?;
        let record = self.game()?;
        let played = moves::advance(record, number, &text)?;
        Ok(changed(wanted, record, played))
    }

    fn genmove(&mut self, request: &Request<'_>) -> Result<String, Problem> {
        let bot = match request.fields.text("bot")? {
            None => Bot::Perfect,
            Some(name) => name.parse().map_err(|_| {
                let (name, all) = (clip(&name), Bot::NAMES.join(", "));
                problem!(InvalidField, "\"{name}\" is not a bot: the bots are {all}")
            })?,
        };
        let seed = seed(request)?.unwrap_or(0);
        let wanted = wants_legal(request)?;
        let record = self.game.as_mut().ok_or_else(no_game)?;
        moves::ready(record)?;
        // As in the first round of a match.
        let seed = seed_from([seed, 0, record.moves().len() as u64]);
        let choice = self.computer.choose(bot, record, seed);
        let choice =
            choice.map_err(|error| too_large(error, "; the bots random and greedy do without"))?;
        // The player to move has a move, or the game would be over; 0 would be refused like any other number.
        let value = choice.map_or(0, Number::get);
        let played = moves::advance(record, value, &value)?;
        Ok(changed(wanted, record, played))
    }
}

/// The answer to a question that describes its position, for a client without an engine of its own; with what is wrong with the
/// question, if anything.
pub fn ask(
    line: &[u8],
    computers: &mut impl Computers,
    limits: &Limits,
) -> (String, Option<ErrorCode>) {
    respond(line, |request| match request.command {
        Command::New | Command::Play | Command::Undo | Command::Genmove | Command::Quit => {
            let command = request.command;
            Err(problem!(NoGame, "there is no game at hand to {command}: ask about a position"))
        }
        _ => question::answer(request, None, computers, limits),
    })
}

/// Reads a line, and answers it; with what is wrong, if anything.
fn respond(
    line: &[u8],
    obey: impl FnOnce(&Request<'_>) -> Result<String, Problem>,
) -> (String, Option<ErrorCode>) {
    let (id, result) = match request::read(line) {
        Ok(fields) => {
            let id = request::id(&fields);
            (id, Request::of(fields).and_then(|request| obey(&request)))
        }
        Err(problem) => ("null".into(), Err(problem)),
    };
    let (name, content, code) = match result {
        Ok(result) => ("result", result, None),
        Err(problem) => ("error", json(&problem), Some(problem.code)),
    };
    (format!(r#"{{"id":{id},"{name}":{content}}}"#), code)
}

fn seed(request: &Request<'_>) -> Result<Option<u64>, Problem> {
    let takes = format!("a whole number from 0 to {}", u64::MAX);
    Ok(request.fields.number("seed", &takes)?)
}

/// Whether the answer should also tell the legal moves.
fn wants_legal(request: &Request<'_>) -> Result<bool, Problem> {
    let flag = |value: &RawValue| serde_json::from_str(value.get()).ok();
    Ok(request.fields.read("legal", "true or false", flag)?.unwrap_or(false))
}

/// What a command did to the game, who is to move now, and the legal moves if they are wanted.
#[derive(Serialize)]
struct Changed<T> {
    #[serde(flatten)]
    change: T,
    #[serde(flatten)]
    turn: TurnState,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<Vec<Number>>,
}

fn changed(wanted: bool, record: &Record, change: impl Serialize) -> String {
    json(&Changed { change, turn: record.into(), legal: wanted.then(|| legal(record)) })
}

fn no_game() -> Problem {
    problem!(NoGame, "no game has been begun: send the command new first")
}

fn too_large(error: TooLarge, remedy: &str) -> Problem {
    problem!(TooLarge, "{error}{remedy}")
}

/// What the engine tells has names for keys, so that it always becomes JSON.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

//! A line as a request: an object with a command, an id and the fields that the command takes.
//!
//! Values stay as they were written until a command asks for one, so that an `id` can be echoed exactly and an
//! error can say what stood there.

use std::borrow::Cow;

use divvy_rules::named;
use divvy_wire::{FieldError, Object, clip};
use serde_json::value::RawValue;

use super::LONGEST_LINE;
use super::begin::FIELDS;
use super::problem::{Problem, problem};

named! {
    pub(super) enum Command: name {
        Name = "name",
        Version = "version",
        ListCommands = "list_commands",
        New = "new",
        State = "state",
        Legal = "legal",
        Play = "play",
        Undo = "undo",
        Genmove = "genmove",
        Solve = "solve",
        Values = "values",
        Hint = "hint",
        Board = "board",
        Longest = "longest",
        Fair = "fair",
        Puzzle = "puzzle",
        Lesson = "lesson",
        Games = "games",
        Bots = "bots",
        Review = "review",
        Quit = "quit",
    }
}

impl Command {
    /// The fields beside `id` and `command`, and whether those come with them that describe a game.
    const fn takes(self) -> (&'static [&'static str], bool) {
        match self {
            Command::New => (&["legal"], true),
            Command::Play => (&["move", "legal"], false),
            Command::Undo => (&["legal"], false),
            Command::Genmove => (&["bot", "seed", "legal"], false),
            Command::Hint => (&["move", "names", "first", "you"], true),
            Command::Values | Command::Board => (&["names", "first", "you"], true),
            Command::Lesson => (&["lesson", "step", "moves", "move"], false),
            Command::Fair => (&["game", "options", "count"], false),
            Command::Puzzle => (&["seed", "date", "grade", "game", "options"], false),
            Command::State
            | Command::Legal
            | Command::Solve
            | Command::Longest
            | Command::Review => (&[], true),
            Command::Name
            | Command::Version
            | Command::ListCommands
            | Command::Games
            | Command::Bots
            | Command::Quit => (&[], false),
        }
    }

    fn fields(self) -> Vec<&'static str> {
        let (own, describes) = self.takes();
        FIELDS.into_iter().filter(|_| describes).chain(own.iter().copied()).collect()
    }
}

/// How many lists and objects may stand inside each other. No command needs more than three.
const DEEPEST: usize = 64;

pub(super) struct Request<'a> {
    pub(super) command: Command,
    pub(super) fields: Object<'a>,
}

pub(super) fn read(line: &[u8]) -> Result<Object<'_>, Problem> {
    if line.len() > LONGEST_LINE {
        let most = LONGEST_LINE;
        return Err(problem!(
            LineTooLong,
            "the line is longer than {most} bytes, and was not read"
        ));
    }
    let text = std::str::from_utf8(line);
    let text = text.map_err(|_| problem!(InvalidJson, "the line is not UTF-8"))?;
    if text.trim().is_empty() {
        return Err(problem!(InvalidJson, "the line is blank; a request is a JSON object"));
    }
    if depth(text) > DEEPEST {
        return Err(problem!(InvalidJson, "the line is nested more than {DEEPEST} deep"));
    }
    let value: &RawValue = serde_json::from_str(text).map_err(|error| match error.is_eof() {
        true => problem!(InvalidJson, "the line is not JSON: it ends too early"),
        false => problem!(InvalidJson, "the line is not JSON from column {} on", error.column()),
    })?;
    Object::of(value).ok_or_else(|| match value.get().starts_with('{') {
        // The names of fields are read more closely than values that no command has asked for.
        true => problem!(InvalidJson, "the name of a field is not text"),
        false => {
            let example = r#"{"id":1,"command":"name"}"#;
            problem!(NotAnObject, "a request is a JSON object such as {example}")
        }
    })
}

/// How deep lists and objects stand inside each other, whether the rest is JSON or not.
fn depth(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut quoted = false;
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => quoted = !quoted,
            b'\\' if quoted => drop(bytes.next()),
            b'[' | b'{' if !quoted => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// The id that the answer carries: null unless there is exactly one.
pub(super) fn id(fields: &Object<'_>) -> Cow<'static, str> {
    let mut ids = fields.iter().filter(|(name, _)| *name == "id").map(|(_, value)| value);
    match (ids.next(), ids.next()) {
        // JSON has line feeds and carriage returns as white space only; some readers end a line at either.
        (Some(id), None) => Cow::Owned(id.get().replace('\r', " ")),
        _ => Cow::Borrowed("null"),
    }
}

impl<'a> Request<'a> {
    /// Finds the command, and refuses fields that it does not have.
    pub(super) fn of(fields: Object<'a>) -> Result<Self, Problem> {
        if let Some(name) = fields.repeated() {
            return Err(problem!(RepeatedField, "\"{}\" is given twice", clip(name)));
        }
        let all = || Command::NAMES.join(", ");
        let value = fields.get("command").ok_or_else(|| {
            problem!(MissingField, "\"command\" is missing: the commands are {}", all())
        })?;
        let name: String = serde_json::from_str(value.get())
            .map_err(|_| FieldError::invalid("command", "a text", value))?;
        let command = Command::named(&name).ok_or_else(|| {
            let name = clip(&name);
            problem!(UnknownCommand, "\"{name}\" is not a command: they are {}", all())
        })?;
        let takes = command.fields();
        let known = |name: &str| matches!(name, "id" | "command") || takes.contains(&name);
        if let Some((name, _)) = fields.iter().find(|(name, _)| !known(name)) {
            let takes = match takes.as_slice() {
                [] => "none but \"id\" and \"command\"".to_owned(),
                takes => format!("\"{}\"", takes.join("\", \"")),
            };
            let name = clip(name);
            return Err(problem!(
                UnknownField,
                "\"{name}\" is not a field of {command}, which takes {takes}"
            ));
        }
        Ok(Self { command, fields })
    }
}

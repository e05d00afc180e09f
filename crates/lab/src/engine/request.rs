//! A line as a request: an object with a command, an id and the fields that the command takes.
//!
//! Values stay as they were written until somebody asks for one, so that an `id` can be echoed exactly and an
//! error can say what stood there.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::LONGEST_LINE;
use super::command::Command;
use super::problem::{ErrorCode, Problem, clip};

/// How many lists and objects may stand inside each other. No command needs more than three.
const DEEPEST: usize = 64;

/// The fields of an object in the order in which they were written.
pub(super) struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl<'a> Fields<'a> {
    /// None for JSON that is not an object.
    pub(super) fn of(value: &'a RawValue) -> Option<Self> {
        serde_json::from_str(value.get()).ok()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &'a RawValue)> {
        self.0.iter().map(|(name, value)| (name.as_str(), *value))
    }

    /// The first name that stands there twice.
    pub(super) fn repeated(&self) -> Option<&str> {
        let mut names: Vec<&str> = self.iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
    }

    fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.iter().find(|(found, _)| *found == name).map(|(_, value)| value)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }

        deserializer.deserialize_map(Object)
    }
}

/// A command with its fields.
pub(super) struct Request<'a> {
    pub(super) command: Command,
    fields: Fields<'a>,
}

/// Reads the object in a line.
pub(super) fn read(line: &[u8]) -> Result<Fields<'_>, Problem> {
    let invalid = |message: &str| Problem::new(ErrorCode::InvalidJson, message);
    if line.len() > LONGEST_LINE {
        let message = format!("the line is longer than {LONGEST_LINE} bytes, and was not read");
        return Err(Problem::new(ErrorCode::LineTooLong, message));
    }
    let text = std::str::from_utf8(line).map_err(|_| invalid("the line is not UTF-8"))?;
    if text.trim().is_empty() {
        return Err(invalid("the line is blank; a request is a JSON object"));
    }
    if depth(text) > DEEPEST {
        return Err(invalid(&format!("the line is nested more than {DEEPEST} deep")));
    }
    let value: &RawValue = serde_json::from_str(text).map_err(|error| match error.is_eof() {
        true => invalid("the line is not JSON: it ends too early"),
        false => invalid(&format!("the line is not JSON from column {} on", error.column())),
    })?;
    match Fields::of(value) {
        Some(fields) => Ok(fields),
        // The names of fields are read more closely than values that nobody has asked for.
        None if value.get().starts_with('{') => Err(invalid("the name of a field is not text")),
        None => {
            let example = r#"{"id":1,"command":"name"}"#;
            let message = format!("a request is a JSON object such as {example}");
            Err(Problem::new(ErrorCode::NotAnObject, message))
        }
    }
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
pub(super) fn id(fields: &Fields<'_>) -> Cow<'static, str> {
    let mut ids = fields.iter().filter(|(name, _)| *name == "id").map(|(_, value)| value);
    match (ids.next(), ids.next()) {
        // JSON has line feeds and carriage returns as white space only; some readers end a line at either.
        (Some(id), None) => Cow::Owned(id.get().replace('\r', " ")),
        _ => Cow::Borrowed("null"),
    }
}

impl<'a> Request<'a> {
    /// Finds the command, and refuses fields that it does not have.
    pub(super) fn of(fields: Fields<'a>) -> Result<Self, Problem> {
        if let Some(name) = fields.repeated() {
            let message = format!("\"{}\" is given twice", clip(name));
            return Err(Problem::new(ErrorCode::RepeatedField, message));
        }
        let all = || Command::ALL.map(Command::name).join(", ");
        let Some(value) = fields.get("command") else {
            let message = format!("\"command\" is missing: the commands are {}", all());
            return Err(Problem::new(ErrorCode::MissingField, message));
        };
        let name = text("command", value)?;
        let command = Command::ALL.into_iter().find(|command| command.name() == name);
        let command = command.ok_or_else(|| {
            let message = format!("\"{}\" is not a command: they are {}", clip(&name), all());
            Problem::new(ErrorCode::UnknownCommand, message)
        })?;
        let known =
            |name: &str| matches!(name, "id" | "command") || command.takes().contains(&name);
        if let Some((name, _)) = fields.iter().find(|(name, _)| !known(name)) {
            let takes = match command.takes() {
                [] => "none but \"id\" and \"command\"".to_owned(),
                takes => {
                    takes.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
                }
            };
            let name = clip(name);
            let message =
                format!("\"{name}\" is not a field of {}, which takes {takes}", command.name());
            return Err(Problem::new(ErrorCode::UnknownField, message));
        }
        Ok(Self { command, fields })
    }

    /// A field's value, if it is given.
    pub(super) fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.fields.get(name)
    }

    /// A field that is a text, if it is given.
    pub(super) fn text(&self, name: &str) -> Result<Option<String>, Problem> {
        self.get(name).map(|value| text(name, value)).transpose()
    }
}

/// The refusal of a value, with what the field takes.
pub(super) fn invalid(name: &str, takes: &str, value: &RawValue) -> Problem {
    let message = format!("\"{name}\" takes {takes}, not {}", clip(value.get()));
    Problem::new(ErrorCode::InvalidField, message)
}

fn text(name: &str, value: &RawValue) -> Result<String, Problem> {
    serde_json::from_str(value.get()).map_err(|_| invalid(name, "a text", value))
}

/// A whole number as it was written, however large or small.
pub(super) fn whole(value: &RawValue) -> Option<&str> {
    let text = value.get();
    let digits = text.strip_prefix('-').unwrap_or(text);
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
}

//! The OpenAPI document as a page.

use askama::Template;
use serde_json::Value;

use crate::api::openapi::DOCUMENT;

#[derive(Template)]
#[template(path = "api.html")]
pub(super) struct ApiReference {
    document: Value,
}

impl ApiReference {
    pub(super) fn new() -> Self {
        Self { document: serde_json::from_str(DOCUMENT).unwrap_or_default() }
    }

    /// Follows a reference to another part of the document.
    fn resolve<'a>(&'a self, value: &'a Value) -> &'a Value {
        let pointer = value["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
        pointer.and_then(|pointer| self.document.pointer(pointer)).unwrap_or(value)
    }
}

/// A type in a few words, with links to objects.
#[derive(Template)]
#[template(path = "api_kind.html")]
enum Kind<'a> {
    Object(&'a str),
    Values(Vec<&'a Value>),
    OneOf(Vec<Kind<'a>>),
    List(Box<Kind<'a>>),
    Plain(String),
}

impl<'a> Kind<'a> {
    fn of(schema: &'a Value) -> Self {
        if let Some((_, name)) = schema["$ref"].as_str().and_then(|path| path.rsplit_once('/')) {
            return Self::Object(name);
        }
        if let Some(value) = schema.get("const") {
            return Self::Values(vec![value]);
        }
        match (&schema["enum"], &schema["oneOf"], &schema["type"]) {
            (Value::Array(values), ..) => Self::Values(values.iter().collect()),
            (_, Value::Array(kinds), _) => Self::OneOf(kinds.iter().map(Self::of).collect()),
            (.., Value::String(name)) if name == "array" => {
                Self::List(Box::new(Self::of(&schema["items"])))
            }
            (.., kind) => {
                let names = items(kind).iter().chain([kind]).filter_map(Value::as_str);
                Self::Plain(names.collect::<Vec<_>>().join(" or "))
            }
        }
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn paragraphs(value: &Value) -> impl Iterator<Item = &str> {
    text(value).split("\n\n").filter(|paragraph| !paragraph.is_empty())
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

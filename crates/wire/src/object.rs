//! A JSON object as a client wrote it: a list of fields that are read one by one, so that an error can say which field
//! is wrong, what it takes, and what stood there.

use std::fmt;
use std::str::FromStr;

use divvy_match::is_unprintable;
use divvy_rules::{OptionKind, OptionProblem, OptionValue, Options, RuleOption, RulesError};
use divvy_words::{Spelling, option_error, unknown_option};
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The fields of an object in the order in which they were written.
#[derive(Debug)]
pub struct Object<'a>(Vec<(String, &'a RawValue)>);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FieldError {
    #[error("\"{field}\" is missing: it takes {takes}")]
    Missing { field: &'static str, takes: String },
    #[error("\"{field}\" is not a field here: the fields are {}", takes.join(", "))]
    Unknown { field: String, takes: &'static [&'static str] },
    #[error("\"{0}\" is given twice")]
    Repeated(String),
    #[error("\"{field}\" takes {takes}, not {given}")]
    Invalid { field: &'static str, takes: String, given: String },
    #[error("{}", unknown_option(.0, Spelling::Key))]
    UnknownOption(String),
    /// An option is given twice, or a value that it does not take.
    #[error("{}", option_error(.0, Spelling::Key))]
    Option(#[from] RulesError),
}

impl FieldError {
    pub fn invalid(field: &'static str, takes: impl Into<String>, value: &RawValue) -> Self {
        FieldError::Invalid { field, takes: takes.into(), given: clip(value.get()) }
    }
}

impl<'a> Object<'a> {
    /// The fields of an object; none for JSON that is not an object.
    pub fn of(value: &'a RawValue) -> Option<Self> {
        serde_json::from_str(value.get()).ok()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &'a RawValue)> {
        self.0.iter().map(|(name, value)| (name.as_str(), *value))
    }

    /// The first name that stands there twice.
    pub fn repeated(&self) -> Option<&str> {
        let mut names: Vec<&str> = self.iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
    }

    /// Refuses fields that stand there twice or are not among these.
    pub fn only(&self, fields: &'static [&'static str]) -> Result<(), FieldError> {
        if let Some(name) = self.repeated() {
            return Err(FieldError::Repeated(clip(name)));
        }
        match self.iter().find(|(name, _)| !fields.contains(name)) {
            Some((name, _)) => Err(FieldError::Unknown { field: clip(name), takes: fields }),
            None => Ok(()),
        }
    }

    pub fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.iter().find(|(found, _)| *found == name).map(|(_, value)| value)
    }

    /// The same without fields that are `null`, for a protocol in which that means the same as leaving them out.
    #[must_use]
    pub fn without_nulls(mut self) -> Self {
        self.0.retain(|(_, value)| value.get() != "null");
        self
    }

    pub fn text(&self, field: &'static str) -> Result<Option<String>, FieldError> {
        self.optional(field, "a text")
    }

    pub fn needed_text(&self, field: &'static str, takes: &str) -> Result<String, FieldError> {
        there(field, takes, self.text(field)?)
    }

    /// A value that serde understands, if one is given.
    pub fn optional<T: DeserializeOwned>(
        &self,
        field: &'static str,
        takes: &str,
    ) -> Result<Option<T>, FieldError> {
        self.read(field, takes, |value| serde_json::from_str(value.get()).ok())
    }

    pub fn needed<T: DeserializeOwned>(
        &self,
        field: &'static str,
        takes: &str,
    ) -> Result<T, FieldError> {
        there(field, takes, self.optional(field, takes)?)
    }

    /// A whole number, if one is given.
    pub fn number<T: FromStr>(
        &self,
        field: &'static str,
        takes: &str,
    ) -> Result<Option<T>, FieldError> {
        self.read(field, takes, |value| whole(value)?.parse().ok())
    }

    pub fn needed_number<T: FromStr>(
        &self,
        field: &'static str,
        takes: &str,
    ) -> Result<T, FieldError> {
        there(field, takes, self.number(field, takes)?)
    }

    /// One of these names, which must be there, as the value that it names.
    pub fn choice<T>(
        &self,
        field: &'static str,
        names: &[&str],
        named: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, FieldError> {
        let takes = names.join(", ");
        let word = |value: &RawValue| serde_json::from_str::<String>(value.get()).ok();
        let chosen = self.read(field, &takes, |value| named(&word(value)?))?;
        there(field, &takes, chosen)
    }

    /// A value that `read` understands, if one is given.
    pub fn read<T>(
        &self,
        field: &'static str,
        takes: &str,
        read: impl FnOnce(&'a RawValue) -> Option<T>,
    ) -> Result<Option<T>, FieldError> {
        self.get(field)
            .map(|value| read(value).ok_or_else(|| FieldError::invalid(field, takes, value)))
            .transpose()
    }

    /// The rule options in a field; none given if the field is not there.
    pub fn options(&self, field: &'static str) -> Result<Options, FieldError> {
        let takes = "an object such as {\"size\":30}";
        let fields = self.read(field, takes, Object::of)?;
        let mut options = Options::default();
        for (name, value) in fields.iter().flat_map(Object::iter) {
            let option = RuleOption::ALL.into_iter().find(|option| option.key() == name);
            let option = option.ok_or_else(|| FieldError::UnknownOption(clip(name)))?;
            if fields.as_ref().and_then(Object::repeated) == Some(name) {
                return Err(RulesError { option, problem: OptionProblem::Repeated }.into());
            }
            options.set(option, option_value(option, value)?);
        }
        Ok(options)
    }
}

fn there<T>(field: &'static str, takes: &str, value: Option<T>) -> Result<T, FieldError> {
    value.ok_or_else(|| FieldError::Missing { field, takes: takes.to_owned() })
}

/// The value of an option in JSON; a flag that is false is not given.
fn option_value(option: RuleOption, value: &RawValue) -> Result<Option<OptionValue>, RulesError> {
    let refused = || option.refuses(clip(value.get()));
    match option.kind() {
        OptionKind::Number => {
            let number = whole(value).and_then(|text| text.parse().ok());
            number.map(|number| Some(OptionValue::Number(number))).ok_or_else(refused)
        }
        OptionKind::Choice(_) => {
            let word = serde_json::from_str::<String>(value.get()).ok();
            // A choice between numbers may be written as one.
            let word = word.or_else(|| whole(value).map(str::to_owned)).ok_or_else(refused)?;
            option.parse(Some(&word)).map(Some).map_err(|_| refused())
        }
        OptionKind::Flag => {
            let on: bool = serde_json::from_str(value.get()).map_err(|_| refused())?;
            Ok(on.then_some(OptionValue::Flag))
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Object<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;

        impl<'de> Visitor<'de> for Fields {
            type Value = Object<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Object(fields))
            }
        }

        deserializer.deserialize_map(Fields)
    }
}

/// A whole number as it was written, however large or small. JSON does not tell whole numbers from others, so that some
/// programs write `6.0`.
pub fn whole(value: &RawValue) -> Option<&str> {
    let text = match value.get().split_once('.') {
        Some((text, zeros)) if zeros.bytes().all(|byte| byte == b'0') => text,
        _ => value.get(),
    };
    let digits = text.strip_prefix('-').unwrap_or(text);
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
}

/// The beginning of a text that a client wrote, short and harmless enough for a message.
pub fn clip(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown: String =
        text.chars().filter(|&c| !is_unprintable(c)).take(LONGEST + 1).collect();
    if let Some((end, _)) = shown.char_indices().nth(LONGEST) {
        shown.truncate(end);
        shown.push_str("...");
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_may_be_written_with_a_fraction_of_zeros() {
        let read = |text: &str| {
            let value: &RawValue = serde_json::from_str(text).unwrap();
            whole(value).map(str::to_owned)
        };
        assert_eq!(read("6.0").as_deref(), Some("6"));
        assert_eq!(read("-3.00").as_deref(), Some("-3"));
        for other in ["6.5", "6.01", "6e0", "\"6.0\"", "true", "null", "[6]"] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}

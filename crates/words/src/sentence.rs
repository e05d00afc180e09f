//! Sentences that keep the names of players apart from the rest, so that a page can set a name off without searching for it.

use std::fmt;

use divvy_match::Seat;
use divvy_rules::Number;

/// A sentence, or several in a row. `Display` joins the parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Words, numbers and signs.
    Text(String),
    /// What a player is called.
    Name { seat: Seat, name: String },
}

impl Sentence {
    /// The parts in order; no two texts stand side by side.
    pub fn parts(&self) -> &[Part] {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The name of a player, at the beginning of a sentence.
    pub(crate) fn name(seat: Seat, name: &str) -> Self {
        Self(vec![Part::Name { seat, name: in_sentence(name, true) }])
    }

    /// With something more at its end.
    #[must_use]
    pub fn and(mut self, more: impl Into<Sentence>) -> Self {
        for part in more.into().0 {
            match (self.0.last_mut(), part) {
                (Some(Part::Text(text)), Part::Text(more)) => text.push_str(&more),
                (Some(Part::Text(text)), Part::Name { seat, name }) => {
                    let begins = text.trim_end().ends_with(['.', '!', '?']);
                    self.0.push(Part::Name { seat, name: in_sentence(&name, begins) });
                }
                (_, part) => self.0.push(part),
            }
        }
        self
    }

    /// Sentences one after the other, without those that say nothing.
    pub fn joined(sentences: impl IntoIterator<Item = Sentence>) -> Self {
        let told = sentences.into_iter().filter(|sentence| !sentence.is_empty());
        told.reduce(|all, next| all.and(" ").and(next)).unwrap_or_default()
    }
}

/// What a player is called in a sentence: "Computer" is no name but what sits there, so that it is "the computer".
pub(crate) fn in_sentence(name: &str, begins: bool) -> String {
    match (name, begins) {
        ("Computer" | "The computer" | "the computer", true) => "The computer".to_owned(),
        ("Computer" | "The computer" | "the computer", false) => "the computer".to_owned(),
        (name, _) => name.to_owned(),
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|part| match part {
            Part::Text(text) => f.write_str(text),
            Part::Name { name, .. } => f.write_str(name),
        })
    }
}

impl From<String> for Sentence {
    fn from(text: String) -> Self {
        Self(if text.is_empty() { Vec::new() } else { vec![Part::Text(text)] })
    }
}

impl From<&str> for Sentence {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<Number> for Sentence {
    fn from(number: Number) -> Self {
        number.to_string().into()
    }
}

/// A sentence of texts, numbers and sentences: `say![who, " takes ", number, "."]`.
macro_rules! say {
    ($($part:expr),+ $(,)?) => { $crate::Sentence::default()$(.and($part))+ };
}
pub(crate) use say;

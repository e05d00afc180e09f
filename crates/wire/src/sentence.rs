//! Sentences as JSON: as text, and in parts for a page that sets names off.

use divvy_match::Seat;
use divvy_words::{Headline, Part, Sentence};
use serde::{Serialize, Serializer};

/// Sentences in parts, each by a key: texts are strings, names are objects with the seat.
#[derive(Debug, Default)]
pub struct PartsData(pub Vec<(&'static str, Sentence)>);

#[derive(Serialize)]
#[serde(untagged)]
enum PartData<'a> {
    Text(&'a str),
    Name { seat: Seat, name: &'a str },
}

impl<'a> From<&'a Part> for PartData<'a> {
    fn from(part: &'a Part) -> Self {
        match part {
            Part::Text(text) => PartData::Text(text),
            Part::Name { seat, name } => PartData::Name { seat: *seat, name },
        }
    }
}

impl Serialize for PartsData {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, sentence)| {
            (key, sentence.parts().iter().map(PartData::from).collect::<Vec<_>>())
        }))
    }
}

/// A headline as an object of two texts.
pub(crate) fn headline<S: Serializer>(
    Headline { turn, task }: &Headline,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map([("turn", turn.to_string()), ("task", task.to_string())])
}

pub(crate) fn text<S: Serializer>(sentence: &Sentence, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(sentence)
}

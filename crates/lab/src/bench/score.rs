//! How well a player has answered a set.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Header, Question, VERSION, checksum};
use crate::score::{Decision, Figures, Score, Unit};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BenchError {
    #[error("it is not a set that divvy bench make has written")]
    NotASet,
    #[error("it is a set of version {0}, and this divvy scores version {VERSION}")]
    Version(u32),
    #[error("it is not as divvy bench make has written it: its checksum is another")]
    Changed,
    #[error("line {line} of the answers is not of the form {{\"id\": \"…\", \"answer\": …}}")]
    Form { line: usize },
    #[error("line {line} of the answers has the id {id}, which the set has not")]
    Unknown { line: usize, id: String },
    #[error("line {line} of the answers has the id {id} for a second time")]
    Twice { line: usize, id: String },
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    #[serde(flatten)]
    pub set: Header,
    pub rows: Vec<Row>,
}

/// The score over some of the questions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// What they have in common: `all`, `rules`, `wording`, `size`, `loses` or `length`.
    pub by: &'static str,
    /// Which of those.
    pub name: String,
    pub positions: u32,
    /// Questions without an answer.
    pub missing: u32,
    /// Answers that are no legal move, or no number.
    pub illegal: u32,
    #[serde(flatten)]
    pub figures: Figures,
}

#[derive(Deserialize)]
struct Answer {
    id: String,
    answer: Value,
}

/// Scores answers, a line of JSON each, to a set. What is missing or not legal is wrong.
pub fn score(set: &str, answers: &str) -> Result<Report, BenchError> {
    let (header, questions) = read(set)?;
    let mut given: HashMap<&str, Option<Value>> =
        questions.iter().map(|question| (&*question.id, None)).collect();
    for (index, text) in answers.lines().enumerate().filter(|(_, text)| !text.trim().is_empty()) {
        let line = index + 1;
        let Answer { id, answer } =
            serde_json::from_str(text).map_err(|_| BenchError::Form { line })?;
        match given.get_mut(&*id) {
            Some(place @ None) => *place = Some(answer),
            Some(Some(_)) => return Err(BenchError::Twice { line, id: divvy_wire::clip(&id) }),
            None => return Err(BenchError::Unknown { line, id: divvy_wire::clip(&id) }),
        }
    }
    let mut groups: BTreeMap<(usize, u32, String), Group> = BTreeMap::new();
    for question in &questions {
        let answer = given.get(&*question.id).and_then(Option::as_ref);
        for (place, (order, name)) in names(question).into_iter().enumerate() {
            groups.entry((place, order, name)).or_default().add(question, answer);
        }
    }
    let rows = groups.into_iter().filter_map(|((place, _, name), it)| it.row(BY[place], name));
    Ok(Report { set: header, rows: rows.collect() })
}

/// A set as it was made.
fn read(set: &str) -> Result<(Header, Vec<Question>), BenchError> {
    let (first, rest) = set.split_once('\n').ok_or(BenchError::NotASet)?;
    let header: Header = serde_json::from_str(first).map_err(|_| BenchError::NotASet)?;
    match (header.divvy_bench, header.sha256 == checksum(rest.as_bytes())) {
        (VERSION, true) => {}
        (VERSION, false) => return Err(BenchError::Changed),
        (version, _) => return Err(BenchError::Version(version)),
    }
    let questions = rest.lines().map(serde_json::from_str).collect::<Result<_, _>>();
    Ok((header, questions.map_err(|_| BenchError::NotASet)?))
}

const BY: [&str; 6] = ["all", "rules", "wording", "size", "loses", "length"];

/// The group of each sort that a question belongs to, with its place among those.
fn names(question: &Question) -> [(u32, String); 6] {
    let Question { wording, rules, size, loses, length, .. } = question;
    [
        (0, String::new()),
        (*rules as u32, rules.to_string()),
        (0, wording.clone()),
        match size {
            ..30 => (0, "10-20".to_owned()),
            30..60 => (1, "30-50".to_owned()),
            _ => (2, "60-100".to_owned()),
        },
        (*loses as u32, loses.to_string()),
        (*length as u32, length.to_string()),
    ]
}

/// Questions about the same position are no independent observations.
#[derive(Default)]
struct Group {
    positions: BTreeMap<String, Unit>,
    missing: u32,
    illegal: u32,
}

impl Group {
    fn add(&mut self, question: &Question, answer: Option<&Value>) {
        let number = match answer {
            Some(Value::String(text)) => number_in(text),
            Some(Value::Number(number)) => number.as_u64(),
            _ => None,
        };
        let among =
            |numbers: &[u32]| number.is_some_and(|n| numbers.iter().any(|&m| u64::from(m) == n));
        match answer {
            None | Some(Value::Null) => self.missing += 1,
            _ => self.illegal += u32::from(!among(&question.legal)),
        }
        let right = among(&question.winning);
        // A board has at most a million numbers.
        let [legal, winning] = [&question.legal, &question.winning].map(|moves| moves.len() as u32);
        let unit = self.positions.entry(question.position_id().to_owned()).or_default();
        unit.add(&[Decision { ply: 1, legal, winning, right }]);
    }

    fn row(self, by: &'static str, name: String) -> Option<Row> {
        let mut score = Score::default();
        self.positions.values().for_each(|unit| score.add(unit));
        let (positions, Group { missing, illegal, .. }) = (score.units, self);
        Some(Row { by, name, positions, missing, illegal, figures: score.figures()? })
    }
}

/// The whole number that a text answers with: the first one after the last "answer", or else the last one. What only looks
/// like a whole number (`-3`, `2.5`, `3-5`) is none.
pub fn number_in(text: &str) -> Option<u64> {
    let lower = text.to_ascii_lowercase();
    let numbers = |text: &str| {
        let parts = text.split(|c: char| !(c.is_ascii_digit() || ".,-/".contains(c)));
        let parts = parts.map(|part| part.trim_end_matches(['.', ',']).to_owned());
        parts.filter(|part| part.contains(|c: char| c.is_ascii_digit())).collect::<Vec<_>>()
    };
    let after =
        lower.rsplit_once("answer").and_then(|(_, after)| numbers(after).into_iter().next());
    after.or_else(|| numbers(&lower).pop())?.parse().ok()
}

//! A benchmark for players that read: positions with exact labels as questions, the same bytes from the same seed, and the
//! score of answers to them.
//!
//! Every position is a decision: the player to move can win, and could give the win away.

mod draw;
mod score;

use divvy_rules::{Game, Number, Record, Rules};
use divvy_words::bench as words;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::arena::WORDINGS;

pub use draw::{Kind, Labelled, Length, Loses, draw};
pub use score::{BenchError, Report, Row, number_in, score};

/// It grows with every change of what a seed makes.
pub const VERSION: u32 = 1;

/// How many positions of each kind the set has that is meant by "version 1": one of every size, board and difficulty.
pub const POSITIONS: usize = draw::COMBINATIONS as usize;

/// The first line of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    pub divvy_bench: u32,
    pub seed: u64,
    pub positions: usize,
    pub questions: usize,
    /// Of all bytes after the first line.
    pub sha256: String,
}

/// A position in one wording, with everything that is known about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// The position, a stroke, and the wording.
    pub id: String,
    pub rules: Kind,
    /// The game in whose words it is asked, or `neutral`.
    pub wording: String,
    /// The game up to there, in notation.
    pub position: String,
    pub size: u32,
    pub legal: Vec<u32>,
    pub winning: Vec<u32>,
    /// Moves until the end if the winner hurries and the loser resists; none where it was not worked out.
    pub depth: Option<u32>,
    /// How many of the moves that lose look good, as puzzles are graded: 1 to 5.
    pub grade: u8,
    /// The share of the legal moves that win.
    pub chance: f64,
    pub loses: Loses,
    pub length: Length,
    pub prompt: String,
}

/// The wording that belongs to no game.
const NEUTRAL: &str = "neutral";

impl Question {
    /// The position that it asks about, whatever the wording.
    pub fn position_id(&self) -> &str {
        self.id.split_once('/').map_or(&self.id, |(position, _)| position)
    }
}

/// The questions about a position: in the words of every game that it belongs to, and in neutral ones.
pub fn questions(id: &str, labelled: &Labelled) -> Vec<Question> {
    let record = &labelled.record;
    let rules = record.rules();
    let games = if labelled.kind == Kind::Related { WORDINGS.to_vec() } else { vec![rules.game()] };
    let renamed = games.into_iter().filter_map(|game| renamed(record, game));
    let asked = renamed.map(|it| (it.rules().game().id(), words::question(&it), it.to_string()));
    let neutral = (NEUTRAL, words::neutral_question(record), record.to_string());
    let numbers = |numbers: &[Number]| numbers.iter().map(|number| number.get()).collect();
    let question = |(wording, prompt, position): (&str, String, String)| Question {
        id: format!("{id}/{wording}"),
        rules: labelled.kind,
        wording: wording.to_owned(),
        position,
        size: rules.board().size(),
        legal: record.legal().iter().map(Number::get).collect(),
        winning: numbers(&labelled.winning),
        depth: labelled.depth,
        grade: labelled.grade.get(),
        chance: labelled.winning.len() as f64 / f64::from(record.legal().len()),
        loses: labelled.loses(),
        length: labelled.length(),
        prompt,
    };
    asked.chain([neutral]).map(question).collect()
}

/// The same moves under the name of another game with the same rules.
fn renamed(record: &Record, game: Game) -> Option<Record> {
    let rules = Rules::new(game, &record.rules().options()).ok()?;
    Record::with_moves(rules, record.moves().iter().map(|number| number.get())).ok()
}

/// The questions about so many positions of a kind. `go_on` is asked before each position.
pub fn questions_of(
    kind: Kind,
    seed: u64,
    positions: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Vec<Question> {
    let drawn = draw(kind, seed, positions, go_on);
    let drawn = drawn.iter().enumerate();
    drawn
        .flat_map(|(index, it)| questions(&format!("{}-{:04}", kind.name(), index + 1), it))
        .collect()
}

/// A whole set as lines of JSON: a header, and a question each.
pub fn make(
    seed: u64,
    positions: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> serde_json::Result<String> {
    let mut lines = String::new();
    let (mut questions, mut asked) = (0, 0);
    for kind in Kind::ALL {
        for question in questions_of(kind, seed, positions, go_on) {
            lines += &serde_json::to_string(&question)?;
            lines.push('\n');
            questions += 1;
            asked += usize::from(question.wording == NEUTRAL);
        }
    }
    let sha256 = checksum(lines.as_bytes());
    let header = Header { divvy_bench: VERSION, seed, positions: asked, questions, sha256 };
    Ok(serde_json::to_string(&header)? + "\n" + &lines)
}

fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

//! Lessons, which are played: one text file each, in the form that `docs/lessons.md` describes. Whether what they claim is true
//! is asked in the tests of `divvy-lab`.

use std::sync::LazyLock;

use divvy_rules::{Number, Record, parse_moves};

use crate::notation_error;

/// The files of the lessons, in the order in which they are learnt.
macro_rules! files {
    ($($id:literal),+ $(,)?) => { [$(($id, include_str!(concat!("lessons/", $id, ".txt")))),+] };
}

const FILES: [(&str, &str); 8] = files![
    "the-rule",
    "dead-ends",
    "pairs",
    "left-over",
    "whole-game",
    "even-opening",
    "traps-that-last",
    "the-race",
];

/// All lessons. One that cannot be read would be missing; a test reads every file.
pub fn lessons() -> &'static [Lesson] {
    static ALL: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
        FILES.iter().filter_map(|(id, text)| Lesson::read(id, text).ok()).collect()
    });
    &ALL
}

#[derive(Clone, Debug)]
pub struct Lesson {
    pub id: String,
    pub title: String,
    /// What it is about, in a sentence.
    pub about: String,
    pub steps: Vec<Step>,
}

/// A position with something to do.
#[derive(Clone, Debug)]
pub struct Step {
    /// The learner is to move.
    pub position: Record,
    pub right: Right,
    /// Partners that the board shows.
    pub pairs: Vec<(Number, Number)>,
    /// What is said to wrong numbers.
    pub answers: Vec<(Number, String)>,
    /// Everything as it was written.
    pub entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Right {
    Any,
    Factors,
    Multiples,
    Winning,
    /// Those that leave the computer these and no others; if there are none, the game is over.
    Leaving(Vec<Number>),
    /// The learner plays on to the end.
    Game,
    These(Vec<Number>),
}

/// A line with a key, and the lines that go on with its text.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Counted from 1.
    pub line: usize,
    pub key: String,
    pub text: String,
}

/// What is wrong, with the line.
type Wrong = (usize, String);

impl Lesson {
    /// Reads a lesson, or tells the line that cannot be read and what would be right.
    pub fn read(id: &str, text: &str) -> Result<Self, String> {
        let read = || -> Result<Self, Wrong> {
            let mut blocks = blocks(text)?.into_iter();
            let (title, about) = match blocks.next().as_deref() {
                Some([title, about]) if title.key == "title" && about.key == "about" => {
                    (title.text.clone(), about.text.clone())
                }
                _ => return Err((1, "a lesson begins with title: and about:".to_owned())),
            };
            let mut steps: Vec<Step> = Vec::new();
            for block in blocks {
                let step = Step::read(block, steps.last())?;
                steps.push(step);
            }
            if steps.is_empty() {
                return Err((1, "a lesson has at least one step".to_owned()));
            }
            Ok(Self { id: id.to_owned(), title, about, steps })
        };
        read().map_err(|(line, why)| format!("{id}.txt, line {line}: {why}"))
    }
}

/// The entries between empty lines. Lines that begin with `#` are passed over.
fn blocks(text: &str) -> Result<Vec<Vec<Entry>>, Wrong> {
    let mut blocks: Vec<Vec<Entry>> = Vec::new();
    let mut open = false;
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.starts_with('#')) {
        let block = blocks.last_mut().filter(|_| open);
        if text.trim().is_empty() {
            open = false;
        } else if text.starts_with(char::is_whitespace) {
            let entry = block.and_then(|block| block.last_mut());
            let entry = entry.ok_or((line, "there is no line to go on with".to_owned()))?;
            entry.text = format!("{} {}", entry.text, text.trim());
        } else {
            let example = || (line, "a line is a key and a text: task: Remove 8.".to_owned());
            let (key, text) = text.split_once(':').ok_or_else(example)?;
            let entry = Entry { line, key: key.trim().to_owned(), text: text.trim().to_owned() };
            match block {
                Some(block) => block.push(entry),
                None => blocks.push(vec![entry]),
            }
            open = true;
        }
    }
    Ok(blocks)
}

const KEYS: [&str; 8] =
    ["position", "text", "task", "right", "pairs", "answer others", "done", "check"];

const RIGHT: &str =
    "right: takes winning, factors, multiples, any, game, leaves NUMBERS, leaves none, or numbers";

impl Step {
    fn read(entries: Vec<Entry>, former: Option<&Step>) -> Result<Self, Wrong> {
        let needed = |key: &str| {
            let missing = || (entries[0].line, format!("this step has no line {key}:"));
            entries.iter().find(|entry| entry.key == key).ok_or_else(missing)
        };
        let at = |line: usize| move |why: String| (line, why);
        let Entry { line, text, .. } = needed("position")?;
        let position = position(text, former).map_err(at(*line))?;
        let Entry { line, text, .. } = needed("right")?;
        let right = right(text, &position).map_err(at(*line))?;
        needed("task")?;
        let (mut pairs, mut answers) = (Vec::new(), Vec::new());
        for Entry { line, key, text } in &entries {
            if key == "pairs" {
                let all = text.split_whitespace().map(|pair| pair_of(pair, &position));
                pairs = all.collect::<Result<_, _>>().map_err(at(*line))?;
            } else if !KEYS.contains(&key.as_str()) {
                let all = KEYS.join(", ");
                let unknown = || (*line, format!("\"{key}\" is no key: {all}, answer NUMBERS"));
                let to = key.strip_prefix("answer ").ok_or_else(unknown)?;
                let to = numbers(to, &position).map_err(at(*line))?;
                answers.extend(to.into_iter().map(|number| (number, text.clone())));
            }
        }
        Ok(Self { position, right, pairs, answers, entries })
    }

    /// What stands behind a key, in order.
    pub fn all(&self, key: &str) -> impl Iterator<Item = &str> {
        let these = self.entries.iter().filter(move |entry| entry.key == key);
        these.map(|entry| entry.text.as_str())
    }

    pub fn task(&self) -> &str {
        self.all("task").next().unwrap_or_default()
    }

    /// What is said to a right number, or at the end of a game that was won.
    pub fn done(&self) -> Option<String> {
        self.all("done").next().map(str::to_owned)
    }

    /// What is said to a wrong number, if the lesson says it.
    pub fn answer(&self, number: Number) -> Option<String> {
        let own = self.answers.iter().find(|(wrong, _)| *wrong == number);
        let own = own.map(|(_, text)| text.as_str());
        own.or_else(|| self.all("answer others").next()).map(str::to_owned)
    }
}

/// A whole position, or `then` with the moves that come after the step before.
fn position(text: &str, former: Option<&Step>) -> Result<Record, String> {
    let Some(moves) = text.strip_prefix("then ") else {
        return text.parse().map_err(|error| notation_error(&error));
    };
    let former = &former.ok_or("there is no step before this one")?.position;
    let moves = parse_moves(moves).map_err(|error| notation_error(&error))?;
    let before = former.moves().iter().map(|number| number.get());
    let record = Record::with_moves(former.rules(), before.chain(moves));
    record.map_err(|error| notation_error(&error.into()))
}

fn right(text: &str, position: &Record) -> Result<Right, String> {
    let numbers = |text: &str| numbers(text, position).map_err(|why| format!("{why}; {RIGHT}"));
    Ok(match text {
        "any" => Right::Any,
        "factors" => Right::Factors,
        "multiples" => Right::Multiples,
        "winning" => Right::Winning,
        "game" => Right::Game,
        text => match text.strip_prefix("leaves ") {
            Some(left) => Right::Leaving(numbers(left)?),
            None => Right::These(numbers(text)?),
        },
    })
}

/// Numbers of the board, with spaces between them; `none` for no number.
pub fn numbers(text: &str, position: &Record) -> Result<Vec<Number>, String> {
    let words = text.split_whitespace().filter(|word| *word != "none");
    words.map(|word| number(word, position)).collect()
}

fn number(word: &str, position: &Record) -> Result<Number, String> {
    let value = word.parse().map_err(|_| format!("\"{word}\" is not a number"))?;
    let number = position.rules().board().number(value);
    number.map_err(|refusal| format!("{word} is {}", crate::reason(refusal)))
}

fn pair_of(text: &str, position: &Record) -> Result<(Number, Number), String> {
    let (one, two) = text.split_once('-').ok_or(format!("\"{text}\" is no pair such as 4-8"))?;
    Ok((number(one, position)?, number(two, position)?))
}

//! Lessons: the list, a step, or what is said to a number.

use divvy_rules::Number;
use divvy_wire::clip;
use divvy_words::illegal_move;
use divvy_words::lessons::{Lesson, Right, lessons};
use serde::Serialize;
use serde_json::value::RawValue;

use super::problem::{Problem, problem};
use super::request::Request;
use super::{begin, json, moves, too_large};
use crate::lesson::{NoPlace, Place};

#[derive(Serialize)]
struct LessonData {
    id: &'static str,
    title: &'static str,
    about: &'static str,
    steps: usize,
}

#[derive(Serialize)]
struct StepData {
    lesson: &'static str,
    title: &'static str,
    step: usize,
    steps: usize,
    text: Vec<&'static str>,
    task: &'static str,
}

/// A step or a verdict, with the board.
#[derive(Serialize)]
struct Answer<'a, T> {
    #[serde(flatten)]
    told: T,
    /// The moves of the game that is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Number>>,
    pairs: &'a [(Number, Number)],
    board: Option<Box<RawValue>>,
}

fn with_board(told: impl Serialize, place: &Place<'_>) -> String {
    let moves = (place.step().right == Right::Game).then(|| place.moves().to_vec());
    let board = RawValue::from_string(place.board()).ok();
    json(&Answer { told, moves, pairs: place.pairs(), board })
}

pub(super) fn answer(request: &Request<'_>) -> Result<String, Problem> {
    let fields = &request.fields;
    let Some(id) = fields.text("lesson")? else { return all(request) };
    let Lesson { id, title, steps, .. } =
        lessons().iter().find(|lesson| lesson.id == id).ok_or_else(|| {
            let ids: Vec<&str> = lessons().iter().map(|lesson| lesson.id.as_str()).collect();
            let all = ids.join(", ");
            problem!(InvalidField, "\"{}\" is not a lesson: they are {all}", clip(&id))
        })?;
    let takes = format!("a whole number from 1 to {}", steps.len());
    let wanted = fields.read("step", &takes, |value| {
        let (number, _) = moves::number(value)?;
        steps.get((number as usize).checked_sub(1)?).map(|step| (number as usize, step))
    })?;
    let (number, step) = wanted.unwrap_or((1, &steps[0]));
    let played = fields.get("moves").map_or_else(|| Ok(Vec::new()), begin::moves)?;
    let played: Vec<u32> = played.into_iter().map(|(value, _)| value).collect();
    if step.right != Right::Game && !played.is_empty() {
        return Err(problem!(InvalidField, "\"moves\" goes with a step that is a game"));
    }
    let mut place = Place::new(step, &played).map_err(|error| match error {
        NoPlace::Illegal(error) => problem!(IllegalMove, "{}", illegal_move(&error)),
        NoPlace::TooLarge(error) => too_large(error, ""),
    })?;
    if let Some((value, _)) = fields.read("move", moves::TAKES, moves::number)? {
        return Ok(with_board(place.judge(value), &place));
    }
    let (text, task, steps) = (step.all("text").collect(), step.task(), steps.len());
    Ok(with_board(StepData { lesson: id, title, step: number, steps, text, task }, &place))
}

fn all(request: &Request<'_>) -> Result<String, Problem> {
    let alone = |name: &&&str| request.fields.get(name).is_some();
    if let Some(name) = ["step", "moves", "move"].iter().find(alone) {
        return Err(problem!(MissingField, "\"{name}\" goes with \"lesson\""));
    }
    let about = |Lesson { id, title, about, steps }: &'static Lesson| {
        let steps = steps.len();
        LessonData { id, title, about, steps }
    };
    let lessons: Vec<LessonData> = lessons().iter().map(about).collect();
    Ok(format!(r#"{{"lessons":{}}}"#, json(&lessons)))
}

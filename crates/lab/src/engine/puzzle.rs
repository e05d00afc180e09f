//! A puzzle to solve. Its answer is not told: `hint` judges moves.

use divvy_match::{Names, Seat};
use divvy_rules::Rules;
use divvy_wire::{FieldError, board_json, whole};
use divvy_words::Audience;

use super::problem::{Problem, problem};
use super::question::Limits;
use super::request::Request;
use super::{begin, json, seed, too_large};
use crate::puzzle::{Day, Grade, NoDay, NoPuzzle, Puzzle, graded, on_some_board};

pub(super) fn puzzle(request: &Request<'_>, limits: &Limits) -> Result<String, Problem> {
    let (which, puzzle) = match request.fields.text("date")? {
        Some(date) => (format!(r#""date":{}"#, json(&date)), of_day(request, &date)?),
        None => {
            let missing = || problem!(MissingField, "puzzle takes \"seed\" or \"date\"");
            let seed = seed(request)?.ok_or_else(missing)?;
            (format!(r#""seed":{seed}"#), of_seed(request, seed, limits)?)
        }
    };
    let record = &puzzle.record;
    // The player who has to find the move sits on the first seat, whoever began.
    let first = Seat::One.seat_of(record.to_move());
    let names = Names::new("You", "Computer").unwrap_or_default();
    let (game, you) = (record.rules().game(), Some(Seat::One));
    let board = board_json(record, Audience { game, names: &names, first, you });
    let (grade, position) = (puzzle.grade.get(), json(&record.to_string()));
    Ok(format!(r#"{{{which},"grade":{grade},"position":{position},"board":{board}}}"#))
}

fn of_day(request: &Request<'_>, date: &str) -> Result<Puzzle, Problem> {
    if let Some(name) =
        ["seed", "grade", "game", "options"].iter().find(|name| request.fields.get(name).is_some())
    {
        return Err(problem!(InvalidField, "\"{name}\" goes with \"seed\"; a day has its own"));
    }
    let day: Day =
        date.parse().map_err(|error: NoDay| problem!(InvalidField, "\"date\" {error}"))?;
    day.puzzle().map_err(none)
}

fn of_seed(request: &Request<'_>, seed: u64, limits: &Limits) -> Result<Puzzle, Problem> {
    let fields = &request.fields;
    let grade = fields.read("grade", "a whole number from 1 to 5", |value| {
        whole(value)?.parse().ok().filter(|grade| Grade::ALL.contains(grade))
    })?;
    let grades = grade.map_or(Grade::ALL, |grade| grade..=grade);
    let game = fields.text("game")?.map(|name| begin::game(&name)).transpose()?;
    let found = match (game, fields.get("options")) {
        (_, None) => on_some_board(game, seed, 1, &grades),
        (Some(game), Some(_)) => {
            let rules =
                Rules::new(game, &fields.options("options")?).map_err(FieldError::Option)?;
            limits.check(rules)?;
            graded(rules, seed, 1, &grades)
        }
        (None, Some(_)) => return Err(problem!(InvalidField, "\"options\" goes with \"game\"")),
    };
    let missing = || problem!(InvalidOptions, "no puzzle was found");
    found.map_err(none)?.into_iter().next().ok_or_else(missing)
}

fn none(error: NoPuzzle) -> Problem {
    match error {
        NoPuzzle::Board { .. } => problem!(TooLarge, "{error}"),
        NoPuzzle::Unsolved(error) => too_large(error, ""),
        NoPuzzle::NoneFound { .. } | NoPuzzle::NoneOfGrade { .. } => {
            problem!(InvalidOptions, "{error}")
        }
    }
}

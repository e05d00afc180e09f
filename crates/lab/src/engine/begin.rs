//! A game from its name, options and moves, or from its notation.

use std::fmt::Display;

use divvy_rules::{Game, NotationError, Record, Rules, TURN_LIMIT, parse_moves};
use divvy_wire::{FieldError, clip, whole};
use divvy_words::notation_error;
use serde_json::value::RawValue;

use super::moves::{advance, number};
use super::problem::{Problem, problem};
use super::request::Request;

pub(super) const FIELDS: [&str; 5] = ["game", "options", "moves", "position", "turn_limit"];

/// Whether a request is about a game of its own.
pub(super) fn describes(request: &Request<'_>) -> bool {
    FIELDS.iter().any(|name| request.fields.get(name).is_some())
}

pub(super) fn begin(request: &Request<'_>) -> Result<Record, Problem> {
    let fields = &request.fields;
    let limit = turn_limit(request)?;
    match (fields.text("game")?, fields.text("position")?) {
        (Some(name), None) => {
            let game = game(&name)?;
            let options = fields.options("options")?;
            let moves = fields.get("moves").map_or_else(|| Ok(Vec::new()), moves)?;
            let rules = Rules::new(game, &options).map_err(FieldError::Option)?;
            with_moves(rules, limit, moves)
        }
        (None, Some(position)) => {
            for name in ["options", "moves"] {
                if fields.get(name).is_some() {
                    let why = "goes with \"game\"; a position has its own";
                    return Err(problem!(InvalidField, "\"{name}\" {why}"));
                }
            }
            let (rules, moves) = position.split_once(':').unwrap_or((&position, ""));
            let unreadable =
                |error: NotationError| problem!(InvalidPosition, "{}", notation_error(&error));
            let rules = rules.parse().map_err(unreadable)?;
            let moves = parse_moves(moves).map_err(unreadable)?;
            with_moves(rules, limit, moves.into_iter().map(|value| (value, value)))
        }
        (Some(_), Some(_)) => {
            Err(problem!(InvalidField, "\"position\" names the game already: give one of the two"))
        }
        (None, None) => {
            let takes = "\"game\", with \"options\" and \"moves\", or \"position\"";
            Err(problem!(MissingField, "{} takes {takes}", request.command))
        }
    }
}

pub(super) fn game(name: &str) -> Result<Game, Problem> {
    name.parse().map_err(|error| problem!(InvalidField, "\"{}\" is {error}", clip(name)))
}

/// After how many turns a race is over without a winner; none if it may go on for ever.
fn turn_limit(request: &Request<'_>) -> Result<Option<u32>, Problem> {
    const TAKES: &str = "a whole number from 1 on, or null";
    let read = |value: &RawValue| match value.get() {
        "null" => Some(None),
        _ => whole(value)?.parse().ok().filter(|&turns| turns > 0).map(Some),
    };
    Ok(request.fields.read("turn_limit", TAKES, read)?.unwrap_or(Some(TURN_LIMIT)))
}

/// Plays a list of moves, each with the way it was written.
fn with_moves(
    rules: Rules,
    limit: Option<u32>,
    moves: impl IntoIterator<Item = (u32, impl Display)>,
) -> Result<Record, Problem> {
    let mut record = Record::new(rules).limited(limit);
    for (index, (value, written)) in moves.into_iter().enumerate() {
        advance(&mut record, value, &written).map_err(|Problem { code, message }| {
            let place = index + 1;
            Problem { code, message: format!("move {place} cannot be played: {message}") }
        })?;
    }
    Ok(record)
}

pub(super) fn moves(value: &RawValue) -> Result<Vec<(u32, &str)>, Problem> {
    const TAKES: &str = "a list of whole numbers such as [6,3]";
    let list: Vec<&RawValue> = serde_json::from_str(value.get())
        .map_err(|_| FieldError::invalid("moves", TAKES, value))?;
    let numbers = list.into_iter().enumerate().map(|(index, entry)| {
        number(entry).ok_or_else(|| {
            let (place, entry) = (index + 1, clip(entry.get()));
            problem!(InvalidField, "\"moves\" takes {TAKES}, and number {place} in it is {entry}")
        })
    });
    numbers.collect()
}

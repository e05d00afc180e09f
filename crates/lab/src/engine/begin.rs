//! `new`: a game from its name, options and moves, or from its notation.

use std::fmt::Display;

use divvy_rules::{
    Board, Game, NotationError, Options, Record, RuleOption, Rules, UnknownWord, parse_moves,
};
use serde_json::value::RawValue;

use super::moves::{advance, number};
use super::problem::{ErrorCode, Problem, clip};
use super::request::{Fields, Request, invalid, whole};

/// The game that a request asks for.
pub(super) fn begin(request: &Request<'_>) -> Result<Record, Problem> {
    match (request.text("game")?, request.text("position")?) {
        (Some(game), None) => {
            let game: Game = game.parse().map_err(|error| {
                let message = format!("\"{}\" is {error}", clip(&game));
                Problem::new(ErrorCode::InvalidField, message)
            })?;
            let options = request.get("options").map_or_else(|| Ok(Options::default()), options)?;
            let moves = request.get("moves").map_or_else(|| Ok(Vec::new()), moves)?;
            let rules = Rules::new(game, &options).map_err(|error| {
                // Here options are spelled as in JSON.
                let message = error.to_string().replace("without-one", "without_one");
                Problem::new(ErrorCode::InvalidOptions, message)
            })?;
            with_moves(rules, moves)
        }
        (None, Some(position)) => {
            for name in ["options", "moves"] {
                if request.get(name).is_some() {
                    let message = format!("\"{name}\" goes with \"game\"; a position has its own");
                    return Err(Problem::new(ErrorCode::InvalidField, message));
                }
            }
            let (rules, moves) = position.split_once(':').unwrap_or((&position, ""));
            let unreadable =
                |error: NotationError| Problem::new(ErrorCode::InvalidPosition, error.to_string());
            let rules = rules.parse().map_err(unreadable)?;
            let moves = parse_moves(moves).map_err(unreadable)?;
            with_moves(rules, moves.into_iter().map(|value| (value, value)))
        }
        (Some(_), Some(_)) => {
            let message = "\"position\" names the game already: give one of the two";
            Err(Problem::new(ErrorCode::InvalidField, message))
        }
        (None, None) => {
            let message = "new takes \"game\", with \"options\" and \"moves\", or \"position\"";
            Err(Problem::new(ErrorCode::MissingField, message))
        }
    }
}

/// Plays a list of moves, each with the way it was written.
fn with_moves(
    rules: Rules,
    moves: impl IntoIterator<Item = (u32, impl Display)>,
) -> Result<Record, Problem> {
    let mut record = Record::new(rules);
    for (index, (value, written)) in moves.into_iter().enumerate() {
        advance(&mut record, value, &written).map_err(|Problem { code, message }| {
            let place = index + 1;
            Problem::new(code, format!("move {place} cannot be played: {message}"))
        })?;
    }
    Ok(record)
}

fn moves(value: &RawValue) -> Result<Vec<(u32, &str)>, Problem> {
    const TAKES: &str = "a list of whole numbers such as [6,3]";
    let list: Vec<&RawValue> =
        serde_json::from_str(value.get()).map_err(|_| invalid("moves", TAKES, value))?;
    let numbers = list.into_iter().enumerate().map(|(index, entry)| {
        number(entry).ok_or_else(|| {
            let (place, entry) = (index + 1, clip(entry.get()));
            let message = format!("\"moves\" takes {TAKES}, and number {place} in it is {entry}");
            Problem::new(ErrorCode::InvalidField, message)
        })
    });
    numbers.collect()
}

fn options(value: &RawValue) -> Result<Options, Problem> {
    let fields = Fields::of(value)
        .ok_or_else(|| invalid("options", "an object such as {\"size\":30}", value))?;
    if let Some(name) = fields.repeated() {
        let message = format!("{} is given twice", clip(name));
        return Err(Problem::new(ErrorCode::InvalidOptions, message));
    }
    let mut options = Options::default();
    for (name, value) in fields.iter() {
        read_option(name, value, &mut options)?;
    }
    Ok(options)
}

fn read_option(name: &str, value: &RawValue, options: &mut Options) -> Result<(), Problem> {
    let spelled = |option: RuleOption| option.name().replace('-', "_");
    let problem = |message| Problem::new(ErrorCode::InvalidOptions, message);
    let Some(option) = RuleOption::ALL.into_iter().find(|&option| spelled(option) == name) else {
        let all = RuleOption::ALL.map(spelled).join(", ");
        let name = clip(name);
        return Err(problem(format!("\"{name}\" is not an option: the options are {all}")));
    };
    let refused = |takes: &str| problem(format!("{name} {takes}, not {}", clip(value.get())));
    let number = || {
        let number = whole(value).and_then(|text| text.parse().ok());
        let takes = || refused(&format!("takes a whole number from 1 to {}", Board::MAX_SIZE));
        number.map(Some).ok_or_else(takes)
    };
    let flag = || serde_json::from_str(value.get()).map_err(|_| refused("takes true or false"));
    let word = serde_json::from_str::<String>(value.get()).unwrap_or_default();
    let unknown = |error: UnknownWord| refused(&error.to_string());
    match option {
        RuleOption::Size => options.size = number()?,
        RuleOption::Start => options.start = number()?,
        RuleOption::Target => options.target = number()?,
        RuleOption::WithoutOne => options.without_one = flag()?,
        RuleOption::Block => options.block = flag()?,
        RuleOption::Opening => options.opening = Some(word.parse().map_err(unknown)?),
        RuleOption::One => options.one = Some(word.parse().map_err(unknown)?),
    }
    Ok(())
}

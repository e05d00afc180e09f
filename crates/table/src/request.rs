//! What the body of a request says, whichever way it came: over HTTP, or to the page that has no server.

use divvy_match::{Bot, Event, First, Match, Seat, SeriesLength};
use divvy_rules::{Game, Record};
use divvy_wire::{FieldError, Object};
use divvy_words::{self as words, web};
use serde_json::value::RawValue;

use crate::setup::names;
use crate::{Command, Expected, GameError, GameId, GameProposal, Mode, check_size};

const TRUE_OR_FALSE: &str = "true or false";
const TWO_NAMES: &str = "two names";
const ONE_OR_TWO: &str = "1 or 2";
const WHOLE_NUMBER: &str = "a whole number from 0 up";

/// The fields of a body, if they are no others than these.
pub fn fields<'a>(body: &'a [u8], names: &'static [&'static str]) -> Result<Object<'a>, GameError> {
    let invalid = |why: &str| GameError::Invalid(why.to_owned());
    let value = serde_json::from_slice(body).map_err(|_| invalid("the body is not JSON"))?;
    let fields = Object::of(value).ok_or_else(|| invalid("the body takes a JSON object"))?;
    fields.only(names)?;
    Ok(fields.without_nulls())
}

fn first(value: &RawValue) -> Option<First> {
    match value.get() {
        "1" => Some(First::One),
        "2" => Some(First::Two),
        "\"random\"" => Some(First::Random),
        _ => None,
    }
}

fn bot(name: &str) -> Result<Bot, GameError> {
    name.parse().map_err(|_| GameError::Invalid(web::bot_takes()))
}

impl GameProposal {
    pub fn read(body: &[u8]) -> Result<Self, GameError> {
        const NAMES: [&str; 9] =
            ["game", "options", "moves", "mode", "bot", "seat", "first", "best_of", "names"];
        let fields = fields(body, &NAMES)?;
        let rounds = format!("a number from 1 to {}", SeriesLength::MOST);
        Ok(Self {
            game: fields.choice("game", Game::NAMES, Game::named)?,
            options: fields.options("options")?,
            moves: fields.optional("moves", "a list of numbers")?.unwrap_or_default(),
            mode: fields.choice("mode", Mode::NAMES, Mode::named)?,
            bot: fields.text("bot")?.map(|name| bot(&name)).transpose()?,
            seat: fields.optional("seat", ONE_OR_TWO)?.unwrap_or(Seat::One),
            first: fields.read("first", "1, 2 or \"random\"", first)?.unwrap_or_default(),
            best_of: fields.number("best_of", &rounds)?,
            names: fields.optional("names", TWO_NAMES)?,
            seed: None,
        })
    }
}

fn expected(fields: &Object<'_>) -> Result<Expected, FieldError> {
    let ply = fields.needed_number("ply", WHOLE_NUMBER)?;
    Ok(Expected { ply, version: fields.number("version", WHOLE_NUMBER)? })
}

impl Command {
    /// The command with a name that stands in addresses, if it has one, that a body describes; `new` gives the id of the game that it may begin, and the
    /// seed of its bots.
    pub fn read(
        name: &str,
        body: &[u8],
        new: impl FnOnce() -> Result<(GameId, u64), GameError>,
    ) -> Result<Option<Self>, GameError> {
        let state = || Ok::<_, GameError>(expected(&fields(body, &["ply", "version"])?)?);
        Ok(Some(match name {
            "move" => {
                let fields = fields(body, &["number", "ply", "version"])?;
                let number =
                    fields.needed_number("number", "a whole number from 0 to 4294967295")?;
                Self::Move(number, expected(&fields)?)
            }
            "undo" => Self::Undo(state()?),
            "undo/answer" => {
                let fields = fields(body, &["agree", "version"])?;
                let agree = fields.needed("agree", TRUE_OR_FALSE)?;
                Self::AnswerUndo { agree, version: fields.number("version", WHOLE_NUMBER)? }
            }
            "resign" => Self::Resign(state()?),
            "claim" => Self::Claim(state()?),
            "next-round" => {
                let takes = "the number of the round that is over";
                Self::NextRound(fields(body, &["round"])?.needed_number("round", takes)?)
            }
            // Any body, or none.
            "rematch" => {
                let (id, seed) = new()?;
                Self::Rematch(id, seed)
            }
            "rematch/answer" => match fields(body, &["agree"])?.needed("agree", TRUE_OR_FALSE)? {
                true => {
                    let (id, seed) = new()?;
                    Self::AcceptRematch(id, seed)
                }
                false => Self::DeclineRematch,
            },
            _ => return Ok(None),
        }))
    }
}

/// A game in notation, with what the notation has no room for: the players, the one with the first move first, and, counted in
/// the same way, who gave the game up after the last move.
#[derive(Clone, Debug, Default)]
pub struct SharedGame {
    pub game: String,
    pub names: Option<[String; 2]>,
    pub resigned: Option<Seat>,
    /// Whom the review speaks to, counted in the same way.
    pub you: Option<Seat>,
}

impl SharedGame {
    pub fn read(body: &[u8]) -> Result<Self, GameError> {
        let fields = fields(body, &["game", "names", "resigned", "you"])?;
        Ok(Self {
            game: fields.needed_text("game", "a game in notation")?,
            names: fields.optional("names", TWO_NAMES)?,
            resigned: fields.optional("resigned", ONE_OR_TWO)?,
            you: fields.optional("you", ONE_OR_TWO)?,
        })
    }

    /// The match. It need not be over, so that links to positions can be shared. That reveals nothing: a client that has the
    /// moves can run `divvy review` on them as well.
    pub fn to_match(&self, max_size: u32) -> Result<Match, GameError> {
        let record = self.game.parse::<Record>().map_err(|error| {
            GameError::Invalid(format!("this is not a game: {}", words::notation_error(&error)))
        })?;
        check_size(record.rules(), max_size)?;
        let mut game = Match::from_record(record);
        if let Some([one, two]) = &self.names {
            game.apply(Event::Renamed { names: names(one, two)? })?;
        }
        if self.resigned.is_some() {
            let over = |_| GameError::Invalid(web::RESIGNED_AFTER_THE_END.to_owned());
            game.apply(Event::Resigned { by: self.resigned }).map_err(over)?;
        }
        Ok(game)
    }
}

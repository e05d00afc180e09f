//! What a client hands to a tool, read with errors that say what would be right.

use divvy_match::{Bot, Seat};
use divvy_rules::{Game, Options};
use divvy_wire::{FieldError, Object};
use divvy_words::{Spelling, option_error, unknown_option};
use serde_json::value::RawValue;

/// The arguments of a call.
pub(crate) struct Arguments<'a>(Object<'a>);

impl<'a> Arguments<'a> {
    /// The arguments in this object, if they are no others than these.
    pub(crate) fn read(raw: &'a RawValue, fields: &'static [&'static str]) -> Result<Self, String> {
        let object =
            Object::of(raw).ok_or("arguments take an object such as {\"game_id\":\"...\"}")?;
        let object = object.without_nulls();
        object.only(fields).map_err(|error| in_words(&error))?;
        Ok(Self(object))
    }

    pub(crate) fn has(&self, field: &str) -> bool {
        self.0.get(field).is_some()
    }

    pub(crate) fn game_id(&self) -> Result<String, String> {
        let takes = "the game_id that new_game returned";
        self.0.needed_text("game_id", takes).map_err(|error| in_words(&error))
    }

    pub(crate) fn game(&self) -> Result<Game, String> {
        let names = Game::ALL.map(|game| game.id());
        self.0.choice("game", &names, |name| name.parse().ok()).map_err(|error| in_words(&error))
    }

    pub(crate) fn options(&self) -> Result<Options, String> {
        self.0.options("options").map_err(|error| in_words(&error))
    }

    pub(crate) fn opponent(&self) -> Result<Option<Bot>, String> {
        let names = Bot::ALL.map(|bot| bot.name());
        match self.0.get("opponent") {
            None => Ok(None),
            Some(_) => self
                .0
                .choice("opponent", &names, Bot::named)
                .map(Some)
                .map_err(|error| in_words(&error)),
        }
    }

    pub(crate) fn seat(&self) -> Result<Option<Seat>, String> {
        let number: Option<u8> =
            self.0.number("seat", "1 or 2").map_err(|error| in_words(&error))?;
        match number {
            None => Ok(None),
            Some(1) => Ok(Some(Seat::One)),
            Some(2) => Ok(Some(Seat::Two)),
            Some(other) => Err(format!("\"seat\" takes 1 or 2, not {other}")),
        }
    }

    /// The number to play, as it was written.
    pub(crate) fn number(&self) -> Result<String, String> {
        let takes = "a whole number, such as 12";
        let number =
            self.0.read("number", takes, divvy_wire::whole).map_err(|error| in_words(&error))?;
        let number = number.ok_or_else(|| format!("\"number\" is missing: it takes {takes}"));
        number.map(str::to_owned)
    }
}

fn in_words(error: &FieldError) -> String {
    match error {
        FieldError::UnknownOption(name) => unknown_option(name, Spelling::Key),
        FieldError::Option(error) => option_error(error, Spelling::Key),
        error => error.to_string(),
    }
}

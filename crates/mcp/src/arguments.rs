//! What a client hands to a tool, read with errors that say what would be right.

use divvy_match::{Bot, Seat};
use divvy_rules::{Game, Options};
use divvy_wire::Object;
use serde_json::value::RawValue;

use crate::handler::ToolError;

/// The arguments of a call.
pub(crate) struct Arguments<'a>(Object<'a>);

impl<'a> Arguments<'a> {
    /// The arguments in this object, if they are no others than these.
    pub(crate) fn read(
        raw: &'a RawValue,
        fields: &'static [&'static str],
    ) -> Result<Self, ToolError> {
        let object =
            Object::of(raw).ok_or("arguments take an object such as {\"game_id\":\"...\"}")?;
        let object = object.without_nulls();
        object.only(fields)?;
        Ok(Self(object))
    }

    pub(crate) fn has(&self, field: &str) -> bool {
        self.0.get(field).is_some()
    }

    pub(crate) fn game_id(&self) -> Result<String, ToolError> {
        Ok(self.0.needed_text("game_id", "the game_id that new_game returned")?)
    }

    pub(crate) fn game(&self) -> Result<Game, ToolError> {
        let names = Game::ALL.map(|game| game.id());
        Ok(self.0.choice("game", &names, |name| name.parse().ok())?)
    }

    pub(crate) fn options(&self) -> Result<Options, ToolError> {
        Ok(self.0.options("options")?)
    }

    pub(crate) fn opponent(&self) -> Result<Option<Bot>, ToolError> {
        let opponent = || self.0.choice("opponent", Bot::NAMES, Bot::named);
        Ok(self.has("opponent").then(opponent).transpose()?)
    }

    pub(crate) fn seat(&self) -> Result<Option<Seat>, ToolError> {
        Ok(self.0.optional("seat", "1 or 2")?)
    }

    /// The number to play, as it was written.
    pub(crate) fn number(&self) -> Result<String, ToolError> {
        let takes = "a whole number, such as 12";
        let number = self.0.read("number", takes, divvy_wire::whole)?;
        let number = number.ok_or_else(|| format!("\"number\" is missing: it takes {takes}"))?;
        Ok(number.to_owned())
    }
}

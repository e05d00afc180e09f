//! A puzzle as data: the position in full, so that a program need not know the rules to show it.

use divvy_rules::{Player, Position};
use divvy_wire::{legal, tokens};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::Puzzle;

impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rules = self.record.rules();
        let mut puzzle = serializer.serialize_map(None)?;
        puzzle.serialize_entry("game", &rules.game())?;
        puzzle.serialize_entry("size", &rules.board().size())?;
        puzzle.serialize_entry("options", &rules.options())?;
        puzzle.serialize_entry("position", &self.record.to_string())?;
        puzzle.serialize_entry("moves", self.record.moves())?;
        puzzle.serialize_entry("to_move", &self.record.to_move().number())?;
        puzzle.serialize_entry("last", &self.record.last())?;
        match self.record.position() {
            Position::Removal(removal) => {
                puzzle.serialize_entry("free", &removal.free().iter().collect::<Vec<_>>())?;
            }
            Position::Race(race) => {
                puzzle.serialize_entry("target", &race.rules().target())?;
                puzzle.serialize_entry("tokens", &tokens(race, Player::BOTH))?;
            }
        }
        puzzle.serialize_entry("legal", &legal(&self.record))?;
        puzzle.serialize_entry("grade", &self.grade)?;
        puzzle.serialize_entry("plausible", &self.plausible)?;
        puzzle.serialize_entry("answer", &self.answer)?;
        puzzle.serialize_entry("why", &self.why)?;
        puzzle.end()
    }
}

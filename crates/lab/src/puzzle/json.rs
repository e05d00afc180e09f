//! A puzzle as data: the position in full, so that a program need not know the rules to show it.

use divvy_rules::{Game, Number, Options, Player, Position};
use divvy_wire::{TokenData, legal, tokens};
use serde::{Serialize, Serializer};

use super::{Grade, Plausible, Puzzle};

#[derive(Serialize)]
struct PuzzleData<'a> {
    game: Game,
    size: u32,
    options: Options,
    /// The notation of the whole game so far.
    position: String,
    moves: &'a [Number],
    to_move: u8,
    last: Option<Number>,
    #[serde(flatten)]
    standing: Standing,
    legal: Vec<Number>,
    grade: Grade,
    plausible: &'a [Plausible],
    answer: Number,
    why: &'a str,
}

/// What stands on the board.
#[derive(Serialize)]
#[serde(untagged)]
enum Standing {
    Removal { free: Vec<Number> },
    Race { target: Number, tokens: [TokenData; 2] },
}

impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rules = self.record.rules();
        let position = self.record.position();
        let standing = match position {
            Position::Removal(removal) => {
                Standing::Removal { free: removal.free().iter().collect() }
            }
            Position::Race(race) => {
                Standing::Race { target: race.rules().target(), tokens: tokens(race, Player::BOTH) }
            }
        };
        let data = PuzzleData {
            game: rules.game(),
            size: rules.board().size(),
            options: rules.options(),
            position: self.record.to_string(),
            moves: self.record.moves(),
            to_move: position.to_move().number(),
            last: self.record.last(),
            standing,
            legal: legal(&self.record),
            grade: self.grade,
            plausible: &self.plausible,
            answer: self.answer,
            why: &self.why,
        };
        data.serialize(serializer)
    }
}

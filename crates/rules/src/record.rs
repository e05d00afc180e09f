//! A game from its first move on: rules, moves, and the position they lead to.

use serde::{Deserialize, Serialize};

use crate::race::RaceState;
use crate::{Game, Number, Options, Player, Position, Refusal, Rules, Skips};

/// A game so far. It can be played on, taken back, written down and read again.
///
/// ```
/// use divvy_rules::{Player, Record, Rules};
///
/// let mut record = Record::new(Rules::default());
/// record.play(record.rules().board().number(13)?)?;
/// record.play(record.rules().board().number(1)?)?;
/// assert_eq!(record.position().to_move(), Player::First);
/// record.undo();
/// assert_eq!(record.to_string(), "multiple-madness:13");
/// # Ok::<(), divvy_rules::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    rules: Rules,
    moves: Vec<Number>,
    position: Position,
    /// What stood before each move; in a race only. A removal game puts numbers back instead.
    before: Vec<RaceState>,
}

/// One turn of a game, used or skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Whose turn it was.
    pub player: Player,
    /// The number played; none if the player had no legal move and was skipped.
    pub number: Option<Number>,
}

/// A move in a list that the rules refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {place} cannot be played: {value} is {refusal}")]
pub struct IllegalMove {
    /// Its place in the list, counted from 1.
    pub place: usize,
    /// The number as given.
    pub value: u32,
    /// Why it is refused.
    pub refusal: Refusal,
}

impl Record {
    /// A game before its first move.
    pub fn new(rules: Rules) -> Self {
        Self { rules, moves: Vec::new(), position: rules.start(), before: Vec::new() }
    }

    /// A game with these moves played.
    ///
    /// # Errors
    /// The first move that is not legal.
    pub fn with_moves(
        rules: Rules,
        moves: impl IntoIterator<Item = u32>,
    ) -> Result<Self, IllegalMove> {
        let mut record = Self::new(rules);
        for (index, value) in moves.into_iter().enumerate() {
            let number = rules.board().number(value);
            number.and_then(|number| record.play(number)).map_err(|refusal| IllegalMove {
                place: index + 1,
                value,
                refusal,
            })?;
        }
        Ok(record)
    }

    /// The rules of this game.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The numbers played, in order. Skipped turns leave no trace here.
    pub fn moves(&self) -> &[Number] {
        &self.moves
    }

    /// The number played last; before the first move the one that was struck, if any.
    pub fn last(&self) -> Option<Number> {
        match &self.position {
            Position::Removal(position) => position.last(),
            Position::Race(_) => self.moves.last().copied(),
        }
    }

    /// The turns so far, skipped ones among them.
    pub fn turns(&self) -> impl Iterator<Item = Turn> {
        self.moves.iter().enumerate().flat_map(|(ply, &number)| {
            let [begin, end] = [ply, ply + 1].map(|ply| self.turns_before(ply));
            (begin..end).map(move |turn| Turn {
                player: Player::of_turn(turn),
                number: (turn == begin).then_some(number),
            })
        })
    }

    /// Whose turns were skipped after a move, which is named by its place, counted from 1.
    pub fn skipped_after(&self, place: usize) -> impl Iterator<Item = Player> {
        let [begin, end] = [place.saturating_sub(1), place].map(|ply| self.turns_before(ply));
        (begin + 1..end).map(Player::of_turn)
    }

    /// Who made the move after so many others; after all of them, who is to move.
    pub fn mover(&self, ply: usize) -> Player {
        Player::of_turn(self.turns_before(ply))
    }

    /// How many turns had passed before the move after so many others, skipped ones included.
    pub fn turns_before(&self, ply: usize) -> u32 {
        match &self.position {
            Position::Removal(_) => ply as u32,
            Position::Race(race) => self.before.get(ply).unwrap_or(&race.state).turns,
        }
    }

    /// The game as it stood after so many moves.
    pub fn at(&self, ply: usize) -> Record {
        let mut earlier = self.clone();
        while earlier.moves.len() > ply {
            earlier.undo();
        }
        earlier
    }

    /// The position after all moves.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a number, and tells whose turns were skipped after it.
    ///
    /// # Errors
    /// When the number may not be played; nothing has changed then.
    pub fn play(&mut self, number: Number) -> Result<Skips, Refusal> {
        let before = match &self.position {
            Position::Removal(_) => None,
            Position::Race(race) => Some(race.state),
        };
        let skips = self.position.play(number)?;
        self.moves.push(number);
        self.before.extend(before);
        Ok(skips)
    }

    /// Takes the last move back, with the skips that followed it, and returns its number.
    pub fn undo(&mut self) -> Option<Number> {
        let undone = self.moves.pop()?;
        match (&mut self.position, self.before.pop()) {
            (Position::Removal(position), _) => {
                position.take_back(undone, self.moves.last().copied());
            }
            (Position::Race(position), Some(before)) => position.state = before,
            (Position::Race(position), None) => *position = position.rules().start(),
        }
        Some(undone)
    }
}

impl Serialize for Record {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let data = RecordData {
            game: self.rules.game(),
            options: self.rules.options(),
            moves: self.moves.iter().map(|n| n.get()).collect(),
        };
        data.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let RecordData { game, options, moves } = RecordData::deserialize(deserializer)?;
        let rules = Rules::new(game, &options).map_err(serde::de::Error::custom)?;
        Record::with_moves(rules, moves).map_err(serde::de::Error::custom)
    }
}

/// How a record travels as data.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordData {
    game: Game,
    #[serde(default)]
    options: Options,
    #[serde(default)]
    moves: Vec<u32>,
}

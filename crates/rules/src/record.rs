//! A game from its first move on: rules, moves, and the position they lead to.

use serde::{Deserialize, Serialize};

use crate::{Game, Number, Options, Position, Refusal, Rules, RulesError, Skips};

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
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self { rules, moves: Vec::new(), position: rules.start() }
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
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The numbers played, in order. Skipped turns leave no trace here.
    #[must_use]
    pub fn moves(&self) -> &[Number] {
        &self.moves
    }

    /// The position after all moves.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a number, and tells whose turns were skipped after it.
    ///
    /// # Errors
    /// When the number may not be played; nothing has changed then.
    pub fn play(&mut self, number: Number) -> Result<Skips, Refusal> {
        let skips = self.position.play(number)?;
        self.moves.push(number);
        Ok(skips)
    }

    /// Takes the last move back, with the skips that followed it, and says which it was.
    pub fn undo(&mut self) -> Option<Number> {
        let undone = self.moves.pop()?;
        match &mut self.position {
            Position::Removal(position) => position.take_back(self.moves.last().copied()),
            // A race does not remember its past, and is cheap to walk again.
            Position::Race(position) => {
                *position = position.rules().start();
                for &number in &self.moves {
                    // Legal then, so legal now.
                    let _ = position.play(number);
                }
            }
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
        let rules = Rules::new(game, &options)
            .map_err(|error: RulesError| serde::de::Error::custom(error))?;
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

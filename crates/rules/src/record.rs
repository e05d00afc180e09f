//! A game from its first move on: rules, moves, and the position they lead to.

use serde::Serialize;

use crate::race::RaceState;
use crate::{Number, NumberSet, Player, Position, Refusal, Rules};

/// Turns after which a race that a program takes part in is abandoned (ruling Z3). See [`Record::limited`].
pub const TURN_LIMIT: u32 = 1_000;

/// A game so far. It can be played on, taken back, written down and read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    rules: Rules,
    moves: Vec<Number>,
    position: Position,
    /// What stood before each move; in a race only. A removal game puts numbers back instead.
    before: Vec<RaceState>,
    turn_limit: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayEnding {
    /// A player has no legal move.
    Stuck { loser: Player },
    /// A player has reached the target.
    Reached { winner: Player, target: Number },
    /// The turn limit was reached without a winner.
    Abandoned { turns: u32 },
}

/// One turn of a game, used or skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Turn {
    pub player: Player,
    /// The number played; none if the player had no legal move and was skipped.
    #[serde(rename = "move")]
    pub number: Option<Number>,
}

/// A move in a list that the rules refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {place} cannot be played: {value} is {refusal}")]
pub struct IllegalMove {
    /// Its place in the list, counted from 1.
    pub place: usize,
    pub value: u32,
    pub refusal: Refusal,
}

impl Record {
    pub fn new(rules: Rules) -> Self {
        let position = rules.start();
        Self { rules, moves: Vec::new(), position, before: Vec::new(), turn_limit: None }
    }

    /// The same moves with this turn limit: a race is over after that many turns, skipped ones included, also without a
    /// winner. The limit is not part of the rules or the notation, because between people the same moves go on (ruling Z3).
    pub fn limited(mut self, turns: Option<u32>) -> Self {
        let last = self.undo();
        self.turn_limit = turns;
        // How many turns are skipped after the last move depends on the limit. The move was legal before.
        let _ = last.map(|number| self.advance(number));
        self
    }

    /// A game with these moves played. The error names the first that is not legal.
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

    /// Who made move `ply`, counted from 0; after the last one, who is to move.
    pub fn mover(&self, ply: usize) -> Player {
        Player::of_turn(self.turns_before(ply))
    }

    /// How many turns had passed before move `ply`, counted from 0, skipped ones included.
    pub fn turns_before(&self, ply: usize) -> u32 {
        match &self.position {
            Position::Removal(_) => ply as u32,
            Position::Race(race) => self.before.get(ply).unwrap_or(&race.state).turns,
        }
    }

    /// The game as it stood after `ply` moves.
    pub fn at(&self, ply: usize) -> Record {
        let mut earlier = self.clone();
        while earlier.moves.len() > ply {
            earlier.undo();
        }
        earlier
    }

    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Who is to move. Once the game is over: who would have been.
    pub const fn to_move(&self) -> Player {
        self.position.to_move()
    }

    /// The numbers that may be played now; none once the game is over.
    pub fn legal(&self) -> NumberSet {
        match self.is_abandoned() {
            true => NumberSet::empty(self.rules.board()),
            false => self.position.legal(),
        }
    }

    pub fn check(&self, number: Number) -> Result<(), Refusal> {
        match self.is_abandoned() {
            true => Err(Refusal::GameOver),
            false => self.position.check(number),
        }
    }

    pub fn winner(&self) -> Option<Player> {
        self.position.winner()
    }

    pub fn is_over(&self) -> bool {
        self.is_abandoned() || self.position.is_over()
    }

    pub fn ending(&self) -> Option<PlayEnding> {
        match (&self.position, self.winner()) {
            (Position::Removal(_), Some(winner)) => {
                Some(PlayEnding::Stuck { loser: winner.other() })
            }
            (Position::Race(race), Some(winner)) => {
                Some(PlayEnding::Reached { winner, target: race.rules().target() })
            }
            (_, None) => {
                let turns = self.turn_limit.filter(|_| self.is_abandoned())?;
                Some(PlayEnding::Abandoned { turns })
            }
        }
    }

    fn is_abandoned(&self) -> bool {
        self.turn_limit.is_some_and(|turns| self.position.has_lasted(turns))
    }

    /// Plays a number, and skips the turns of players who then have no legal move (ruling Z2).
    /// Nothing has changed if it is refused.
    pub fn play(&mut self, number: Number) -> Result<(), Refusal> {
        match self.is_abandoned() {
            true => Err(Refusal::GameOver),
            false => self.advance(number),
        }
    }

    /// Plays a number, even if the turn limit has been reached.
    fn advance(&mut self, number: Number) -> Result<(), Refusal> {
        match &mut self.position {
            Position::Removal(removal) => removal.play(number)?,
            Position::Race(race) => {
                let before = race.state;
                race.play_within(number, self.turn_limit.unwrap_or(u32::MAX))?;
                self.before.push(before);
            }
        }
        self.moves.push(number);
        Ok(())
    }

    /// Takes the last move back, with the skips that followed it, and returns its number.
    pub fn undo(&mut self) -> Option<Number> {
        let undone = self.moves.pop()?;
        match (&mut self.position, self.before.pop()) {
            (Position::Removal(position), _) => {
                position.take_back(undone, &self.moves);
            }
            (Position::Race(position), Some(before)) => position.state = before,
            (Position::Race(position), None) => *position = position.rules().start(),
        }
        Some(undone)
    }
}

//! One game of a match, while it is played and afterwards.

use divvy_rules::{Number, NumberSet, Player, Position, Record, Refusal, Rules, Skips, Turn};

use crate::Seat;

/// Turns after which a game that a program takes part in is abandoned (ruling Z3).
pub const TURN_LIMIT: u32 = 1_000;

/// Whether a game that a program takes part in ends here without a winner: after [`TURN_LIMIT`] turns, skipped ones
/// included.
pub fn is_abandoned(record: &Record) -> bool {
    has_lasted(record, TURN_LIMIT)
}

/// Whether a game has gone on for so many turns without a winner.
fn has_lasted(record: &Record, turns: u32) -> bool {
    turns_of(record) >= turns && record.position().winner().is_none()
}

/// How many turns a race has had, skipped ones included; 0 for the other games, which cannot go on for ever.
const fn turns_of(record: &Record) -> u32 {
    match record.position() {
        Position::Race(race) => race.turns(),
        Position::Removal(_) => 0,
    }
}

/// A player lost without having been beaten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenUp {
    /// Who lost.
    pub by: Seat,
    /// What a program did that cost it the round; none for a player who resigned.
    pub forfeit: Option<String>,
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending<'a> {
    /// A player has no legal move.
    Stuck {
        /// Who.
        loser: Seat,
        /// The number that has no answer; none if no first move is allowed.
        last: Option<Number>,
    },
    /// A player has reached the target.
    Reached {
        /// Who.
        winner: Seat,
        /// The target.
        target: Number,
    },
    /// A player gave up.
    Resigned {
        /// Who.
        by: Seat,
    },
    /// A program did something that cost it the round.
    Forfeited {
        /// Which seat.
        by: Seat,
        /// What it did.
        reason: &'a str,
    },
    /// The turn limit was passed, without a winner.
    Abandoned,
}

impl Ending<'_> {
    /// Who won; none if the round was abandoned.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Ending::Stuck { loser, .. } => Some(loser.other()),
            Ending::Reached { winner, .. } => Some(winner),
            Ending::Resigned { by } | Ending::Forfeited { by, .. } => Some(by.other()),
            Ending::Abandoned => None,
        }
    }
}

/// One game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    first: Seat,
    pub(crate) record: Record,
    pub(crate) given_up: Option<GivenUp>,
    /// None between people.
    pub(crate) turn_limit: Option<u32>,
}

impl Round {
    pub(crate) fn new(rules: Rules, first: Seat, turn_limit: Option<u32>) -> Self {
        Self { first, record: Record::new(rules), given_up: None, turn_limit }
    }

    /// Who made, or makes, the first move.
    pub const fn first(&self) -> Seat {
        self.first
    }

    /// The moves and the position.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Who gave the round up, and why, if a player did.
    pub const fn given_up(&self) -> Option<&GivenUp> {
        self.given_up.as_ref()
    }

    /// The numbers that may be played now; none once the round is over.
    pub fn legal(&self) -> NumberSet {
        match self.is_over() {
            true => NumberSet::empty(self.record.rules().board()),
            false => self.record.position().legal(),
        }
    }

    /// Whether a number may be played now.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, number: Number) -> Result<(), Refusal> {
        if self.given_up.is_some() || self.is_abandoned() {
            return Err(Refusal::GameOver);
        }
        self.record.position().check(number)
    }

    /// Plays a number, and tells whose turns were skipped after it. At the turn limit the round is over, and no more
    /// turns are skipped.
    pub(crate) fn play(&mut self, number: Number) -> Result<Skips, Refusal> {
        let before = turns_of(&self.record);
        let skips = self.record.play(number)?;
        Ok(match self.turn_limit {
            Some(limit) => skips.at_most(limit.saturating_sub(before + 1)),
            None => skips,
        })
    }

    /// The turns so far, skipped ones among them. At the turn limit the round is over, and no more turns are skipped.
    pub fn turns(&self) -> impl Iterator<Item = Turn> {
        self.turns_until(self.record.moves().len())
    }

    /// The same up to a move, which is named by its place, counted from 1, with the turns that were skipped after it.
    pub fn turns_until(&self, place: usize) -> impl Iterator<Item = Turn> {
        let turns = self.record.turns_before(place).min(self.turn_limit.unwrap_or(u32::MAX));
        self.record.turns().take(turns as usize)
    }

    /// Whose turns were skipped after a move, which is named in the same way.
    pub fn skipped_after(&self, place: usize) -> impl Iterator<Item = Player> {
        let with_move = self.record.turns_before(place.saturating_sub(1)) + 1;
        let most = self.turn_limit.map_or(u32::MAX, |limit| limit.saturating_sub(with_move));
        self.record.skipped_after(place).take(most as usize)
    }

    /// Whose turn it is.
    pub const fn to_move(&self) -> Seat {
        self.seat_of(self.record.position().to_move())
    }

    /// Where a player of the rules sits.
    pub const fn seat_of(&self, player: Player) -> Seat {
        match player {
            Player::First => self.first,
            Player::Second => self.first.other(),
        }
    }

    /// Which player of the rules sits there.
    pub fn player_at(&self, seat: Seat) -> Player {
        if seat == self.first { Player::First } else { Player::Second }
    }

    /// How the round ended, once it has.
    pub fn ending(&self) -> Option<Ending<'_>> {
        if let Some(GivenUp { by, forfeit }) = &self.given_up {
            let by = *by;
            return Some(match forfeit {
                Some(reason) => Ending::Forfeited { by, reason },
                None => Ending::Resigned { by },
            });
        }
        let position = self.record.position();
        match (position.winner().map(|player| self.seat_of(player)), position) {
            (Some(winner), Position::Removal(position)) => {
                Some(Ending::Stuck { loser: winner.other(), last: position.last() })
            }
            (Some(winner), Position::Race(race)) => {
                Some(Ending::Reached { winner, target: race.rules().target() })
            }
            (None, _) => {
                let limit = self.turn_limit.filter(|&limit| has_lasted(&self.record, limit));
                limit.map(|_| Ending::Abandoned)
            }
        }
    }

    fn is_abandoned(&self) -> bool {
        matches!(self.ending(), Some(Ending::Abandoned))
    }

    /// Who has won the round, once it is over.
    pub fn winner(&self) -> Option<Seat> {
        self.ending()?.winner()
    }

    /// Whether the round is over.
    pub fn is_over(&self) -> bool {
        self.ending().is_some()
    }
}

/// A round that is over: what happened, without the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastRound {
    first: Seat,
    moves: Vec<Number>,
    winner: Option<Seat>,
}

impl PastRound {
    /// Who made the first move.
    pub const fn first(&self) -> Seat {
        self.first
    }

    /// The numbers played.
    pub fn moves(&self) -> &[Number] {
        &self.moves
    }

    /// Who won; none if it was abandoned.
    pub const fn winner(&self) -> Option<Seat> {
        self.winner
    }
}

impl From<Round> for PastRound {
    fn from(round: Round) -> Self {
        let winner = round.winner();
        Self { first: round.first, moves: round.record.moves().to_vec(), winner }
    }
}

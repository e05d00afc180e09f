//! One game of a match, while it is played and afterwards.

use divvy_rules::{Number, NumberSet, PlayEnding, Player, Record, Refusal};

use crate::Seat;

/// A player lost without having been beaten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenUp {
    pub by: Seat,
    /// What a program did that cost it the round; none for a player who resigned.
    pub forfeit: Option<String>,
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending<'a> {
    /// By play, or because it reached the turn limit.
    Play(PlayEnding),
    Resigned {
        by: Seat,
    },
    /// A program did something that cost it the round.
    Forfeited {
        by: Seat,
        reason: &'a str,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    first: Seat,
    pub(crate) record: Record,
    pub(crate) given_up: Option<GivenUp>,
}

impl Round {
    /// A round that has come as far as this record, opened by this seat.
    pub const fn of(record: Record, first: Seat) -> Self {
        Self { first, record, given_up: None }
    }

    /// Who made, or makes, the first move.
    pub const fn first(&self) -> Seat {
        self.first
    }

    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Who gave the round up, and why, if a player did.
    pub const fn given_up(&self) -> Option<&GivenUp> {
        self.given_up.as_ref()
    }

    /// The numbers that may be played now; none once the round is over.
    pub fn legal(&self) -> NumberSet {
        match self.given_up {
            Some(_) => NumberSet::empty(self.record.rules().board()),
            None => self.record.legal(),
        }
    }

    pub fn check(&self, number: Number) -> Result<(), Refusal> {
        match self.given_up {
            Some(_) => Err(Refusal::GameOver),
            None => self.record.check(number),
        }
    }

    pub const fn to_move(&self) -> Seat {
        self.seat_of(self.record.to_move())
    }

    /// Where a player of the rules sits.
    pub const fn seat_of(&self, player: Player) -> Seat {
        self.first.seat_of(player)
    }

    /// Which player of the rules sits there.
    pub fn player_at(&self, seat: Seat) -> Player {
        if seat == self.first { Player::First } else { Player::Second }
    }

    pub fn ending(&self) -> Option<Ending<'_>> {
        if let Some(GivenUp { by, forfeit }) = &self.given_up {
            let by = *by;
            return Some(match forfeit {
                Some(reason) => Ending::Forfeited { by, reason },
                None => Ending::Resigned { by },
            });
        }
        self.record.ending().map(Ending::Play)
    }

    pub fn winner(&self) -> Option<Seat> {
        match &self.given_up {
            Some(given_up) => Some(given_up.by.other()),
            None => self.record.winner().map(|player| self.seat_of(player)),
        }
    }

    pub fn is_over(&self) -> bool {
        self.given_up.is_some() || self.record.is_over()
    }
}

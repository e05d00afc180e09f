//! One game of a match, while it is played and afterwards.

use divvy_rules::{Number, Player, Position, RacePosition, Record, Rules};
use serde::{Deserialize, Serialize};

use crate::Seat;

/// Turns after which a game that a program takes part in is abandoned (ruling Z3).
pub const TURN_LIMIT: u32 = 1_000;

/// Why somebody lost without having been beaten.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenUp {
    /// Who lost.
    pub by: Seat,
    /// What a program did that cost it the round; none for a player who resigned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<String>,
}

/// One turn of a round, used or skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Whose turn it was.
    pub seat: Seat,
    /// The number played; none if the player had no legal move and was passed over.
    pub number: Option<Number>,
}

/// Where a player of a race has been after these turns, the start first; a skipped turn is none.
#[must_use]
pub fn walk(race: &RacePosition, turns: &[Turn], seat: Seat) -> Vec<Option<Number>> {
    let start = race.rules().start_node();
    let steps = turns.iter().filter(|turn| turn.seat == seat).map(|turn| turn.number);
    std::iter::once(Some(start)).chain(steps).collect()
}

/// One game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    pub(crate) first: Seat,
    pub(crate) record: Record,
    pub(crate) given_up: Option<GivenUp>,
    /// Between people there is none.
    pub(crate) turn_limit: Option<u32>,
}

impl Round {
    pub(crate) fn new(rules: Rules, first: Seat, turn_limit: Option<u32>) -> Self {
        Self { first, record: Record::new(rules), given_up: None, turn_limit }
    }

    /// Who made, or makes, the first move.
    #[must_use]
    pub const fn first(&self) -> Seat {
        self.first
    }

    /// The moves and the position.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Who gave the round up, if somebody did.
    #[must_use]
    pub const fn given_up(&self) -> Option<&GivenUp> {
        self.given_up.as_ref()
    }

    /// Whether the round was stopped without a winner, because a program might wander for ever.
    #[must_use]
    pub fn is_abandoned(&self) -> bool {
        let turns = match self.record.position() {
            Position::Race(race) => race.turns(),
            Position::Removal(_) => 0,
        };
        self.winner().is_none() && self.turn_limit.is_some_and(|limit| turns >= limit)
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn to_move(&self) -> Seat {
        self.seat_of(self.record.position().to_move())
    }

    /// Where a player of the rules sits.
    #[must_use]
    pub const fn seat_of(&self, player: divvy_rules::Player) -> Seat {
        Seat::of(player, self.first)
    }

    /// The turns so far, skipped ones among them.
    #[must_use]
    pub fn turns(&self) -> Vec<Turn> {
        let turn = |player: Player, number| Turn { seat: self.seat_of(player), number };
        let moves = self.record.moves().iter();
        match self.record.position() {
            // Nobody is ever passed over.
            Position::Removal(_) => moves
                .zip(Player::BOTH.into_iter().cycle())
                .map(|(&number, player)| turn(player, Some(number)))
                .collect(),
            Position::Race(_) => {
                let mut position = self.record.rules().start();
                let mut turns = Vec::with_capacity(moves.len());
                for &number in moves {
                    turns.push(turn(position.to_move(), Some(number)));
                    // The record holds legal moves only.
                    let Ok(skips) = position.play(number) else { break };
                    turns.extend(skips.players().map(|player| turn(player, None)));
                }
                turns
            }
        }
    }

    /// Which player of the rules sits there.
    #[must_use]
    pub fn player_at(&self, seat: Seat) -> Player {
        if seat == self.first { Player::First } else { Player::Second }
    }

    /// Who has won the round, once it is over.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        match &self.given_up {
            Some(given_up) => Some(given_up.by.other()),
            None => self.record.position().winner().map(|player| self.seat_of(player)),
        }
    }

    /// Whether the round is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.winner().is_some() || self.is_abandoned()
    }
}

/// A round that is over and will not be looked at move by move: what happened, without the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastRound {
    pub(crate) first: Seat,
    pub(crate) moves: Vec<Number>,
    pub(crate) given_up: Option<GivenUp>,
    pub(crate) winner: Option<Seat>,
}

impl PastRound {
    /// Who made the first move.
    #[must_use]
    pub const fn first(&self) -> Seat {
        self.first
    }

    /// The numbers played.
    #[must_use]
    pub fn moves(&self) -> &[Number] {
        &self.moves
    }

    /// Who won; none if it was abandoned.
    #[must_use]
    pub const fn winner(&self) -> Option<Seat> {
        self.winner
    }
}

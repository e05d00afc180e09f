//! A game on the server: a match, with seats that belong to tokens, requests between the players, and rematches.

pub(crate) mod action;
mod event;
pub(crate) mod review;
pub(crate) mod token;
pub(crate) mod view;

use divvy_match::{Event, Match, Occupant, Refused, Seat};
use divvy_words::{self as words, Audience, Request};
use serde::Serialize;

pub(crate) use self::action::{GameAction, NotAllowed};
pub(crate) use self::event::{GameEvent, GameSetup, Mode};
use self::token::{SeatToken, TokenHash};
use crate::storage::GameId;

/// The state of a rematch, with its form in views.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum Rematch {
    Offered {
        by: Seat,
    },
    Declined {
        #[serde(rename = "declined")]
        by: Seat,
    },
    Begun {
        id: GameId,
    },
}

/// Why an event cannot be applied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum EventError {
    #[error("{}", words::refused(*.0))]
    Refused(#[from] Refused),
    #[error("{0}")]
    NotNow(&'static str),
}

/// The current state of a game. Only [`GameState::apply`] changes it.
#[derive(Clone, Debug)]
pub(crate) struct GameState {
    pub(crate) setup: GameSetup,
    pub(crate) match_: Match,
    pub(crate) holders: [Option<TokenHash>; 2],
    /// The number of events so far.
    pub(crate) version: u32,
    /// The player who has asked for an undo and waits for an answer.
    pub(crate) undo_request: Option<Seat>,
    pub(crate) rematch: Option<Rematch>,
    /// The last event as a sentence.
    pub(crate) said: String,
}

impl GameState {
    /// The state before the first event.
    pub(crate) fn new(setup: GameSetup) -> Self {
        let match_ = Match::new(setup.of_match());
        let holders = setup.holders.clone();
        let (undo_request, rematch, said) = (None, None, String::new());
        Self { setup, match_, holders, version: 0, undo_request, rematch, said }
    }

    /// Whether the seat has a holder, or a bot sits there.
    pub(crate) fn is_taken(&self, seat: Seat) -> bool {
        self.holders[seat.index()].is_some() || *self.match_.occupant(seat) != Occupant::Human
    }

    /// The seats that a token holds.
    pub(crate) fn seats(&self, token: Option<&SeatToken>) -> Vec<Seat> {
        let Some(hash) = token.map(|token| token.hash(&self.setup.salt)) else { return Vec::new() };
        // Both are always compared, so that the time does not depend on the seat.
        let held = Seat::BOTH.map(|seat| {
            let holder = self.holders[seat.index()].as_ref();
            (seat, holder.is_some_and(|holder| holder.matches(&hash)))
        });
        held.into_iter().filter(|(_, held)| *held).map(|(seat, _)| seat).collect()
    }

    /// The number of moves in this round.
    pub(crate) fn ply(&self) -> usize {
        self.match_.round().record().moves().len()
    }

    /// Checks that an event can be applied.
    pub(crate) fn check(&self, event: &GameEvent) -> Result<(), EventError> {
        let holds = |condition: bool, otherwise: &'static str| {
            condition.then_some(()).ok_or(EventError::NotNow(otherwise))
        };
        let finished = self.match_.is_finished();
        match event {
            GameEvent::Match(event) => Ok(self.match_.check(&self.resolved(event))?),
            GameEvent::Joined { seat, .. } => holds(!self.is_taken(*seat), "the seat is taken"),
            GameEvent::UndoAsked { by } => {
                let possible = self.match_.undo_plies(Some(*by)).is_some();
                let possible = possible && self.undo_request.is_none();
                holds(possible, "there is nothing to take back")
            }
            GameEvent::UndoDeclined => {
                holds(self.undo_request.is_some(), "there is no request to take back")
            }
            GameEvent::RematchOffered { by } => {
                let open = match self.rematch {
                    None => true,
                    Some(Rematch::Declined { by: seat }) => seat == *by,
                    Some(Rematch::Offered { .. } | Rematch::Begun { .. }) => false,
                };
                holds(finished && open, "a rematch cannot be offered now")
            }
            GameEvent::RematchDeclined => {
                let offered = matches!(self.rematch, Some(Rematch::Offered { .. }));
                holds(offered, "there is no offer of a rematch")
            }
            GameEvent::Rematched { game } => {
                holds(GameId::parse(game).is_some(), "that is no game")?;
                let begun = matches!(self.rematch, Some(Rematch::Begun { .. }));
                holds(finished && !begun, "a rematch cannot begin now")
            }
        }
    }

    /// Applies an event, unless [`GameState::check`] refuses it.
    pub(crate) fn apply(&mut self, event: &GameEvent) -> Result<(), EventError> {
        self.check(event)?;
        self.said = match event {
            GameEvent::Match(event) => {
                let change = self.match_.apply(self.resolved(event))?;
                // A request to undo refers to the position in which it was made.
                self.undo_request = None;
                Audience::everybody(&self.match_).change(&self.match_, &change)
            }
            GameEvent::Joined { seat, holder, names } => {
                self.holders[seat.index()] = Some(holder.clone());
                self.match_.apply(Event::Renamed { names: names.clone() })?;
                Audience::everybody(&self.match_).joined(*seat)
            }
            GameEvent::UndoAsked { by } => {
                self.undo_request = Some(*by);
                self.sentence(Request::Undo(*by))
            }
            GameEvent::UndoDeclined => {
                let Some(asked) = self.undo_request.take() else { return Ok(()) };
                self.sentence(Request::UndoDeclined(asked.other()))
            }
            GameEvent::RematchOffered { by } => {
                self.rematch = Some(Rematch::Offered { by: *by });
                self.sentence(Request::Rematch(*by))
            }
            GameEvent::RematchDeclined => {
                let Some(Rematch::Offered { by }) = self.rematch else { return Ok(()) };
                self.rematch = Some(Rematch::Declined { by: by.other() });
                self.sentence(Request::RematchDeclined(by.other()))
            }
            GameEvent::Rematched { game } => {
                self.rematch = GameId::parse(game).map(|id| Rematch::Begun { id });
                self.sentence(Request::RematchBegun)
            }
        };
        self.version += 1;
        Ok(())
    }

    /// A request as a sentence for all viewers.
    fn sentence(&self, request: Request) -> String {
        Audience::everybody(&self.match_).request(request)
    }

    /// The event with the number of moves that an undo takes back: until the player who asked for it is to move.
    fn resolved(&self, event: &Event) -> Event {
        match event {
            Event::Undone { plies: None } => Event::Undone {
                plies: Some(self.match_.undo_plies(self.undo_request).unwrap_or(0)),
            },
            event => event.clone(),
        }
    }
}

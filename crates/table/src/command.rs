//! What a viewer asks of a game, and what it does: the one answer for every way in which a request can come.

use divvy_match::{Event, Seat, Setup};
use divvy_words::web;

use crate::setup::names;
use crate::{
    Decision, GameAction, GameError, GameEvent, GameId, GameSetup, GameState, Mode, SeatToken,
};

/// The state that the client expects the game to be in.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    pub ply: usize,
    /// The number of events, if the client knows it.
    pub version: Option<u32>,
}

/// What a viewer asks for.
#[derive(Clone, Debug)]
pub enum Command {
    Move(u32, Expected),
    /// To take moves back; between friends, to ask for it.
    Undo(Expected),
    /// To agree to an undo or to decline; of the request in this version, so that it is not answered twice.
    AnswerUndo {
        agree: bool,
        version: Option<u32>,
    },
    /// To give the round up. A viewer with both seats does it for the player to move.
    Resign(Expected),
    /// To have the round given to the player who waits for a friend: whether that one is away is not known here.
    Claim(Expected),
    /// To go on after this round. Both players may ask for it; for the second it is stale.
    NextRound(usize),
    /// To offer a rematch, or to begin it if the other player has offered one or need not be asked: with this id,
    /// and this seed of its bots.
    Rematch(GameId, u64),
    /// To accept an offered rematch.
    AcceptRematch(GameId, u64),
    DeclineRematch,
    /// To take the free seat.
    Join {
        invite: String,
        name: Option<String>,
    },
    /// To replace the invitation by this one, or by none.
    Invite(Option<SeatToken>),
}

impl GameState {
    /// What the command of the holder of this token does now.
    pub fn decide(
        &self,
        command: &Command,
        token: Option<&SeatToken>,
    ) -> Result<Decision<Self>, GameError> {
        let seats = self.seats(token);
        let by = seats.first().copied().unwrap_or(Seat::One);
        let (action, expected, event) = match command {
            Command::Join { invite, name } => return self.join(invite, name.as_deref(), token),
            Command::Move(number, expected) => {
                (GameAction::Move, self.is(*expected), Event::Moved { number: *number }.into())
            }
            Command::Undo(expected) => {
                let event = match self.setup.mode {
                    Mode::Friend => GameEvent::UndoAsked { by },
                    Mode::Local | Mode::Computer => Event::Undone { plies: None }.into(),
                };
                (GameAction::Undo, self.is(*expected), event)
            }
            Command::AnswerUndo { agree, version } => {
                let undone = Event::Undone { plies: None }.into();
                let event = if *agree { undone } else { GameEvent::UndoDeclined };
                (GameAction::AnswerUndo, self.has_version(*version), event)
            }
            Command::Resign(expected) => {
                let to_move = self.match_.round().to_move();
                let by = if seats.contains(&to_move) { to_move } else { to_move.other() };
                (GameAction::Resign, self.is(*expected), Event::Resigned { by: Some(by) }.into())
            }
            Command::Claim(expected) => {
                let event = Event::Forfeited { reason: web::DID_NOT_COME_BACK.to_owned() };
                (GameAction::Claim, self.is(*expected), event.into())
            }
            Command::NextRound(round) => {
                let expected = self.match_.round_number() == *round;
                (GameAction::NextRound, expected, Event::NextRound.into())
            }
            Command::Rematch(id, seed) => {
                // Both players may send the request at the same time.
                if self.rematch_has_begun() && !seats.is_empty() {
                    return Ok(Decision::Done);
                }
                self.may(GameAction::Rematch, &seats)?;
                return Ok(self.rematch(id, *seed, by));
            }
            Command::AcceptRematch(id, seed) => {
                self.may(GameAction::AnswerRematch, &seats)?;
                return Ok(self.rematch(id, *seed, by));
            }
            Command::DeclineRematch => {
                (GameAction::AnswerRematch, true, GameEvent::RematchDeclined)
            }
            Command::Invite(invite) => {
                let invite = invite.as_ref().map(|invite| invite.hash(&self.setup.salt));
                (GameAction::Invite, true, GameEvent::Invited { invite })
            }
        };
        let allowed = self.may(action, &seats);
        // A viewer without a seat is refused whatever the state; a player is told of a newer state first.
        if !seats.is_empty() && !expected {
            return Ok(Decision::Stale);
        }
        allowed.map(|()| Decision::Apply(event))
    }

    /// Offers a rematch to a friend who has not offered one, and begins it otherwise: the same match with the same holders; the
    /// other player opens. Only bots make random choices.
    fn rematch(&self, id: &GameId, seed: u64, by: Seat) -> Decision<Self> {
        if self.setup.mode == Mode::Friend && self.rematch_offer().is_none() {
            return Decision::Apply(GameEvent::RematchOffered { by });
        }
        let seed = if self.setup.mode == Mode::Computer { seed } else { 0 };
        let Setup { names, first, seed, .. } = self.match_.rematch(seed);
        let holders = self.holders.clone();
        let setup = GameSetup { names, first, seed, holders, invite: None, ..self.setup.clone() };
        let event = GameEvent::Rematched { game: id.to_string() };
        Decision::ApplyAndCreate(event, id.clone(), Box::new(setup))
    }

    fn is(&self, expected: Expected) -> bool {
        self.ply() == expected.ply && self.has_version(expected.version)
    }

    fn has_version(&self, version: Option<u32>) -> bool {
        version.is_none_or(|version| version == self.version)
    }

    /// Whether this is the invitation to the free seat.
    pub(crate) fn is_invited(&self, invite: &str) -> bool {
        let shown = SeatToken::parse(invite).map(|invite| invite.hash(&self.setup.salt));
        self.invite.as_ref().zip(shown).is_some_and(|(one, two)| one.matches(&two))
    }

    fn join(
        &self,
        invite: &str,
        name: Option<&str>,
        token: Option<&SeatToken>,
    ) -> Result<Decision<Self>, GameError> {
        let (seats, salt) = (self.seats(token), &self.setup.salt);
        // A client that repeats the request, because the response was lost, has the seat already.
        if seats.iter().any(|seat| self.setup.holders[seat.index()].is_none()) {
            return Ok(Decision::Done);
        }
        let invited = self.is_invited(invite);
        let Some(holder) = token.filter(|_| invited).map(|token| token.hash(salt)) else {
            return Err(GameError::Forbidden(web::NO_INVITATION));
        };
        match self.may(GameAction::Join, &seats) {
            // It was free when the link was sent.
            Err(GameError::Refused(_)) => return Ok(Decision::Stale),
            allowed => allowed?,
        }
        let Some(seat) = Seat::BOTH.into_iter().find(|seat| !self.is_taken(*seat)) else {
            return Ok(Decision::Stale);
        };
        let chosen = name.map(str::trim).filter(|name| !name.is_empty());
        let [one, two] = Seat::BOTH.map(|one| match chosen {
            Some(name) if one == seat => name,
            _ => self.match_.name(one).trim(),
        });
        if one == two {
            return Err(GameError::Invalid(web::name_of_opponent(one)));
        }
        Ok(Decision::Apply(GameEvent::Joined { seat, holder, names: names(one, two)? }))
    }
}

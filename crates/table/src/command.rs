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
        let (action, expected) = match command {
            Command::Join { invite, name } => return self.join(invite, name.as_deref(), token),
            Command::Move(_, expected) => (GameAction::Move, self.is(*expected)),
            Command::Undo(expected) => (GameAction::Undo, self.is(*expected)),
            Command::Resign(expected) => (GameAction::Resign, self.is(*expected)),
            Command::AnswerUndo { version, .. } => {
                (GameAction::AnswerUndo, self.has_version(*version))
            }
            Command::NextRound(round) => {
                (GameAction::NextRound, self.match_.round_number() == *round)
            }
            Command::Rematch(..) if self.rematch_has_begun() && !seats.is_empty() => {
                // Both players may send the request at the same time.
                return Ok(Decision::Done);
            }
            Command::Rematch(..) => (GameAction::Rematch, true),
            Command::AcceptRematch(..) | Command::DeclineRematch => {
                (GameAction::AnswerRematch, true)
            }
            Command::Invite(_) => (GameAction::Invite, true),
        };
        let allowed = self.may(action, &seats);
        // A viewer without a seat is refused whatever the state; a player is told of a newer state first.
        if !seats.is_empty() && !expected {
            return Ok(Decision::Stale);
        }
        allowed?;
        Ok(self.decided(command, &seats))
    }

    /// What a command does that is allowed.
    fn decided(&self, command: &Command, seats: &[Seat]) -> Decision<Self> {
        let by = seats.first().copied().unwrap_or(Seat::One);
        let to_move = self.match_.round().to_move();
        Decision::Apply(match command {
            Command::Move(number, _) => Event::Moved { number: *number }.into(),
            Command::Undo(_) if self.setup.mode == Mode::Friend => GameEvent::UndoAsked { by },
            Command::Undo(_) | Command::AnswerUndo { agree: true, .. } => {
                Event::Undone { plies: None }.into()
            }
            Command::AnswerUndo { .. } => GameEvent::UndoDeclined,
            Command::Resign(_) => {
                let by = if seats.contains(&to_move) { to_move } else { to_move.other() };
                Event::Resigned { by: Some(by) }.into()
            }
            Command::NextRound(_) => Event::NextRound.into(),
            Command::Rematch(id, seed) | Command::AcceptRematch(id, seed) => {
                if self.setup.mode == Mode::Friend && self.rematch_offer().is_none() {
                    return Decision::Apply(GameEvent::RematchOffered { by });
                }
                let event = GameEvent::Rematched { game: id.to_string() };
                let setup = Box::new(self.rematch_setup(*seed));
                return Decision::ApplyAndCreate(event, id.clone(), setup);
            }
            Command::DeclineRematch => GameEvent::RematchDeclined,
            Command::Invite(invite) => {
                let invite = invite.as_ref().map(|invite| invite.hash(&self.setup.salt));
                GameEvent::Invited { invite }
            }
            // Decided by [`GameState::join`].
            Command::Join { .. } => return Decision::Done,
        })
    }

    fn is(&self, expected: Expected) -> bool {
        self.ply() == expected.ply && self.has_version(expected.version)
    }

    fn has_version(&self, version: Option<u32>) -> bool {
        version.is_none_or(|version| version == self.version)
    }

    /// The same match with the same holders; the other player opens. Only bots make random choices.
    fn rematch_setup(&self, seed: u64) -> GameSetup {
        let seed = if self.setup.mode == Mode::Computer { seed } else { 0 };
        let Setup { names, first, seed, .. } = self.match_.rematch(seed);
        let holders = self.holders.clone();
        GameSetup { names, first, seed, holders, invite: None, ..self.setup.clone() }
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
        let shown = SeatToken::parse(invite).map(|invite| invite.hash(salt));
        let invited = self.invite.as_ref().zip(shown).is_some_and(|(one, two)| one.matches(&two));
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

//! A game on the server: a match, with seats that belong to tokens, requests between the players, and rematches.

use divvy_match::{Bot, Event, Match, Occupant, Seat, Setup};
use divvy_wire::Transcript;
use divvy_words::{Audience, Request, Sentence, web};

use crate::action::require;
use crate::{
    GameAction, GameError, GameEvent, GameId, GameSetup, SeatToken, Subject, TokenHash, view,
};

/// The most events of one game. Undoing and repeating moves could otherwise go on without end, and loading a game
/// replays all of its events. A series of a thousand rounds on the default board has fewer.
pub const MAX_EVENTS: u32 = 20_000;

/// The most answers and advice of one game that are kept ([`GameEvent::Failed`], [`GameEvent::Advised`]).
const MAX_NOTES: u32 = 1_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rematch {
    Offered { by: Seat },
    Declined { by: Seat },
    Begun { id: GameId },
}

/// The current state of a game. Only [`Subject::apply`] changes it.
#[derive(Clone, Debug)]
pub struct GameState {
    pub(crate) setup: GameSetup,
    pub(crate) match_: Match,
    pub(crate) holders: [Option<TokenHash>; 2],
    /// The invitation that gives the free seat.
    pub(crate) invite: Option<TokenHash>,
    pub(crate) version: u32,
    /// The player whose request to undo was neither answered nor withdrawn by a move.
    undo_asked_by: Option<Seat>,
    pub(crate) rematch: Option<Rematch>,
    /// How much is kept of what the players were told.
    notes: u32,
    pub(crate) ended: bool,
    /// The last event as a sentence.
    pub(crate) said: Sentence,
    pub(crate) transcript: Transcript,
}

impl GameState {
    pub const fn game(&self) -> &Match {
        &self.match_
    }

    /// Whether the operator of the server has ended the game.
    pub const fn is_ended(&self) -> bool {
        self.ended
    }

    /// The last event as a sentence for all viewers.
    pub fn said(&self) -> &Sentence {
        &self.said
    }

    /// Whether there is nothing left to play.
    pub fn is_finished(&self) -> bool {
        self.ended || self.match_.is_finished()
    }

    /// The bot that is to move, if there is one.
    pub fn bot_to_move(&self) -> Option<Bot> {
        let round = self.match_.round();
        let goes_on = !self.ended && !round.is_over() && self.version < MAX_EVENTS;
        match *self.match_.occupant(round.to_move()) {
            Occupant::Bot(bot) if goes_on => Some(bot),
            _ => None,
        }
    }

    /// Whether the seat has a holder, or a bot sits there.
    pub(crate) fn is_taken(&self, seat: Seat) -> bool {
        self.holders[seat.index()].is_some() || *self.match_.occupant(seat) != Occupant::Human
    }

    /// The seats that a token holds.
    pub fn seats(&self, token: Option<&SeatToken>) -> Vec<Seat> {
        let Some(hash) = token.map(|token| token.hash(&self.setup.salt)) else { return Vec::new() };
        // Both are always compared, so that the time does not depend on the seat.
        let held = Seat::BOTH.map(|seat| {
            let holder = self.holders[seat.index()].as_ref();
            (seat, holder.is_some_and(|holder| holder.matches(&hash)))
        });
        held.into_iter().filter(|(_, held)| *held).map(|(seat, _)| seat).collect()
    }

    /// The number of moves in this round.
    pub fn ply(&self) -> usize {
        self.match_.round().record().moves().len()
    }

    /// The player who has asked for an undo and waits for an answer; there is none once the rematch has begun.
    pub(crate) fn undo_request(&self) -> Option<Seat> {
        self.undo_asked_by.filter(|_| !self.rematch_has_begun())
    }

    pub(crate) const fn rematch_has_begun(&self) -> bool {
        matches!(self.rematch, Some(Rematch::Begun { .. }))
    }

    /// The player who has offered a rematch and waits for an answer.
    pub(crate) const fn rematch_offer(&self) -> Option<Seat> {
        match self.rematch {
            Some(Rematch::Offered { by }) => Some(by),
            _ => None,
        }
    }

    /// A request as a sentence for all viewers.
    fn sentence(&self, request: Request) -> Sentence {
        Audience::everybody(&self.match_).request(request)
    }

    /// A request to undo: the last number of the player who asks, with what followed.
    pub(crate) fn undo_of(&self, by: Seat) -> Request {
        let (round, record) = (self.match_.round(), self.match_.round().record());
        let mut moves = record.moves().iter().enumerate().rev();
        let own = moves.find(|(ply, _)| round.seat_of(record.mover(*ply)) == by);
        Request::Undo { by, number: own.map(|(_, number)| *number) }
    }

    /// The event with the number of moves that an undo takes back: until the player who asked for it is to move.
    fn resolved(&self, event: &Event) -> Event {
        match event {
            Event::Undone { plies: None } => Event::Undone {
                plies: Some(self.match_.undo_plies(self.undo_asked_by).unwrap_or(0)),
            },
            event => event.clone(),
        }
    }

    /// Whether an event is accepted after the limit of events: what brings a match that has become too long to its end, and the
    /// rematch after it. Each of these ends something, so that there is an end to them too: offers and refusals of a rematch
    /// could follow each other for ever.
    const fn is_allowed_after_limit(&self, event: &GameEvent) -> bool {
        match event {
            GameEvent::Match(
                Event::Resigned { .. } | Event::Forfeited { .. } | Event::NextRound,
            )
            | GameEvent::UndoDeclined
            | GameEvent::RematchDeclined
            | GameEvent::Rematched { .. }
            | GameEvent::Ended => true,
            GameEvent::RematchOffered { .. } => self.rematch.is_none(),
            _ => false,
        }
    }
}

impl Subject for GameState {
    type Setup = GameSetup;
    type Event = GameEvent;
    /// The seats that the viewer holds.
    type Viewer = Vec<Seat>;

    fn new(setup: GameSetup) -> Self {
        let GameSetup { rules, players, names, first, plan, seed, moves, .. } = setup.clone();
        let match_ = Match::new(Setup { rules, names, players, first, plan, seed, moves });
        let (holders, invite) = (setup.holders.clone(), setup.invite.clone());
        let mut transcript = Transcript::default();
        transcript.follow(match_.round_number(), match_.round());
        Self {
            setup,
            match_,
            holders,
            invite,
            version: 0,
            undo_asked_by: None,
            rematch: None,
            notes: 0,
            ended: false,
            said: Sentence::default(),
            transcript,
        }
    }

    fn version(&self) -> u32 {
        self.version
    }

    /// [`GameState::may`] answers for the player who causes the event.
    fn check(&self, event: &GameEvent) -> Result<(), GameError> {
        if self.version >= MAX_EVENTS && !self.is_allowed_after_limit(event) {
            return Err(GameError::Refused(web::most_events(MAX_EVENTS).into()));
        }
        // With a player who cannot be the one, `may` says what is missing.
        let other = |asked: Option<Seat>| asked.map_or(Seat::One, Seat::other);
        require(!self.ended, web::GAME_WAS_ENDED)?;
        match event {
            GameEvent::Ended => Ok(()),
            GameEvent::Failed { .. } | GameEvent::Advised => {
                require(self.notes < MAX_NOTES, web::NOTED_ENOUGH)
            }
            GameEvent::Match(event) => Ok(self.match_.check(&self.resolved(event))?),
            GameEvent::Joined { .. } => self.may(GameAction::Join, &[]),
            GameEvent::Invited { .. } => self.may(GameAction::Invite, &Seat::BOTH),
            GameEvent::UndoAsked { by } => self.may(GameAction::Undo, &[*by]),
            GameEvent::UndoDeclined => {
                self.may(GameAction::AnswerUndo, &[other(self.undo_request())])
            }
            GameEvent::RematchOffered { by } => self.may(GameAction::Rematch, &[*by]),
            GameEvent::RematchDeclined => {
                self.may(GameAction::AnswerRematch, &[other(self.rematch_offer())])
            }
            GameEvent::Rematched { .. } => match self.rematch_offer() {
                Some(by) => self.may(GameAction::Rematch, &[by.other()]),
                None => self.may(GameAction::Rematch, &Seat::BOTH),
            },
        }
    }

    /// A stored event is refused only if it contradicts the state: databases have events that [`GameState::may`] accepted in
    /// earlier versions only.
    fn apply(&mut self, event: &GameEvent) -> Result<(), GameError> {
        self.said = match event {
            GameEvent::Match(event) => {
                let change = self.match_.apply(self.resolved(event))?;
                self.transcript.follow(self.match_.round_number(), self.match_.round());
                // A request to undo refers to the position in which it was made.
                self.undo_asked_by = None;
                if matches!(event, Event::Undone { .. }) && !self.rematch_has_begun() {
                    // An offer of a rematch refers to the end that was taken back.
                    self.rematch = None;
                }
                Audience::everybody(&self.match_).change(&self.match_, &change)
            }
            GameEvent::Joined { seat, .. } if self.is_taken(*seat) => {
                return Err(GameError::Damaged);
            }
            GameEvent::Joined { seat, holder, names } => {
                self.match_.apply(Event::Renamed { names: names.clone() })?;
                self.holders[seat.index()] = Some(holder.clone());
                Audience::everybody(&self.match_).joined(*seat)
            }
            GameEvent::Invited { invite } => {
                self.invite = invite.clone();
                let cancelled = web::INVITATION_CANCELLED;
                if invite.is_some() { web::INVITED_ANEW } else { cancelled }.into()
            }
            GameEvent::UndoAsked { by } => {
                self.undo_asked_by = Some(*by);
                self.sentence(self.undo_of(*by))
            }
            GameEvent::UndoDeclined => {
                let asked = self.undo_asked_by.take().ok_or(GameError::Damaged)?;
                self.sentence(Request::UndoDeclined(asked.other()))
            }
            GameEvent::RematchOffered { by } => {
                self.rematch = Some(Rematch::Offered { by: *by });
                self.sentence(Request::Rematch(*by))
            }
            GameEvent::RematchDeclined => match self.rematch_offer() {
                Some(by) => {
                    self.rematch = Some(Rematch::Declined { by: by.other() });
                    self.sentence(Request::RematchDeclined(by.other()))
                }
                // Earlier versions kept an offer after an undo.
                None => Sentence::default(),
            },
            GameEvent::Rematched { game } => {
                let id = GameId::parse(game).ok_or(GameError::Damaged)?;
                self.rematch = Some(Rematch::Begun { id });
                self.sentence(Request::RematchBegun)
            }
            GameEvent::Failed { .. } | GameEvent::Advised => {
                self.notes += 1;
                std::mem::take(&mut self.said)
            }
            GameEvent::Ended => {
                self.ended = true;
                self.undo_asked_by = None;
                web::ENDED_BY_OPERATOR.into()
            }
        };
        self.version += 1;
        Ok(())
    }

    fn viewer(&self, token: Option<&SeatToken>) -> Vec<Seat> {
        self.seats(token)
    }

    fn seats_of(viewer: &Vec<Seat>) -> Vec<usize> {
        viewer.iter().map(|seat| seat.index()).collect()
    }

    fn write(&self, id: &GameId, viewer: &Vec<Seat>, present: [bool; 2], text: &mut Vec<u8>) {
        view::write(id, self, viewer, present, text);
    }
}

//! What a viewer may do: the one answer that the views list and that the handlers ask.

use divvy_match::{Action, Denied, Seat};
use divvy_rules::named;
use divvy_words::{self as words, web};

use crate::state::Rematch;
use crate::{GameError, GameState, Mode};

named! {
    /// What a viewer can ask for, by its name in the API.
    pub enum GameAction: name {
        Move = "move",
        Resign = "resign",
        Claim = "claim",
        Hint = "hint",
        Undo = "undo",
        AnswerUndo = "answer_undo",
        NextRound = "next_round",
        Rematch = "rematch",
        AnswerRematch = "answer_rematch",
        Join = "join",
        Invite = "invite",
        Review = "review",
    }
}

impl GameState {
    /// Whether a viewer with these seats may do something now. Whether a number is legal is another question.
    pub fn may(&self, action: GameAction, seats: &[Seat]) -> Result<(), GameError> {
        let to_move = self.match_.round().to_move();
        require(!self.ended || action == GameAction::Review, web::GAME_WAS_ENDED)?;
        match action {
            GameAction::Join => self.may_join(seats),
            GameAction::Review => self
                .match_may(Action::Review, to_move)
                .map_err(|_| GameError::now(web::REVIEW_TOO_EARLY)),
            GameAction::Hint => self.may_see_hints(seats),
            _ if seats.is_empty() => Err(GameError::Forbidden(web::WATCHING)),
            GameAction::Invite => {
                let is_free = self.setup.mode == Mode::Friend && !self.is_complete();
                require(is_free, web::NO_FREE_SEAT)
            }
            GameAction::Move => {
                self.require_both_players()?;
                let seat = seats.iter().copied().find(|seat| *seat == to_move);
                self.match_may(Action::Move, seat.unwrap_or(to_move.other()))
            }
            GameAction::Resign => {
                self.require_both_players()?;
                self.match_may(Action::Resign, to_move)
            }
            GameAction::Claim => {
                self.require_both_players()?;
                self.match_may(Action::Resign, to_move)?;
                let waits = self.setup.mode == Mode::Friend && !seats.contains(&to_move);
                require(waits, web::NOTHING_TO_CLAIM)
            }
            GameAction::Undo => self.may_undo(seats),
            GameAction::AnswerUndo => may_answer(self.undo_request(), seats, web::NO_UNDO_REQUEST),
            GameAction::NextRound => self.match_may(Action::NextRound, to_move),
            GameAction::Rematch => self.may_rematch(seats),
            GameAction::AnswerRematch => {
                may_answer(self.rematch_offer(), seats, web::NO_REMATCH_OFFER)
            }
        }
    }

    /// The names of all actions that a viewer with these seats may do now.
    pub(crate) fn allowed(&self, seats: &[Seat]) -> Vec<&'static str> {
        let allowed = GameAction::ALL.into_iter().filter(|&action| self.may(action, seats).is_ok());
        allowed.map(GameAction::name).collect()
    }

    fn match_may(&self, action: Action, seat: Seat) -> Result<(), GameError> {
        let denied = self.match_.may(action, seat);
        denied.map_err(|denied| GameError::now(words::denied(denied)))
    }

    pub(crate) fn is_complete(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| self.is_taken(seat))
    }

    fn require_both_players(&self) -> Result<(), GameError> {
        require(self.is_complete(), web::SEAT_IS_FREE)
    }

    fn may_join(&self, seats: &[Seat]) -> Result<(), GameError> {
        if !seats.is_empty() {
            return Err(GameError::Forbidden(web::HAS_A_SEAT));
        }
        require(!self.is_complete(), web::SEAT_IS_TAKEN)
    }

    fn may_see_hints(&self, seats: &[Seat]) -> Result<(), GameError> {
        if self.setup.mode == Mode::Friend {
            return Err(GameError::Forbidden(web::NO_HINTS_AGAINST_A_FRIEND));
        }
        if seats.is_empty() {
            return Err(GameError::Forbidden(web::HINTS_ARE_FOR_PLAYERS));
        }
        self.may(GameAction::Move, seats).map_err(|_| GameError::now(web::HINT_OUT_OF_TURN))
    }

    fn may_undo(&self, seats: &[Seat]) -> Result<(), GameError> {
        self.require_both_players()?;
        require(!self.rematch_has_begun(), web::REMATCH_BEGUN)?;
        require(self.undo_request().is_none(), web::UNDO_NOT_ANSWERED)?;
        let until = seats.first().filter(|_| self.setup.mode == Mode::Friend).copied();
        require(self.match_.undo_plies(until).is_some(), words::denied(Denied::NothingToUndo))
    }

    fn may_rematch(&self, seats: &[Seat]) -> Result<(), GameError> {
        self.match_may(Action::Rematch, self.match_.round().to_move())?;
        match &self.rematch {
            None => Ok(()),
            Some(Rematch::Offered { by }) => may_answer(Some(*by), seats, web::OTHER_IS_ASKED),
            // The player who declined may offer one later; the player who was declined may not ask again.
            Some(Rematch::Declined { by }) => require(seats.contains(by), web::REMATCH_DECLINED),
            Some(Rematch::Begun { .. }) => Err(GameError::now(web::REMATCH_BEGUN)),
        }
    }
}

pub(crate) fn require(holds: bool, why: &'static str) -> Result<(), GameError> {
    if holds { Ok(()) } else { Err(GameError::now(why)) }
}

/// Whether a viewer with these seats is the one whom this player has asked; `unasked` if none has.
fn may_answer(
    asked_by: Option<Seat>,
    seats: &[Seat],
    unasked: &'static str,
) -> Result<(), GameError> {
    let by = asked_by.ok_or(GameError::now(unasked))?;
    require(seats.contains(&by.other()), web::OTHER_IS_ASKED)
}

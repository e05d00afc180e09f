//! What a viewer may do: the one answer that the views list and that the handlers ask.

use divvy_match::{Action, Denied, Seat};
use divvy_rules::named;
use divvy_words::{self as words, web};

use super::{GameState, Mode, Rematch};

named! {
    /// What a viewer can ask for, by its name in the API.
    pub(crate) enum GameAction: name {
        Move = "move",
        Resign = "resign",
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

/// Why a viewer may not do something, with the sentence for the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotAllowed {
    /// It is not for this viewer.
    #[error("{0}")]
    Viewer(&'static str),
    /// The game is not in the state for it.
    #[error("{0}")]
    Now(&'static str),
}

impl GameState {
    /// Whether a viewer with these seats may do something now. Whether a number is legal is another question.
    pub(crate) fn may(&self, action: GameAction, seats: &[Seat]) -> Result<(), NotAllowed> {
        let to_move = self.match_.round().to_move();
        if self.ended && action != GameAction::Review {
            return Err(NotAllowed::Now(web::GAME_WAS_ENDED));
        }
        match action {
            GameAction::Join => self.may_join(seats),
            GameAction::Review => self
                .match_may(Action::Review, to_move)
                .map_err(|_| NotAllowed::Now(web::REVIEW_TOO_EARLY)),
            GameAction::Hint => self.may_see_hints(seats),
            _ if seats.is_empty() => Err(NotAllowed::Viewer(web::WATCHING)),
            GameAction::Invite if self.setup.mode != Mode::Friend || self.is_complete() => {
                Err(NotAllowed::Now(web::NO_FREE_SEAT))
            }
            GameAction::Invite => Ok(()),
            GameAction::Move => {
                self.require_both_players()?;
                let seat = seats.iter().copied().find(|seat| *seat == to_move);
                self.match_may(Action::Move, seat.unwrap_or(to_move.other()))
            }
            GameAction::Resign => {
                self.require_both_players()?;
                self.match_may(Action::Resign, to_move)
            }
            GameAction::Undo => self.may_undo(seats),
            GameAction::AnswerUndo => match self.undo_request() {
                Some(by) if seats.contains(&by.other()) => Ok(()),
                Some(_) => Err(NotAllowed::Now(web::OTHER_IS_ASKED)),
                None => Err(NotAllowed::Now(web::NO_UNDO_REQUEST)),
            },
            GameAction::NextRound => self.match_may(Action::NextRound, to_move),
            GameAction::Rematch => self.may_rematch(seats),
            GameAction::AnswerRematch => match self.rematch_offer() {
                Some(by) if seats.contains(&by.other()) => Ok(()),
                Some(_) => Err(NotAllowed::Now(web::OTHER_IS_ASKED)),
                None => Err(NotAllowed::Now(web::NO_REMATCH_OFFER)),
            },
        }
    }

    /// The names of all actions that a viewer with these seats may do now.
    pub(crate) fn allowed(&self, seats: &[Seat]) -> Vec<&'static str> {
        let allowed = GameAction::ALL.into_iter().filter(|&action| self.may(action, seats).is_ok());
        allowed.map(GameAction::name).collect()
    }

    fn match_may(&self, action: Action, seat: Seat) -> Result<(), NotAllowed> {
        let denied = self.match_.may(action, seat);
        denied.map_err(|denied| NotAllowed::Now(words::denied(denied)))
    }

    /// Whether both seats are taken.
    pub(crate) fn is_complete(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| self.is_taken(seat))
    }

    fn require_both_players(&self) -> Result<(), NotAllowed> {
        match self.is_complete() {
            true => Ok(()),
            false => Err(NotAllowed::Now(web::SEAT_IS_FREE)),
        }
    }

    fn may_join(&self, seats: &[Seat]) -> Result<(), NotAllowed> {
        if !seats.is_empty() {
            return Err(NotAllowed::Viewer(web::HAS_A_SEAT));
        }
        match self.is_complete() {
            true => Err(NotAllowed::Now(web::SEAT_IS_TAKEN)),
            false => Ok(()),
        }
    }

    fn may_see_hints(&self, seats: &[Seat]) -> Result<(), NotAllowed> {
        if self.setup.mode == Mode::Friend {
            return Err(NotAllowed::Viewer(web::NO_HINTS_AGAINST_A_FRIEND));
        }
        if seats.is_empty() {
            return Err(NotAllowed::Viewer(web::HINTS_ARE_FOR_PLAYERS));
        }
        self.may(GameAction::Move, seats).map_err(|_| NotAllowed::Now(web::HINT_OUT_OF_TURN))
    }

    fn may_undo(&self, seats: &[Seat]) -> Result<(), NotAllowed> {
        self.require_both_players()?;
        if self.rematch_has_begun() {
            return Err(NotAllowed::Now(web::REMATCH_BEGUN));
        }
        if self.undo_request().is_some() {
            return Err(NotAllowed::Now(web::UNDO_NOT_ANSWERED));
        }
        let until = seats.first().filter(|_| self.setup.mode == Mode::Friend).copied();
        match self.match_.undo_plies(until) {
            Some(_) => Ok(()),
            None => Err(NotAllowed::Now(words::denied(Denied::NothingToUndo))),
        }
    }

    fn may_rematch(&self, seats: &[Seat]) -> Result<(), NotAllowed> {
        self.match_may(Action::Rematch, self.match_.round().to_move())?;
        match &self.rematch {
            None => Ok(()),
            Some(Rematch::Offered { by }) if seats.contains(&by.other()) => Ok(()),
            Some(Rematch::Offered { .. }) => Err(NotAllowed::Now(web::OTHER_IS_ASKED)),
            // The player who declined may offer one later; the player who was declined may not ask again.
            Some(Rematch::Declined { by }) if seats.contains(by) => Ok(()),
            Some(Rematch::Declined { .. }) => Err(NotAllowed::Now(web::REMATCH_DECLINED)),
            Some(Rematch::Begun { .. }) => Err(NotAllowed::Now(web::REMATCH_BEGUN)),
        }
    }
}

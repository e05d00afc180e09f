//! What a viewer may do: the one answer that the views list and that the handlers ask.

use divvy_match::{Action, Seat};
use divvy_rules::named;
use divvy_words as words;

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
        Review = "review",
    }
}

/// Why a viewer may not do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotAllowed {
    Viewer(&'static str),
    Now(&'static str),
}

const WATCHING: NotAllowed = NotAllowed::Viewer("you are watching this game");
const OTHER_IS_ASKED: NotAllowed = NotAllowed::Now("the other player is asked");

impl GameState {
    /// Whether a viewer with these seats may do something now. Whether a number is legal is another question.
    pub(crate) fn may(&self, action: GameAction, seats: &[Seat]) -> Result<(), NotAllowed> {
        let to_move = self.match_.round().to_move();
        match action {
            GameAction::Join => self.may_join(seats),
            GameAction::Review => self
                .match_may(Action::Review, to_move)
                .map_err(|_| NotAllowed::Viewer("a review comes when the game is over")),
            GameAction::Hint => self.may_see_hints(seats),
            _ if seats.is_empty() => Err(WATCHING),
            GameAction::Move => {
                self.is_complete()?;
                let seat = seats.iter().copied().find(|seat| *seat == to_move);
                self.match_may(Action::Move, seat.unwrap_or(to_move.other()))
            }
            GameAction::Resign => {
                self.is_complete()?;
                self.match_may(Action::Resign, to_move)
            }
            GameAction::Undo => self.may_undo(seats),
            GameAction::AnswerUndo => match self.undo_request {
                Some(by) if seats.contains(&by.other()) => Ok(()),
                Some(_) => Err(OTHER_IS_ASKED),
                None => Err(NotAllowed::Now("there is no request to take back")),
            },
            GameAction::NextRound => self.match_may(Action::NextRound, to_move),
            GameAction::Rematch => self.may_rematch(seats),
            GameAction::AnswerRematch => match &self.rematch {
                Some(Rematch::Offered { by }) if seats.contains(&by.other()) => Ok(()),
                Some(Rematch::Offered { .. }) => Err(OTHER_IS_ASKED),
                _ => Err(NotAllowed::Now("there is no offer of a rematch")),
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
    fn is_complete(&self) -> Result<(), NotAllowed> {
        match Seat::BOTH.iter().all(|seat| self.is_taken(*seat)) {
            true => Ok(()),
            false => Err(NotAllowed::Now("the other seat is still free")),
        }
    }

    fn may_join(&self, seats: &[Seat]) -> Result<(), NotAllowed> {
        if !seats.is_empty() {
            return Err(NotAllowed::Viewer("you have a seat already; the link is for a friend"));
        }
        match self.is_complete() {
            Ok(()) => Err(NotAllowed::Now("the seat is taken; you can watch")),
            Err(_) => Ok(()),
        }
    }

    fn may_see_hints(&self, seats: &[Seat]) -> Result<(), NotAllowed> {
        if self.setup.mode == Mode::Friend {
            return Err(NotAllowed::Viewer("there are no hints against a friend"));
        }
        if seats.is_empty() {
            return Err(NotAllowed::Viewer("hints are for those who play"));
        }
        self.may(GameAction::Move, seats)
            .map_err(|_| NotAllowed::Now("a hint is for the player whose turn it is"))
    }

    fn may_undo(&self, seats: &[Seat]) -> Result<(), NotAllowed> {
        self.is_complete()?;
        if self.undo_request.is_some() {
            return Err(NotAllowed::Now("the request to take back has not been answered yet"));
        }
        let until = seats.first().filter(|_| self.setup.mode == Mode::Friend).copied();
        match self.match_.undo_plies(until) {
            Some(_) => Ok(()),
            None => Err(NotAllowed::Now("there is no move to take back")),
        }
    }

    fn may_rematch(&self, seats: &[Seat]) -> Result<(), NotAllowed> {
        self.match_may(Action::Rematch, self.match_.round().to_move())?;
        match &self.rematch {
            None => Ok(()),
            Some(Rematch::Offered { by }) if seats.contains(&by.other()) => Ok(()),
            Some(Rematch::Offered { .. }) => Err(OTHER_IS_ASKED),
            // The player who declined may offer one later; the player who was declined may not ask again.
            Some(Rematch::Declined { by }) if seats.contains(by) => Ok(()),
            Some(Rematch::Declined { .. }) => {
                Err(NotAllowed::Now("your opponent does not want to play again"))
            }
            Some(Rematch::Begun { .. }) => Err(NotAllowed::Now("the rematch has begun")),
        }
    }
}

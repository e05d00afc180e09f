//! Sentences about what happens in a match, to everybody or to one of its players.

use std::fmt;

use divvy_match::{Change, Denied, EventError, Match, Names, Round, Seat};
use divvy_rules::{Game, Number, Refusal};

use crate::games::{Verb, verb};
use crate::sentence::{in_sentence, say};
use crate::{Sentence, list};

/// For whom a sentence is: a player, who is called "you", or everybody.
#[derive(Clone, Copy, Debug)]
pub struct Audience<'a> {
    pub game: Game,
    pub names: &'a Names,
    /// The seat that has the first move of the round.
    pub first: Seat,
    /// The player; none for the third person.
    pub you: Option<Seat>,
}

impl<'a> Audience<'a> {
    pub fn everybody(game: &'a Match) -> Self {
        Self::of(game, None)
    }

    /// The player of this seat, if there is one, otherwise everybody.
    pub fn of(game: &'a Match, you: Option<Seat>) -> Self {
        let (first, played) = (game.round().first(), game.rules().game());
        Self { game: played, names: game.names(), first, you }
    }

    pub(crate) const fn verb(self) -> Verb {
        verb(self.game)
    }

    /// What a player is called at the beginning of a sentence.
    pub fn who(self, seat: Seat) -> Sentence {
        match self.you == Some(seat) {
            true => "You".into(),
            false => self.name(seat),
        }
    }

    /// The name of a player, also of the one who is spoken to.
    pub(crate) fn name(self, seat: Seat) -> Sentence {
        Sentence::name(seat, self.names.of(seat))
    }

    /// What a player is called within a sentence, also the one who is spoken to: `Ada`, `the computer`.
    pub fn called(self, seat: Seat) -> String {
        in_sentence(self.names.of(seat), false)
    }

    /// What a player is called within a sentence.
    pub(crate) fn within(self, seat: Seat) -> Sentence {
        match self.you == Some(seat) {
            true => "you".into(),
            // What stands before it makes it the middle of a sentence.
            false => self.name(seat),
        }
    }

    /// The form of a verb that goes with a player.
    pub(crate) fn form(self, seat: Seat, [you, other]: [&str; 2]) -> &str {
        if self.you == Some(seat) { you } else { other }
    }

    /// A player and what goes with that player: `You play`, `Ada plays`.
    pub(crate) fn does(self, seat: Seat, forms: [&str; 2]) -> Sentence {
        say![self.who(seat), " ", self.form(seat, forms)]
    }

    /// What an event changed: `Player 2 removes 12.` The match is as it stands after it. A move that ends the round is told
    /// with the ending.
    pub fn change(self, game: &Match, change: &Change) -> Sentence {
        let round = game.round();
        match change {
            Change::Moved { seat, number } => {
                let moved = self.plays(*seat, *number);
                let skipped = round.record().skipped_after(round.record().moves().len());
                let skipped = skipped.map(|player| self.skips(round.seat_of(player)));
                Sentence::joined([moved].into_iter().chain(skipped).chain(self.ending(game)))
            }
            Change::Undone(numbers) => format!("Taken back: {}.", list::listed(numbers)).into(),
            Change::Redone(numbers) => format!("Played again: {}.", list::listed(numbers)).into(),
            Change::Resigned(_) | Change::Forfeited(_) => self.ending(game).unwrap_or_default(),
            Change::NextRound => {
                let number = format!("Round {}. ", game.round_number());
                say![number, self.name(round.first()), " begins."]
            }
            Change::Renamed => Sentence::default(),
        }
    }

    /// A move: `The computer removes 6.`
    pub fn plays(self, seat: Seat, number: Number) -> Sentence {
        say![self.name(seat), " ", self.verb().plays, " ", number, "."]
    }

    /// A turn that was skipped for want of a legal move.
    pub fn skips(self, seat: Seat) -> Sentence {
        say![self.name(seat), " has no valid moves and skips the turn."]
    }

    /// Where the match stands, in a few words: `Your turn`, `Ada’s turn`; once the round is over `You win!`.
    pub fn status(self, game: &Match) -> Sentence {
        let round = game.round();
        match (self.you, round.winner()) {
            _ if !round.is_over() => self.turn(round),
            (Some(you), Some(winner)) if you == winner => "You win!".into(),
            (Some(_), Some(_)) => "You lose".into(),
            _ if game.is_finished() => "The game is over".into(),
            _ => "The round is over".into(),
        }
    }

    /// Whose turn it is: `Your turn`, `Ada’s turn`.
    pub fn turn(self, round: &Round) -> Sentence {
        match round.to_move() {
            seat if self.you == Some(seat) => "Your turn".into(),
            seat => say![self.name(seat), "’s turn"],
        }
    }

    /// The same while a seat is free: to the host, who waits, or to those who watch.
    pub fn seat_is_free(self, host: Seat) -> Sentence {
        match self.you {
            Some(_) => "Waiting for the other player".into(),
            None => say![self.name(host), " is waiting for a friend"],
        }
    }

    /// The same to the friend who has the invitation.
    pub fn waits_for_you(self, host: Seat) -> Sentence {
        say![self.name(host), " is waiting for you"]
    }

    /// The player who has the first move: `You begin.`
    pub fn begins(self) -> Sentence {
        say![self.does(self.first, ["begin", "begins"]), "."]
    }

    /// Who has the first move of the next match: `You begin the next game.`
    pub fn begins_next(self, first: Seat) -> Sentence {
        say![self.does(first, ["begin", "begins"]), " the next game."]
    }

    /// Why a number was refused, and what can be played instead: `6 is already taken.`, `You can remove 1, 2, 3 or 18.`
    pub fn refusal(self, round: &Round, number: u32, refusal: Refusal) -> [String; 2] {
        [format!("{number} is {}.", reason(refusal)), self.playable(round).to_string()]
    }

    /// A player took a free seat.
    pub fn joined(self, seat: Seat) -> Sentence {
        say![self.name(seat), " has joined."]
    }

    /// A request between the players: `Ada asks to undo 8.`, to Ada that she waits for the answer.
    pub fn request(self, request: Request) -> Sentence {
        let by_you = |by: Seat| self.you == Some(by);
        let (by, what) = match request {
            Request::Undo { by, number } => {
                let undo = number.map_or_else(String::new, |number| format!(" {number}"));
                return match by_you(by) {
                    true => format!("You asked to undo{undo}. Waiting for the answer …").into(),
                    false => say![self.name(by), " asks to undo", undo, "."],
                };
            }
            Request::Rematch(by) if by_you(by) => {
                return "You offered a rematch. Waiting for the answer …".into();
            }
            Request::RematchDeclined(by) if by_you(by) => {
                return "You declined the rematch.".into();
            }
            Request::RematchBegun if self.you.is_some() => return "You play again.".into(),
            Request::RematchBegun => return "They play again.".into(),
            Request::UndoDeclined(by) => (by, " does not agree to undo."),
            Request::Rematch(by) => (by, " would like to play again."),
            Request::RematchDeclined(by) => (by, " does not want to play again."),
        };
        say![self.name(by), what]
    }
}

/// What players on two screens ask of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// This player asks to take the last own move back, with what followed.
    Undo {
        by: Seat,
        number: Option<Number>,
    },
    /// This player does not agree to that.
    UndoDeclined(Seat),
    Rematch(Seat),
    RematchDeclined(Seat),
    RematchBegun,
}

/// Why a choice was refused, to the player who made it: it completes "8 is …".
///
/// ```
/// use divvy_rules::Refusal;
///
/// let reason = divvy_words::reason(Refusal::LeftLastTurn);
/// assert_eq!(reason.to_string(), "the node you were on last turn");
/// ```
pub fn reason(refusal: Refusal) -> impl fmt::Display {
    fmt::from_fn(move |f| match refusal {
        Refusal::OutOfRange { board } => write!(f, "outside {board}"),
        Refusal::AlreadyTaken => write!(f, "already taken"),
        Refusal::NotRelated { to } => write!(f, "not a factor or multiple of {to}"),
        Refusal::Related { to } => write!(f, "a factor or multiple of {to}"),
        Refusal::NotEven => write!(f, "not an even number"),
        Refusal::NotBelowHalf { size } => write!(f, "not less than half of {size}"),
        Refusal::LeftLastTurn => write!(f, "the node you were on last turn"),
        Refusal::AlreadyThere => write!(f, "where you already are"),
        Refusal::OpponentThere => write!(f, "taken by your opponent's token"),
        Refusal::GameOver => write!(f, "too late: the game is over"),
    })
}

/// The whole answer to an entry that the rules refuse.
pub fn illegal(typed: impl fmt::Display, refusal: Refusal) -> String {
    format!("Invalid choice: {typed} is {}", reason(refusal))
}

/// Why something is not possible now, in a few words without a full stop.
pub const fn denied(denied: Denied) -> &'static str {
    match denied {
        Denied::RoundOver => "the game is over",
        Denied::RoundNotOver => "the game is not over",
        Denied::NotYourTurn => "it is not your turn",
        Denied::NothingToUndo => "there is no move to take back",
        Denied::NothingToRedo => "there is no move to play again",
        Denied::MatchOver => "there is no next round",
        Denied::MatchNotOver => "the match is not over",
    }
}

pub fn refused(error: EventError) -> String {
    match error {
        EventError::IllegalMove { number, refusal } => illegal(number, refusal),
        EventError::Denied(why) => denied(why).to_owned(),
    }
}

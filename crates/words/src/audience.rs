//! Sentences about what happens in a match, to everybody or to one of its players.

use std::fmt;

use divvy_match::{Change, Denied, Match, Names, Refused, Round, Seat};
use divvy_rules::{Number, Position, Refusal};

/// For whom a sentence is: a player, who is called "you", or everybody.
#[derive(Clone, Copy, Debug)]
pub struct Audience<'a> {
    /// What the players are called.
    pub names: &'a Names,
    /// The player; none for the third person.
    pub you: Option<Seat>,
}

impl<'a> Audience<'a> {
    /// Everybody.
    pub const fn everybody(game: &'a Match) -> Self {
        Self { names: game.names(), you: None }
    }

    /// What a player is called at the beginning of a sentence.
    pub fn who(self, seat: Seat) -> String {
        match self.you == Some(seat) {
            true => "You".to_owned(),
            false => self.names.of(seat).to_owned(),
        }
    }

    /// What an event changed: `Player 2 takes 12.` The match is as it stands after it. A move that ends the round is told
    /// with the ending.
    pub fn change(self, game: &Match, change: &Change) -> String {
        let round = game.round();
        match change {
            Change::Moved { seat, number } => {
                let skipped = round.record().skipped_after(round.record().moves().len());
                let skipped = skipped.map(|player| self.skipped(round.seat_of(player)));
                let told = std::iter::once(self.moved(round, *seat, *number)).chain(skipped);
                told.chain(self.ending(game)).collect::<Vec<_>>().join(" ")
            }
            Change::Undone(numbers) => format!("Taken back: {}.", listed(numbers)),
            Change::Redone(numbers) => format!("Played again: {}.", listed(numbers)),
            Change::Resigned(_) | Change::Forfeited(_) => self.ending(game).unwrap_or_default(),
            Change::NextRound => {
                let first = self.names.of(round.first());
                format!("Round {}. {first} begins.", game.round_number())
            }
            Change::Renamed => String::new(),
        }
    }

    /// A move: `Player 2 takes 12.`
    pub fn moved(self, round: &Round, seat: Seat, number: Number) -> String {
        let verb = match round.record().position() {
            Position::Removal(_) => "takes",
            Position::Race(_) => "moves to",
        };
        format!("{} {verb} {number}.", self.names.of(seat))
    }

    /// A turn that was skipped for want of a legal move.
    pub fn skipped(self, seat: Seat) -> String {
        format!("{} has no valid moves and skips the turn.", self.names.of(seat))
    }

    /// Where the match stands, in a few words: `Your turn`, `Ada’s turn`; once the round is over `You win!`.
    pub fn status(self, game: &Match) -> String {
        let round = game.round();
        if !round.is_over() {
            return self.turn(round);
        }
        let status = match (self.you, round.winner()) {
            (Some(you), Some(winner)) if you == winner => "You win!",
            (Some(_), Some(_)) => "You lose",
            _ if game.is_finished() => "The game is over",
            _ => "The round is over",
        };
        status.to_owned()
    }

    /// Whose turn it is: `Your turn`, `Ada’s turn`.
    pub(crate) fn turn(self, round: &Round) -> String {
        match round.to_move() {
            seat if self.you == Some(seat) => "Your turn".to_owned(),
            seat => format!("{}’s turn", self.names.of(seat)),
        }
    }

    /// The same while a seat is free: to the player who waits, or to those who watch.
    pub const fn seat_is_free(self) -> &'static str {
        match self.you {
            Some(_) => "Waiting for the other player",
            None => "A seat is free",
        }
    }

    /// The player who has the first move: `You begin.`
    pub fn begins(self, first: Seat) -> String {
        match self.you == Some(first) {
            true => "You begin.".to_owned(),
            false => format!("{} begins.", self.names.of(first)),
        }
    }

    /// Why a number was refused, and what can be played instead: `6 is already taken. You can take 1, 2, 3 or 18.`
    pub fn refusal(self, round: &Round, number: u32, refusal: Refusal) -> String {
        let why = format!("{number} is {}.", reason(refusal));
        std::iter::once(why).chain(self.playable(round)).collect::<Vec<_>>().join(" ")
    }

    /// A player took a free seat.
    pub fn joined(self, seat: Seat) -> String {
        format!("{} has joined.", self.names.of(seat))
    }

    /// A request between the players: `Ada asks to take back.`, to Ada that she waits for the answer.
    pub fn request(self, request: Request) -> String {
        let by_you = |by: Seat| self.you == Some(by);
        let (by, what) = match request {
            Request::Undo(by) if by_you(by) => {
                return "You asked to take back. Waiting for the answer …".to_owned();
            }
            Request::Rematch(by) if by_you(by) => {
                return "You offered a rematch. Waiting for the answer …".to_owned();
            }
            Request::RematchDeclined(by) if by_you(by) => {
                return "You declined the rematch.".to_owned();
            }
            Request::RematchBegun => {
                let who = if self.you.is_some() { "You" } else { "They" };
                return format!("{who} play again.");
            }
            Request::Undo(by) => (by, "asks to take back"),
            Request::UndoDeclined(by) => (by, "does not agree to take back"),
            Request::Rematch(by) => (by, "would like to play again"),
            Request::RematchDeclined(by) => (by, "does not want to play again"),
        };
        format!("{} {what}.", self.names.of(by))
    }
}

/// What players on two screens ask of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// This player asks to take moves back.
    Undo(Seat),
    /// This player does not agree to that.
    UndoDeclined(Seat),
    /// This player offers a rematch.
    Rematch(Seat),
    /// This player does not want one.
    RematchDeclined(Seat),
    /// The rematch has begun.
    RematchBegun,
}

fn listed(numbers: &[Number]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
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

/// Why an event was refused.
pub fn refused(error: Refused) -> String {
    match error {
        Refused::Number { number, refusal } => illegal(number, refusal),
        Refused::Denied(why) => denied(why).to_owned(),
    }
}

//! What the server says besides what every surface says: why a viewer may not do something, what is wrong with a request,
//! and what cannot be done now. The page shows these sentences as they are. What is said about the form of a body is for
//! programmers and stays with the server.

use divvy_match::{Bot, Names, NamesError, SeriesLength};
use divvy_rules::named;

/// To a viewer without a seat who wants to play.
pub const WATCHING: &str = "you are watching this game";
/// To the player who asked, when only the other one can answer.
pub const OTHER_IS_ASKED: &str = "the other player is asked";
/// A game keeps no more of what its players were told.
pub const NOTED_ENOUGH: &str = "no more answers of this game are kept";
pub const NO_UNDO_REQUEST: &str = "there is no request to undo";
pub const UNDO_NOT_ANSWERED: &str = "the request to undo has not been answered yet";
pub const NO_REMATCH_OFFER: &str = "there is no offer of a rematch";
pub const REMATCH_DECLINED: &str = "your opponent does not want to play again";
pub const REMATCH_BEGUN: &str = "the rematch has begun";
pub const REVIEW_TOO_EARLY: &str = "a review comes when the game is over";
pub const NO_FREE_SEAT: &str = "no seat is free";
/// What happened, to all viewers: the player who waits has a new link to send.
pub const INVITED_ANEW: &str = "There is a new invitation; earlier links no longer give the seat.";
/// What happened, to all viewers: no link gives the free seat now.
pub const INVITATION_CANCELLED: &str = "The invitation was cancelled.";
/// To a friend whose link no longer gives the seat.
pub const INVITATION_CLOSED: &str = "This invitation is closed.";
pub const NOTHING_TO_CLAIM: &str =
    "a win can be claimed from a friend whose turn it is and who is away";
/// Why a player forfeits from whom the win was claimed.
pub const DID_NOT_COME_BACK: &str = "did not come back";
pub const SEAT_IS_FREE: &str = "the other seat is still free";
/// To a client that comes too late for the free seat.
pub const SEAT_IS_TAKEN: &str = "the seat is taken; you can watch";
/// To a player who opens the own invitation.
pub const HAS_A_SEAT: &str = "you have a seat already; the link is for a friend";
/// The invitation is wrong, or the game has none.
pub const NO_INVITATION: &str = "this invitation is closed";
/// Hints would be unfair there.
pub const NO_HINTS_AGAINST_A_FRIEND: &str = "there are no hints against a friend";
pub const HINTS_ARE_FOR_PLAYERS: &str = "hints are for those who play";
pub const HINT_OUT_OF_TURN: &str = "a hint is for the player whose turn it is";
/// The position is at the end of the round or behind it.
pub const NOTHING_TO_ADVISE: &str = "there is nothing to advise there";
pub const GAME_HAS_GONE_ON: &str = "the game has gone on; here it is as it is now";
/// The id is wrong, or the game was deleted.
pub const NO_SUCH_GAME: &str = "there is no such game, or no longer";
/// The same on the page of such a game.
pub const NO_SUCH_GAME_PAGE: &str = "This game does not exist, or not any more.";
/// The game was deleted while a client had it open.
pub const GAME_IS_DELETED: &str = "this game is kept no longer";
pub const GAME_WAS_ENDED: &str = "the operator of this server has ended the game";
/// What happened, to all viewers.
pub const ENDED_BY_OPERATOR: &str = "The operator of this server has ended the game.";
/// A resignation was given for a game that has ended by its moves.
pub const RESIGNED_AFTER_THE_END: &str = "resigned goes with a game that is not over";
pub const OVER_BEFORE_IT_BEGINS: &str =
    "moves takes the moves of a game that is not over; after these it is";
pub const BOT_WITHOUT_COMPUTER: &str = "bot goes with mode computer";
/// Nothing was done, by a coincidence that will not happen again.
pub const TRY_AGAIN: &str = "try again";
/// The task of the request ended without a result.
pub const NOT_DONE: &str = "this could not be done";
pub const EVENT_HAS_NO_TEXT: &str = "the event cannot be written down";
pub const GAME_HAS_NO_TEXT: &str = "the game cannot be written down";
/// Too many hints, reviews and moves of bots are queued.
pub const SOLVER_IS_BUSY: &str = "too much to think about; try again";
/// The solver ended without a result.
pub const NOT_WORKED_OUT: &str = "this could not be worked out";
/// The moves that would have won instead are too many to list.
pub const REVIEW_TOO_LARGE: &str = "the review of this game is too long to be shown";
/// A bot is to move after the end.
pub const NO_MOVE_TO_MAKE: &str = "there is no move to make";
pub const STORAGE_IS_AWAY: &str = "the storage cannot be reached; try again";
/// Too many writes are queued.
pub const STORAGE_IS_BUSY: &str = "too much is waiting to be stored; try again";
/// The system has no random bits for a token or an id.
pub const NO_RANDOMNESS: &str = "the system gives no randomness; try again";
/// The change was not made within the time limit.
pub const TOOK_TOO_LONG: &str = "this took too long; try again";
/// Another machine asks for the metrics at the public address.
pub const METRICS_ARE_PRIVATE: &str =
    "figures are for this machine; --metrics-addr gives them an address of their own";
pub const OTHER_SITE: &str = "requests from other sites are not taken";
pub const USE_HTTPS: &str = "this server speaks HTTPS; begin its address with https://";
/// The request names no host, more than one, or none that can be read.
pub const ONE_HOST: &str = "a request has one Host header, with the name or address of this server";
/// A page without a server is asked for what only a server has.
pub const NEEDS_A_SERVER: &str =
    "this needs a server: start one with divvy serve, and open the address that it says";
pub const NO_SUCH_ADDRESS: &str = "there is no such address; see /api/v1/openapi.json";

/// The name in the address of the request is not one of this server.
pub fn foreign_host(name: &str) -> String {
    format!("this server does not answer to the name {name}; divvy serve --host {name} allows it")
}

named! {
    /// What one address can have too much of, by its name in metrics.
    pub enum AddressLimit: name {
        /// Requests a second.
        Requests = "requests",
        Connections = "connections",
        /// Event streams that are open.
        Streams = "streams",
        Games = "games",
        /// Moves and other changes of games.
        Changes = "changes",
        /// Time for bots, hints and reviews.
        Processor = "processor",
        /// Hints, reviews and moves of bots that wait for their turn.
        Queue = "queue",
        /// Bytes of answers that the client has not read yet.
        Unread = "unread",
    }
}

/// To a client whose address has had too much of something.
pub fn over_limit(limit: AddressLimit, seconds: u64) -> String {
    let what = match limit {
        AddressLimit::Requests => "too many requests from this address",
        AddressLimit::Connections => "too many open connections from this address",
        AddressLimit::Streams => "too many open streams from this address",
        AddressLimit::Games => "too many games were begun from this address",
        AddressLimit::Changes => "too many moves and changes from this address",
        AddressLimit::Processor => "this address has used up its time for bots, hints and reviews",
        AddressLimit::Queue => "too many hints and reviews of this address are waiting",
        AddressLimit::Unread => "too many answers to this address have not been read yet",
    };
    format!("{what}; try again in {seconds} s")
}

/// The review of a game with more moves than any game of the server has.
pub fn longest_review(moves: u32) -> String {
    format!("a review takes games of up to {moves} moves")
}

pub fn bot_takes() -> String {
    format!("bot takes {}", Bot::NAMES.join(", "))
}

pub fn best_of_takes() -> String {
    format!("best_of takes a number from 1 to {}", SeriesLength::MOST)
}

pub fn largest_board(max_size: u32) -> String {
    format!("this server has boards of up to {max_size} numbers")
}

/// To a player who claims the win too early.
pub fn not_yet_away(minutes: u64) -> String {
    format!("your friend may come back; you can claim the win after {minutes} minutes")
}

/// The game has had its last event but those that end it.
pub fn most_events(max: u32) -> String {
    format!("this game has had {max} moves and changes, which is the most; begin another")
}

pub fn name_of_computer(name: &str) -> String {
    format!("the computer player is called {name} already; please choose another name for yourself")
}

pub fn name_of_opponent(name: &str) -> String {
    format!("{name} is the name of your opponent; please choose another")
}

/// What is wrong with two names, the first of which is `one`.
pub fn names_error(error: &NamesError, one: &str) -> String {
    match error {
        NamesError::Same => {
            format!("both players would be called {one}; please give one of them another name")
        }
        NamesError::TooLong => {
            format!("a name has at most {} characters; please shorten it", Names::LONGEST)
        }
        NamesError::Control => {
            "a name has letters, digits, signs and spaces only; please type it anew".to_owned()
        }
        NamesError::Count | NamesError::Empty => format!("names {error}"),
    }
}

//! What is stored of a game: its setup and its events. The JSON forms are part of every database.

use divvy_match::{Event, Names, Occupant, Plan, Seat};
use divvy_rules::{Rules, named};
use serde::{Deserialize, Serialize};

use crate::TokenHash;

named! {
    /// Who plays with whom.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Mode: name {
        /// Two people at one screen.
        Local = "local",
        /// Two people, each at their own screen; the second joins by a link.
        Friend = "friend",
        /// One person against a bot.
        Computer = "computer",
    }
}

/// How a game began, as it is stored. The setup of the match is spelled out, because serde cannot refuse unknown fields
/// of a flattened one.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSetup {
    pub rules: Rules,
    pub mode: Mode,
    pub players: [Occupant; 2],
    /// The players' names at the beginning.
    pub names: Names,
    pub first: Seat,
    #[serde(default)]
    pub plan: Plan,
    /// What the bots draw from.
    pub seed: u64,
    /// The salt of the token hashes; a rematch keeps it, so that the same tokens hold its seats.
    pub salt: String,
    /// The holders of the seats at the beginning.
    pub holders: [Option<TokenHash>; 2],
    /// The hash of the token in the link that gives the free seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<TokenHash>,
    /// The moves that every round begins with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<u32>,
}

/// An event of a game, as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum GameEvent {
    /// A friend took the free seat.
    Joined { seat: Seat, holder: TokenHash, names: Names },
    /// This invitation gives the free seat from now on, and no earlier one; without one the seat cannot be taken.
    Invited { invite: Option<TokenHash> },
    /// A player asked the other to agree to an undo.
    UndoAsked { by: Seat },
    /// The other player did not agree.
    UndoDeclined,
    /// A player offered a rematch.
    RematchOffered { by: Seat },
    /// The other player declined.
    RematchDeclined,
    /// The rematch began.
    Rematched { game: String },
    /// A player gave an answer that is no legal move. Only games whose players are judged keep it.
    Failed { why: String },
    /// A player was told what to play, where that is kept.
    Advised,
    /// The operator of the server ended the game: nothing can happen in it any more.
    Ended,
    /// Something happened in the match. An `undone` is stored without its number of moves: [`GameState`](crate::GameState)
    /// finds it out.
    #[serde(untagged)]
    Match(Event),
}

impl From<Event> for GameEvent {
    fn from(event: Event) -> Self {
        Self::Match(event)
    }
}

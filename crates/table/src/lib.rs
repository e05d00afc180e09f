//! A game with seats, as people play it on two screens: a match, the tokens that hold its seats, requests between the
//! players, rematches. Pure: what happens to a game is decided here ([`GameState::decide`]) and shown here ([`Subject::write`]);
//! who stores it and how it reaches a viewer is another crate's business.

mod action;
mod command;
mod error;
mod event;
mod hint;
mod id;
mod request;
mod review;
mod setup;
mod state;
mod subject;
mod token;
mod view;

pub use action::GameAction;
pub use command::{Command, Expected};
pub use error::GameError;
pub use event::{GameEvent, GameSetup, Mode};
pub use hint::{HintQuestion, why};
pub use id::GameId;
pub use request::{SharedGame, fields};
pub use review::{bounded_review, review_json};
pub use setup::{GameProposal, check_size, names};
pub use state::{GameState, MAX_EVENTS};
pub use subject::{Decision, Subject};
pub use token::{SeatToken, TokenHash, hex};
pub use view::{invitation, speaking_to, summary, title};

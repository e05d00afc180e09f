//! A match between two seats: one game or a series of rounds.
//!
//! A match is a [`Setup`] and the [`Event`]s that happened since; everything else follows from them. Pure: no input or
//! output, no clock, no randomness, no solver, no sentences.
//!
//! ```
//! use divvy_match::{Event, SeriesLength, Match, Plan, Seat, Setup};
//! use divvy_rules::Rules;
//!
//! let best_of_three = SeriesLength::new(3).map_or(Plan::Single, Plan::BestOf);
//! let setup = Setup { first: Seat::Two, plan: best_of_three, ..Setup::new(Rules::default()) };
//! let mut game = Match::new(setup);
//! game.apply(Event::Moved { number: 13 })?;
//! assert_eq!(game.round().to_move(), Seat::One);
//! # Ok::<(), divvy_match::EventError>(())
//! ```

mod chooser;
mod event;
mod game_match;
mod names;
mod occupant;
mod plan;
mod players;
mod round;
mod seat;
mod setup;

pub use chooser::{Chooser, Forfeit};
pub use event::{Action, Change, Denied, Event, EventError};
pub use game_match::{Match, MatchResult, ReplayError};
pub use names::{Names, NamesError, is_unprintable};
pub use occupant::{Bot, Occupant, UnknownPlayer};
pub use plan::{Plan, SeriesLength};
pub use players::{Choice, PlayerMaker, Players};
pub use round::{Ending, GivenUp, Round};
pub use seat::Seat;
pub use setup::{First, Proposal, Setup};

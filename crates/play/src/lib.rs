//! What every front end shares: a match between two seats, its place on disk, and the games' words.
//!
//! A front end makes a [`Match`], hands it to a [`Session`], and from then on only asks and passes
//! choices on. Who is to move, what is legal, the score and the saved file all follow from here, so two
//! front ends cannot differ.
//!
//! ```
//! use divvy_play::{Length, Match, Names, Plan, Seat};
//! use divvy_rules::Rules;
//!
//! let best_of_three = Length::new(3).map_or(Plan::Single, Plan::BestOf);
//! let mut game = Match::new(Rules::default(), Names::default(), Seat::Two, best_of_three);
//! game.play(game.rules().board().number(13)?)?;
//! assert_eq!(game.round().to_move(), Seat::One);
//! # Ok::<(), divvy_rules::Refusal>(())
//! ```

mod advice;
mod chance;
mod computer;
mod external;
mod file;
mod game_match;
mod match_data;
mod names;
mod occupant;
mod others;
mod plan;
mod proposal;
mod review;
mod round;
mod seat;
mod session;
mod solved;
mod store;
pub mod words;

pub use advice::{Advice, pairs_in_words};
pub use chance::{NoRandomness, chance, fresh_seed, toss};
pub use computer::Computer;
pub use external::{External, Forfeit, TIME_LIMIT, TRIES, end_all};
pub use file::FileError;
pub use game_match::{Match, Standing};
pub use names::{Names, NamesError};
pub use occupant::{Bot, Occupant, UnknownPlayer};
pub use others::{Choice, Others};
pub use plan::{Length, Plan};
pub use proposal::{First, Proposal, ProposalError};
pub use review::{Review, ReviewedMove};
pub use round::{GivenUp, PastRound, Round, TURN_LIMIT, Turn, walk};
pub use seat::Seat;
pub use session::{PlayError, Session};
pub use solved::Solved;
pub use store::{SaveError, Saved, Store, expanded};

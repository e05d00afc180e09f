//! The rules of five two-player number games: numbers, boards, positions, moves, and a notation.
//!
//! Pure: no input or output, no clock, no randomness, and no words of any game. A game is made of
//! [`Rules`] (checked once) and played as a [`Record`], which answers questions about it:
//!
//! ```
//! use divvy_rules::{Game, Player, Record, Rules};
//!
//! // 1. A game with its options.
//! let rules = Rules::new(Game::SequenceDuel, &"size=10".parse()?)?;
//!
//! // 2. Play. A number off the board is not a `Number`; one that is not legal is refused with the reason.
//! let mut record = Record::new(rules);
//! for value in [6, 3, 9, 1, 8, 2, 10, 5] {
//!     record.play(rules.board().number(value)?)?;
//! }
//!
//! // 3. See the end.
//! assert!(record.legal().is_empty());
//! assert_eq!(record.winner(), Some(Player::Second));
//! assert_eq!(record.to_string(), "sequence-duel;size=10:6,3,9,1,8,2,10,5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Four games remove numbers ([`RemovalPosition`]), one is a race ([`RacePosition`]). Multiple Madness,
//! Chain Reaction and Sequence Duel have the same rules; only their words differ.

mod game;
mod mix;
mod named;
mod notation;
mod number;
mod options;
mod position;
mod race;
mod record;
mod relation;
mod removal;
mod rules;
mod set;

pub use game::{Game, UnknownGame};
pub use mix::{mixed, seed_from};
pub use notation::{NotationError, parse_moves};
pub use number::{Board, Number};
pub use options::{OptionKind, OptionProblem, OptionValue, Options, RuleOption, RulesError};
pub use position::{Player, Position, Refusal};
pub use race::{RacePosition, RaceRules, Token};
pub use record::{IllegalMove, PlayEnding, Record, TURN_LIMIT, Turn};
pub use relation::{One, Relation};
pub use removal::{Memory, Opening, RemovalPosition, RemovalRules};
pub use rules::{Family, Rules};
pub use set::{NumberSet, Numbers};

/// Compiles and runs the Rust examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

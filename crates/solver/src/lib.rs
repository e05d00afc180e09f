//! Exact answers about positions: who wins, by which moves, how soon, and why.
//!
//! [`Solver`] answers for a game in progress, whichever it is. Removal games are decided by a maximum matching
//! of the free numbers ([`RemovalSolver`]), or searched with a table where the next number has to fit the last two; races
//! by shortest walks or retrograde analysis ([`RaceSolver`]).
//! Nothing here is heuristic; the mathematics is in `docs/theory.md`.
//!
//! ```
//! use divvy_rules::{Player, Record};
//! use divvy_solver::Solver;
//!
//! let record: Record = "multiple-madness;size=10".parse()?;
//! let mut solver = Solver::new(record)?;
//! // On 1 to 10 the second player wins, whatever the first one does.
//! assert_eq!(solver.solution().winner, Some(Player::Second));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod certificate;
mod close;
mod depth;
mod matching;
mod mix;
mod pace;
mod play_length;
mod race;
mod reason;
mod removal;
mod retrograde;
mod search;
mod solver;
mod table;
mod value;
mod walk;

pub use certificate::{Certificate, NoCertificate};
pub use pace::{paced, pause_point};
pub use play_length::PlayLength;
pub use race::RaceSolver;
pub use reason::Pairing;
pub use removal::{Label, RemovalSolver};
pub use solver::{Replies, Solution, Solver};
pub use table::TableSearch;
pub use value::{Outcome, TooLarge, Value};

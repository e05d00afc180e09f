//! Complete games as paths: how many there are ([`Counts`]), and the longest one ([`Longest`]).
//!
//! In the related games a complete game is a path of the divisor graph, and paths are found without being listed, by a
//! frontier of eliminated numbers. The mathematics is in `docs/theory.md`.

mod budget;
mod count;
mod frontier;
mod longest;
mod parallel;

pub use count::{CountError, Counting, Counts, Wins};
pub use longest::{Longest, LongestError, Searching};
pub use parallel::{cores, in_parallel};

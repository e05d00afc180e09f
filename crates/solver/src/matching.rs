//! Maximum matching and the Gallai-Edmonds decomposition of a board's graph, kept up to date as numbers are
//! taken and put back. Numbers are plain integers here; [`crate::RemovalSolver`] is the way in.

mod adjacency;
mod dissolved;
mod divisors;
mod forest;
pub(crate) mod sieve;
mod unrelated;

pub(crate) use adjacency::Adjacency;
pub(crate) use dissolved::{DissolvedTrees, Remnant};
pub(crate) use divisors::Divisors;
pub(crate) use forest::{Forest, State};
pub(crate) use unrelated::Unrelated;

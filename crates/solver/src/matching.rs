//! Maximum matching and the Gallai-Edmonds decomposition of a board's graph, kept up to date as numbers are
//! taken and put back. Numbers are plain integers here; [`crate::RemovalSolver`] is the way in.

mod adjacency;
mod dissolved;
mod divisors;
mod forest;
mod matcher;
pub(crate) mod sieve;
mod unrelated;

pub(crate) use divisors::Divisors;
pub use matcher::Label;
pub(crate) use matcher::Matcher;
pub(crate) use unrelated::Unrelated;

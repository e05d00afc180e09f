//! Exact knowledge about matches: the bots, advice, reviews, and what needs chance.
//!
//! What is returned is data; `divvy-words` puts it into sentences and `divvy-wire` into JSON.

mod advice;
mod begin;
mod chance;
mod computer;
mod computers;
mod contest;
mod refutation;
mod review;
mod simple;

pub use advice::{Advice, Exchange, Reason};
pub use begin::{ProposalError, begin, check};
pub use chance::{NoRandomness, fresh_seed, toss};
pub use computer::{BotPlayer, Computer};
pub use computers::Computers;
pub use contest::{Proposal, contest, contest_on, proposals, winning_opening};
pub use refutation::{Proof, Refutation};
pub use review::{Review, ReviewedMove};
pub use simple::{GAMES, RuleShare, SimpleRule, simple_rules};

//! From a match as it is asked for to one that begins.

use divvy_match::{First, Occupant, Proposal, Seat, Setup};
use divvy_rules::{Rules, RulesError};
use divvy_solver::{Solver, TooLarge};

use crate::{NoRandomness, fresh_seed, toss};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProposalError {
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
}

/// The rules of a proposal, if its players can play by them.
pub fn check(proposal: &Proposal) -> Result<Rules, ProposalError> {
    let rules = Rules::new(proposal.game, &proposal.options)?;
    let solves = |player: &Occupant| match player {
        Occupant::Bot(bot) => bot.needs_solver(),
        Occupant::Human | Occupant::Program(_) => false,
    };
    if proposal.players.iter().any(solves) {
        Solver::check(rules)?;
    }
    Ok(rules)
}

/// Decides what a proposal leaves to chance. A seed makes it repeatable.
pub fn begin(proposal: &Proposal, seed: Option<u64>) -> Result<Setup, ProposalError> {
    let rules = check(proposal)?;
    let first = match proposal.first {
        First::One => Seat::One,
        First::Two => Seat::Two,
        First::Random => toss(seed)?,
    };
    let Proposal { players, names, plan, .. } = proposal.clone();
    let setup = Setup { names, players, first, plan, seed: seed.unwrap_or(0), ..Setup::new(rules) };
    // Chance plays no part between people, and a match of theirs needs no seed.
    let needs_seed = seed.is_none() && !setup.is_between_people();
    Ok(if needs_seed { Setup { seed: fresh_seed()?, ..setup } } else { setup })
}

//! A match as somebody asks for it: choices that may not fit each other yet.

use divvy_rules::{Game, Options, Rules, RulesError};
use divvy_solver::{Solver, TooLarge};
use serde::{Deserialize, Serialize};

use crate::{Match, Names, NoRandomness, Occupant, Plan, Seat, fresh_seed, toss};

/// Who makes the first move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    /// The first seat.
    #[default]
    One,
    /// The second seat.
    Two,
    /// A coin decides.
    Random,
}

/// A match as somebody asks for it.
///
/// ```
/// use divvy_play::{Bot, Occupant, Proposal, Seat};
/// use divvy_rules::Game;
///
/// let proposal = Proposal {
///     players: [Occupant::Human, Occupant::Bot(Bot::Easy)],
///     ..Proposal::new(Game::ChainReaction)
/// };
/// let game = proposal.begin(Some(7))?;
/// assert_eq!(*game.player(Seat::Two), Occupant::Bot(Bot::Easy));
/// # Ok::<(), divvy_play::ProposalError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// Which game.
    pub game: Game,
    /// With which options.
    pub options: Options,
    /// Who sits where.
    pub players: [Occupant; 2],
    /// What they are called.
    pub names: Names,
    /// Who makes the first move.
    pub first: First,
    /// How many rounds.
    pub plan: Plan,
}

/// Why a match cannot begin as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProposalError {
    /// The options do not make rules. The message begins with the option's name.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A bot that has to know who wins cannot know it on this board.
    #[error("{0}; the bots random and greedy can play it")]
    TooLarge(#[from] TooLarge),
    /// Chance is needed, and there is none.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
}

impl Proposal {
    /// One game between two people, as the spec has it.
    #[must_use]
    pub fn new(game: Game) -> Self {
        Self {
            game,
            options: Options::default(),
            players: [Occupant::Human, Occupant::Human],
            names: Names::default(),
            first: First::default(),
            plan: Plan::default(),
        }
    }

    /// The rules, if these players can play by them.
    ///
    /// # Errors
    /// When the options do not fit the game or each other, or a bot cannot play on that board.
    pub fn rules(&self) -> Result<Rules, ProposalError> {
        let rules = Rules::new(self.game, &self.options)?;
        let solves = |player: &Occupant| match player {
            Occupant::Bot(bot) => bot.needs_solver(),
            Occupant::Human | Occupant::Program(_) => false,
        };
        if self.players.iter().any(solves) {
            Solver::check(rules)?;
        }
        Ok(rules)
    }

    /// The match before its first move. A seed makes its chances repeatable.
    ///
    /// # Errors
    /// When it cannot begin.
    pub fn begin(&self, seed: Option<u64>) -> Result<Match, ProposalError> {
        let rules = self.rules()?;
        let first = match self.first {
            First::One => Seat::One,
            First::Two => Seat::Two,
            First::Random => toss(seed)?,
        };
        let people = self.players.iter().all(|player| *player == Occupant::Human);
        // Chance plays no part between people, and a match of theirs needs no seed.
        let seed = match seed {
            Some(seed) => seed,
            None if people => 0,
            None => fresh_seed()?,
        };
        let game = Match::new(rules, self.names.clone(), first, self.plan);
        Ok(game.with_players(self.players.clone(), seed))
    }
}

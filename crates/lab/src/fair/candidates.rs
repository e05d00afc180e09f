//! Which boards are looked at: every size with every option that was not given.

use std::ops::RangeInclusive;

use divvy_rules::{Game, One, Opening, Options, RuleOption, Rules, RulesError};

use super::{FairBoard, NoFairBoard};

/// The targets that are tried on a board: its largest numbers, in case some of them cannot be reached.
const TARGETS: u32 = 5;
/// How many starts and targets of one board are kept.
const KEPT: usize = 2;

/// The boards of one game, in portions of about the same work.
pub(super) struct Candidates {
    game: Game,
    /// Each makes one board, or in a race stands for its starts and targets.
    options: Vec<Options>,
}

impl Candidates {
    /// Fails where the options that were given fit no board.
    pub(super) fn new(
        game: Game,
        given: &Options,
        sizes: RangeInclusive<u32>,
    ) -> Result<Self, NoFairBoard> {
        let mut options = Vec::new();
        for size in sizes {
            let sized = Options { size: Some(size), ..given.clone() };
            for with_one in with_or_without_one(&sized) {
                match game {
                    Game::NumberMaze => options.extend(with_or_without_block(&with_one)),
                    _ => options.extend(removal_options(game, &with_one)),
                }
            }
        }
        let candidates = Self { game, options };
        match candidates.misfit() {
            Some(error) => Err(error.into()),
            None => Ok(candidates),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.options.len()
    }

    /// The boards of one portion that leave a choice.
    pub(super) fn boards(&self, portion: usize) -> Vec<FairBoard> {
        let options = &self.options[portion];
        if self.game == Game::NumberMaze {
            return race_boards(options);
        }
        Rules::new(self.game, options).ok().and_then(FairBoard::of).into_iter().collect()
    }

    /// What is wrong with the options, where they make no rules at all.
    fn misfit(&self) -> Option<RulesError> {
        let mut first = None;
        for options in &self.options {
            let rules = match self.game {
                Game::NumberMaze => {
                    pairs(options).next().unwrap_or_else(|| Rules::new(self.game, options))
                }
                game => Rules::new(game, options),
            };
            match rules {
                Ok(_) => return None,
                Err(error) => first = first.or(Some(error)),
            }
        }
        first
    }
}

fn with_or_without_one(options: &Options) -> Vec<Options> {
    let with_one = (!options.without_one).then(|| options.clone());
    with_one.into_iter().chain([Options { without_one: true, ..options.clone() }]).collect()
}

fn with_or_without_block(options: &Options) -> Vec<Options> {
    let free = (!options.block).then(|| options.clone());
    free.into_iter().chain([Options { block: true, ..options.clone() }]).collect()
}

fn removal_options(game: Game, options: &Options) -> Vec<Options> {
    let openings = match options.opening {
        Some(opening) => vec![opening],
        None => Opening::ALL.to_vec(),
    };
    let ones: Vec<Option<One>> = match options.one {
        None if game.options().contains(&RuleOption::One) && !options.without_one => {
            One::ALL.iter().copied().map(Some).collect()
        }
        given => vec![given],
    };
    let with = |opening, one| Options { opening: Some(opening), one, ..options.clone() };
    openings.iter().flat_map(|&opening| ones.iter().map(move |&one| with(opening, one))).collect()
}

/// The best starts and targets of one race. With blocking every one takes a table, so only those are worked out that
/// are best without it: blocking seldom changes how long a race lasts.
fn race_boards(options: &Options) -> Vec<FairBoard> {
    let open = Options { block: false, ..options.clone() };
    let mut boards: Vec<FairBoard> =
        pairs(&open).filter_map(Result::ok).filter_map(FairBoard::of).collect();
    boards.sort_by(FairBoard::rank);
    boards.truncate(KEPT);
    if !options.block {
        return boards;
    }
    let blocked = |board: FairBoard| {
        let options = Options { block: true, ..board.rules.options() };
        FairBoard::of(Rules::new(Game::NumberMaze, &options).ok()?)
    };
    boards.into_iter().filter_map(blocked).collect()
}

/// A race for every start and target that is possible.
fn pairs(options: &Options) -> impl Iterator<Item = Result<Rules, RulesError>> {
    let size = options.size.unwrap_or_default();
    let starts = options.start.map_or(1..=size, |start| start..=start);
    let targets = match options.target {
        Some(target) => target..=target,
        None => size.saturating_sub(TARGETS - 1).max(1)..=size,
    };
    targets.flat_map(move |target| {
        let options = options.clone();
        starts.clone().filter_map(move |start| {
            let pair = Options { start: Some(start), target: Some(target), ..options.clone() };
            let fixed = options.start.is_some() && options.target.is_some();
            Some(Rules::new(Game::NumberMaze, &pair)).filter(|rules| fixed || rules.is_ok())
        })
    })
}

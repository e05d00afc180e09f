//! Which boards are looked at: every size with every option that was not given.

use std::ops::RangeInclusive;

use divvy_rules::{Game, OptionKind, OptionValue, Options, RuleOption, Rules, RulesError};
use divvy_solver::Solver;

use super::{FairBoard, NoFairBoard};

/// On larger boards only the largest numbers are tried as targets, so many: all would take minutes.
const ALL_TARGETS: u32 = 60;
const TARGETS: u32 = 5;
/// How many starts and targets of one board are kept.
const KEPT: usize = 8;

/// Options that make a board each, or in a race stand for its starts and targets. Fails where those that were given fit no
/// board, and where all boards are too large to be solved, as the first one is.
pub(super) fn candidates(
    game: Game,
    given: &Options,
    sizes: RangeInclusive<u32>,
) -> Result<Vec<Options>, NoFairBoard> {
    let with_size = |size| given.clone().with(RuleOption::Size, OptionValue::Number(size));
    let mut all: Vec<Options> = sizes.map(with_size).collect();
    for option in game.options().filter(|&option| given.get(option).is_none()) {
        all = all.iter().flat_map(|options| variants(options, option)).collect();
    }
    let rules = |options: &Options| match game {
        Game::NumberMaze => pairs(options).next().unwrap_or_else(|| Rules::new(game, options)),
        game => Rules::new(game, options),
    };
    if let Some(Err(error)) = all.first().map(rules)
        && !all.iter().any(|options| rules(options).is_ok())
    {
        return Err(error.into());
    }
    let mut checked =
        all.iter().filter_map(|options| Rules::new(game, options).ok()).map(Solver::check);
    match checked.next() {
        Some(Err(error)) if !checked.any(|board| board.is_ok()) => Err(error.into()),
        _ => Ok(all),
    }
}

/// The boards of some options that leave a choice.
pub(super) fn boards(game: Game, options: &Options) -> Vec<FairBoard> {
    match game {
        Game::NumberMaze => race_boards(options),
        game => Rules::new(game, options).ok().and_then(FairBoard::of).into_iter().collect(),
    }
}

/// The options as they are and with every other value of one that was not given; a number stays as it is.
fn variants(options: &Options, option: RuleOption) -> Vec<Options> {
    let values = match option.kind() {
        OptionKind::Number => Vec::new(),
        OptionKind::Flag => vec![OptionValue::Flag],
        // Without the number 1 it makes no difference what 1 means.
        OptionKind::Choice(_)
            if option == RuleOption::One && options.flag(RuleOption::WithoutOne) =>
        {
            Vec::new()
        }
        OptionKind::Choice(words) => {
            words.iter().skip(1).map(|word| OptionValue::Choice(word)).collect()
        }
    };
    let others = values.into_iter().map(|value| options.clone().with(option, value));
    std::iter::once(options.clone()).chain(others).collect()
}

/// The best starts and targets of one race. With blocking every one takes a table, so only those are worked out that
/// are best without it: blocking seldom changes how long a race lasts.
fn race_boards(options: &Options) -> Vec<FairBoard> {
    let mut open = options.clone();
    open.set(RuleOption::Block, None);
    let mut boards: Vec<FairBoard> =
        pairs(&open).filter_map(Result::ok).filter_map(FairBoard::of).collect();
    boards.sort_by(FairBoard::rank);
    boards.truncate(KEPT);
    if !options.flag(RuleOption::Block) {
        return boards;
    }
    let blocked = |board: FairBoard| {
        let options = board.rules.options().with(RuleOption::Block, OptionValue::Flag);
        FairBoard::of(Rules::new(Game::NumberMaze, &options).ok()?)
    };
    boards.into_iter().filter_map(blocked).collect()
}

/// A race for every start and target that is possible.
fn pairs(options: &Options) -> impl Iterator<Item = Result<Rules, RulesError>> {
    let [start, target] =
        [RuleOption::Start, RuleOption::Target].map(|option| options.number(option));
    let size = options.number(RuleOption::Size).unwrap_or_default();
    let starts = start.map_or(1..=size, |start| start..=start);
    let targets = match target {
        Some(target) => target..=target,
        None if size > ALL_TARGETS => size - TARGETS + 1..=size,
        None => 1..=size,
    };
    let fixed = start.is_some() && target.is_some();
    targets.flat_map(move |target| {
        starts.clone().filter_map(move |start| {
            let pair = options
                .clone()
                .with(RuleOption::Start, OptionValue::Number(start))
                .with(RuleOption::Target, OptionValue::Number(target));
            Some(Rules::new(Game::NumberMaze, &pair)).filter(|rules| fixed || rules.is_ok())
        })
    })
}

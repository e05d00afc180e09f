//! What the first move decides, and options that make a contest of a game.

use divvy_rules::{Game, Number, OptionValue, Options, Record, RuleOption, Rules};
use divvy_solver::Solver;

use crate::simple::{GAMES, simple_rules};

/// The first move to make, if it wins; none on a board that is too large to be solved.
///
/// ```
/// let rules = "chain-reaction".parse()?;
/// assert_eq!(divvy_analysis::winning_opening(rules).map(|number| number.get()), Some(11));
/// # Ok::<(), divvy_rules::NotationError>(())
/// ```
pub fn winning_opening(rules: Rules) -> Option<Number> {
    let solution = Solver::new(Record::new(rules)).ok()?.solution();
    solution.best.filter(|best| solution.winning.contains(best))
}

/// A board that is offered by a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    pub name: &'static str,
    pub options: Options,
}

/// The boards that are offered for a game, the quickest first: among the best that `divvy fair GAME --sizes A..B` finds where
/// the sizes are about these. `contest` is one of them.
pub fn proposals(game: Game) -> Vec<Proposal> {
    let recommended = ("Recommended", contest(game));
    let boards = match game {
        Game::TrapAvoidance => vec![
            ("Quick", two_turns(without_one(9))),
            recommended,
            ("Second player’s choice", even(two_turns(sized(12)))),
            ("Long", even(two_turns(sized(13)))),
        ],
        Game::MultipleMadness | Game::ChainReaction | Game::SequenceDuel => vec![
            ("Quick", even(sized(10))),
            recommended,
            ("Long", even(without_one(27))),
            ("Very long", even(without_one(38))),
        ],
        Game::NumberMaze => vec![
            ("Quick", race(10, 2, 9)),
            recommended,
            ("Longer", race(22, 3, 11)),
            ("With blocking", race(25, 6, 25).with(RuleOption::Block, OptionValue::Flag)),
            ("Large", race(36, 9, 25)),
        ],
    };
    boards.into_iter().map(|(name, options)| Proposal { name, options }).collect()
}

/// The board that is proposed for a game before all others: the first of `divvy fair GAME --sizes 12..24`.
pub fn contest(game: Game) -> Options {
    match game {
        Game::TrapAvoidance => two_turns(without_one(12)),
        Game::MultipleMadness | Game::ChainReaction | Game::SequenceDuel => even(without_one(16)),
        Game::NumberMaze => race(15, 3, 7),
    }
}

fn sized(size: u32) -> Options {
    Options::default().with(RuleOption::Size, OptionValue::Number(size))
}

fn without_one(size: u32) -> Options {
    sized(size).with(RuleOption::WithoutOne, OptionValue::Flag)
}

fn two_turns(options: Options) -> Options {
    options.with(RuleOption::Memory, OptionValue::Choice("2"))
}

fn even(options: Options) -> Options {
    options.with(RuleOption::Opening, OptionValue::Choice("even"))
}

fn race(size: u32, start: u32, target: u32) -> Options {
    without_one(size)
        .with(RuleOption::Start, OptionValue::Number(start))
        .with(RuleOption::Target, OptionValue::Number(target))
}

/// Where a rule of thumb wins more of its games, the board is no contest.
const MOST: f64 = 0.4;
/// Larger boards are not measured: it would take longer than a player waits.
const LARGEST: u32 = 100;

/// The same kind of contest on a board of another size, if it is one there.
pub fn contest_on(game: Game, size: u32) -> Option<Options> {
    let options = contest(game).with(RuleOption::Size, OptionValue::Number(size));
    let rules = Rules::new(game, &options).ok().filter(|_| size <= LARGEST)?;
    let best = simple_rules(rules, GAMES / 3, MOST).ok()?.first()?.share;
    (best <= MOST).then_some(options)
}

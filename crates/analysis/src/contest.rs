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

/// The board that is proposed for a game: the first of `divvy fair GAME --sizes 12..24`.
pub fn contest(game: Game) -> Options {
    let number = OptionValue::Number;
    let without_one = Options::default().with(RuleOption::WithoutOne, OptionValue::Flag);
    match game {
        Game::TrapAvoidance => without_one
            .with(RuleOption::Size, number(12))
            .with(RuleOption::Memory, OptionValue::Choice("2")),
        Game::MultipleMadness | Game::ChainReaction | Game::SequenceDuel => without_one
            .with(RuleOption::Size, number(16))
            .with(RuleOption::Opening, OptionValue::Choice("even")),
        Game::NumberMaze => without_one
            .with(RuleOption::Size, number(15))
            .with(RuleOption::Start, number(3))
            .with(RuleOption::Target, number(7)),
    }
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

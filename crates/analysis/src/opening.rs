//! What the first player can do before the first move.

use divvy_rules::{Number, Record, Rules};
use divvy_solver::Solver;

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

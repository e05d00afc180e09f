//! One game on boards of many sizes.

use std::ops::RangeInclusive;

use divvy_rules::{Game, OptionProblem, OptionValue, Options, RuleOption, Rules, RulesError};

/// The rules on a board of that size, whatever size is among the options.
pub(crate) fn on_size(game: Game, options: &Options, size: u32) -> Result<Rules, RulesError> {
    Rules::new(game, &options.clone().with(RuleOption::Size, OptionValue::Number(size)))
}

/// Calls `each` with the rules on every size, and returns the sizes on which the options make no game.
/// It fails with `each`, on an option that is wrong on every size, and if there is a game on none.
pub(crate) fn on_each_size<E: From<RulesError>>(
    game: Game,
    options: &Options,
    sizes: RangeInclusive<u32>,
    mut each: impl FnMut(Rules) -> Result<(), E>,
) -> Result<Vec<u32>, E> {
    use OptionProblem::{Excludes, NotOf, Value};
    let (mut without_game, mut refusal, mut any) = (Vec::new(), None, false);
    for size in sizes {
        match on_size(game, options, size) {
            Ok(rules) => {
                any = true;
                each(rules)?;
            }
            Err(error) if matches!(error.problem, NotOf(_) | Value(_) | Excludes(_)) => {
                return Err(error.into());
            }
            Err(error) => {
                without_game.push(size);
                refusal = Some(error);
            }
        }
    }
    match refusal {
        Some(error) if !any => Err(error.into()),
        _ => Ok(without_game),
    }
}

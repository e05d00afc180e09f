//! What the choices of the form step through.

use divvy_rules::{Options, RuleOption};

/// Sizes to choose from without typing.
pub(super) const SIZES: [u32; 14] =
    [10, 15, 20, 25, 30, 40, 50, 75, 100, 200, 500, 1_000, 10_000, 1_000_000];
/// Lengths of a series, likewise; 1 is a single game.
pub(super) const ROUNDS: [u32; 6] = [1, 3, 5, 7, 9, 11];

/// Whether a number need not be given, and has no default either.
pub(super) fn may_be_none(option: RuleOption) -> bool {
    Options::default().in_force(option).is_none()
}

/// The one after this in a list, or the one before, round and round.
pub(super) fn cycled<T: Clone + PartialEq>(all: &[T], current: &T, forward: bool) -> T {
    let step = if forward { 1 } else { all.len().saturating_sub(1) };
    let index = all.iter().position(|one| one == current);
    let next = index.map_or(0, |index| (index + step) % all.len());
    all.get(next).unwrap_or(current).clone()
}

/// The next larger number of a ladder, or the next smaller one; at its ends, the number itself.
pub(super) fn stepped(ladder: &[u32], current: u32, forward: bool) -> u32 {
    let next = match forward {
        true => ladder.iter().find(|&&step| step > current),
        false => ladder.iter().rfind(|&&step| step < current),
    };
    next.copied().unwrap_or(current)
}

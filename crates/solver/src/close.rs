//! The race with blocking on a board that has the number 1, whatever its size.
//!
//! 1 is next to the target and to everything else, so such a race is always within five moves of its end, and a
//! few cases decide it. *Next to the target* is what counts: no player can be kept from stepping onto the target
//! itself, because a player who stood there would have won.

use std::cell::LazyCell;

use crate::walk::{Walker, Walks};
use crate::{Outcome, Value};

impl Walks {
    /// What two walkers off the target are worth to the mover, who has a move.
    pub(crate) fn close_race(&self, mover: Walker, other: Walker) -> Value {
        let approaches = LazyCell::new(|| self.approaches(mover));
        let outcome = self.close_outcome(mover, other, || *approaches);
        let depth = if self.is_next_to_target(mover.at) {
            1
        } else if self.is_next_to_target(other.at) {
            2
        } else if *approaches {
            if self.approach_leaves_stuck(mover, other) { 2 } else { 3 }
        } else if outcome == Outcome::Loss {
            if self.is_cornered(mover, other) { 3 } else { 4 }
        } else {
            self.detour(mover, other)
        };
        Value { outcome, depth: Some(depth) }
    }

    /// The same without the number of moves, which takes longer. `approaches` says whether the mover can step next to the
    /// target, so that a caller who tries many steps of the other walker works that out once.
    pub(crate) fn close_outcome(
        &self,
        mover: Walker,
        other: Walker,
        approaches: impl FnOnce() -> bool,
    ) -> Outcome {
        let wins = self.is_next_to_target(mover.at)
            || !self.is_next_to_target(other.at)
                // Where neither can, both have just come from 1. The mover steps aside and is back at 1 first.
                && (approaches() || !self.approaches(other));
        if wins { Outcome::Win } else { Outcome::Loss }
    }

    /// Whether the player who has just stepped to `moved` wins; turns of walkers who cannot move pass. `approaches` says
    /// whether `next` can step next to the target.
    pub(crate) fn close_step_wins(
        &self,
        mut moved: Walker,
        mut next: Walker,
        approaches: impl Fn() -> bool,
    ) -> bool {
        if self.is_target(moved.at) {
            return true;
        }
        if self.any_step(next, |node| node != moved.at) {
            return self.close_outcome(next, moved, approaches) == Outcome::Loss;
        }
        let mut mine = false;
        while !self.any_step(next, |node| node != moved.at) {
            next.banned = 0;
            (moved, next) = (next, moved);
            mine = !mine;
        }
        (self.close_outcome(next, moved, || self.approaches(next)) == Outcome::Win) == mine
    }

    /// Whether the walker can step next to the target, where the other walker is too far to be in the way.
    pub(crate) fn approaches(&self, walker: Walker) -> bool {
        self.any_step(walker, |node| self.is_next_to_target(node))
    }

    /// Whether some such step leaves the other without a move, so that its turn is skipped.
    fn approach_leaves_stuck(&self, mover: Walker, other: Walker) -> bool {
        self.any_step(mover, |node| {
            self.is_next_to_target(node) && !self.any_step(other, |step| step != node)
        })
    }

    /// Whether the mover, who has lost, will also be skipped: wherever the mover goes there is no way on but 1, and
    /// the other can stand on it.
    fn is_cornered(&self, mover: Walker, other: Walker) -> bool {
        other.banned != 1 && !self.any_step(mover, |node| node != other.at && self.has_third(node))
    }

    /// Moves of a race in which the mover has to step aside before going to 1.
    fn detour(&self, mover: Walker, other: Walker) -> u32 {
        // Where the other can go so as to have a way on while the mover stands on 1.
        let mut retreats = Vec::new();
        let mut ways = 0;
        self.any_step(other, |node| {
            ways += 1;
            if self.has_third(node) {
                retreats.push(node);
            }
            retreats.len() > 1
        });
        let steps_to = |target| self.any_step(mover, |node| node == target && node != other.at);
        match retreats[..] {
            // The other has no neighbour but 1, and is skipped twice.
            [] if ways == 0 => 3,
            [] => 4,
            // The mover can take the one good place.
            [only] if steps_to(only) => 4,
            _ => 5,
        }
    }

    /// Whether the number is related to more than two others.
    fn has_third(&self, node: u32) -> bool {
        let mut count = 0;
        self.any_neighbour(node, |_| {
            count += 1;
            count > 2
        })
    }
}

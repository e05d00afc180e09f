//! How soon a token reaches the target when nothing is in its way.

use divvy_rules::{RaceRules, Token};

use crate::matching::sieve::{DivisorBuffer, Sieve};

/// A token as plain numbers: the node, and the node it may not go back to (0 for none).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Walker {
    pub(crate) at: u32,
    pub(crate) banned: u32,
}

impl From<Token> for Walker {
    fn from(token: Token) -> Self {
        Self { at: token.at.get(), banned: token.banned.map_or(0, |number| number.get()) }
    }
}

#[derive(Debug)]
pub(crate) struct Walks {
    first: u32,
    size: u32,
    target: u32,
    sieve: Sieve,
    /// Steps from every number to the target by the shortest walk, without any ban.
    distance: Vec<u8>,
}

/// The distance of numbers from which no walk leads to the target.
const FAR: u8 = u8::MAX;

impl Walks {
    pub(crate) fn new(rules: RaceRules) -> Self {
        let board = rules.board();
        let mut walks = Self {
            first: board.first(),
            size: board.size(),
            target: rules.target().get(),
            sieve: Sieve::new(board.size()),
            distance: vec![FAR; board.size() as usize + 1],
        };
        walks.measure();
        walks
    }

    /// Breadth-first from the target.
    fn measure(&mut self) {
        let mut distance = std::mem::take(&mut self.distance);
        distance[self.target as usize] = 0;
        let mut ring = vec![self.target];
        for steps in 1..FAR {
            let mut next = Vec::new();
            for &node in &ring {
                self.any_neighbour(node, |neighbour| {
                    let known = &mut distance[neighbour as usize];
                    if *known == FAR {
                        *known = steps;
                        next.push(neighbour);
                    }
                    false
                });
            }
            if next.is_empty() {
                break;
            }
            ring = next;
        }
        self.distance = distance;
    }

    /// Whether the test holds for one of the numbers related to `node`; those after it are not tried.
    pub(crate) fn any_neighbour(&self, node: u32, test: impl FnMut(u32) -> bool) -> bool {
        let mut buffer = DivisorBuffer::default();
        let divisors = self.sieve.proper_divisors(node, &mut buffer).iter().copied();
        let multiples = (2 * node..=self.size).step_by(node as usize);
        divisors.filter(|&d| d >= self.first).chain(multiples).any(test)
    }

    /// The same for the numbers that a walker may step to.
    pub(crate) fn any_step(&self, walker: Walker, mut test: impl FnMut(u32) -> bool) -> bool {
        self.any_neighbour(walker.at, |node| node != walker.banned && test(node))
    }

    pub(crate) const fn is_target(&self, node: u32) -> bool {
        node == self.target
    }

    pub(crate) fn is_next_to_target(&self, node: u32) -> bool {
        self.distance[node as usize] == 1
    }

    /// The fewest turns to the target, a skipped one counted.
    pub(crate) fn turns(&self, walker: Walker) -> u32 {
        let shortest = u32::from(self.distance[walker.at as usize]);
        // A ban costs a few turns at the most: the way around, or a dead end and back.
        (shortest..).find(|&limit| self.arrives(walker, limit)).unwrap_or(u32::MAX)
    }

    /// Whether the walker can be at the target after `limit` turns.
    pub(crate) fn arrives(&self, walker: Walker, limit: u32) -> bool {
        let shortest = u32::from(self.distance[walker.at as usize]);
        if shortest == 0 || shortest > limit {
            return shortest == 0;
        }
        let mut stuck = true;
        let direct = self.any_step(walker, |node| {
            stuck = false;
            u32::from(self.distance[node as usize]) < shortest
        });
        // Otherwise the only short way leads back to where the walker came from.
        match stuck {
            _ if direct => true,
            true => shortest < limit,
            false => self
                .any_step(walker, |at| self.arrives(Walker { at, banned: walker.at }, limit - 1)),
        }
    }

    /// How many moves a decided race has: the winner needs `turns` and hurries, the loser has `left` turns
    /// until then and makes a move in as many of them as possible.
    pub(crate) fn race_moves(
        &self,
        winner: Walker,
        turns: u32,
        loser: Walker,
        left: u32,
    ) -> Option<u32> {
        Some(self.fewest_moves(winner, turns)? + self.most_moves(loser, left))
    }

    /// The fewest moves to be at the target after `limit` turns; skips cost a turn and no move.
    fn fewest_moves(&self, walker: Walker, limit: u32) -> Option<u32> {
        if walker.at == self.target {
            return Some(0);
        }
        let shortest = u32::from(self.distance[walker.at as usize]);
        if shortest > limit {
            return None;
        }
        let mut steps = Vec::new();
        let direct = self.any_step(walker, |node| {
            steps.push(node);
            u32::from(self.distance[node as usize]) < shortest
        });
        if direct {
            return Some(shortest);
        }
        if steps.is_empty() {
            return self.fewest_moves(Walker { banned: 0, ..walker }, limit - 1);
        }
        let after = |at| self.fewest_moves(Walker { at, banned: walker.at }, limit - 1);
        steps.into_iter().filter_map(after).min().map(|moves| moves + 1)
    }

    /// The most moves that the walker can make in some turns.
    fn most_moves(&self, walker: Walker, turns: u32) -> u32 {
        if turns == 0 {
            return 0;
        }
        let mut most = None;
        self.any_step(walker, |at| {
            let moves = 1 + self.most_moves(Walker { at, banned: walker.at }, turns - 1);
            most = most.max(Some(moves));
            // A player moves once a turn at most.
            moves == turns
        });
        most.unwrap_or_else(|| self.most_moves(Walker { banned: 0, ..walker }, turns - 1))
    }
}

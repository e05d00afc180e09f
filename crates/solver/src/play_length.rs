//! How long best play lasts, also on boards that the search for depth refuses.

use divvy_rules::Number;

use crate::{Outcome, Solver};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayLength {
    pub moves: u32,
    /// Whether that is exact: the winner hurries, the loser resists. Otherwise it is an
    /// estimate: what one game without mistakes takes, and no less than was proved.
    pub exact: bool,
}

/// The positions that are looked at for one board.
const EFFORT: u32 = 1_500;

impl PlayLength {
    /// Works out the game that a solver stands at. None where best play never ends.
    pub fn of(mut solver: Solver) -> Option<Self> {
        if solver.outcome() == Outcome::Draw {
            return None;
        }
        // Only where a matching decides is the length another question than the winner.
        if solver.removal().is_none() {
            return solver.solution().depth.map(|moves| Self { moves, exact: true });
        }
        let mut search = Search { solver, effort: EFFORT };
        let start = search.solver.record().moves().len();
        let mut limit = match search.solver.outcome() {
            _ if search.solver.record().position().is_over() => 0,
            Outcome::Win => 1,
            Outcome::Loss | Outcome::Draw => 2,
        };
        // One limit after the other, until one holds. The winner moves last, so every other number of moves is possible.
        loop {
            let within = match limit % 2 {
                _ if limit == 0 => Ok(true),
                1 => search.wins_within(limit),
                _ => search.loses_within(limit),
            };
            match within {
                Ok(true) => return Some(Self { moves: limit, exact: true }),
                Ok(false) => limit += 2,
                Err(Spent) => break,
            }
        }
        while search.solver.record().moves().len() > start {
            search.solver.undo();
        }
        Some(Self { moves: perfect_game(search.solver).max(limit), exact: false })
    }
}

/// Moves until the end when the winner hurries and the loser resists. Only moves that win are tried.
struct Search {
    solver: Solver,
    effort: u32,
}

struct Spent;

impl Search {
    /// Whether the player to move, who wins, can do so within the limit.
    fn wins_within(&mut self, limit: u32) -> Result<bool, Spent> {
        let winning = self.solver.winning();
        if winning.iter().any(|&number| self.solver.record().position().ends_with(number)) {
            return Ok(true);
        }
        if limit < 3 {
            return Ok(false);
        }
        self.any(&winning, |search| search.loses_within(limit - 1))
    }

    /// Whether the player to move, who loses, does so within the limit.
    fn loses_within(&mut self, limit: u32) -> Result<bool, Spent> {
        let legal: Vec<Number> = self.solver.record().position().legal().iter().collect();
        let lasts = self.any(&legal, |search| Ok(!search.wins_within(limit - 1)?))?;
        Ok(!lasts)
    }

    /// Whether the test holds after one of these moves.
    fn any(
        &mut self,
        moves: &[Number],
        test: impl Fn(&mut Self) -> Result<bool, Spent>,
    ) -> Result<bool, Spent> {
        for &number in moves {
            self.effort = self.effort.checked_sub(1).ok_or(Spent)?;
            if self.solver.play(number).is_err() {
                continue;
            }
            let holds = test(self)?;
            self.solver.undo();
            if holds {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The moves of a game in which the winner takes the smallest number that wins, unless one ends the game, and the loser
/// sets the hardest problem. The perfect bot plays so as long as it does not know how long the game lasts.
fn perfect_game(mut solver: Solver) -> u32 {
    let mut moves = 0;
    loop {
        let winning = solver.winning();
        let quickest =
            winning.iter().copied().find(|&number| solver.record().position().ends_with(number));
        let choice = quickest.or(winning.first().copied());
        let choice = choice.or_else(|| solver.problems().last().copied());
        match choice {
            Some(number) if solver.play(number).is_ok() => moves += 1,
            _ => return moves,
        }
    }
}

//! Why a position is won or lost: what the answers to a game in progress rest on.

use divvy_rules::{Number, Position};

use crate::solver::Engine;
use crate::{Outcome, Solver};

/// Why a removal position is won or lost: partners to answer with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// Take this number; from then on, whatever the opponent takes has a partner here to answer with.
    Won { take: Number, pairs: Vec<(Number, Number)> },
    /// Every legal move has a partner here, which the opponent answers with.
    Lost {
        /// The pairs, those with a legal move first.
        pairs: Vec<(Number, Number)>,
    },
}

impl Solver {
    /// Turns to the target of the player to move and of the opponent, skipped ones counted: what decides a race
    /// without blocking. None for everything else.
    pub fn turns(&self) -> Option<[u32; 2]> {
        match (&self.engine, self.record.position()) {
            (Engine::Race(race), Position::Race(position)) => race.turns(position),
            _ => None,
        }
    }

    /// Why a removal position is won (by this move) or lost; none for races and where no matching decides.
    pub fn pairing(&mut self, best: Option<Number>) -> Option<Pairing> {
        let legal = self.record.position().legal();
        let removal = self.removal()?;
        match best.filter(|&best| removal.wins(best)) {
            Some(take) => removal.pairs_without(take).map(|pairs| Pairing::Won { take, pairs }),
            None => {
                // Those that can come up now first, then the rest; each pair once.
                let (mut pairs, rest): (Vec<_>, Vec<_>) =
                    removal.pairs().partition(|&(a, b)| legal.contains(a) || legal.contains(b));
                pairs.extend(rest);
                Some(Pairing::Lost { pairs })
            }
        }
    }

    /// Why a position is won (by this move) or lost, where no matching and no walk decides: the moves that the loser can
    /// make next, each with the answer that it leaves the winner. None for other games.
    pub fn answers(&mut self, best: Option<Number>) -> Option<Vec<(Number, Number)>> {
        let Engine::Table(_) = self.engine else { return None };
        let first = best.filter(|_| self.outcome() == Outcome::Win);
        // A move that the rules refuse is not played, and leaves nothing to undo.
        let played = first.is_some_and(|first| self.play(first).is_ok());
        let mut answers = Vec::new();
        for number in &self.record.position().legal() {
            if self.play(number).is_ok() {
                answers.extend(self.best().map(|answer| (number, answer)));
                self.undo();
            }
        }
        if played {
            self.undo();
        }
        Some(answers)
    }
}

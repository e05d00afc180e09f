//! What a player should do in a position, and why.

use divvy_rules::{Game, Number, NumberSet, Position, Relation};
use divvy_solver::{Outcome, Pairing, Replies, Solution, Solver};

/// What there is to say about a position to the player to move.
#[derive(Clone, Debug)]
pub struct Advice {
    pub game: Game,
    /// How it ends with best play, seen by the player to move.
    pub outcome: Outcome,
    /// The move to make; none once the game is over.
    pub best: Option<Number>,
    /// How many moves there are to choose among.
    pub choices: usize,
    /// After that move.
    pub replies: Replies,
    pub ends: bool,
    /// Whether that move was compared with all others.
    pub compared: bool,
    pub reason: Reason,
}

/// Why a position is won or lost.
#[derive(Clone, Debug)]
pub enum Reason {
    /// The game is over.
    Over,
    /// Partners to answer with.
    Pairing {
        pairing: Pairing,
        /// What the loser can play next: now, or after the best move if that wins.
        next: NumberSet,
    },
    /// What can be taken next, after the best move if that wins, each with the answer that it leaves the winner.
    Answers(Vec<(Number, Number)>),
    /// Turns to the target.
    Turns {
        /// Of the player to move.
        mine: u32,
        /// Of the opponent.
        theirs: u32,
    },
    /// Every line was followed back from the target.
    Backwards,
}

impl Advice {
    /// Looks at the position a solver stands at.
    pub fn of(solver: &mut Solver) -> Self {
        let Solution { best, .. } = solver.solution();
        Self::with_best(solver, best)
    }

    /// The same, where the best move is known already.
    pub fn with_best(solver: &mut Solver, best: Option<Number>) -> Self {
        let outcome = solver.outcome();
        let ends = best.is_some_and(|best| solver.record().position().ends_with(best));
        let reason = match (best, solver.record().position()) {
            (None, _) => Reason::Over,
            (Some(_), Position::Removal(_)) => {
                let pairing = solver.pairing(best);
                let pairing = pairing.map(|pairing| explained(solver, pairing));
                let answers = || solver.answers(best).map(Reason::Answers);
                pairing.or_else(answers).unwrap_or(Reason::Over)
            }
            (Some(_), Position::Race(_)) => solver
                .turns()
                .map_or(Reason::Backwards, |[mine, theirs]| Reason::Turns { mine, theirs }),
        };
        let replies = best.map_or_else(Replies::default, |best| solver.replies(best));
        let compared = solver.tries_all();
        let (game, choices) = (solver.record().rules().game(), solver.record().legal().len());
        let choices = choices as usize;
        Self { game, outcome, best, choices, replies, ends, compared, reason }
    }

    /// Partners to answer with, the number to take now not among them; none where no pairing decides.
    pub fn pairs(&self) -> &[(Number, Number)] {
        match &self.reason {
            Reason::Pairing {
                pairing: Pairing::Won { pairs, .. } | Pairing::Lost { pairs },
                ..
            } => pairs,
            Reason::Over | Reason::Answers(_) | Reason::Turns { .. } | Reason::Backwards => &[],
        }
    }

    /// Of these, the ones that can still come up while the winner answers each number with its partner. Every pair is
    /// compared with every other: for boards on which they are shown.
    pub fn pairs_to_come(&self, relation: Relation) -> Vec<(Number, Number)> {
        let Reason::Pairing { next, .. } = &self.reason else { return Vec::new() };
        let moves: Vec<_> = self.pairs().iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
        let first = moves.iter().filter(|(played, _)| next.contains(*played));
        let mut answers: Vec<Number> = first.map(|&(_, answer)| answer).collect();
        let mut known = 0;
        while let Some(&last) = answers.get(known) {
            known += 1;
            for &(played, answer) in &moves {
                if relation.allows(last, played) && !answers.contains(&answer) {
                    answers.push(answer);
                }
            }
        }
        let comes = |(a, b): &&(Number, Number)| answers.contains(a) || answers.contains(b);
        self.pairs().iter().filter(comes).copied().collect()
    }
}

fn explained(solver: &mut Solver, pairing: Pairing) -> Reason {
    let played = matches!(pairing, Pairing::Won { take, .. } if solver.play(take).is_ok());
    let next = solver.record().legal();
    if played {
        solver.undo();
    }
    Reason::Pairing { pairing, next }
}

#[cfg(test)]
mod tests {
    use divvy_rules::{Family, Record};

    use super::*;

    /// After 7 only 1 can follow, and 11 ends the game; without 1 every pair is within reach.
    #[test]
    fn pairs_out_of_reach_are_left_out() {
        for (text, to_come, all) in [
            ("multiple-madness;size=12", 1, 5),
            ("multiple-madness;size=20;without-one:12,6", 6, 6),
        ] {
            let record: Record = text.parse().unwrap();
            let Family::Removal(rules) = record.rules().family() else { unreachable!() };
            let advice = Advice::of(&mut Solver::new(record).unwrap());
            let come = advice.pairs_to_come(rules.relation());
            assert_eq!((come.len(), advice.pairs().len()), (to_come, all), "{come:?}");
        }
    }
}

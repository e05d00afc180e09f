//! The race: shortest walks where the tokens do not meet; where they block, a few cases on boards with 1, and
//! retrograde analysis on boards without.

use std::cell::LazyCell;

use divvy_rules::{Number, RacePosition, RaceRules, Token};

use crate::pace::pause_point;
use crate::retrograde::{LARGEST, Retrograde};
use crate::walk::{Walker, Walks};
use crate::{Outcome, TooLarge, Value};

/// Knows every position of one race.
#[derive(Debug)]
pub struct RaceSolver(Method);

#[derive(Debug)]
enum Method {
    /// The tokens are independent: the first to arrive wins, the mover if both need as many turns.
    Walks(Walks),
    /// Every pair of tokens, worked out backwards from the target.
    Retrograde(Retrograde),
    /// Tokens that block each other on a board with 1, where the target is never far.
    Close(Walks),
}

impl RaceSolver {
    pub fn check(rules: RaceRules) -> Result<(), TooLarge> {
        let size = rules.board().size();
        match rules.block() && !rules.board().has_one() && size > LARGEST {
            true => {
                let what = "a race with blocking and without 1";
                Err(TooLarge { what, size, limit: LARGEST })
            }
            false => Ok(()),
        }
    }

    /// Works out what all positions of this race have in common.
    pub fn new(rules: RaceRules) -> Result<Self, TooLarge> {
        Self::check(rules)?;
        Ok(Self(match (rules.block(), rules.board().has_one()) {
            (false, _) => Method::Walks(Walks::new(rules)),
            (true, true) => Method::Close(Walks::new(rules)),
            (true, false) => Method::Retrograde(Retrograde::new(rules)),
        }))
    }

    /// How many bytes the table of all pairs takes.
    pub(crate) fn table_memory(&self) -> usize {
        match &self.0 {
            Method::Retrograde(retrograde) => retrograde.memory(),
            Method::Walks(_) | Method::Close(_) => 0,
        }
    }

    /// What a position of this race is worth to the player to move.
    pub fn value(&self, position: &RacePosition) -> Value {
        if let Some(winner) = position.winner() {
            let won = winner == position.to_move();
            let outcome = if won { Outcome::Win } else { Outcome::Loss };
            return Value { outcome, depth: Some(0) };
        }
        let [mover, other] = tokens(position);
        self.value_of(mover, other)
    }

    /// How a position of this race ends, seen by the player to move, without the number of moves, which takes longer.
    pub fn outcome(&self, position: &RacePosition) -> Outcome {
        if position.winner().is_some() {
            return self.value(position).outcome;
        }
        let [mover, other] = tokens(position);
        self.outcome_of(mover, other)
    }

    /// The same for any two tokens off the target, of which the mover's can move.
    pub fn outcome_of(&self, mover: Token, other: Token) -> Outcome {
        let (mover, other) = (Walker::from(mover), Walker::from(other));
        match &self.0 {
            Method::Retrograde(retrograde) => retrograde.value(mover, other).outcome,
            Method::Close(walks) => walks.close_outcome(mover, other, || walks.approaches(mover)),
            Method::Walks(walks) if walks.turns(mover) <= walks.turns(other) => Outcome::Win,
            Method::Walks(_) => Outcome::Loss,
        }
    }

    /// [`RaceSolver::value`] for any two tokens off the target, of which the mover's can move.
    pub fn value_of(&self, mover: Token, other: Token) -> Value {
        let (mover, other) = (Walker::from(mover), Walker::from(other));
        match &self.0 {
            Method::Retrograde(retrograde) => retrograde.value(mover, other),
            Method::Close(walks) => walks.close_race(mover, other),
            Method::Walks(walks) => {
                let (mine, theirs) = (walks.turns(mover), walks.turns(other));
                if mine <= theirs {
                    let depth = walks.race_moves(mover, mine, other, mine - 1);
                    Value { outcome: Outcome::Win, depth }
                } else {
                    let depth = walks.race_moves(other, theirs, mover, theirs);
                    Value { outcome: Outcome::Loss, depth }
                }
            }
        }
    }

    /// Turns to the target of the player to move and of the opponent, where the tokens do not meet.
    pub fn turns(&self, position: &RacePosition) -> Option<[u32; 2]> {
        match &self.0 {
            Method::Retrograde(_) | Method::Close(_) => None,
            Method::Walks(walks) => Some(tokens(position).map(|token| walks.turns(token.into()))),
        }
    }

    pub fn winning(&self, position: &RacePosition) -> Vec<Number> {
        let [mover, other] = tokens(position);
        self.winning_of(mover, other, &position.legal())
    }

    /// Those of the steps open to the mover that win, for any two tokens off the target.
    pub fn winning_of(
        &self,
        mover: Token,
        other: Token,
        steps: impl IntoIterator<Item = Number>,
    ) -> Vec<Number> {
        pause_point();
        let (mover, other) = (Walker::from(mover), Walker::from(other));
        let moved = |to: &Number| Walker { at: to.get(), banned: mover.at };
        let steps = steps.into_iter();
        match &self.0 {
            Method::Walks(walks) => {
                let theirs = walks.turns(other);
                steps.filter(|to| walks.arrives(moved(to), theirs - 1)).collect()
            }
            Method::Close(walks) => {
                // The same for all steps, and on a large board the most of the work.
                let approaches = LazyCell::new(|| walks.approaches(other));
                let wins = |to: &Number| walks.close_step_wins(moved(to), other, || *approaches);
                steps.filter(wins).collect()
            }
            Method::Retrograde(table) => {
                steps.filter(|to| table.step_wins(moved(to), other)).collect()
            }
        }
    }

    /// What a legal move leads to, seen by the player who makes it; the move itself is counted.
    pub fn after(&self, position: &RacePosition, number: Number) -> Option<Value> {
        let mut next = *position;
        next.play(number).ok()?;
        let value = self.value(&next);
        let same = next.to_move() == position.to_move();
        let outcome = if same { value.outcome } else { value.outcome.flipped() };
        Some(Value { outcome, depth: value.depth.map(|depth| depth + 1) })
    }
}

/// The token of the player to move, and the other one.
pub(crate) fn tokens(position: &RacePosition) -> [Token; 2] {
    [position.to_move(), position.to_move().other()].map(|player| position.token(player))
}

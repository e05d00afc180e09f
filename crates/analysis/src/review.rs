//! A game looked at afterwards: who stood to win before and after every move, and where a win was given away.

use divvy_match::{Ending, Round};
use divvy_rules::{Family, Number, Player, Record};
use divvy_solver::{Solver, TooLarge};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReviewedMove {
    /// Its place in the game, counted from 1.
    pub ply: usize,
    pub player: Player,
    #[serde(rename = "move")]
    pub number: Number,
    /// Who stood to win before it; none for a draw.
    pub before: Option<Player>,
    /// Who stood to win after it.
    pub after: Option<Player>,
    /// Whether the player gave something away: a win, or a draw.
    pub slip: bool,
    /// After a slip: the moves that would have won, ascending.
    pub winning: Vec<Number>,
    /// After a slip in a game that no pairing and no walk explains: the replies that win, ascending.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leaves: Vec<Number>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Review {
    pub moves: Vec<ReviewedMove>,
    /// Who stands to win at the end, or has won.
    pub winner: Option<Player>,
    #[serde(skip)]
    pub over: bool,
    /// The place of the slip that decided the game: after it the winner stood to win to the end.
    pub decisive: Option<usize>,
    /// The player who resigned, where that gave a win or a draw away: then no move decided the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resigned: Option<Player>,
}

impl Review {
    pub fn of(record: &Record) -> Result<Self, TooLarge> {
        Ok(Self::watched(record, |_| true)?.unwrap_or_default())
    }

    /// With how the round ended, if its players are known: a resignation can be a slip as well.
    #[must_use]
    pub fn of_round(mut self, round: &Round) -> Self {
        if let Some(Ending::Resigned { by }) = round.ending() {
            let by = round.player_at(by);
            self.resigned = (self.winner != Some(by.other())).then_some(by);
        }
        if self.resigned.is_some() {
            self.decisive = None;
        }
        self
    }

    /// Whether a move ended the game.
    pub fn ends_with(&self, reviewed: &ReviewedMove) -> bool {
        self.over && reviewed.ply == self.moves.len()
    }

    /// The same, showing `go_on` every move once it is reviewed. Once that answers no, there is no result.
    pub fn watched(
        record: &Record,
        mut go_on: impl FnMut(&ReviewedMove) -> bool,
    ) -> Result<Option<Self>, TooLarge> {
        let mut solver = Solver::new(Record::new(record.rules()))?;
        let mut moves = Vec::with_capacity(record.moves().len());
        let mut before = solver.winner();
        let searched = matches!(record.rules().family(), Family::Removal(r) if !r.is_walk());
        for (index, &choice) in record.moves().iter().enumerate() {
            let mover = solver.record().to_move();
            // The record holds legal moves only.
            if solver.play(choice).is_err() {
                break;
            }
            let after = solver.winner();
            let slip = after != before && after != Some(mover);
            let reviewed = ReviewedMove {
                ply: index + 1,
                player: mover,
                number: choice,
                before,
                after,
                slip,
                winning: if slip { winning_instead(&mut solver) } else { Vec::new() },
                leaves: if slip && searched { solver.winning() } else { Vec::new() },
            };
            before = after;
            let goes_on = go_on(&reviewed);
            moves.push(reviewed);
            if !goes_on {
                return Ok(None);
            }
        }
        let winner = before;
        let decisive =
            moves.iter().rev().find(|reviewed| reviewed.slip).map(|reviewed| reviewed.ply);
        let over = record.winner().is_some();
        let decisive = decisive.filter(|_| winner.is_some());
        Ok(Some(Self { moves, winner, over, decisive, resigned: None }))
    }
}

/// The moves that would have won instead of the last one. Only after a slip: on a large board there are thousands to try.
fn winning_instead(solver: &mut Solver) -> Vec<Number> {
    let Some(last) = solver.undo() else { return Vec::new() };
    let winning = solver.winning();
    // It was legal before.
    let _ = solver.play(last);
    winning
}

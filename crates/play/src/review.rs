//! A game looked at afterwards: who stood to win before and after every move, and who let it slip.

use divvy_rules::{Number, Player, Record};
use divvy_solver::{Solver, TooLarge};
use serde::Serialize;

/// One move and what it did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReviewedMove {
    /// Its place in the game, counted from 1.
    pub ply: usize,
    /// Who made it: 1 for the player with the first move.
    pub player: u8,
    /// The number.
    #[serde(rename = "move")]
    pub number: Number,
    /// Who stood to win before it; none for a draw.
    pub before: Option<u8>,
    /// Who stood to win after it.
    pub after: Option<u8>,
    /// Whether the player gave something away: a win, or a draw.
    pub slip: bool,
    /// After a slip: the moves that would have won, ascending.
    pub winning: Vec<Number>,
}

/// A whole game, move by move.
///
/// ```
/// use divvy_play::Review;
/// use divvy_rules::Record;
///
/// // On 1 to 20, opening with 1 throws a won game away.
/// let record: Record = "multiple-madness:1,13".parse()?;
/// let review = Review::of(&record)?;
/// assert_eq!(review.decisive, Some(1));
/// assert!(review.moves[0].slip && !review.moves[1].slip);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Review {
    /// The moves in order.
    pub moves: Vec<ReviewedMove>,
    /// Who stands to win at the end, or has won.
    pub winner: Option<u8>,
    /// The place of the slip that decided the game: after it the winner stood to win to the end.
    pub decisive: Option<usize>,
}

impl Review {
    /// Looks at a game from its first move on.
    ///
    /// # Errors
    /// When the board is too large to be solved.
    pub fn of(record: &Record) -> Result<Self, TooLarge> {
        Ok(Self::watched(record, |_| true)?.unwrap_or_default())
    }

    /// The same, with a word after every move: how many are done. Once the answer is no, it stops without a
    /// result.
    ///
    /// # Errors
    /// When the board is too large to be solved.
    pub fn watched(
        record: &Record,
        mut go_on: impl FnMut(usize) -> bool,
    ) -> Result<Option<Self>, TooLarge> {
        let number = |player: Option<Player>| player.map(Player::number);
        let mut solver = Solver::new(Record::new(record.rules()))?;
        let mut moves = Vec::with_capacity(record.moves().len());
        let mut before = solver.winner();
        for (index, &choice) in record.moves().iter().enumerate() {
            let mover = solver.record().position().to_move();
            let winning = solver.winning();
            // The record holds legal moves only.
            if solver.play(choice).is_err() {
                break;
            }
            let after = solver.winner();
            let slip = after != before && after != Some(mover);
            moves.push(ReviewedMove {
                ply: index + 1,
                player: mover.number(),
                number: choice,
                before: number(before),
                after: number(after),
                slip,
                winning: if slip { winning } else { Vec::new() },
            });
            before = after;
            if !go_on(index + 1) {
                return Ok(None);
            }
        }
        let winner = number(before);
        let decisive =
            moves.iter().rev().find(|reviewed| reviewed.slip).map(|reviewed| reviewed.ply);
        Ok(Some(Self { moves, winner, decisive: decisive.filter(|_| winner.is_some()) }))
    }
}

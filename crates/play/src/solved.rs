//! What is known of a position, as the one JSON object that every command gives for it.

use divvy_rules::{Game, Number, Player, Record};
use divvy_solver::Solution;
use serde::Serialize;

/// A position and its solution as data.
///
/// ```
/// use divvy_play::Solved;
/// use divvy_rules::Record;
/// use divvy_solver::Solver;
///
/// let mut solver = Solver::new("sequence-duel;size=10:6,3".parse::<Record>()?)?;
/// let solution = solver.solution();
/// let solved = Solved::of(solver.record(), &solution);
/// assert!(serde_json::to_string(&solved)?.starts_with(r#"{"game":"sequence-duel","size":10,"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Solved<'a> {
    /// Which game it is.
    pub game: Game,
    /// The largest number of the board.
    pub size: u32,
    /// The numbers played.
    pub moves: &'a [Number],
    /// Who is to move: 1 for the player with the first move. Once the game is over: who would have been.
    pub to_move: u8,
    /// The number played last.
    pub last: Option<Number>,
    /// Whether the game is over.
    pub over: bool,
    /// Who wins with best play, or has won; none for a draw by endless play.
    pub winner: Option<u8>,
    /// The numbers that may be played, ascending.
    pub legal: Vec<Number>,
    /// Those that win, ascending.
    pub winning: &'a [Number],
    /// The move that the perfect player makes.
    pub best: Option<Number>,
    /// Moves until the end with best play; none where it was not worked out.
    pub depth: Option<u32>,
}

impl<'a> Solved<'a> {
    /// A game and the solution of its position.
    #[must_use]
    pub fn of(record: &'a Record, solution: &'a Solution) -> Self {
        let position = record.position();
        Self {
            game: record.rules().game(),
            size: record.rules().board().size(),
            moves: record.moves(),
            to_move: position.to_move().number(),
            last: record.moves().last().copied(),
            over: position.is_over(),
            winner: solution.winner.map(Player::number),
            legal: position.legal().iter().collect(),
            winning: &solution.winning,
            best: solution.best,
            depth: solution.depth,
        }
    }
}

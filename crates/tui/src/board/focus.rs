//! What there is to know about the number under the cursor.

use divvy_rules::{Number, Position, Record, Refusal};

#[derive(Clone, Debug)]
pub(crate) struct Focus {
    /// Those still on the board.
    pub(crate) factors: Vec<Number>,
    pub(crate) multiples: Vec<Number>,
    pub(crate) after: Prospect,
}

/// What playing the number under the cursor would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prospect {
    Refused(Refusal),
    Wins,
    /// The opponent has so many answers.
    Replies(u32),
    /// The opponent has none and is passed over.
    Skips,
}

impl Focus {
    pub(super) fn of(record: &Record, number: Number) -> Focus {
        let position = record.position();
        let board = record.rules().board();
        let on_board = |other: &Number| match position {
            Position::Removal(removal) => removal.free().contains(*other),
            Position::Race(_) => true,
        };
        let mover = position.to_move();
        let mut next = position.clone();
        let after = match next.play(number) {
            Err(refusal) => Prospect::Refused(refusal),
            Ok(_) if next.winner() == Some(mover) => Prospect::Wins,
            Ok(_) if next.to_move() == mover => Prospect::Skips,
            Ok(_) => Prospect::Replies(next.legal().len()),
        };
        Self {
            factors: board.factors(number).into_iter().filter(on_board).collect(),
            multiples: board.multiples(number).filter(on_board).collect(),
            after,
        }
    }
}

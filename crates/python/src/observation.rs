//! What a player sees of a position, as a row of numbers.

use divvy_rules::{Family, Number, Position, RemovalPosition, Rules};

/// How many places an observation has.
pub(crate) fn width(rules: Rules) -> usize {
    match rules.family() {
        Family::Removal(removal) => {
            let previous = if removal.is_walk() { 1 } else { 2 };
            rules.board().size() as usize + previous
        }
        Family::Race(_) => 4,
    }
}

/// Writes a whole observation: for each number whether it is free, then the last number, with a memory of 2 the one before
/// it and the last one; in a race the node and the last node of the player to move, then of the opponent.
pub(crate) fn observe(position: &Position, row: &mut [i32]) {
    match position {
        Position::Removal(removal) => {
            row.fill(0);
            for number in removal.free() {
                row[number.get() as usize - 1] = 1;
            }
            show_last(removal, row);
        }
        Position::Race(race) => {
            let mover = race.to_move();
            for (place, player) in [mover, mover.other()].into_iter().enumerate() {
                let token = race.token(player);
                row[2 * place] = token.at.get().cast_signed();
                row[2 * place + 1] = token.banned.map_or(0, |node| node.get().cast_signed());
            }
        }
    }
}

/// The same where only this action has been played since.
pub(crate) fn observe_move(position: &Position, action: usize, row: &mut [i32]) {
    match position {
        Position::Removal(removal) => {
            row[action] = 0;
            show_last(removal, row);
        }
        Position::Race(_) => observe(position, row),
    }
}

fn show_last(position: &RemovalPosition, row: &mut [i32]) {
    let (_, places) = row.split_at_mut(position.rules().board().size() as usize);
    places.fill(0);
    let previous: Vec<Number> = position.previous().collect();
    for (place, number) in places.iter_mut().rev().zip(previous.into_iter().rev()) {
        *place = number.get().cast_signed();
    }
}

pub(crate) fn show_legal(position: &Position, row: &mut [i8]) {
    row.fill(0);
    for number in &position.legal() {
        row[number.get() as usize - 1] = 1;
    }
}

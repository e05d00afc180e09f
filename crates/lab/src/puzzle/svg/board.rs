//! The board of a puzzle: what is taken is crossed out, what matters is marked by a shape, never by colour.

use divvy_rules::{Number, Player, Position};

use super::canvas::Canvas;
use super::layout::{Layout, Place, are_drawn};
use super::{Grade, Puzzle, TEXT};
use crate::svg::Anchor;

const FRAME: f64 = 0.15;
const MARK: f64 = 0.45;

/// Draws the board into the upper part of its place, and gives the height where it ends.
pub(super) fn draw_board(page: &mut Canvas, puzzle: &Puzzle, layout: &Layout, place: Place) -> f64 {
    let Some(cell) = layout.cell else { return place.y };
    let board = puzzle.record.rules().board();
    let columns = layout.columns.min(board.size());
    for number in board.numbers() {
        // A board without 1 leaves its cell out, so that the others stand where they always do.
        let index = number.get() - 1;
        let (column, row) = (f64::from(index % columns), f64::from(index / columns));
        let middle = (place.x + (column + 0.5) * cell, place.y + (row + 0.5) * cell);
        draw_cell(page, puzzle.record.position(), number, middle, cell);
    }
    place.y + cell * f64::from(board.size().div_ceil(columns)) + 1.0
}

fn draw_cell(
    page: &mut Canvas,
    position: &Position,
    number: Number,
    middle: (f64, f64),
    cell: f64,
) {
    page.square(middle, cell, FRAME);
    let mut taken = false;
    match position {
        Position::Removal(removal) if removal.last() == Some(number) => {
            page.circle(middle, cell * 0.42, MARK, false);
        }
        Position::Removal(removal) => taken = !removal.free().contains(number),
        Position::Race(race) => {
            if race.rules().target() == number {
                page.square(middle, cell * 0.86, 2.0 * MARK);
            }
            if race.token(Player::First).at == number {
                page.circle(middle, cell * 0.38, MARK, false);
            }
            if race.token(Player::Second).at == number {
                page.diamond(middle, cell * 0.48, MARK);
            }
        }
    }
    if taken {
        cross(page, middle, cell);
    }
    page.number(middle, cell * 0.42, taken, &number.to_string());
}

/// Crosses a cell out along its diagonals, thinly, so that the number can still be read.
fn cross(page: &mut Canvas, (x, y): (f64, f64), cell: f64) {
    let half = cell * 0.5;
    page.line((x - half, y + half), (x + half, y - half), FRAME);
    page.line((x - half, y - half), (x + half, y + half), FRAME);
}

/// What the marks mean, in one line.
pub(super) fn legend(page: &mut Canvas, puzzles: &[Puzzle], x: f64, y: f64) {
    const CELL: f64 = 5.0;
    type Mark = fn(&mut Canvas, (f64, f64));
    let is_race = |puzzle: &Puzzle| matches!(puzzle.record.position(), Position::Race(_));
    let mut entries: Vec<(&str, Mark)> = Vec::new();
    let drawn = are_drawn(puzzles);
    if drawn && !puzzles.iter().all(is_race) {
        entries.push(("taken", |page, middle| cross(page, middle, CELL)));
        entries.push(("last number", |page, middle| page.circle(middle, CELL * 0.42, MARK, false)));
    }
    if drawn && puzzles.iter().any(is_race) {
        entries.push(("Player 1", |page, middle| page.circle(middle, CELL * 0.38, MARK, false)));
        entries.push(("Player 2", |page, middle| page.diamond(middle, CELL * 0.48, MARK)));
        entries.push(("target", |page, middle| page.square(middle, CELL * 0.86, 2.0 * MARK)));
    }
    let mut x = x;
    for (meaning, mark) in entries {
        let middle = (x + CELL / 2.0, y - 1.2);
        page.square(middle, CELL, FRAME);
        mark(page, middle);
        page.text(x + CELL + 1.5, y, TEXT, Anchor::Start, meaning);
        x += CELL + 7.0 + meaning.len() as f64 * TEXT * 0.55;
    }
    dots(page, Grade::of(2), x, y - 1.2);
    page.text(x + 14.0, y, TEXT, Anchor::Start, "the more, the harder");
}

/// As many dots as there are grades, those reached filled.
pub(super) fn dots(page: &mut Canvas, grade: Grade, left: f64, y: f64) {
    for dot in 0..Grade::HIGHEST.get() {
        let x = left + 0.9 + 2.4 * f64::from(dot);
        page.circle((x, y), 0.8, 0.2, dot < grade.get());
    }
}

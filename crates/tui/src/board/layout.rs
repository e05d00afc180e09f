//! The places of a screen with a board. Drawing and the mouse both go by them, so that a press meets what is seen. They
//! follow from the window and the board alone: nothing that is said moves a number.

use divvy_rules::Board;
use ratatui::layout::{Position, Rect, Size};

use super::card::Card;
use super::digits::Font;
use crate::view::View;

/// What is said, the numbers, a panel beside or below them, and something at the bottom.
#[derive(Clone, Debug)]
pub(crate) struct BoardLayout {
    pub(crate) head: Rect,
    pub(crate) grid: Grid,
    pub(crate) panel: Rect,
    pub(crate) bottom: Rect,
}

/// The narrowest and the widest panel beside the numbers.
const NARROW: u16 = 16;
pub(super) const WIDE: u16 = 40;

impl BoardLayout {
    /// With so many rows at the bottom, and of the panel if it is below the numbers. It stands where it leaves them the
    /// most room.
    pub(crate) fn new(view: &View, board: Board, [bottom, rows]: [u16; 2]) -> Self {
        let (Rect { width, height, .. }, ascii) = (view.area(), view.look.ascii);
        let head = if height < 36 { 4 } else { 5 };
        let inner = width.saturating_sub(2);
        let row = |y: u16, height: u16| Rect { x: 1, y, width: inner, height };
        let body = row(1 + head, height.saturating_sub(1 + head + bottom));
        let beside = |wide: u16| {
            let left = inner.saturating_sub(wide + 2);
            let grid = Grid::new(Rect { width: left, ..body }, board, ascii);
            // What the numbers leave over is the panel's.
            let used = grid.columns as u16 * grid.cell.width + 2;
            (grid, Rect { x: body.x + used, width: inner.saturating_sub(used), ..body })
        };
        let below = || {
            let high = body.height.saturating_sub(rows);
            let grid = Grid::new(Rect { height: high, ..body }, board, ascii);
            // A row below the numbers, if there is one.
            let used = (grid.rows() * u32::from(grid.cell.height)).min(high.into()) as u16;
            let panel = Rect { y: body.y + (used + 1).min(high), height: rows, ..body };
            (grid, panel)
        };
        let usual = (width * 27 / 100).clamp(NARROW + 2, WIDE);
        let mut best = beside(usual);
        // A panel that has no rows below is beside the numbers, or left out in a narrow window.
        let below = (rows > 0 || width < 80).then(below);
        // What may take many rows is too long for a narrow one.
        let narrow = (rows < 4).then(|| beside(NARROW));
        for other in [narrow, below].into_iter().flatten() {
            // Of boards that scroll, one with rows of tens.
            let tens = |grid: &Grid| grid.scrolls() && grid.columns.is_multiple_of(10);
            let tidier = best.0.scrolls() && tens(&other.0) && !tens(&best.0);
            if other.0.quality > best.0.quality || tidier {
                best = other;
            }
        }
        // Numbers that can all be seen at once matter more than the panel; on larger boards it tells what can be played.
        if best.0.scrolls() && board.size() <= 100 {
            best = (Grid::new(body, board, ascii), Rect { height: 0, ..body });
        }
        let (grid, panel) = best;
        Self { head: row(1, head), grid, panel, bottom: row(body.bottom(), bottom) }
    }
}

/// The part of a cell that is drawn: an odd number of rows, with a gap to the next where there is room.
const fn card(cell: Size, digits: u16) -> Size {
    let Size { width, height } = cell;
    Size {
        width: if width > digits + 4 { width - 1 } else { width },
        height: match height {
            0 => 0,
            _ if height % 2 == 0 => height - 1,
            // Room for digits of blocks.
            7 if width > 2 * (4 * digits - 1) + 2 => height,
            // Large ones do not touch.
            7.. => height - 2,
            _ => height,
        },
    }
}

/// The numbers in rows, in cells as large as the area allows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub(crate) area: Rect,
    pub(crate) columns: u32,
    /// What a number takes of the screen, with the gap to the next.
    cell: Size,
    pub(crate) digits: u16,
    pub(super) font: Font,
    /// How large the numbers are drawn; 0 where not all can be seen at once.
    pub(crate) quality: u32,
    board: Board,
}

impl Grid {
    /// The shape in which the numbers are largest. Rows of tens and fives that come out even are preferred.
    pub(crate) fn new(area: Rect, board: Board, ascii: bool) -> Self {
        // At least two, so that small boards do not look squeezed.
        let digits = (board.size().ilog10() + 1).max(2) as u16;
        let narrow = digits + 2;
        let fit = u32::from((area.width / narrow).max(1));
        let grid = |columns: u32, cell: Size, quality: u32| {
            let font = Font::for_card(card(cell, digits), digits, ascii);
            Grid { area, columns, cell, digits, font, quality, board }
        };
        let shaped = |columns: u32| {
            let rows = board.size().div_ceil(columns);
            let height = u16::try_from(u32::from(area.height) / rows).unwrap_or_default();
            if height == 0 {
                return None;
            }
            let width = area.width / columns as u16;
            // A character is about twice as high as it is wide, and cards have an odd number of rows.
            let large = u32::from(width.min(height.saturating_sub(1) / 2 * 4 + 3));
            let even = u32::from(board.size().is_multiple_of(columns)) * 2
                + u32::from(columns.is_multiple_of(5));
            let quality = 100 * large * (10 + even) + u32::from(width.min(digits + 4));
            // Large digits matter more than large cards; on boards where the eye needs no rows of tens.
            let grid = grid(columns, Size { width, height }, quality);
            let large = grid.font != Font::Plain && board.size() <= 40;
            let carried = u32::from(large) * 1_000_000;
            Some(Grid { quality: quality + carried, ..grid })
        };
        // Of equals, the one with fewer columns.
        let shapes = (1..=fit.min(board.size())).rev().filter_map(shaped);
        let best = shapes.max_by_key(|grid| grid.quality);
        // Not all can be seen at once: as many tens in a row as there is room for.
        best.unwrap_or_else(|| {
            let columns = if fit >= 10 { fit / 10 * 10 } else { fit };
            grid(columns, Size { width: area.width / columns as u16, height: 1 }, 0)
        })
    }

    /// The part of a cell that is drawn, with as much to the left of the digits as to the right.
    fn card(&self) -> Size {
        let Size { width, height } = card(self.cell, self.digits);
        let odd = (width + self.font.size(self.digits).width) % 2 * u16::from(height > 1);
        Size { width: width - odd, height }
    }

    /// Whether cards have no more room than for the number in a row.
    pub(crate) fn is_word(&self) -> bool {
        Card::is_word(self.card(), self.digits)
    }

    /// Whether the digits are drawn large.
    pub(crate) fn is_large(&self) -> bool {
        self.font != Font::Plain
    }

    fn rows(&self) -> u32 {
        self.board.size().div_ceil(self.columns)
    }

    /// Rows of numbers that can be seen at once.
    pub(crate) fn visible(&self) -> u32 {
        u32::from(self.area.height / self.cell.height).max(1)
    }

    /// Whether not all numbers can be seen at once.
    pub(crate) fn scrolls(&self) -> bool {
        self.rows() > self.visible()
    }

    /// The first row to show so that this number can be seen, as near as possible to what is shown.
    pub(crate) fn top_for(&self, top: u32, number: u32) -> u32 {
        let row = (number - 1) / self.columns;
        let lowest = row.saturating_sub(self.visible() - 1);
        let most = self.rows().saturating_sub(self.visible());
        top.clamp(lowest, row).min(most.max(lowest))
    }

    /// The numbers that can be seen, with the places of their cards.
    pub(crate) fn cards(&self, top: u32) -> impl Iterator<Item = (u32, Rect)> {
        let Self { area, columns, cell, .. } = *self;
        let Size { width, height } = self.card();
        let from = top * columns + 1;
        let to = (from + self.visible() * columns).min(self.board.size() + 1);
        (from.max(self.board.first())..to).map(move |number| {
            let (row, column) = ((number - 1) / columns - top, (number - 1) % columns);
            let x = area.x + column as u16 * cell.width;
            let y = area.y + row as u16 * cell.height;
            (number, Rect { x, y, width, height }.intersection(area))
        })
    }

    /// Where the 1 would stand, on a board without it that has the room to say so.
    pub(super) fn gap(&self, top: u32) -> Option<Position> {
        let has_room = top == 0 && self.board.first() > 1 && self.cell.width > 6;
        has_room.then(|| Position { x: self.area.x, y: self.area.y + self.card().height / 2 })
    }

    pub(crate) fn number_at(&self, top: u32, at: Position) -> Option<u32> {
        let column = u32::from(at.x.checked_sub(self.area.x)? / self.cell.width);
        let row = u32::from(at.y.checked_sub(self.area.y)? / self.cell.height);
        let number = (top + row) * self.columns + column + 1;
        let in_sight = column < self.columns && row < self.visible() && self.area.contains(at);
        (in_sight && self.board.number(number).is_ok()).then_some(number)
    }

    /// The first and last number that can be seen, for the note that there are more.
    pub(crate) fn range(&self, top: u32) -> (u32, u32) {
        let from = (top * self.columns + 1).max(self.board.first());
        (from, ((top + self.visible()) * self.columns).min(self.board.size()))
    }
}

#[cfg(test)]
mod tests {
    use divvy_rules::Rules;

    use super::*;

    fn board(size: u32) -> Board {
        let rules = format!("multiple-madness;size={size}").parse();
        rules.map_or_else(|_| unreachable!(), Rules::board)
    }

    #[test]
    fn every_number_can_be_seen_and_pressed() {
        for size in [1, 2, 7, 10, 11, 20, 50, 100, 101, 999, 10_000, 1_000_000] {
            for (width, height) in [(40, 12), (60, 14), (96, 34), (280, 60), (15, 3)] {
                let area = Rect { x: 3, y: 2, width, height };
                let grid = Grid::new(area, board(size), false);
                let mut top = 0;
                for number in (1..=size).step_by((size as usize / 400).max(1)) {
                    top = grid.top_for(top, number);
                    let card = grid.cards(top).find(|(one, _)| *one == number);
                    let (_, card) = card.unwrap_or_else(|| panic!("{number} of {size}, {area}"));
                    assert!(card.width >= grid.digits + 2, "{number} of {size}, {area}");
                    assert_eq!(card.height % 2, 1, "{number} of {size}, {area}");
                    assert_eq!(grid.number_at(top, card.as_position()), Some(number), "{area}");
                }
                assert!(grid.range(top).1 <= size);
            }
        }
    }
}

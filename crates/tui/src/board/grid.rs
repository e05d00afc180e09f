//! Where each number stands on the screen.

use divvy_rules::Board;
use ratatui::layout::Rect;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// In a box of so many rows.
    Tile { rows: u16 },
    /// Between brackets, with or without an empty row below.
    Word { rows: u16 },
}

/// The numbers in rows, as many as there is room for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub(crate) area: Rect,
    pub(crate) columns: u32,
    pub(crate) shape: Shape,
    /// Columns of the screen that a number takes.
    pub(crate) width: u16,
    /// Digits of the largest number.
    pub(crate) digits: u16,
    first: u32,
    size: u32,
}

/// Digits of the largest number, at least two so that small boards do not look squeezed.
fn digits(board: Board) -> u16 {
    (board.size().ilog10() + 1).max(2) as u16
}

impl Grid {
    /// The width that ten numbers in a row take, drawn large and drawn small.
    pub(crate) fn wishes(board: Board) -> [u16; 2] {
        [10 * (digits(board) + 4), 10 * (digits(board) + 3)]
    }

    pub(crate) fn new(area: Rect, board: Board) -> Self {
        let digits = digits(board);
        let (tile, word) = (digits + 4, digits + 3);
        let fit = |width: u16| u32::from((area.width / width).max(1));
        let rows = |columns: u32| board.size().div_ceil(columns);
        let height = u32::from(area.height);
        let grid = |columns: u32, shape: Shape, width: u16| Grid {
            area,
            columns,
            shape,
            width,
            digits,
            first: board.first(),
            size: board.size(),
        };
        // Rows of ten are easiest to read; fewer where the window is narrow.
        let tiles = fit(tile).min(10);
        if tiles == 10.min(board.size()) || tiles >= 5 {
            let few = rows(tiles) * 3 <= height;
            if few && (tiles == 10 || fit(word) < 10) {
                // Larger ones where there is plenty of room.
                let room = area.width / tiles as u16;
                let fits = |tall: &u16| {
                    // A character is about twice as high as it is wide.
                    let wide = (2 * tall - 2).max(tile + 2);
                    rows(tiles) * u32::from(*tall) <= height && room >= wide
                };
                let tall = [9, 7, 5].into_iter().find(fits).unwrap_or(3);
                let wide = if tall == 3 { tile } else { room.min((2 * tall).max(tile + 2)) };
                return grid(tiles, Shape::Tile { rows: tall }, wide);
            }
        }
        // Numbers stand a little apart where ten of them still fit.
        let word = if fit(word + 1) >= 10 && rows(10) <= height { word + 1 } else { word };
        let words = fit(word);
        let columns = words.min(10);
        for spread in [2, 1] {
            if rows(columns) * u32::from(spread) <= height {
                return grid(columns, Shape::Word { rows: spread }, word);
            }
        }
        // A large board: more tens in a row, up to the width of the window.
        let tens = (2..=words / 10).map(|tens| tens * 10);
        let fitting = tens.clone().find(|&columns| rows(columns) <= height);
        let columns = fitting.or_else(|| tens.max()).unwrap_or(columns);
        grid(columns, Shape::Word { rows: 1 }, word)
    }

    const fn cell_height(&self) -> u16 {
        match self.shape {
            Shape::Tile { rows } | Shape::Word { rows } => rows,
        }
    }

    /// Columns of the screen that a row of numbers takes.
    pub(crate) fn breadth(&self) -> u16 {
        self.width * self.columns.min(self.size) as u16
    }

    fn rows(&self) -> u32 {
        self.size.div_ceil(self.columns)
    }

    /// Rows of numbers that can be seen at once.
    pub(crate) fn visible(&self) -> u32 {
        let height = self.cell_height();
        // The empty row below the last row of numbers need not be seen.
        let spare = if matches!(self.shape, Shape::Word { rows: 2 }) { 1 } else { 0 };
        (u32::from(self.area.height + spare) / u32::from(height)).max(1)
    }

    /// Whether not all numbers can be seen at once.
    pub(crate) fn scrolls(&self) -> bool {
        self.rows() > self.visible()
    }

    const fn row_of(&self, number: u32) -> u32 {
        (number - 1) / self.columns
    }

    /// The first row to show so that this number can be seen, as near as possible to what is shown.
    pub(crate) fn top_for(&self, top: u32, number: u32) -> u32 {
        let row = self.row_of(number);
        let lowest = row.saturating_sub(self.visible() - 1);
        let most = self.rows().saturating_sub(self.visible());
        top.clamp(lowest, row).min(most.max(lowest))
    }

    /// The numbers that can be seen, with their places.
    pub(crate) fn cells(&self, top: u32) -> impl Iterator<Item = (u32, Rect)> {
        let (columns, height, width) = (self.columns, self.cell_height(), self.width);
        let area = self.area;
        let from = top * columns + 1;
        let to = (from + self.visible() * columns).min(self.size + 1);
        (from.max(self.first)..to).map(move |number| {
            let (row, column) = ((number - 1) / columns - top, (number - 1) % columns);
            let x = area.x + column as u16 * width;
            let y = area.y + row as u16 * height;
            (number, Rect { x, y, width, height }.intersection(area))
        })
    }

    pub(crate) fn number_at(&self, top: u32, x: u16, y: u16) -> Option<u32> {
        if !self.area.contains((x, y).into()) {
            return None;
        }
        let column = u32::from((x - self.area.x) / self.width);
        let row = u32::from((y - self.area.y) / self.cell_height());
        if column >= self.columns || row >= self.visible() {
            return None;
        }
        let number = (top + row) * self.columns + column + 1;
        (self.first..=self.size).contains(&number).then_some(number)
    }

    /// The first and last number that can be seen, for the note that there are more.
    pub(crate) fn range(&self, top: u32) -> (u32, u32) {
        let from = (top * self.columns + 1).max(self.first);
        (from, ((top + self.visible()) * self.columns).min(self.size))
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
                let grid = Grid::new(area, board(size));
                let mut top = 0;
                for number in (1..=size).step_by((size as usize / 400).max(1)) {
                    top = grid.top_for(top, number);
                    let cell = grid.cells(top).find(|(one, _)| *one == number);
                    let (_, cell) = cell.unwrap_or_else(|| panic!("{number} of {size}, {area}"));
                    assert!(!cell.is_empty() && cell.width >= 3, "{number} of {size}, {area}");
                    assert_eq!(grid.number_at(top, cell.x, cell.y), Some(number), "{area}");
                }
                assert!(grid.range(top).1 <= size);
            }
        }
    }

    #[test]
    fn rows_have_ten_numbers_where_there_is_room() {
        let area = |width, height| Rect { x: 0, y: 0, width, height };
        assert_eq!(Grid::new(area(60, 18), board(20)).columns, 10);
        assert_eq!(Grid::new(area(60, 18), board(20)).shape, Shape::Tile { rows: 3 });
        assert_eq!(Grid::new(area(100, 30), board(20)).shape, Shape::Tile { rows: 5 });
        assert_eq!(Grid::new(area(60, 18), board(100)).columns, 10);
        assert_eq!(Grid::new(area(60, 18), board(100)).shape, Shape::Word { rows: 1 });
        assert_eq!(Grid::new(area(90, 34), board(100)).shape, Shape::Tile { rows: 3 });
        assert!(!Grid::new(area(280, 60), board(1_000)).scrolls());
        assert!(Grid::new(area(280, 60), board(10_000)).scrolls());
        assert_eq!(Grid::new(area(280, 60), board(10_000)).columns, 30);
    }
}

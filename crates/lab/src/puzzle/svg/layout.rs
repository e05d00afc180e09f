//! Where the puzzles stand on their pages, and how large their boards are.

use divvy_rules::{Player, Position};
use divvy_words::list::wrapped;

use super::canvas::characters;
use super::{ABOVE, BELOW, BOTTOM, LINE, MARGIN, Puzzle, TEXT, WIDTH, words};

/// Columns and rows of puzzles on a page.
const GRIDS: [(usize, usize); 6] = [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4)];
/// The grid for puzzles whose boards are not drawn.
const WORDS_ONLY: (usize, usize) = (1, 3);
const GAP: f64 = 9.0;
/// The sides of a cell between which a board reads well.
const SMALLEST: f64 = 5.0;
const LARGEST: f64 = 18.0;
const DRAWN: u32 = 200;

/// How the puzzles of a sheet stand on its pages.
pub(super) struct Layout {
    grid: (usize, usize),
    top: f64,
    /// The side of a number's cell; none where boards are too large to be drawn.
    pub(super) cell: Option<f64>,
    pub(super) columns: u32,
}

/// The room for one puzzle.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Layout {
    /// The grid with the fewest pages, and of those the one with the largest boards.
    pub(super) fn of(puzzles: &[Puzzle], uniform: bool, top: f64) -> Self {
        let sizes = puzzles.iter().map(|puzzle| puzzle.record.rules().board().size());
        let size = sizes.max().unwrap_or(1);
        let words_only = Self { grid: WORDS_ONLY, top, cell: None, columns: 0 };
        if !are_drawn(puzzles) {
            return words_only;
        }
        let layouts = GRIDS.into_iter().filter_map(|grid| {
            let layout = Self { grid, ..words_only };
            let room = layout.room();
            let captions =
                puzzles.iter().map(|puzzle| captions(puzzle, true, uniform, room.width).len());
            let lines = captions.max().unwrap_or(0) + 1;
            let height = room.height - ABOVE - BELOW - LINE * lines as f64;
            // Rows of five or ten or twenty: what people count by.
            let side = |columns: u32| {
                let rows = size.div_ceil(columns);
                (room.width / f64::from(columns)).min(height / f64::from(rows)).min(LARGEST)
            };
            let columns = [10, 5, 20].into_iter().max_by(|a, b| side(*a).total_cmp(&side(*b)))?;
            let cell = side(columns);
            (cell >= SMALLEST).then_some(Self { cell: Some(cell), columns, ..layout })
        });
        let pages = |layout: &Self| puzzles.len().div_ceil(layout.count());
        let better = |a: &Self, b: &Self| {
            let cells = b.cell.unwrap_or(0.0).total_cmp(&a.cell.unwrap_or(0.0));
            pages(a).cmp(&pages(b)).then(cells)
        };
        layouts.min_by(better).unwrap_or(words_only)
    }

    fn count(&self) -> usize {
        self.grid.0 * self.grid.1
    }

    /// The room for a puzzle, as if it stood in the corner.
    fn room(&self) -> Place {
        let (columns, rows) = (self.grid.0 as f64, self.grid.1 as f64);
        let width = (WIDTH - GAP * (columns - 1.0)) / columns;
        let height = (BOTTOM - self.top - GAP * (rows - 1.0)) / rows;
        Place { x: MARGIN, y: self.top, width, height }
    }

    /// The page of a puzzle, counted from 0, and its place on it.
    pub(super) fn place(&self, index: usize) -> (usize, Place) {
        let room = self.room();
        let on_page = index % self.count();
        let (column, row) = ((on_page % self.grid.0) as f64, (on_page / self.grid.0) as f64);
        let x = room.x + column * (room.width + GAP);
        let y = room.y + row * (room.height + GAP);
        (index / self.count(), Place { x, y, ..room })
    }
}

pub(super) fn are_drawn(puzzles: &[Puzzle]) -> bool {
    puzzles.iter().all(|puzzle| puzzle.record.rules().board().size() <= DRAWN)
}

/// The lines below a board, or instead of it; the question with room for its answer is one more.
pub(super) fn captions(puzzle: &Puzzle, drawn: bool, uniform: bool, width: f64) -> Vec<String> {
    let record = &puzzle.record;
    let position = record.position();
    let mover = words::player(position.to_move());
    let mut sentences: Vec<String> = Vec::new();
    if drawn {
        let rule = words::rule_note(record.rules()).filter(|_| !uniform);
        sentences.extend(rule.into_iter().chain(words::opening_note(record)).map(str::to_owned));
        if let Position::Race(race) = position {
            sentences.extend(Player::BOTH.map(|player| words::token(race, player)));
        }
    } else {
        sentences.extend(words::known(record));
    }
    sentences.push(match position {
        Position::Removal(removal) if drawn => match removal.last() {
            Some(last) => format!("After {last}: {mover} to move"),
            None => format!("Nothing is taken yet: {mover} to move"),
        },
        Position::Removal(_) | Position::Race(_) => format!("{mover} to move"),
    });
    sentences.iter().flat_map(|sentence| wrapped(sentence, characters(width, TEXT))).collect()
}

//! The places of a screen with a board. Drawing and the mouse both go by them, so that a press meets what is seen. They
//! follow from the window and the board alone: nothing that is said moves a number.

use divvy_rules::Board;
use ratatui::layout::Rect;

use super::grid::Grid;
use crate::view::View;

/// What is said, the numbers, a panel beside or below them, and something at the bottom.
#[derive(Clone, Debug)]
pub(crate) struct BoardLayout {
    pub(crate) head: Rect,
    pub(crate) grid: Grid,
    pub(crate) panel: Rect,
    pub(crate) bottom: Rect,
}

/// The narrowest and the widest panel beside the numbers, and its rows below them.
const NARROW: u16 = 16;
const WIDE: u16 = 40;
const BELOW: u16 = 3;

impl BoardLayout {
    /// With so many rows at the bottom. The panel stands where it leaves the numbers the most room.
    pub(crate) fn new(view: &View, board: Board, bottom: u16) -> Self {
        let Rect { width, height, .. } = view.area();
        let head = if height < 36 { 4 } else { 5 };
        let inner = width.saturating_sub(2);
        let row = |y: u16, height: u16| Rect { x: 1, y, width: inner, height };
        let body = row(1 + head, height.saturating_sub(1 + head + bottom));
        let beside = |wide: u16| {
            let left = inner.saturating_sub(wide + 2);
            let panel = Rect { x: body.x + left + 2, width: wide, ..body };
            (Grid::new(Rect { width: left, ..body }, board), panel)
        };
        let below = || {
            let high = body.height.saturating_sub(BELOW);
            let panel = Rect { y: body.y + high, height: BELOW, ..body };
            (Grid::new(Rect { height: high, ..body }, board), panel)
        };
        let usual = (width * 27 / 100).clamp(NARROW + 2, WIDE);
        let mut best = beside(usual);
        for other in [beside(NARROW), below()] {
            // Of boards that scroll, one with rows of tens.
            let tens = |grid: &Grid| grid.scrolls() && grid.columns.is_multiple_of(10);
            let tidier = best.0.scrolls() && tens(&other.0) && !tens(&best.0);
            if other.0.quality > best.0.quality || tidier {
                best = other;
            }
        }
        // Numbers that can all be seen at once matter more than the panel; on larger boards it tells what can be played.
        if best.0.scrolls() && board.size() <= 100 {
            best = (Grid::new(body, board), Rect { height: 0, ..body });
        }
        let (grid, panel) = best;
        Self { head: row(1, head), grid, panel, bottom: row(body.bottom(), bottom) }
    }
}

//! The places of a screen with a board. Drawing and the mouse both go by them, so that a press meets what is seen.

use divvy_rules::Board;
use ratatui::layout::Rect;

use super::grid::Grid;
use crate::view::View;

/// The parts of a screen with a board: a header, the numbers with a column beside them, something between, what is said.
#[derive(Clone, Debug)]
pub(crate) struct BoardLayout {
    pub(crate) grid: Grid,
    pub(crate) side: Rect,
    pub(crate) between: Rect,
    pub(crate) foot: Rect,
}

const SIDE: std::ops::RangeInclusive<u16> = 19..=36;

/// Rows above the board: the header and an empty one.
const TOP: u16 = 2;

impl BoardLayout {
    /// With so many rows between board and foot, and in the foot.
    pub(crate) fn new(view: &View, board: Board, between: u16, foot: u16) -> Self {
        let Rect { width, height, .. } = view.area();
        let body = height.saturating_sub(TOP + between + foot);
        let room = |wish: &u16| width.saturating_sub(*wish + 1) >= *SIDE.start();
        let side_width = match Grid::wishes(board).into_iter().find(room) {
            Some(wish) if board.size() <= 200 => {
                (width - wish - 1).clamp(*SIDE.start(), *SIDE.end())
            }
            _ => 24,
        };
        let grid_width = width.saturating_sub(side_width + 1);
        let grid = Grid::new(Rect { x: 1, y: TOP, width: grid_width, height: body }, board);
        // The column stands beside the numbers, not at the other end of a wide window.
        let side_x = match grid.scrolls() {
            true => width - side_width,
            false => (1 + grid.breadth()).max(width / 2).min(width - side_width),
        };
        let row = |y: u16, height: u16| Rect { x: 1, y, width: width.saturating_sub(2), height };
        Self {
            grid,
            side: Rect { x: side_x, y: TOP, width: side_width, height: body },
            between: row(TOP + body, between),
            foot: row(TOP + body + between, foot),
        }
    }
}

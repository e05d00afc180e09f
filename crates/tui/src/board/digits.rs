//! Large digits, made of blocks.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Style;

/// Rows of three pixels, the left one first.
const DIGITS: [[u8; 5]; 10] = [
    [0b111, 0b101, 0b101, 0b101, 0b111],
    [0b010, 0b110, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b111, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001],
    [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111],
    [0b111, 0b001, 0b010, 0b010, 0b010],
    [0b111, 0b101, 0b111, 0b101, 0b111],
    [0b111, 0b101, 0b111, 0b001, 0b111],
];

/// How large digits are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Font {
    Plain,
    /// A pixel is half a character high.
    Half,
    /// A pixel is so many columns wide and so many rows high.
    Blocks(u16, u16),
}

impl Font {
    /// The largest one in which so many digits fit into a card, with room for signs around them: a row above and below,
    /// and a column on each side for the cursor.
    pub(super) fn for_card(card: Size, digits: u16, ascii: bool) -> Self {
        let fits = |font: &Font| {
            let Size { width, height } = font.size(digits);
            card.width >= width + 2 && card.height >= height + 2
        };
        let blocks = [(6, 3), (4, 2), (3, 2), (2, 1)].map(|(w, h)| Font::Blocks(w, h));
        let half = (!ascii).then_some(Font::Half);
        blocks.into_iter().chain(half).find(fits).unwrap_or(Font::Plain)
    }

    pub(super) const fn size(self, digits: u16) -> Size {
        match self {
            Font::Plain => Size { width: digits, height: 1 },
            Font::Half => Size { width: 4 * digits - 1, height: 3 },
            Font::Blocks(wide, high) => Size { width: (4 * digits - 1) * wide, height: 5 * high },
        }
    }

    /// Draws a number in the middle of a card.
    pub(super) fn draw(self, buffer: &mut Buffer, bar: &str, card: Rect, text: &str, style: Style) {
        let Size { width, height } = self.size(text.len() as u16);
        let x = card.x + card.width.saturating_sub(width) / 2;
        let y = card.y + card.height.saturating_sub(height) / 2;
        // A digit has three columns of pixels, with a free one after it.
        let is_on = |column: u16, row: u16| {
            let digit = text.as_bytes()[usize::from(column / 4)] - b'0';
            let rows = DIGITS[usize::from(digit)];
            let pixels = rows.get(usize::from(row)).copied().unwrap_or(0);
            pixels & (0b100 >> (column % 4)) != 0
        };
        for at in (Rect { x: 0, y: 0, width, height }).positions() {
            let (upper, lower) = match self {
                Font::Plain => return buffer.set_string(x, y, text, style),
                Font::Half => (is_on(at.x, 2 * at.y), is_on(at.x, 2 * at.y + 1)),
                Font::Blocks(wide, high) => {
                    let on = is_on(at.x / wide, at.y / high);
                    (on, on)
                }
            };
            let sign = match (upper, lower) {
                (true, true) => bar,
                (true, false) => "▀",
                (false, true) => "▄",
                (false, false) => continue,
            };
            buffer[(x + at.x, y + at.y)].set_symbol(sign).set_style(style);
        }
    }
}

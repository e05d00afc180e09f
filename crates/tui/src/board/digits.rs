//! Large digits, made of blocks.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Style;

use crate::view::View;

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
pub(super) enum Font {
    /// As text.
    Plain,
    /// A pixel is half a character high.
    Half,
    /// A pixel is so many columns wide and so many rows high.
    Blocks(u16, u16),
}

impl Font {
    /// The largest one in which so many digits fit into a card, with room for signs around them.
    pub(super) fn for_card(card: Size, digits: u16, ascii: bool) -> Self {
        let fits = |font: &Font| {
            let Size { width, height } = font.size(digits);
            card.width >= width + 4 && card.height >= height + 2
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
    pub(super) fn draw(
        self,
        buffer: &mut Buffer,
        view: &View,
        card: Rect,
        number: u32,
        style: Style,
    ) {
        let text = number.to_string();
        let Size { width, height } = self.size(text.len() as u16);
        let x = card.x + card.width.saturating_sub(width) / 2;
        let y = card.y + card.height.saturating_sub(height) / 2;
        let digits = text.bytes().map(|digit| &DIGITS[usize::from(digit - b'0')]);
        let on = |row: u8, column: u16| row & (0b100 >> column) != 0;
        match self {
            Font::Plain => buffer.set_string(x, y, text, style),
            Font::Half => {
                for (digit, x) in digits.zip((x..).step_by(4)) {
                    for row in 0..3_u16 {
                        let upper = digit[usize::from(row * 2)];
                        let lower = digit.get(usize::from(row * 2 + 1)).copied().unwrap_or(0);
                        for column in 0..3 {
                            let sign = match (on(upper, column), on(lower, column)) {
                                (true, true) => "█",
                                (true, false) => "▀",
                                (false, true) => "▄",
                                (false, false) => continue,
                            };
                            buffer[(x + column, y + row)].set_symbol(sign).set_style(style);
                        }
                    }
                }
            }
            Font::Blocks(wide, high) => {
                for (digit, x) in digits.zip((x..).step_by(usize::from(4 * wide))) {
                    for (row, y) in (0..height).zip(y..) {
                        let pixels = digit[usize::from(row / high)];
                        for column in (0..3 * wide).filter(|column| on(pixels, column / wide)) {
                            let place = &mut buffer[(x + column, y)];
                            place.set_symbol(view.glyphs.bar).set_style(style);
                        }
                    }
                }
            }
        }
    }
}

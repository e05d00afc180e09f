//! One number on the board. What it is shows in its frame, its ground and its signs, so that colours are a help and no
//! more.

use divvy_match::Seat;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use super::digits::Font;
use crate::text::width;
use crate::view::{View, framed};

/// What a number is, besides whether it can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    Free,
    /// The last number, or a token: of this player.
    Of(Seat),
    Target,
    /// The last number, struck before the first move.
    Given,
    /// The number before the last one, which still sets traps: of this player, unless it was struck before the first move.
    Sets(Option<Seat>),
    /// The way back, which is not open.
    Banned,
    Trap,
    /// Struck through; by this player, unless it was before the first move.
    Taken(Option<Seat>),
}

pub(super) struct Card<'a> {
    pub(super) view: &'a View,
    pub(super) area: Rect,
    pub(super) number: u32,
    /// Digits of the largest number of the board.
    pub(super) digits: u16,
    pub(super) ground: Ground,
    pub(super) playable: bool,
    /// It is not for the person at the board to play now.
    pub(super) muted: bool,
    pub(super) cursor: bool,
    /// The number has just been played, and lights up.
    pub(super) lit: bool,
    /// Signs of the ground before the number and after it, and what they mean where there is room for words.
    pub(super) signs: [&'static str; 2],
    pub(super) label: String,
    /// A sign of a hint or a review.
    pub(super) tag: String,
}

impl Card<'_> {
    pub(super) fn draw(&self, buffer: &mut Buffer) {
        let (area, style) = (self.area, self.style());
        if area.height < 3 || area.width < self.digits + 4 {
            return self.draw_word(buffer, style);
        }
        if self.is_filled() {
            buffer.set_style(area, style);
        }
        self.draw_frame(buffer, style);
        self.draw_number(buffer, style);
    }

    const fn is_filled(&self) -> bool {
        (self.playable && !self.muted) || self.is_strong()
    }

    const fn is_taken(&self) -> bool {
        matches!(self.ground, Ground::Taken(_))
    }

    /// Whether it stands out, even if it cannot be played.
    const fn is_strong(&self) -> bool {
        matches!(self.ground, Ground::Of(_) | Ground::Target | Ground::Given)
    }

    fn style(&self) -> Style {
        let theme = &self.view.theme;
        match self.ground {
            _ if self.lit => theme.cursor,
            Ground::Of(seat) => theme.filled[seat.index()],
            Ground::Target | Ground::Given => theme.target,
            _ if self.playable && !self.muted => theme.legal,
            Ground::Banned => theme.banned,
            Ground::Sets(seat) => seat.map_or(theme.text, |seat| theme.seats[seat.index()]),
            Ground::Free | Ground::Trap => theme.dim,
            Ground::Taken(_) => theme.dim.add_modifier(Modifier::CROSSED_OUT),
        }
    }

    fn draw_frame(&self, buffer: &mut Buffer, style: Style) {
        let View { glyphs, theme, .. } = self.view;
        let (set, usual) = match self.playable {
            true if self.muted && !self.is_filled() => (glyphs.free, theme.dim),
            true => (glyphs.legal, style),
            false if self.is_strong() => (glyphs.last, style),
            false if matches!(self.ground, Ground::Sets(_)) => (glyphs.older, style),
            false if self.cursor => (glyphs.free, style),
            false => return,
        };
        framed(set, if self.cursor { theme.cursor } else { usual }).render(self.area, buffer);
    }

    fn draw_number(&self, buffer: &mut Buffer, style: Style) {
        let (area, view) = (self.area, self.view);
        let font = Font::for_card(area.as_size(), self.digits, view.look.ascii);
        let Size { width: wide, height } = font.size(self.digits);
        let x = area.x + (area.width - wide) / 2;
        let y = area.y + area.height / 2;
        if font == Font::Plain {
            let [before, after] = if self.is_taken() { ["(", ")"] } else { ["", " "] };
            let number = format!("{before}{}{after}", self.number);
            let text = format!("{number:>0$}", usize::from(self.digits) + 2);
            buffer.set_string(x - 1, y, text, style);
        } else {
            font.draw(buffer, view, area, self.number, style);
        }
        if self.ground == Ground::Trap {
            // On both sides of the number, with a column between.
            for place in area.positions().filter(|at| at.x + 1 < x || at.x > x + wide) {
                buffer[place].set_symbol(view.glyphs.trap).set_style(style);
            }
        }
        if self.is_taken() && font != Font::Plain {
            // The line goes on behind the digits.
            for place in x - 2..x + wide + 2 {
                let place = &mut buffer[(place, y)];
                if place.symbol() == " " {
                    place.set_symbol(view.glyphs.stroke).set_style(style);
                }
            }
        }
        self.draw_signs(buffer, Rect { x, y, width: wide, height }, style);
    }

    /// The signs around the number, whose middle row and columns these are: beside a small one, in the corners around a
    /// large one.
    fn draw_signs(&self, buffer: &mut Buffer, number: Rect, style: Style) {
        let (area, View { glyphs, theme, .. }) = (self.area, self.view);
        let (left, right, y) = (number.x - 1, number.right(), number.y);
        let tag_style = if self.is_filled() { style } else { theme.mark };
        let large = number.height > 1;
        // Columns between number and frame, and how far from the number its signs stand.
        let room = (area.width - number.width - 2) / 2;
        let apart = u16::from(room > 2);
        let [sign, end] = self.signs;
        // Beside a small number that is taken stand brackets.
        let sign = if large || apart > 0 || !self.is_taken() { sign } else { "" };
        let sign_style = match self.ground {
            Ground::Taken(Some(seat)) => theme.seats[seat.index()],
            _ => style,
        };
        if large {
            // Rows that are left free above the digits and below them, inside the frame.
            let spare = (area.height - number.height) / 2 > 1;
            let labelled = format!(" {sign}{end} {}", self.label);
            let fits = spare && width(&labelled) < usize::from(area.width) - 2;
            let text = if fits && !sign.is_empty() { labelled } else { format!("{sign}{end}") };
            buffer.set_string(area.x + 1, area.y + 1, text, sign_style);
            buffer.set_string(area.right() - 2, area.bottom() - 2, &self.tag, tag_style);
        } else {
            buffer.set_string(left - apart, y, sign, sign_style);
            buffer.set_string(right + apart, y, end, style);
            buffer.set_string(right + apart, y, &self.tag, tag_style);
        }
        if self.cursor {
            // Beside the signs where there is room, else in their place.
            let beside = if large { 0 } else { room.saturating_sub(1).min(2) };
            let roomy = large || beside > apart;
            if roomy || sign.is_empty() {
                buffer.set_string(left - beside, y, glyphs.cursor, style);
            }
            if roomy || (self.tag.is_empty() && end.is_empty()) {
                buffer.set_string(right + beside, y, glyphs.cursor_end, style);
            }
        }
    }

    /// In one row, between signs.
    fn draw_word(&self, buffer: &mut Buffer, style: Style) {
        let (area, View { glyphs, theme, .. }) = (self.area, self.view);
        let (before, after) = match self.ground {
            _ if self.cursor => (glyphs.cursor, glyphs.cursor_end),
            _ if self.playable => ("[", "]"),
            Ground::Given => ("<", ">"),
            Ground::Sets(_) => ("{", "}"),
            Ground::Trap => (glyphs.trapped, " "),
            Ground::Taken(_) => ("(", ")"),
            _ => (" ", " "),
        };
        let [sign, end] = self.signs;
        // The brackets of a taken number leave no room for a sign.
        let taken = matches!(self.ground, Ground::Taken(_) | Ground::Sets(_));
        let bare = taken || self.cursor || sign.is_empty();
        let sign = if bare { before } else { sign };
        let ends = [self.tag.as_str(), end, after];
        let end = ends.into_iter().find(|end| !end.is_empty()).unwrap_or_default();
        let text = format!("{sign}{}{end}", self.number);
        // What is before a short number stands beside it, and only so much is filled.
        let wide = width(&text) as u16;
        let (x, y) = (area.x + (self.digits + 2).saturating_sub(wide), area.y + area.height / 2);
        let last = x + wide - 1;
        buffer.set_string(x, y, text, style);
        if self.cursor {
            // What can be played keeps its ground between the signs of the cursor.
            for at in (x..=last).filter(|&at| !self.is_filled() || at == x || at == last) {
                buffer[(at, y)].set_style(theme.cursor);
            }
        } else if !self.tag.is_empty() && !self.is_filled() {
            buffer[(last, y)].set_style(theme.mark);
        }
    }
}

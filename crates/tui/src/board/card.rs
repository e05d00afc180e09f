//! One number on the board: on a ground with an edge where there are colours enough for that, else in a frame. Its signs
//! say the same, so that colours are a help and no more.

use divvy_match::Seat;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use super::digits::Font;
use crate::view::{View, framed, width};

/// What a number is, besides whether it can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    Free,
    /// The last number, or a token: of this player.
    Of(Seat),
    Target,
    /// The last number, struck before the first move.
    Given,
    /// The number before the last one, which still sets traps: of this player, unless it was struck before the first move.
    Sets(Option<Seat>),
    /// A link of the chain before the last one: of this player, unless it was struck before the first move.
    Link(Option<Seat>),
    /// The way back, which is not open.
    Banned,
    Trap,
    /// Struck through; by this player, unless it was before the first move.
    Taken(Option<Seat>),
}

impl Ground {
    /// The player whose sign it has.
    pub(super) const fn owner(self) -> Option<Seat> {
        match self {
            Ground::Of(seat) => Some(seat),
            Ground::Taken(seat) | Ground::Sets(seat) | Ground::Link(seat) => seat,
            _ => None,
        }
    }
}

pub(crate) struct Card<'a> {
    pub(crate) view: &'a View,
    pub(crate) area: Rect,
    pub(crate) number: u32,
    /// Digits of the largest number of the board, and how large they are drawn.
    pub(crate) digits: u16,
    pub(crate) font: Font,
    pub(crate) ground: Ground,
    /// It can be played now, and that is shown.
    pub(crate) playable: bool,
    pub(crate) cursor: bool,
    /// The number has just been played, and lights up.
    pub(crate) lit: bool,
    /// Signs of the ground before the number and after it, and what they mean where there is room for words.
    pub(crate) signs: [&'static str; 2],
    pub(crate) label: String,
    /// The player to move.
    pub(crate) mover: Seat,
    /// How it comes from the last number, `×2`, or what it is worth, `✓5`; and the colour of that if it can be played.
    pub(crate) relation: String,
    pub(crate) tone: Style,
    /// A sign of a hint or a proof.
    pub(crate) tag: String,
}

impl<'a> Card<'a> {
    /// A small card of this kind that nothing else is known of.
    pub(crate) fn sample(view: &'a View, number: u32, ground: Ground) -> Self {
        Self {
            view,
            area: Rect::default(),
            number,
            digits: 2,
            font: Font::Plain,
            ground,
            playable: false,
            cursor: false,
            lit: false,
            signs: [""; 2],
            label: String::new(),
            relation: String::new(),
            mover: Seat::One,
            tone: view.theme.tone(Seat::One),
            tag: String::new(),
        }
    }
}

impl Card<'_> {
    /// Whether there is no more room than for the number in a row.
    pub(super) const fn is_word(card: Size, digits: u16) -> bool {
        card.height < 3 || card.width < digits + 4
    }

    pub(crate) fn draw(&self, buffer: &mut Buffer) {
        let (area, style) = (self.area, self.style());
        if Self::is_word(area.as_size(), self.digits) {
            return self.draw_word(buffer, style);
        }
        if self.has_ground(style) {
            buffer.set_style(area, style);
        }
        self.draw_edge(buffer, style);
        self.draw_number(buffer, style);
        self.share(buffer, area);
    }

    /// Where both players stand, each has the half with the own sign.
    fn share(&self, buffer: &mut Buffer, area: Rect) {
        if self.lit || self.signs.contains(&"") {
            return;
        }
        for at in area.positions() {
            let seat = usize::from(at.x >= area.x + area.width / 2);
            self.view.theme.filled[seat].bg.into_iter().for_each(|bg| {
                buffer[at].set_bg(bg);
            });
        }
    }

    /// Whether a style sets a card off from what is around it.
    fn has_ground(&self, style: Style) -> bool {
        let own = style.bg.is_some() && style.bg != self.view.theme.text.bg;
        !self.is_taken() && (own || style.add_modifier.contains(Modifier::REVERSED))
    }

    const fn is_taken(&self) -> bool {
        matches!(self.ground, Ground::Taken(_))
    }

    fn style(&self) -> Style {
        let theme = &self.view.theme;
        match self.ground {
            _ if self.lit => theme.cursor,
            _ if self.playable && self.cursor => theme.here,
            Ground::Of(seat) => theme.filled[seat.index()],
            Ground::Target | Ground::Given => theme.target,
            _ if self.playable => theme.legal,
            Ground::Banned => theme.free.patch(theme.banned),
            Ground::Taken(_) => theme.taken,
            ground => {
                theme.free.patch(ground.owner().map_or(theme.free, |one| theme.seats[one.index()]))
            }
        }
    }

    /// The edge below the card, or the frame of one that has no ground, and of the one under the cursor.
    fn draw_edge(&self, buffer: &mut Buffer, style: Style) {
        let (area, View { glyphs, theme, .. }) = (self.area, self.view);
        if let Some(other) = theme.edge.filter(|_| !self.is_taken()) {
            let edge = style.patch(if self.playable { theme.tone(self.mover) } else { other });
            self.view.edge(buffer, area, edge);
        }
        let soft = theme.edge.is_some();
        let set = match self.ground {
            _ if soft && (self.playable || matches!(self.ground, Ground::Of(_))) => return,
            _ if self.cursor && !self.playable => glyphs.free,
            _ if soft || (self.has_ground(style) && !self.cursor) => return,
            _ if self.playable => glyphs.legal,
            Ground::Of(_) | Ground::Target | Ground::Given => glyphs.last,
            Ground::Sets(_) | Ground::Link(_) => glyphs.older,
            _ => return,
        };
        let plain = if self.is_taken() { theme.text } else { style };
        framed(set, plain).render(area, buffer);
    }

    fn draw_number(&self, buffer: &mut Buffer, style: Style) {
        let (area, view) = (self.area, self.view);
        // What is gone has small digits on large cards too.
        let font = if self.is_taken() { Font::Plain } else { self.font };
        let number = self.number.to_string();
        let digits = if font == Font::Plain { number.len() as u16 } else { self.digits };
        let Size { width: wide, height } = font.size(digits);
        let (x, y) = (area.x + (area.width - wide) / 2, area.y + area.height / 2);
        font.draw(buffer, view.glyphs.bar, area, &number, style);
        if self.ground == Ground::Trap {
            // As much on both sides of the number, with a column between.
            let side = ((area.width - font.size(self.digits).width) / 2).saturating_sub(1);
            let hatched = |at: &Position| at.x < area.x + side || at.x >= area.right() - side;
            for place in area.positions().filter(hatched) {
                buffer[place].set_symbol(view.glyphs.trap).set_style(view.theme.banned);
            }
        }
        let relation = width(&self.relation) as u16;
        let tag = if self.tag.is_empty() { 0 } else { width(&self.tag) as u16 + 1 };
        if relation > 0 && relation + tag + 2 <= area.width {
            let style = if style == view.theme.legal { style.patch(self.tone) } else { style };
            buffer.set_string(area.right() - 1 - relation, area.y, &self.relation, style);
        }
        self.draw_signs(buffer, Rect { x, y, width: wide, height }, style);
    }

    /// The signs around the number, whose middle row and columns these are: beside a small one, in the corners around a
    /// large one.
    fn draw_signs(&self, buffer: &mut Buffer, number: Rect, style: Style) {
        let (area, View { glyphs, theme, .. }) = (self.area, self.view);
        let (left, right, y) = (number.x - 1, number.right(), number.y);
        let strong = self.has_ground(style) && style != theme.free;
        // A partner is said quietly, whatever the card is.
        let quiet = self.tag.chars().count() > 1;
        let tag_style = match strong {
            true if style == theme.legal && theme.edge.is_some() => {
                style.patch(if quiet { theme.quiet() } else { theme.mark })
            }
            true => style,
            false if quiet => theme.quiet(),
            false => theme.mark,
        };
        let large = number.height > 1;
        // Columns between number and frame, and how far from the number its signs stand.
        let room = (area.width - number.width - 2) / 2;
        let apart = u16::from(room > 1);
        let [sign, end] = self.signs;
        let linked = matches!(self.ground, Ground::Link(_)) && sign.is_empty() && !large;
        let taken = self.is_taken() && theme.edge.is_none() && (apart > 0 || sign.is_empty());
        if linked || taken {
            buffer.set_string(left, y, "(", theme.dim);
            buffer.set_string(right, y, ")", theme.dim);
        }
        let sign_style = match self.ground {
            Ground::Taken(Some(seat)) => theme.seats[seat.index()],
            _ => style,
        };
        if large {
            let labelled = format!("{sign}{end} {}", self.label);
            let fits = width(&labelled) + width(&self.relation) + 3 <= area.width.into();
            let text = if fits && !sign.is_empty() { labelled } else { format!("{sign}{end}") };
            // Away from the digits, behind the signs.
            let behind = if text.is_empty() { 1 } else { width(&text) as u16 + 2 };
            buffer.set_string(area.x + 1, area.y, text, sign_style);
            buffer.set_string(area.x + behind, area.y, &self.tag, tag_style);
        } else {
            buffer.set_string(left - apart, y, sign, sign_style);
            buffer.set_string(right + apart, y, end, style);
            buffer.set_string(area.x + 1, area.y, &self.tag, tag_style);
        }
        if self.cursor {
            // Beside the signs where there is room, else in their place.
            let beside = if large { 0 } else { room.saturating_sub(1).min(2) };
            let roomy = large || beside > apart;
            if roomy || sign.is_empty() {
                buffer.set_string(left - beside, y, glyphs.cursor, style);
            }
            if roomy || end.is_empty() {
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
            Ground::Taken(_) | Ground::Link(_) => ("(", ")"),
            _ => (" ", " "),
        };
        let [sign, end] = self.signs;
        let (sign, after) = match self.cursor || sign.is_empty() {
            true => (before, after),
            false => (sign, " "),
        };
        // A tag stands apart where there is room.
        let apart = area.width > self.digits + 3;
        let ends = [if apart { "" } else { &self.tag }, end, after];
        let end = ends.into_iter().find(|end| !end.is_empty()).unwrap_or_default();
        let number = self.number.to_string();
        // What is before a short number stands beside it, and only so much is filled.
        let wide = number.len() as u16 + 2;
        let (x, y) = (area.x + (self.digits + 2).saturating_sub(wide), area.y + area.height / 2);
        // Without gaps between the rows, grounds of quiet numbers would run together.
        let style = match theme.edge {
            Some(_) if style == theme.free => Style { bg: theme.text.bg, ..style },
            _ if style == theme.legal => style.patch(self.tone),
            _ => style,
        };
        let around = match self.ground {
            _ if self.cursor && !self.playable => theme.dim,
            Ground::Taken(Some(seat)) => theme.seats[seat.index()],
            Ground::Taken(None) => theme.dim,
            _ => style,
        };
        buffer.set_string(x, y, format!("{sign}{number}{end}"), style);
        if around != style {
            for at in [x, x + wide - 1] {
                buffer[(at, y)].set_style(Style::reset()).set_style(theme.text.patch(around));
            }
        }
        if apart {
            buffer.set_string(x + wide, y, &self.tag, theme.mark);
        } else if !self.tag.is_empty() && !self.has_ground(style) {
            buffer[(x + wide - 1, y)].set_style(theme.mark);
        }
    }
}

//! The line below the numbers: the moves, who is ahead after each, and what was played instead.

use divvy_match::Seat;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::ExploreScreen;
use crate::view::View;

/// Columns for what a row of the strip is about.
const LABEL: usize = 9;

impl ExploreScreen {
    /// Rows of the strip: the moves and side lines, and between two players also who is ahead, and what the signs mean.
    pub(super) const fn strip(&self) -> u16 {
        if self.solo { 2 } else { 4 }
    }

    /// Columns for a move in the strip.
    fn cell(&self) -> usize {
        self.game.rules().board().size().to_string().len().max(2) + 3
    }

    /// The part of the line that the strip shows: the first ply and how many.
    fn window(&self, strip: Rect) -> (usize, usize) {
        let room = (usize::from(strip.width).saturating_sub(LABEL) / self.cell()).max(1);
        let plies = self.tree.line().len();
        let count = plies.min(room);
        (self.tree.ply().saturating_sub(count / 2).min(plies - count), count)
    }

    /// The ply that stands at a place of the strip.
    pub(super) fn ply_at(&self, strip: Rect, at: Position) -> Option<usize> {
        let (from, count) = self.window(strip);
        let place = usize::from(at.x.checked_sub(strip.x)?).checked_sub(LABEL)? / self.cell();
        (strip.contains(at) && place < count).then_some(from + place)
    }

    pub(super) fn draw_strip(&self, buffer: &mut Buffer, view: &View, area: Rect) {
        let (theme, glyphs) = (&view.theme, view.glyphs);
        let (from, count) = self.window(area);
        let (y, wide, line) = (area.y, self.cell(), self.tree.line());
        let seat_of = |player| self.seat_of(player).index();
        let below = y + if self.solo { 1 } else { 2 };
        buffer.set_string(area.x, y, "Moves", theme.quiet());
        if !self.solo {
            buffer.set_string(area.x, y + 1, "Ahead", theme.quiet());
        }
        if area.height > 3 {
            self.draw_legend(buffer, view, Rect { y: y + 3, height: 1, ..area });
        }
        for (ply, column) in (from..from + count).zip(0..) {
            let x = area.x + (LABEL + column * wide) as u16;
            let (node, here) = (line[ply], ply == self.tree.ply());
            let (text, own) = match node.made {
                None => ("-".to_owned(), theme.dim),
                Some((number, by)) => (number.to_string(), theme.seats[seat_of(by)]),
            };
            let style = |own: Style| if here { theme.cursor } else { own };
            buffer.set_string(x, y, format!(" {text:>0$} ", wide - 3), style(own));
            let middle = x + wide as u16 - 3;
            if self.tree.is_slip(node) {
                buffer.set_string(middle + 1, y, glyphs.slip, style(theme.refusal));
            }
            match node.winner.map(|winner| winner.map(seat_of)) {
                Some(Some(seat)) => {
                    buffer.set_string(middle, y + 1, glyphs.tokens[seat], theme.seats[seat]);
                }
                Some(None) => buffer.set_string(middle, y + 1, glyphs.dot, theme.dim),
                None => {}
            }
            if let Some((number, more)) = self.tree.instead(node).filter(|_| below < area.bottom())
            {
                let more = if more { "+" } else { "" };
                let text = format!(" {number:>0$}{more}", wide - 3);
                buffer.set_string(x, below, text, theme.quiet());
                buffer.set_string(area.x, below, "Instead", theme.quiet());
            }
        }
    }

    /// What the signs mean, as many as there is room for.
    fn draw_legend(&self, buffer: &mut Buffer, view: &View, row: Rect) {
        let (theme, glyphs) = (&view.theme, view.glyphs);
        let who = Seat::BOTH.map(|seat| view.text(&self.to().who(seat).to_string()));
        let [one, two] = &who;
        let signs = [
            (glyphs.wins, theme.mark, "wins"),
            (glyphs.loses, theme.refusal, "loses, or a slip"),
            (glyphs.tokens[0], theme.seats[0], one),
            (glyphs.tokens[1], theme.seats[1], two),
        ];
        let mut line = Line::default();
        for (sign, style, meaning) in signs {
            let space = if line.spans.is_empty() { "" } else { "   " };
            let more = [
                Span::raw(space),
                Span::styled(sign, style),
                Span::styled(format!(" {meaning}"), theme.quiet()),
            ];
            if line.width() + more.iter().map(Span::width).sum::<usize>() <= row.width.into() {
                line.extend(more);
            }
        }
        buffer.set_line(row.x, row.y, &line, row.width);
    }
}

//! The line below the numbers: the moves, who is ahead after each, and what was played instead.

use divvy_solver::{Outcome, Value};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::{ExploreScreen, Kind};
use crate::board::{Marks, letter, sign_of};
use crate::view::View;

/// Columns for what a row of the strip is about.
const LABEL: usize = 9;

/// Rows of the strip: the moves, who is ahead, side lines, and what the signs mean.
pub(super) const STRIP: u16 = 4;

/// A sign, its colour, and what it means.
type Sign = (String, Style, String);

impl ExploreScreen {
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

    /// In the lowest rows.
    pub(super) fn draw_strip(&self, buffer: &mut Buffer, view: &View, area: Rect) {
        let (theme, glyphs) = (&view.theme, view.glyphs);
        let (from, count) = self.window(area);
        let (y, wide, line) = (area.y, self.cell(), self.tree.line());
        let seat_of = |player| self.seat_of(player).index();
        let (below, ply) = (area.bottom() - 2, self.tree.ply());
        let parted = line[from..from + count].iter().any(|node| self.tree.instead(node).is_some());
        let legend = self.legend(view, area);
        buffer.set_line(area.x, area.bottom() - 1, &legend, area.width);
        if self.is_untouched() {
            return;
        }
        buffer.set_string(area.x, y, "Moves", theme.quiet());
        // What was played instead matters more than who is ahead.
        let ahead = y + u16::from(parted) < below;
        if ahead {
            buffer.set_string(area.x, y + 1, "Ahead", theme.quiet());
        }
        // A review tells of the move after the position.
        let told = ply + usize::from(self.kind == Kind::Review);
        for (ply, column) in (from..from + count).zip(0..) {
            let x = area.x + (LABEL + column * wide) as u16;
            let (node, here) = (line[ply], ply == told);
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
            match node.winner.filter(|_| ahead).map(|winner| winner.map(seat_of)) {
                Some(Some(seat)) => {
                    buffer.set_string(middle, y + 1, glyphs.tokens[seat], theme.seats[seat]);
                }
                Some(None) => buffer.set_string(middle, y + 1, glyphs.dot, theme.dim),
                None => {}
            }
            if let Some((number, more)) = self.tree.instead(node).filter(|_| y < below) {
                let more = if more { "+" } else { "" };
                let text = format!(" {number:>0$}{more}", wide - 3);
                buffer.set_string(x, below, text, theme.quiet());
                buffer.set_string(area.x, below, "Instead", theme.quiet());
            }
        }
    }

    /// What the signs mean that are on the screen, as many as there is room for.
    fn legend(&self, view: &View, strip: Rect) -> Line<'static> {
        let mut line = Line::default();
        for (sign, style, means) in self.signs(view, strip) {
            let space = if line.spans.is_empty() { "" } else { "   " };
            let apart = if sign.is_empty() { "" } else { " " };
            let means = Span::styled(format!("{apart}{means}"), view.theme.quiet());
            let more = [space.into(), Span::styled(sign, style), means];
            if line.width() + more.iter().map(Span::width).sum::<usize>() <= strip.width.into() {
                line.extend(more);
            }
        }
        line
    }

    fn signs(&self, view: &View, strip: Rect) -> Vec<Sign> {
        let (theme, glyphs) = (&view.theme, view.glyphs);
        let mut signs: Vec<Sign> = Vec::new();
        let mut add =
            |sign: &str, style, means: &str| signs.push((sign.into(), style, means.into()));
        let (values, cursor) = (self.worth(), self.pointer.cursor);
        let proof = self.proof().filter(|_| !self.shown.is_over());
        let marks = Marks::Worth { values: &values, proof, slip: None };
        let word = self.layout(view).grid.is_word();
        for outcome in [Outcome::Win, Outcome::Loss, Outcome::Draw] {
            let shown = |value: &Value| value.outcome == outcome && !marks.hides_losses(word);
            let sample = values.iter().find(|(_, value)| shown(value));
            let Some((_, Value { depth, .. })) = sample else { continue };
            let (sign, style, means) = sign_of(outcome, view);
            let depth = depth.map_or_else(String::new, |depth| depth.to_string());
            let within = if depth.is_empty() { "" } else { " in " };
            add(&format!("{sign}{depth}"), style, &format!("{means}{within}{depth}"));
        }
        if let Some(hint) = proof {
            // A reply that has a partner is marked as one.
            let is_reply = |best| best != cursor && !hint.pairs.contains_key(&best);
            if hint.advice.best.is_some_and(is_reply) {
                add(glyphs.best, theme.mark, "the reply");
            }
            match letter(hint.advice.pairs().len().saturating_sub(1)) {
                _ if hint.pairs.is_empty() => {}
                _ if !word => {
                    add(glyphs.pair, theme.quiet(), "its partner");
                }
                Some(last) => add(&format!("a-{last}"), theme.mark, "partners"),
                None => add(glyphs.pair, theme.mark, "has a partner"),
            }
        }
        let (line, (from, count)) = (self.tree.line(), self.window(strip));
        let shown = |slip: &usize| (from..from + count).contains(&(slip + 1));
        let slips: Vec<usize> = self.tree.slips().into_iter().filter(shown).collect();
        let slip = slips.iter().find(|&&slip| slip >= self.tree.ply()).or(slips.first());
        if let Some((number, _)) = slip.and_then(|&slip| line[slip + 1].made) {
            add(&format!("{number}{}", glyphs.slip), theme.refusal, "a slip");
        }
        if values.iter().any(|(_, value)| value.depth.is_some()) {
            add("", theme.quiet(), "(moves of both players are counted)");
        }
        signs
    }
}

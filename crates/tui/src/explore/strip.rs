//! The line below the numbers: the moves, who is ahead after each, and what was played instead.

use divvy_solver::{Outcome, Value};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::{ExploreScreen, Kind};
use crate::board::sign_of;
use crate::view::View;

/// Columns for what a row of the strip is about.
const LABEL: usize = 9;

impl ExploreScreen {
    /// Rows of the strip: the moves and side lines, and between two players also who is ahead, and what the signs mean.
    pub(super) fn strip(&self) -> u16 {
        if self.is_chain() { 3 } else { 4 }
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
        let below = y + if self.is_chain() { 1 } else { 2 };
        let legend = self.legend(view, area.width.into());
        if area.height == self.strip() {
            buffer.set_line(area.x, area.bottom() - 1, &legend, area.width);
        }
        // A chain stands beside the board already.
        if self.is_chain() && line.len() == self.tree.ply() + 1 && self.tree.parting().is_none() {
            return;
        }
        buffer.set_string(area.x, y, "Moves", theme.quiet());
        if !self.is_chain() {
            buffer.set_string(area.x, y + 1, "Ahead", theme.quiet());
        }
        // A review tells of the move after the position.
        let told = self.tree.ply() + usize::from(self.slip().is_some());
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

    /// What the signs mean that are on the screen, as many as there is room for.
    fn legend(&self, view: &View, most: usize) -> Line<'static> {
        let (theme, glyphs) = (&view.theme, view.glyphs);
        let mut signs: Vec<(String, Style, String)> = Vec::new();
        let mut add =
            |sign: &str, style, means: &str| signs.push((sign.into(), style, means.into()));
        let values = || self.values.iter().flatten().filter(|_| !self.shown.is_over());
        let sample = |outcome| values().find(|(_, value)| value.outcome == outcome);
        let proof = self.proofs.get(&self.pointer.cursor).and_then(|told| told.hint.as_ref());
        match (self.kind, self.slip()) {
            (Kind::Chain, _) => {
                let word = self.layout(view).grid.is_word();
                let [left, right] = if word { ["[", "]"] } else { [" "; 2] };
                let (next, last) = (self.pointer.legal.iter().next(), self.shown.last());
                let before = self.shown.moves().iter().rev().nth(1);
                let samples = [
                    next.map(|one| (format!("{left}{one}{right}"), theme.legal, "can follow")),
                    last.map(|one| (format!(" {one} "), theme.filled[0], "the last number")),
                    before.map(|one| (one.to_string(), theme.taken, "in the chain")),
                ];
                samples.iter().flatten().for_each(|(sign, style, means)| add(sign, *style, means));
            }
            (_, Some(slip)) => {
                add(&format!("Before move {}:", slip.ply), theme.quiet(), "");
                add(glyphs.loses, theme.refusal, &format!("{}, the slip", slip.number));
                add(glyphs.wins, theme.mark, "would have won");
            }
            _ => {
                for outcome in [Outcome::Win, Outcome::Loss, Outcome::Draw] {
                    let Some((_, Value { depth, .. })) = sample(outcome) else { continue };
                    let (sign, style, means) = sign_of(outcome, view);
                    match depth {
                        Some(depth) => {
                            add(&format!("{sign}{depth}"), style, &format!("{means} in {depth}"));
                        }
                        None => add(sign, style, means),
                    }
                }
            }
        }
        if proof.is_some_and(|hint| hint.advice.best != Some(self.pointer.cursor)) {
            add(glyphs.best, theme.mark, "the reply");
        }
        if proof.is_some_and(|hint| !hint.pairs.is_empty() && hint.is_lettered()) {
            add("a a", theme.mark, "partners");
        }
        if self.slip().is_none() && !self.slips().is_empty() {
            add(&format!("12{}", glyphs.slip), theme.refusal, "a slip");
        }
        let mut line = Line::default();
        for (sign, style, means) in signs {
            let space = if line.spans.is_empty() { "" } else { "   " };
            let more = [
                space.into(),
                Span::styled(sign, style),
                Span::styled(format!(" {means}"), theme.quiet()),
            ];
            if line.width() + more.iter().map(Span::width).sum::<usize>() <= most {
                line.extend(more);
            }
        }
        line
    }
}

//! What is said about a chain, and how it is drawn.

use divvy_rules::Number;
use divvy_words::{CHAIN_QUESTION, chain_example, chain_goal, chain_task};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::{Chain, ChainScreen};
use crate::board::{BoardLayout, Head, Marks, Picture};
use crate::command::Command;
use crate::explore::draw_notation;
use crate::view::View;

/// So many numbers that were taken back, or are still to come, stand beside the others in a line.
const LATER: usize = 8;

impl ChainScreen {
    pub(super) fn layout(&self, view: &View) -> BoardLayout {
        let with = |rows| BoardLayout::new(view, self.game.rules().board(), rows);
        let layout = with([1, 6]);
        if layout.panel.height > 0 {
            return layout;
        }
        // A line of the chain at least.
        let layout = with([3, 0]);
        BoardLayout { panel: Rect { height: 1, ..layout.bottom }, ..layout }
    }

    /// What to do, or where one is in an example.
    fn headline(&self, view: &View) -> String {
        let Chain { numbers, at } = self.chain();
        let task = match self.is_example {
            true => chain_example(*at, numbers.len()),
            false => chain_task(*at, self.shown.last(), self.shown.is_over(), self.longest()),
        };
        if self.shown.is_over() && !self.is_example && self.longest() != Some(*at) {
            return format!("{task} {} goes back.", view.key(Command::Undo));
        }
        match self.pointer.typed.as_str() {
            "" => task,
            typed => format!("{task} Number: {typed}_"),
        }
    }

    /// How long the chain is, or what an example goes on with.
    fn below(&self, view: &View) -> String {
        if !self.is_example {
            let goal =
                self.longest().map(|longest| chain_goal(self.own.at, self.record.len(), longest));
            return goal.unwrap_or_default();
        }
        let next = self.shown.last().zip(self.next()).map(|(last, next)| {
            format!("Next: {} {next}. ", view.glyphs.sum(last, next).unwrap_or_default())
        });
        let back = format!("{} goes back to your own.", view.key(Command::Hint));
        next.unwrap_or_else(|| "It ends here. ".to_owned()) + &back
    }

    fn head(&self, view: &View) -> Head {
        let theme = &view.theme;
        let said = match (&self.pointer.note, &self.beyond) {
            (Some(note), _) => (note.style(theme), note.text.clone()),
            (_, Some(beyond)) if !self.is_example => (theme.refusal, beyond.clone()),
            _ => (theme.quiet(), self.below(view)),
        };
        let style = match self.longest() {
            _ if self.is_example || !self.shown.is_over() => theme.title,
            Some(longest) if longest == self.own.at => theme.mark,
            _ => theme.alert,
        };
        let mut parts = vec![(style, self.headline(view)), said];
        parts.retain(|(_, text)| !text.is_empty());
        Head { parts, owned: Vec::new(), goal: CHAIN_QUESTION.to_owned(), banner: None }
    }

    /// What the signs mean that are on the screen.
    fn legend(&self, view: &View, word: bool) -> Line<'static> {
        let theme = &view.theme;
        let [left, right] = if word { ["[", "]"] } else { [" ", " "] };
        let (next, last) = (self.next(), self.shown.last());
        let before = self.shown.moves().iter().rev().nth(1);
        let (glyphs, legal) = (view.glyphs, self.pointer.legal.iter().next());
        let coming = |one| (format!("{}{one}{}", glyphs.cursor, glyphs.cursor_end), theme.here);
        let [can, lit, used] = match (self.is_example, last) {
            (true, _) => ["comes next", "you are here", "passed"],
            (false, None) => ["can be the first", "", ""],
            (false, Some(_)) => ["can follow", "the last number", "used"],
        };
        let undone = next.filter(|_| !self.is_example && last.is_some());
        let signs = [
            match self.is_example {
                true => next.map(coming),
                false => legal.map(|one| (format!("{left}{one}{right}"), theme.legal)),
            }
            .map(|(sign, style)| (sign, style, can)),
            last.map(|one| (format!(" {one} "), theme.filled[0], lit)),
            before.map(|one| (format!("({one})"), theme.seats[0], used)),
            undone.map(|one| (format!("{}{one}", glyphs.stroke), theme.dim, "taken back")),
        ];
        let sign = |(sign, style, means): (String, Style, &'static str)| {
            let means = format!(" {means}   ");
            [Span::styled(sign, style), Span::styled(means, theme.quiet())]
        };
        signs.into_iter().flatten().flat_map(sign).collect()
    }

    pub(super) fn draw_all(&self, buffer: &mut Buffer, view: &View) {
        let layout = self.layout(view);
        let Chain { numbers, at } = self.chain();
        // A chain that is begun anew is empty, whatever can be brought back.
        let later = if *at > 0 { &numbers[*at..] } else { &[] };
        let few = if layout.panel.height < 2 { LATER } else { usize::MAX };
        let picture = Picture {
            game: &self.game,
            record: &self.shown,
            pointer: &self.pointer,
            cursor: Some(self.pointer.cursor).filter(|_| !self.shown.is_over()),
            marks: Marks::Solo {
                is_example: self.is_example,
                later: &later[..later.len().min(few)],
                next: self.next().filter(|_| self.is_example),
            },
            muted: false,
            hidden: self.is_example,
            lit: false,
        };
        picture.draw(buffer, view, &layout);
        let legend = self.legend(view, layout.grid.is_word());
        buffer.set_line(layout.bottom.x, layout.bottom.bottom() - 1, &legend, layout.bottom.width);
        self.head(view).draw(buffer, view, layout.head);
        if self.notation {
            // An example is copied whole.
            let all = if self.is_example { numbers } else { &numbers[..*at] };
            let moves: Vec<String> = all.iter().map(Number::to_string).collect();
            let text = format!("{}:{}", self.game.rules(), moves.join(","));
            draw_notation(buffer, view, &layout, &text);
        }
    }
}

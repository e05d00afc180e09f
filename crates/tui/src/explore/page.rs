//! What is said about the position that is explored, and how it is drawn.

use divvy_analysis::{Refutation, ReviewedMove};

use divvy_match::Round;
use divvy_rules::Number;
use divvy_solver::Value;
use divvy_words::{Partners, Sentence};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::ExploreScreen;
use crate::board::{BoardLayout, Head, Hint, JobKind, Marks, Picture, Step};
use crate::command::Command;
use crate::view::View;
use crate::work::Proof;

impl ExploreScreen {
    /// Who wins, and with what; or how long the chain is.
    fn standing(&self, view: &View) -> String {
        if self.solo {
            let best = self.longest.as_ref().map(|longest| longest.moves.len());
            return divvy_words::chain(self.tree.ply(), best);
        }
        if self.shown.is_over() {
            let round = Round::of(self.shown.clone(), self.game.round().first());
            return self.to().headline(&round).joined().to_string();
        }
        if let Some(values) = &self.values {
            let mover = self.seat_of(self.shown.to_move());
            // A slip is told with what would have won.
            let told = self.reviewed_next().is_some_and(|next| next.slip);
            return match told {
                true => String::new(),
                false => self.to().outlook(mover, values).to_string(),
            };
        }
        let wanted = self.waiting.filter(|waiting| waiting.kind != JobKind::Review);
        wanted.map_or_else(String::new, |waiting| waiting.text(view, "Working out who wins"))
    }

    /// The move that the game went on with, if it is known what it did.
    fn reviewed_next(&self) -> Option<&ReviewedMove> {
        let review = self.review.as_ref().filter(|_| self.tree.follows_main())?;
        review.moves.get(self.tree.ply())
    }

    /// What the game that is explored went on with, and how it ended; turns that were skipped.
    fn happened(&self, view: &View) -> String {
        if let Some(waiting) = self.waiting.filter(|waiting| waiting.kind == JobKind::Review) {
            let moves = divvy_words::moves(self.game.round().record().moves().len());
            let what = format!("Going through the game: {} of {moves}", waiting.done);
            return waiting.text(view, &what);
        }
        let (ply, to) = (self.tree.ply(), self.to());
        let best = self.longest.as_ref().is_some_and(|longest| longest.moves.len() == ply);
        if self.solo && !best && self.shown.is_over() {
            return divvy_words::CHAIN_ENDS.to_owned();
        }
        let shown = || self.longest.iter().flat_map(|longest| &longest.moves).map(|n| n.get());
        if self.showed && self.tree.line_moves().eq(shown()) {
            let yours = match self.tree.parting() {
                Some(_) => format!(" {} leads back to yours.", view.key(Command::OtherLine)),
                None => String::new(),
            };
            return format!("This chain is shown to you, it is not yours.{yours}");
        }
        let skipped = to.skipped(self.shown.skipped_after(ply));
        let next = match &self.review {
            Some(review) if self.reviewed_next().is_some() => {
                to.after(ply + 1, review, &self.game).to_vec()
            }
            Some(review) if self.tree.is_main() && ply == review.moves.len() => {
                // The headline has said how it ended, unless a player resigned.
                match self.shown.is_over() {
                    true => to.standing(&self.game).into_iter().collect(),
                    false => vec![to.closing(review, &self.game)],
                }
            }
            _ => Vec::new(),
        };
        Sentence::joined(skipped.chain(next)).to_string()
    }

    fn heading(&self) -> String {
        if self.solo {
            return divvy_words::CHAIN_QUESTION.to_owned();
        }
        let (ply, all) = (self.tree.ply(), self.tree.line().len() - 1);
        let side = if self.tree.is_main() { "" } else { ", on a side line" };
        let at = match all - ply {
            0 => format!("after {}{side}", divvy_words::moves(ply)),
            _ => format!("before move {} of {all}{side}", ply + 1),
        };
        match &self.review {
            Some(review) if self.is_review => {
                format!("Review: {at}. {}", self.to().summary(review))
            }
            _ if self.is_review => format!("Review: {at}"),
            _ => format!("Exploring: {at}"),
        }
    }

    fn draw_head(&self, buffer: &mut Buffer, view: &View, layout: &BoardLayout) {
        let theme = &view.theme;
        let mut standing = self.standing(view);
        if !self.pointer.typed.is_empty() {
            standing =
                format!("{standing} Number: {}_", self.pointer.typed).trim_start().to_owned();
        }
        let mut parts = vec![(theme.title, standing)];
        let more = |style: Style, text: &str| (!text.is_empty()).then(|| (style, text.to_owned()));
        if let Some(note) = &self.note {
            parts.push((if note.refusal { theme.refusal } else { theme.ink() }, note.text.clone()));
        } else if let Some(beyond) = &self.beyond {
            parts.push((theme.refusal, beyond.clone()));
        } else if let Some([worth, why]) = self.proved().filter(|_| layout.panel.height == 0) {
            // All rows but one are for the proof.
            parts[0].1 = view.cut(&view.text(&parts[0].1), layout.head.width.into());
            parts.extend(more(theme.ink(), &format!("{worth} {why}")));
        } else {
            parts.extend(more(theme.quiet(), &self.happened(view)));
        }
        parts.retain(|(_, text)| !text.is_empty());
        let goal = Some(self.heading());
        Head { parts, owned: Vec::new(), goal, banner: None }.draw(buffer, view, layout.head);
    }

    /// What the number under the cursor is worth; after how many moves, and why, as far as that is known.
    fn proved(&self) -> Option<[String; 2]> {
        let (cursor, Value { outcome, depth }) = (self.pointer.cursor, self.worth()?);
        let moves = |depth| format!("{} to the end. ", divvy_words::moves(depth as usize));
        let proof = self.proof.as_ref().filter(|(number, ..)| *number == cursor);
        let why = proof.map_or("", |(_, why, _)| why);
        let why = depth.map_or_else(String::new, moves) + why;
        Some([divvy_words::worth(cursor, outcome), why])
    }

    /// A proof in words, with its partners; by letters on the board where there are enough of them.
    pub(super) fn told(&self, number: Number, proof: Proof) -> (Number, String, Option<Hint>) {
        let (to, mover) = (self.to(), self.seat_of(self.shown.to_move()));
        let hint = |advice| Hint::new(advice, Step::Reason);
        let partners = |lettered| if lettered { Partners::Lettered } else { Partners::Told };
        let (text, hint) = match proof {
            Proof::Wins(advice) => {
                let hint = hint(*advice);
                (to.wins(&hint.advice, mover, partners(hint.is_lettered())), Some(hint))
            }
            Proof::Fails(why) => {
                let drawn = match &*why {
                    Refutation::Reply(advice) => Some(hint(advice.clone())),
                    Refutation::Draws | Refutation::Skipped => None,
                };
                let lettered = drawn.as_ref().is_some_and(Hint::is_lettered);
                (to.refuted(&why, mover, partners(lettered)), drawn)
            }
        };
        (number, text.to_string(), hint)
    }

    /// The moves up to here, over the whole width, so that a line of them can be copied.
    fn draw_notation(&self, buffer: &mut Buffer, view: &View, layout: &BoardLayout) {
        let area = Rect { x: 0, width: view.window.width, ..layout.grid.area };
        view.clear(buffer, Rect { height: area.height + layout.bottom.height, ..area });
        let notation: Vec<char> = self.shown.to_string().chars().collect();
        let mut lines = vec![Line::styled(" In notation:", view.theme.quiet()), Line::default()];
        lines.extend(
            notation.chunks(area.width.into()).map(|row| {
                Line::from(Span::styled(row.iter().collect::<String>(), view.theme.text))
            }),
        );
        view.lines(buffer, area, &lines);
    }

    pub(super) fn draw_all(&self, buffer: &mut Buffer, view: &View) {
        let layout = self.layout(view);
        let proof = self.proof.as_ref().filter(|(number, ..)| *number == self.pointer.cursor);
        let picture = Picture {
            game: &self.game,
            to: self.to(),
            record: &self.shown,
            choices: &self.choices,
            top: self.pointer.top,
            cursor: (!self.shown.is_over()).then_some(self.pointer.cursor),
            marks: match (&self.values, proof) {
                _ if self.solo => Marks::Solo,
                (values, Some((_, _, hint))) => {
                    Marks::Worth(values.as_deref().unwrap_or_default(), hint.as_ref())
                }
                (values, None) => Marks::Worth(values.as_deref().unwrap_or_default(), None),
            },
            muted: false,
            hidden: false,
            lit: false,
        };
        picture.draw(buffer, view, &layout);
        self.draw_strip(buffer, view, layout.bottom);
        self.draw_head(buffer, view, &layout);
        if let Some([worth, why]) = self.proved().filter(|_| layout.panel.height > 0) {
            let head = Span::styled(worth, view.theme.title);
            picture.draw_note(buffer, view, &layout, (head, &why, Vec::new()));
        }
        if self.notation {
            self.draw_notation(buffer, view, &layout);
        }
    }
}

//! What is said about the position that is explored, and how it is drawn.

use divvy_match::Round;
use divvy_rules::Number;
use divvy_solver::{Outcome, Value};
use divvy_words::{Partners, Sentence};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::strip::STRIP;
use super::work::Told;
use super::{ExploreScreen, Kind};
use crate::board::{BOTTOM, BoardLayout, Head, Marks, Picture};
use crate::command::Command;
use crate::view::{View, width, wrap};

/// What is said before the first move.
const INTRODUCTION: &str = "Try moves for both players: type a number, enter plays it.";

impl ExploreScreen {
    /// The slip of a review; who wins, and with what; or what to add to the chain.
    fn headline(&self, view: &View) -> String {
        if self.shown.is_over() {
            return self.to().headline(&self.round()).joined().to_string();
        }
        if let (Some(slip), Some(review)) = (self.slip(), &self.review) {
            return self.to().slipped(slip, review).to_string();
        }
        if let Some(values) = &self.values {
            return self.to().outlook(self.seat_of(self.shown.to_move()), values).to_string();
        }
        self.working(view)
    }

    /// The position shown as a round between the players.
    fn round(&self) -> Round {
        Round::of(self.shown.clone(), self.game.round().first())
    }

    fn working(&self, view: &View) -> String {
        let wanted = view.waiting.filter(|waiting| waiting.review.is_none());
        wanted.map_or_else(String::new, |waiting| waiting.text(view, "Working out who wins"))
    }

    /// What the game went on with, and how it ended; turns that were skipped; how long the chain is.
    fn below(&self, view: &View) -> String {
        if let Some((waiting, done)) = view.waiting.and_then(|one| Some((one, one.review?))) {
            let moves = divvy_words::moves(self.game.round().record().moves().len());
            return waiting.text(view, &format!("Going through the game: {done} of {moves}"));
        }
        let (ply, to) = (self.tree.ply(), self.to());
        if self.is_untouched() && self.kind == Kind::Position {
            return INTRODUCTION.to_owned();
        }
        if self.slip().is_some() {
            return "Go to a number to see why it wins or loses.".to_owned();
        }
        let skipped = to.skipped(self.shown.skipped_after(ply));
        let next = match (&self.review, self.reviewed_next()) {
            (Some(review), Some(next)) if self.kind == Kind::Position => {
                let slip = if next.slip { "A slip." } else { "" };
                vec!["In the game:".into(), to.played(next, review), slip.into()]
            }
            (Some(review), Some(_)) => to.after(ply + 1, review, &self.game).to_vec(),
            (Some(review), None) if self.tree.is_main() && ply == review.moves.len() => {
                // The headline has said how it ended, unless a player resigned.
                match self.shown.is_over() {
                    true => to.standing(&self.game).into_iter().collect(),
                    false => vec![to.closing(review, &self.game)],
                }
            }
            _ => Vec::new(),
        };
        let told = Sentence::joined(skipped.chain(next));
        let told = if told.is_empty() { to.so_far(&self.round()) } else { told };
        told.to_string()
    }

    fn heading(&self, most: usize) -> String {
        let (ply, all) = (self.tree.ply(), self.tree.line().len() - 1);
        let at = divvy_words::position_of(ply, all, self.tree.is_main());
        let slips = self.tree.slips();
        match (self.kind, slips.iter().position(|&slip| slip == ply), &self.review) {
            (Kind::Review, Some(place), _) => {
                format!("Review: slip {} of {}, {at}", place + 1, slips.len())
            }
            (Kind::Review, _, review) => {
                let summary = review.as_ref().map(|review| self.to().summary(review).to_string());
                let long = format!("Review: {at}. {}", summary.unwrap_or_default());
                if width(&long) > most { format!("Review: {at}") } else { long }
            }
            _ if self.shown.is_over() => format!("Exploring: {at}"),
            _ => {
                let (to, round) = (self.to(), self.round());
                let texts = [to.headline(&round).joined(), to.turn(&round)];
                let mut long = texts.iter().map(|text| format!("Exploring: {at}. {text}."));
                long.find(|long| width(long) <= most).unwrap_or_else(|| format!("Exploring: {at}"))
            }
        }
    }

    fn draw_head(&self, buffer: &mut Buffer, view: &View, layout: &BoardLayout) {
        let theme = &view.theme;
        let mut headline = self.headline(view);
        if !self.pointer.typed.is_empty() {
            headline = format!("{headline} Number: {}_", self.pointer.typed);
        }
        // Without a panel the proof stands here, in short where there is no room for all, and at last not at all.
        let proof = self.proved(view, layout.panel).filter(|_| layout.panel.height == 0);
        let said = match (&self.pointer.note, &self.beyond, proof) {
            (Some(note), ..) => vec![(note.style(theme), note.text.clone())],
            (_, Some(beyond), _) => vec![(theme.refusal, beyond.clone())],
            (.., Some((worth, texts))) => {
                let texts = texts.iter().map(String::as_str).chain([""]);
                texts.map(|text| (theme.ink(), format!("{worth} {text}"))).collect()
            }
            _ => vec![(theme.quiet(), self.below(view))],
        };
        let heads = said.into_iter().map(|said| {
            let mut parts = vec![(theme.title, headline.trim_start().to_owned()), said];
            parts.retain(|(_, text)| !text.is_empty());
            let goal = view.text(&self.heading(layout.head.width.into()));
            Head { parts, owned: Vec::new(), goal, banner: None }
        });
        let heads: Vec<Head> = heads.collect();
        // The heading matters more than a long reason, but not more than any.
        let room = Rect { height: layout.head.height - 1, ..layout.head };
        let long = heads.iter().take(2).filter(|head| head.fits(view, room));
        let mut fitting = long.chain(heads.iter().filter(|head| head.fits(view, layout.head)));
        let head = fitting.next().or(heads.last());
        head.into_iter().for_each(|head| head.draw(buffer, view, layout.head));
    }

    /// What the number under the cursor is worth and how soon the game ends; and why, if that is known, from the longest text to
    /// the shortest that this panel, or the head, may have room for. Of a number that cannot be played, why not.
    fn proved(&self, view: &View, panel: Rect) -> Option<(String, Vec<String>)> {
        let (cursor, values) = (self.pointer.cursor, self.worth());
        if values.is_empty() {
            return None;
        }
        let texts = |told: &Told| {
            let wide = panel.width >= 32;
            let sign = if wide { view.glyphs.answered } else { view.glyphs.answer };
            let each = |whole| Partners::Each { sign, whole };
            let lengths = match panel.height {
                0 => vec![told.partners, Partners::Unsaid],
                _ => vec![each(true), each(false), told.partners],
            };
            lengths.into_iter().map(|partners| self.said(told, partners)).collect()
        };
        if let Some((last, told)) = self.whole().filter(|_| !self.plain) {
            return Some((divvy_words::why(last, Outcome::Win), texts(told)));
        }
        if let Err(refusal) = self.shown.check(cursor) {
            let why = format!("It is {}.", divvy_words::reason(refusal));
            // What was refused has been said above.
            let refused = self.pointer.note.as_ref().is_some_and(|note| note.refusal.is_some());
            let open = !self.shown.is_over() && !refused && !self.is_at_last();
            return open.then(|| (format!("{cursor} cannot be played."), vec![why]));
        }
        let found = values.binary_search_by_key(&cursor, |(number, _)| *number).ok()?;
        let value = values[found].1;
        let mut worth = divvy_words::worth_in_moves(cursor, value);
        // The move that led here is asked about first, unless a turn was skipped after it.
        let refuted = value.outcome == Outcome::Win && self.is_placed();
        let made = self.tree.line()[self.tree.ply()].made;
        let lost = made.filter(|(_, by)| refuted && *by != self.shown.to_move());
        if let Some((last, _)) = lost {
            let why = divvy_words::why(last, Outcome::Loss);
            let wins = |(number, value): &(Number, Value)| {
                (value.outcome == Outcome::Win && *number != cursor).then_some(*number)
            };
            let others: Vec<Number> = values.iter().filter_map(wins).collect();
            if others.len() < 3 {
                worth += &divvy_words::win_too(&others);
            }
            let fits = width(&why) + width(&worth) + 3 <= panel.width.into();
            let between = if fits || panel.height == 0 { " " } else { "\n" };
            worth = why + between + &worth;
        }
        if self.plain {
            return Some((worth, vec![format!("{} shows why.", view.key(Command::Hint))]));
        }
        Some((worth, self.proofs.get(&cursor).map(texts).unwrap_or_default()))
    }

    pub(super) fn layout(&self, view: &View) -> BoardLayout {
        let with = |rows| BoardLayout::new(view, self.game.rules().board(), rows);
        let game = with(BOTTOM).grid;
        // Digits as large and columns as many as on the board that is played on matter more than the last rows of the strip.
        let like = |BoardLayout { grid, .. }: &BoardLayout| {
            (grid.is_large() == game.is_large(), grid.columns == game.columns)
        };
        let layouts = (2..=STRIP).map(|rows| with([rows, 0]));
        let mut layout = layouts.max_by_key(like).unwrap_or_else(|| with([STRIP, 0]));
        // In a narrow window, a panel beside the numbers says what would be above them: a row of that is for the strip.
        if layout.bottom.height == 2 && layout.panel.height > 0 && view.window.width < 80 {
            layout.head.height -= 1;
            layout.bottom.height += 1;
            let BoardLayout { grid, panel, bottom, .. } = &mut layout;
            [&mut grid.area, panel, bottom].into_iter().for_each(|area| area.y -= 1);
        }
        layout
    }

    pub(super) fn draw_all(&self, buffer: &mut Buffer, view: &View) {
        let layout = self.layout(view);
        let (values, proof) = (self.worth(), self.proof());
        let slip = self.slip().map(|slip| slip.number);
        let picture = Picture {
            game: &self.game,
            record: &self.shown,
            pointer: &self.pointer,
            cursor: (!self.shown.is_over()).then_some(self.pointer.cursor),
            marks: Marks::Worth { values: &values, proof, slip },
            muted: false,
            hidden: false,
            lit: false,
        };
        picture.draw(buffer, view, &layout);
        self.draw_strip(buffer, view, layout.bottom);
        self.draw_head(buffer, view, &layout);
        let panel = layout.panel;
        if let Some((worth, texts)) = self.proved(view, panel).filter(|_| panel.height > 0) {
            let high = |text: &str| wrap(text, usize::from(panel.width) - 2).len();
            let fits = |text: &&String| high(&worth) + high(text) < panel.height.into();
            let why = texts.iter().find(fits).or(texts.last()).map_or("", String::as_str);
            let head = (view.theme.title, worth.clone());
            picture.draw_note(buffer, view, &layout, head, why, Vec::new());
        }
        if self.notation {
            draw_notation(buffer, view, &layout, &self.shown.to_string());
        }
    }
}

/// Moves as text over the whole width, so that a line of them can be copied.
pub(crate) fn draw_notation(buffer: &mut Buffer, view: &View, layout: &BoardLayout, text: &str) {
    let area = Rect { x: 0, width: view.window.width, ..layout.grid.area };
    view.clear(buffer, Rect { height: layout.bottom.bottom() - area.y, ..area });
    let notation: Vec<char> = text.chars().collect();
    let back = format!(" {} goes back to the board.", view.key(Command::Back));
    let said = [" The moves as text to copy. divvy tui --explore reads them.", &back, ""];
    let mut lines = said.map(|text| Line::styled(text, view.theme.quiet())).to_vec();
    let rows = notation.chunks(area.width.into());
    lines.extend(rows.map(|row| Line::styled(String::from_iter(row), view.theme.text)));
    view.lines(buffer, area, &lines);
}

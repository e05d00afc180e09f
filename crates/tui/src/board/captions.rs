//! What is said above the numbers and below them. The space for it is kept free, so that no number moves.

use divvy_match::Match;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use super::face::face;
use super::layout::BoardLayout;
use super::notes::Thought;
use super::picture::audience;
use super::{BoardScreen, Tip};
use crate::command::Command;
use crate::theme::Tone;
use crate::view::{View, wrapped};

/// Draws what is said above the numbers, each part in its style; a banner has a ground of its own.
pub(crate) fn draw_head(
    buffer: &mut Buffer,
    view: &View,
    area: Rect,
    parts: &[(Style, String)],
    banner: Option<Style>,
) {
    let lines: Vec<Line<'static>> = parts
        .iter()
        .flat_map(|(style, text)| wrapped(*style, &view.text(text), area.width.into()))
        .collect();
    // An empty row above, unless every row is needed.
    let above = u16::from(lines.len() < usize::from(area.height));
    if let Some(style) = banner {
        let ground = Rect { x: 0, width: view.window.width, ..area };
        // A row between banner and numbers, unless every row is needed.
        let below = u16::from(lines.len() + 1 < usize::from(area.height));
        buffer.set_style(Rect { height: area.height - below, ..ground }, style);
    }
    view.lines(buffer, Rect { y: area.y + above, height: area.height - above, ..area }, &lines);
}

impl BoardScreen {
    pub(super) fn draw_captions(&self, buffer: &mut Buffer, view: &View, layout: &BoardLayout) {
        let banner = self.banner(view);
        let theme = &view.theme;
        let head = banner.unwrap_or(theme.title);
        let below = banner.unwrap_or(theme.text);
        let mut parts = vec![(head, self.headline.clone())];
        let note = self.note.iter();
        parts.extend(note.map(|note| (banner.unwrap_or(theme.note(note.tone)), note.text.clone())));
        parts.extend(self.second_line(view).map(|text| {
            // A turn that was skipped must not be missed.
            (if self.was_skipped() { theme.note(Tone::Alert) } else { below }, text)
        }));
        draw_head(buffer, view, layout.head, &parts, banner);
        let bottom = match self.typed.is_empty() {
            true => (theme.text, self.prospect_text()),
            false => (theme.title, format!("Number: {}_", self.typed)),
        };
        let text = view.cut(&view.text(&bottom.1), view.columns());
        buffer.set_string(layout.bottom.x, layout.bottom.y, text, bottom.0);
        if self.tip.as_ref().is_some_and(|tip| tip.whole) {
            self.draw_tip(buffer, view, layout);
        }
    }

    /// Whether a turn was skipped after the last move, or before it.
    fn was_skipped(&self) -> bool {
        let record = self.record();
        let last = record.moves().len();
        let skipped = |place: usize| record.skipped_after(place).next().is_some();
        !self.is_over() && last > 0 && (skipped(last) || last > 1 && skipped(last - 1))
    }

    /// The colour of the winner, once there is one.
    fn banner(&self, view: &View) -> Option<Style> {
        let ending = self.game().round().ending()?;
        let winner = ending.winner().map(|seat| view.theme.filled[seat.index()]);
        Some(winner.unwrap_or(view.theme.cursor))
    }

    fn second_line(&self, view: &View) -> Option<String> {
        let waiting = self.waiting_text(view);
        if waiting.is_some() {
            return waiting;
        }
        if self.is_over() {
            let audience = audience(self.game());
            let standing = audience.standing(self.game());
            return standing.or_else(|| audience.score(self.picture().won()));
        }
        let verdict = |tip: &Tip| {
            let verdict = divvy_words::verdict(tip.advice.outcome);
            match tip.whole {
                true => verdict.to_owned(),
                false => {
                    let key = view.key(Command::Hint);
                    format!("{verdict} ({key} once more: what to do, and why.)")
                }
            }
        };
        self.tip.as_ref().map(verdict).or_else(|| Some(self.so_far.clone()))
    }

    fn waiting_text(&self, view: &View) -> Option<String> {
        let waiting = self.waiting.filter(|_| !self.is_stuck())?;
        let glyphs = view.glyphs;
        let sign = glyphs.spinner[view.ticks % glyphs.spinner.len()];
        let time = match waiting.seconds {
            0 => String::new(),
            seconds => format!(" {seconds} s"),
        };
        let what = match waiting.thought {
            Thought::Move => format!("{} thinks", mover(self.game())),
            Thought::Hint => "Working out the hint".to_owned(),
            Thought::Review => {
                let moves = divvy_words::moves(self.record().moves().len());
                format!("Going through the game: {} of {moves}", waiting.done)
            }
        };
        let happened = match waiting.thought {
            Thought::Move => audience(self.game()).happened(self.game()) + " ",
            Thought::Hint | Thought::Review => String::new(),
        };
        Some(format!("{}{sign} {what}{}{time}", happened.trim_start(), glyphs.ellipsis))
    }

    /// A hint stands in the place of the face, or above it where both fit.
    fn draw_tip(&self, buffer: &mut Buffer, view: &View, layout: &BoardLayout) {
        let Some(tip) = &self.tip else { return };
        let opponent = self.opponent();
        let advice = divvy_words::advice_on_board(&tip.advice, opponent, tip.is_lettered());
        let mut area = layout.face;
        if area.y > layout.grid.area.y {
            // Below the numbers, down to the last line.
            area.height += layout.bottom.height;
        }
        let hint = format!("{} Hint: {advice}", view.glyphs.best);
        let mut lines: Vec<Line<'_>> =
            wrapped(view.theme.text, &view.text(&hint), area.width.into()).collect();
        let face = face(&self.picture(), view, layout);
        if lines.len() + 1 + face.len() <= usize::from(area.height) {
            lines.push(Line::default());
            lines.extend(face);
        }
        view.clear(buffer, area);
        view.lines(buffer, area, &lines);
    }

    /// What would follow from playing the number under the cursor; nothing while the opponent is to move.
    fn prospect_text(&self) -> String {
        let tip = self.tip.as_ref().filter(|tip| tip.whole);
        match tip.and_then(|tip| tip.partner(self.cursor)) {
            Some(partner) => {
                format!("The partner of {} is {partner}. {}", self.cursor, self.prospect)
            }
            None => self.prospect.clone(),
        }
    }
}

/// The player to move, as a sentence about that player begins.
fn mover(game: &Match) -> String {
    audience(game).who(game.round().to_move())
}

//! What is said above the numbers and below them. The space for it is kept free, so that no number moves.

use divvy_match::Match;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use super::face::face;
use super::layout::BoardLayout;
use super::notes::{Thought, Waiting};
use super::picture::audience;
use super::{BoardScreen, Tip};
use crate::command::Command;
use crate::text::width;
use crate::theme::Tone;
use crate::view::{View, wrapped};

/// What is said above the numbers.
#[derive(Default)]
pub(crate) struct Head {
    /// Each part in its style.
    pub(crate) parts: Vec<(Style, String)>,
    /// What the game is about, in the first row if there is room.
    pub(crate) goal: Option<String>,
    /// A ground of its own.
    pub(crate) banner: Option<Style>,
}

impl Head {
    fn lines(&self, view: &View, area: Rect) -> Vec<Line<'static>> {
        let lines =
            |(style, text): &(Style, String)| wrapped(*style, &view.text(text), area.width.into());
        self.parts.iter().flat_map(lines).collect()
    }

    pub(crate) fn draw(&self, buffer: &mut Buffer, view: &View, area: Rect) {
        let lines = self.lines(view, area);
        let high = lines.len() as u16;
        let spare = area.height.saturating_sub(high);
        // As many empty rows above as below in a banner; else the row before the numbers is left free first.
        let above = match (self.banner, &self.goal) {
            (None, Some(_)) => u16::from(spare > 0),
            _ => u16::from(spare > 1),
        };
        if let Some(style) = self.banner {
            let height = (high + 2 * above).min(area.height);
            buffer.set_style(Rect { x: 0, width: view.window.width, height, ..area }, style);
        } else if let Some(goal) = self.goal.as_ref().filter(|_| above > 0) {
            let goal = view.cut(goal, area.width.into());
            buffer.set_string(area.x, area.y, goal, view.theme.text);
        }
        view.lines(buffer, Rect { y: area.y + above, height: area.height - above, ..area }, &lines);
    }
}

impl BoardScreen {
    fn head(&self, view: &View, area: Rect) -> Head {
        let banner = self.banner(view);
        let theme = &view.theme;
        let title = banner.unwrap_or(theme.title);
        let below = banner.unwrap_or(theme.text);
        let mut parts = vec![(title, self.headline.clone())];
        let note = self.note.iter();
        parts.extend(note.map(|note| (banner.unwrap_or(theme.note(note.tone)), note.text.clone())));
        parts.extend(self.second_line(view, below));
        let goal = Some(divvy_words::goal(self.game().rules()));
        let mut head = Head { parts, goal, banner };
        // A message matters more than what has happened before.
        if self.note.is_some() && head.lines(view, area).len() > usize::from(area.height) {
            head.parts.truncate(2);
        }
        head
    }

    pub(super) fn draw_captions(&self, buffer: &mut Buffer, view: &View, layout: &BoardLayout) {
        let theme = &view.theme;
        self.head(view, layout.head).draw(buffer, view, layout.head);
        let bottom = match self.typed.is_empty() {
            true => (theme.text, self.prospect_text(view)),
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
        let record = self.game().round().record();
        let last = record.moves().len();
        let skipped = |place: usize| record.skipped_after(place).next().is_some();
        !self.is_over() && last > 0 && (skipped(last) || last > 1 && skipped(last - 1))
    }

    /// The colour of the winner, once there is one.
    fn banner(&self, view: &View) -> Option<Style> {
        let round = self.game().round();
        let winner = round.winner().map(|seat| view.theme.filled[seat.index()]);
        round.is_over().then(|| winner.unwrap_or(view.theme.cursor))
    }

    /// What has happened, or what stands in its place.
    fn second_line(&self, view: &View, usual: Style) -> Option<(Style, String)> {
        // A turn that was skipped must not be missed.
        let happened = if self.was_skipped() { view.theme.note(Tone::Alert) } else { usual };
        if let Some(waiting) = self.waiting.filter(|_| !self.is_stuck()) {
            let style = if waiting.thought == Thought::Move { happened } else { usual };
            return Some((style, self.waiting_text(view, waiting)));
        }
        if self.is_over() {
            let audience = audience(self.game());
            let standing = audience.standing(self.game()).map(|standing| standing.to_string());
            let told = standing.or_else(|| audience.score(self.picture().won()));
            return told.map(|told| (usual, told));
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
        let told = match &self.tip {
            Some(tip) => (usual, verdict(tip)),
            None => (happened, self.so_far.clone()),
        };
        Some(told)
    }

    fn waiting_text(&self, view: &View, waiting: Waiting) -> String {
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
            Thought::Move => format!("{} ", audience(self.game()).last_turns(self.game().round())),
            Thought::Hint | Thought::Review => String::new(),
        };
        format!("{}{sign} {what}{}{time}", happened.trim_start(), glyphs.ellipsis)
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

    /// What would follow from playing the number under the cursor, as much as fits into a line; nothing while the opponent
    /// is to move.
    fn prospect_text(&self, view: &View) -> String {
        let [whole, short] = &self.prospect;
        let tip = self.tip.as_ref().filter(|tip| tip.whole);
        let partner = tip.and_then(|tip| tip.partner(self.cursor));
        let with_partner =
            partner.map(|partner| format!("The partner of {} is {partner}. {whole}", self.cursor));
        let fits = |text: &String| width(text) <= view.columns();
        with_partner.into_iter().chain([whole.clone()]).find(fits).unwrap_or_else(|| short.clone())
    }
}

/// The player to move, as a sentence about that player begins.
fn mover(game: &Match) -> String {
    audience(game).who(game.round().to_move()).to_string()
}

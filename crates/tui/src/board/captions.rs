//! What is said above the numbers and below them. The space for it is kept free, so that no number moves.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use super::BoardScreen;
use super::layout::BoardLayout;
use super::panel::panel;
use super::picture::audience;
use super::play::{JobKind, Step, Waiting};
use crate::command::Command;
use crate::text::width;
use crate::theme::{Colours, ThemeName};
use crate::view::{View, wrapped};

/// What is said above the numbers.
pub(crate) struct Head {
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
        // As many empty rows above as below in a banner, and one below it; else the row before the numbers is left free
        // first.
        let above = match (self.banner, &self.goal) {
            (Some(_), _) => u16::from(spare > 2),
            (None, Some(_)) => u16::from(spare > 0),
            _ => u16::from(spare > 1),
        };
        if let Some(style) = self.banner {
            let height = (high + 2 * above).min(area.height);
            buffer.set_style(Rect { x: 0, width: view.window.width, height, ..area }, style);
        } else if let Some(goal) = self.goal.as_ref().filter(|_| above > 0) {
            let goal = view.cut(goal, area.width.into());
            buffer.set_string(area.x, area.y, goal, view.theme.quiet());
        }
        view.lines(buffer, Rect { y: area.y + above, height: area.height - above, ..area }, &lines);
    }
}

impl BoardScreen {
    fn head(&self, view: &View, area: Rect) -> Head {
        let (theme, round) = (&view.theme, self.game().round());
        // The colour of the winner, once there is one.
        let coloured = view.look.colours > Colours::None && view.look.theme != ThemeName::Mono;
        let winner = round.winner().filter(|_| coloured).map(|seat| theme.filled[seat.index()]);
        let banner = round.is_over().then(|| winner.unwrap_or(theme.cursor));
        let title = banner.unwrap_or(theme.title);
        let below = banner.unwrap_or(theme.quiet());
        let mut parts = vec![(title, self.headline.clone())];
        parts.extend(self.note.as_ref().map(|note| {
            let usual = if note.refusal { theme.refusal } else { theme.ink() };
            (banner.unwrap_or(usual), note.text.clone())
        }));
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
        self.head(view, layout.head).draw(buffer, view, layout.head);
        let (style, text) = match self.typed.is_empty() {
            true => (view.theme.quiet(), self.preview(view)),
            false => (view.theme.title, format!("Number: {}_", self.typed)),
        };
        let text = view.cut(&view.text(&text), view.columns());
        buffer.set_string(layout.bottom.x, layout.bottom.y, text, style);
        self.draw_hint(buffer, view, layout);
    }

    /// Whether a turn was skipped after the last move, or before it.
    fn was_skipped(&self) -> bool {
        let record = self.game().round().record();
        let last = record.moves().len();
        let skipped = |place: usize| record.skipped_after(place).next().is_some();
        !self.is_over() && last > 0 && (skipped(last) || last > 1 && skipped(last - 1))
    }

    /// What has happened, or what stands in its place.
    fn second_line(&self, view: &View, usual: Style) -> Option<(Style, String)> {
        // A turn that was skipped must not be missed.
        let happened = if self.was_skipped() { view.theme.alert } else { usual };
        if let Some(waiting) = self.waiting.filter(|_| !self.is_stuck()) {
            let style = if waiting.kind == JobKind::Move { happened } else { usual };
            return Some((style, self.waiting_text(view, waiting)));
        }
        if self.is_over() {
            let audience = audience(self.game());
            let standing = audience.standing(self.game()).map(|standing| standing.to_string());
            let told = standing.or_else(|| audience.score(view.won(self.game())));
            return told.map(|told| (usual, told));
        }
        let Some(hint) = &self.hint else {
            let so_far = match view.hides_playable {
                true => audience(self.game()).last_turns(self.game().round()).to_string(),
                false => self.so_far.clone(),
            };
            return Some((happened, so_far));
        };
        let key = view.key(Command::Hint);
        let (advice, opponent) = (&hint.advice, self.opponent());
        let text = match hint.shown {
            Step::Nudge => format!("{} ({key}: the move.)", divvy_words::nudge(advice, &opponent)),
            Step::Move => {
                let [what, _] = divvy_words::advice_in_steps(advice, &opponent);
                format!("{} {what} ({key}: why.)", view.glyphs.best)
            }
            Step::Reason => divvy_words::verdict(hint.advice.outcome).to_owned(),
        };
        Some((view.theme.ink(), text))
    }

    fn opponent(&self) -> String {
        audience(self.game()).called(self.game().round().to_move().other())
    }

    fn waiting_text(&self, view: &View, waiting: Waiting) -> String {
        let glyphs = view.glyphs;
        let sign = glyphs.spinner[view.ticks % glyphs.spinner.len()];
        let time = match waiting.seconds {
            0 => String::new(),
            seconds => format!(" {seconds} s"),
        };
        let (audience, round) = (audience(self.game()), self.game().round());
        let (happened, what) = match waiting.kind {
            JobKind::Move => {
                let thinks = format!("{} thinks", audience.who(round.to_move()));
                (format!("{} ", audience.last_turns(round)), thinks)
            }
            JobKind::Hint => (String::new(), "Working out the hint".to_owned()),
            JobKind::Review => {
                let moves = divvy_words::moves(self.record().moves().len());
                (String::new(), format!("Going through the game: {} of {moves}", waiting.done))
            }
        };
        format!("{}{sign} {what}{}{time}", happened.trim_start(), glyphs.ellipsis)
    }

    /// A hint stands in the place of the panel, or above it where both fit.
    fn draw_hint(&self, buffer: &mut Buffer, view: &View, layout: &BoardLayout) {
        let Some(hint) = self.hint_from(Step::Reason) else { return };
        let opponent = self.opponent();
        let advice = divvy_words::advice_on_board(&hint.advice, &opponent, hint.is_lettered());
        let mut area = layout.panel;
        if area.y > layout.grid.area.y {
            // Below the numbers, down to the last line.
            area.height += layout.bottom.height;
        }
        let hint = format!("{} Hint: {advice}", view.glyphs.best);
        let mut lines = wrapped(view.theme.text, &view.text(&hint), area.width.into());
        let panel = panel(&self.picture(view), view, layout);
        if lines.len() + 1 + panel.len() <= usize::from(area.height) {
            lines.push(Line::default());
            lines.extend(panel);
        }
        view.clear(buffer, area);
        view.lines(buffer, area, &lines);
    }

    /// What would follow from playing the number under the cursor, as much as fits into a line; nothing while the opponent
    /// is to move.
    fn preview(&self, view: &View) -> String {
        if !view.preview || view.hides_playable || !self.is_persons_turn() {
            return String::new();
        }
        let (audience, round) = (audience(self.game()), self.game().round());
        let complete = audience.if_played(round, self.cursor, false);
        let partner = self.hint_from(Step::Reason).and_then(|hint| hint.partner(self.cursor));
        let with_partner = partner
            .map(|partner| format!("The partner of {} is {partner}. {complete}", self.cursor));
        let fits = |text: &String| width(text) <= view.columns();
        let mut texts = with_partner.into_iter().chain([complete]);
        texts.find(fits).unwrap_or_else(|| audience.if_played(round, self.cursor, true))
    }
}

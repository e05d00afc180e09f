//! What is said above the numbers and below them. The space for it is kept free, so that no number moves.

use divvy_match::Plan;
use divvy_rules::{Number, Player, Position};
use divvy_words::Drawn;
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::BoardScreen;
use super::layout::{BoardLayout, WIDE};
use super::panel::{panel, spread};
use super::picture::{Picture, audience};
use super::play::Step;
use crate::command::Command;
use crate::theme::{Colours, ThemeName};
use crate::view::{View, width, wrapped};

/// What is said above the numbers.
pub(crate) struct Head {
    pub(crate) parts: Vec<(Style, String)>,
    /// Numbers in the first part that have the colours of players.
    pub(crate) owned: Vec<(Number, Style)>,
    /// What the game is about, in the first row if there is room.
    pub(crate) goal: String,
    /// A ground of its own.
    pub(crate) banner: Option<Style>,
}

impl Head {
    fn lines(&self, view: &View, area: Rect) -> Vec<Line<'static>> {
        let lines = |(index, (style, text)): (usize, &(Style, String))| {
            let mut lines = wrapped(*style, &view.text(text), area.width.into());
            if index == 0 && !self.owned.is_empty() {
                lines = lines.iter().map(|line| self.coloured(line)).collect();
            }
            lines
        };
        self.parts.iter().enumerate().flat_map(lines).collect()
    }

    pub(crate) fn fits(&self, view: &View, area: Rect) -> bool {
        self.lines(view, area).len() <= area.height.into()
    }

    pub(crate) fn draw(&self, buffer: &mut Buffer, view: &View, area: Rect) {
        let lines = self.lines(view, area);
        let high = lines.len() as u16;
        let spare = area.height.saturating_sub(high);
        // As many empty rows above as below in a banner; else the row before the numbers is left free first.
        let above = u16::from(spare > u16::from(self.banner.is_some()));
        if let Some(style) = self.banner {
            draw_banner(buffer, view, Rect { y: area.y + above, height: high, ..area }, style);
        } else if above > 0 {
            let goal = view.cut(&self.goal, area.width.into());
            buffer.set_string(area.x, area.y, goal, view.theme.quiet());
        }
        view.lines(buffer, Rect { y: area.y + above, height: area.height - above, ..area }, &lines);
    }

    fn coloured(&self, line: &Line<'static>) -> Line<'static> {
        let text = line.to_string();
        let words = text.split_inclusive(' ').map(|word| {
            let number = word.trim_matches(|c: char| !c.is_ascii_digit()).parse().ok();
            let owned = self.owned.iter().find(|(one, _)| Some(one.get()) == number);
            Span::styled(word.to_owned(), owned.map_or(line.style, |(_, style)| *style))
        });
        words.collect()
    }
}

/// The ground of these rows over the whole width, with half a row more above and below where there are signs for that.
fn draw_banner(buffer: &mut Buffer, view: &View, rows: Rect, style: Style) {
    let rows = Rect { x: 0, width: view.window.width, ..rows };
    buffer.set_style(rows, style);
    let reversed = style.add_modifier.contains(Modifier::REVERSED);
    let colour = if reversed { style.fg } else { style.bg };
    if let Some(colour) = colour.filter(|_| !view.look.ascii && rows.y > 1) {
        let line = |sign: &str| Line::styled(sign.repeat(rows.width.into()), colour);
        buffer.set_line(0, rows.y - 1, &line("▄"), rows.width);
        buffer.set_line(0, rows.bottom(), &line("▀"), rows.width);
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
        let below = banner.map_or(theme.quiet(), Style::not_bold);
        let headline = audience(self.game()).headline(round);
        let (turn, all) = (headline.turn.to_string(), headline.joined().to_string());
        // How it ended stands in a line of its own.
        let (first, rest) = match all.strip_prefix(turn.as_str()) {
            Some(why) if banner.is_some() => (&turn, why.trim()),
            _ => (&all, ""),
        };
        let mut parts = vec![(title, first.clone())];
        parts.extend((!rest.is_empty()).then(|| (below, rest.to_owned())));
        parts.extend(
            self.pointer
                .note
                .as_ref()
                .map(|note| (banner.unwrap_or(note.style(theme)), note.text.clone())),
        );
        parts.extend(self.second_line(view, below, &all));
        let goal = divvy_words::goal(self.game().rules());
        let owned = if banner.is_none() { self.owned(view) } else { Vec::new() };
        let mut head = Head { parts, owned, goal, banner };
        // A message matters more than what has happened before.
        if self.pointer.note.is_some() && !head.fits(view, area) {
            head.parts.truncate(2);
        }
        head
    }

    /// The numbers that the move has to go by, in the colours of those who played them.
    fn owned(&self, view: &View) -> Vec<(Number, Style)> {
        let (picture, theme) = (self.picture(view), &view.theme);
        let goes_by = |number: Number| match self.record().position() {
            Position::Race(race) => race.token(race.to_move()).at == number,
            Position::Removal(position) => {
                position.last().into_iter().chain(position.setters()).any(|one| one == number)
            }
        };
        let owned = picture.owners().filter(|(number, _)| goes_by(*number));
        owned.map(|(number, seat)| (number, theme.seats[seat.index()])).collect()
    }

    pub(super) fn draw_captions(&self, buffer: &mut Buffer, view: &View, layout: &BoardLayout) {
        self.head(view, layout.head).draw(buffer, view, layout.head);
        let (style, text) = match self.pointer.typed.is_empty() {
            true if self.is_over() => (view.theme.ink(), self.who_begins()),
            true => (view.theme.quiet(), self.preview(view)),
            false => (view.theme.title, format!("Number: {}_", self.pointer.typed)),
        };
        let text = view.cut(&view.text(&text), view.columns());
        buffer.set_string(layout.bottom.x, layout.bottom.y, text, style);
        self.draw_hint(buffer, view, layout);
    }

    /// Whether a turn was skipped after the last move, or before it.
    fn was_skipped(&self) -> bool {
        let (record, last) = (self.record(), self.record().moves().len());
        let skipped = |place: usize| record.skipped_after(place).next().is_some();
        !self.is_over() && last > 0 && (skipped(last) || last > 1 && skipped(last - 1))
    }

    /// What has happened, or what stands in its place.
    fn second_line(&self, view: &View, usual: Style, headline: &str) -> Option<(Style, String)> {
        // A turn that was skipped must not be missed.
        let happened = if self.was_skipped() { view.theme.alert } else { usual };
        let (to, game) = (audience(self.game()), self.game());
        if let Some(waiting) = view.waiting.filter(|waiting| !waiting.is_move) {
            return Some((usual, waiting.text(view, "Working out the hint")));
        }
        if let Some(waiting) = view.waiting {
            let thinks = format!("{} thinks", to.who(game.round().to_move()));
            let said = format!("{} ", to.last_turns(game.round()));
            return Some((happened, said.trim_start().to_owned() + &waiting.text(view, &thinks)));
        }
        if self.is_over() {
            let standing = to.standing(game).map(|standing| standing.to_string());
            let score = || to.score(view.won(game)).filter(|_| view.counts(game));
            return standing.or_else(score).map(|told| (usual, told));
        }
        let so_far = match view.hides_playable {
            true => to.last_turns(game.round()).to_string(),
            false => self.so_far.clone(),
        };
        // Before the first move the headline has said it.
        let said = so_far.ends_with(" any number.") && headline.contains(" any number ");
        (!said).then_some((happened, so_far))
    }

    /// Who would begin if the game were played again.
    fn who_begins(&self) -> String {
        let game = self.game();
        if !game.is_finished() || game.plan() != Plan::Single {
            return String::new();
        }
        let [_, second] = Player::BOTH;
        audience(game).begins_next(game.round().seat_of(second)).to_string()
    }

    fn draw_hint(&self, buffer: &mut Buffer, view: &View, layout: &BoardLayout) {
        let Some(hint) = &self.hint else { return };
        let (theme, advice, round) = (&view.theme, &hint.advice, self.game().round());
        let opponent = audience(self.game()).called(round.to_move().other());
        let (text, next) = match hint.shown {
            Step::Nudge => (divvy_words::nudge(advice, &opponent), Some("the move")),
            Step::Move => (divvy_words::advice_in_steps(advice, &opponent)[0].clone(), Some("why")),
            Step::Reason => {
                let shown = match (layout.grid.is_word(), hint.is_lettered()) {
                    (true, true) => Drawn::Letters,
                    (true, false) => Drawn::Signs(view.glyphs.pair),
                    (false, _) => Drawn::Numbers(view.glyphs.pair),
                };
                (divvy_words::advice_on_board(advice, &opponent, shown), None)
            }
        };
        let next = next.map(|next| (Command::Hint, next)).into_iter();
        let keyed = |(command, label)| view.keyed(view.key(command), label, theme.quiet());
        let keys = next.chain([(Command::Back, "close")]).map(keyed).collect();
        let step = hint.shown as usize + 1;
        let head = (theme.mark, format!("{} Hint {step} of 3", view.glyphs.best));
        self.picture(view).draw_note(buffer, view, layout, head, &text, keys);
    }

    /// What would follow from playing the number under the cursor, as much as fits into a line; nothing while the opponent
    /// is to move.
    fn preview(&self, view: &View) -> String {
        // What was refused has been said above.
        let refused = self.pointer.note.as_ref().is_some_and(|note| note.refusal.is_some());
        if !view.preview || view.hides_playable || refused || !self.is_persons_turn() {
            return String::new();
        }
        let (audience, round) = (audience(self.game()), self.game().round());
        let complete = audience.if_played(round, self.pointer.cursor, false);
        let hint = self.hint_from(Step::Reason);
        let partner = hint.and_then(|hint| hint.pairs.get(&self.pointer.cursor));
        let with_partner = partner.map(|(_, partner)| {
            format!("The partner of {} is {partner}. {complete}", self.pointer.cursor)
        });
        let fits = |text: &String| width(text) <= view.columns();
        let mut texts = with_partner.into_iter().chain([complete]);
        texts.find(fits).unwrap_or_else(|| audience.if_played(round, self.pointer.cursor, true))
    }
}

impl Picture<'_> {
    /// Something about the position on a card in the place of the panel, or above it where both fit; where there is no
    /// panel, above the numbers. It has a heading, a text, and keys beside the heading or below in a narrow panel.
    pub(crate) fn draw_note(
        &self,
        buffer: &mut Buffer,
        view: &View,
        layout: &BoardLayout,
        (style, head): (Style, String),
        text: &str,
        keys: Vec<Line<'static>>,
    ) {
        let mut area = layout.panel;
        let below = area.y > layout.grid.area.y;
        if below {
            // Below the numbers, down to the last line.
            area.height = layout.bottom.bottom() - area.y;
        } else if area.height == 0 {
            area = layout.head;
        }
        let inner = area.inner(Margin { horizontal: 1, vertical: 0 });
        let mut lines = wrapped(style, &head, inner.width.into());
        let text = wrapped(view.theme.ink(), &view.text(text), inner.width.into());
        if area.width > WIDE {
            let beside = keys.into_iter().flat_map(|key| [vec!["   ".into()], key.spans].concat());
            lines[0].extend(beside);
            lines.extend(text);
        } else {
            let parts = [lines, text, keys].into_iter().filter(|part| !part.is_empty());
            lines = spread(parts.collect(), area.height.into());
        }
        let panel = panel(self, view, layout);
        view.clear(buffer, area);
        let rest = usize::from(area.height).saturating_sub(lines.len() + 1);
        // A row is left below the text.
        let card = if below { area.height } else { area.height.min(lines.len() as u16 + 1) };
        view.card(buffer, Rect { height: card, ..area }, true, false);
        view.lines(buffer, inner, &lines);
        if panel.len() <= rest {
            let y = area.bottom() - rest as u16;
            view.lines(buffer, Rect { y, height: rest as u16, ..area }, &panel);
        }
    }
}

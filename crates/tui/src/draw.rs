//! Paints the state. Nothing here changes anything, decides anything or computes more than places.

use divvy_play::Seat;
use divvy_rules::{Number, Position, Record};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Clear, Paragraph, Widget};

use crate::app::{App, Page, Screen};
use crate::form::Form;
use crate::grid::Shape;
use crate::layout::{self, Ink, Runs};
use crate::replay::Replay;
use crate::start::{Entry, Start};
use crate::table::{Table, Tone};
use crate::theme::{Glyphs, Theme};

/// Draws the whole screen.
pub fn draw(frame: &mut Frame<'_>, app: &App) {
    let brush = Brush { theme: app.look.theme(), glyphs: app.look.glyphs() };
    let area = frame.area();
    let buffer = frame.buffer_mut();
    buffer.set_style(area, brush.theme.text);
    if app.is_cramped() {
        brush.cramped(buffer, area);
        return;
    }
    match &app.screen {
        Screen::Start(start) => brush.start(buffer, app, start),
        Screen::Setup(form) => brush.setup(buffer, app, form),
        Screen::Table(table) => brush.table(buffer, app, table, None),
        Screen::Review(table, replay) => brush.table(buffer, app, table, Some(replay)),
        Screen::Nothing => {}
    }
    if let Some(Page::Help { top }) = app.page {
        brush.help(buffer, app, top);
    }
    brush.help_line(buffer, app);
}

/// How a cell of the board is to be seen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Free,
    Legal,
    Last,
    Taken,
}

struct Brush {
    theme: Theme,
    glyphs: &'static Glyphs,
}

impl Brush {
    fn style(&self, ink: Ink) -> Style {
        let theme = &self.theme;
        match ink {
            Ink::Text => theme.text,
            Ink::Dim => theme.dim,
            Ink::Title => theme.title,
            Ink::Factor => theme.factor,
            Ink::Multiple => theme.multiple,
            Ink::Last => theme.last,
            Ink::Target => theme.target,
            Ink::Banned => theme.banned,
            Ink::Seat(seat) => theme.seats[seat.index()],
            Ink::Note(Tone::Plain) => theme.text,
            Ink::Note(Tone::Refusal) => theme.refusal,
            Ink::Note(Tone::Alert) => theme.alert,
            Ink::Note(Tone::Good) => theme.good,
        }
    }

    fn line(&self, runs: &Runs) -> Line<'static> {
        let spans = runs.iter().map(|(ink, text)| Span::styled(text.clone(), self.style(*ink)));
        Line::from(spans.collect::<Vec<_>>())
    }

    fn lines(&self, buffer: &mut Buffer, area: Rect, lines: &[Runs]) {
        for (runs, y) in lines.iter().zip(area.top()..area.bottom()) {
            buffer.set_line(area.x, y, &self.line(runs), area.width);
        }
    }

    fn cramped(&self, buffer: &mut Buffer, area: Rect) {
        let least = layout::LEAST;
        let text = format!(
            "This window is {} x {}. divvy needs {} x {}: make it larger, or play with divvy play.",
            area.width, area.height, least.width, least.height
        );
        let lines = layout::wrap(&text, usize::from(area.width));
        let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
        Paragraph::new(lines).style(self.theme.text).render(area, buffer);
    }

    fn help_line(&self, buffer: &mut Buffer, app: &App) {
        for item in layout::help_line(app) {
            let line = Line::from(vec![
                Span::styled(item.key, self.theme.key),
                Span::styled(format!(" {}", item.label), self.theme.text),
            ]);
            buffer.set_line(item.area.x, item.area.y, &line, item.area.width);
        }
    }

    fn block(&self, set: border::Set<'static>, style: Style) -> Block<'static> {
        Block::new().borders(Borders::ALL).border_set(set).border_style(style)
    }

    fn start(&self, buffer: &mut Buffer, app: &App, start: &Start) {
        let area = buffer.area;
        let title = Line::styled("divvy: number games for two", self.theme.title);
        Paragraph::new(title)
            .alignment(Alignment::Center)
            .render(Rect { height: 1, ..area }, buffer);
        for card in layout::cards(app, start) {
            let selected = card.index == start.selected;
            let set = if selected { self.glyphs.legal } else { self.glyphs.free };
            let style = if selected { self.theme.legal } else { self.theme.dim };
            let mark = if selected { self.glyphs.cursor } else { " " };
            let name = match start.entries.get(card.index) {
                Some(Entry::Continue { .. }) => self.theme.good,
                _ => self.theme.title,
            };
            let title = Span::styled(format!("{mark}{} ", card.title), name);
            self.block(set, style).title(title).render(card.area, buffer);
            for (text, y) in card.lines.iter().zip(card.area.y + 1..) {
                let wide = card.area.width.saturating_sub(4);
                buffer.set_stringn(card.area.x + 2, y, text, usize::from(wide), self.theme.text);
            }
        }
        let foot = layout::start_foot(app, start);
        let wide = area.width.min(100);
        let y = area.height.saturating_sub(1 + foot.len() as u16);
        let x = (area.width - wide) / 2 + 1;
        self.lines(buffer, Rect { x, y, width: wide - 2, height: foot.len() as u16 }, &foot);
    }

    fn setup(&self, buffer: &mut Buffer, app: &App, form: &Form) {
        let area = buffer.area;
        let lines = layout::form_lines(app, form);
        let left = lines.first().map_or(2, |line| line.area.x);
        let wide = usize::from(area.width - left);
        let game = form.game();
        buffer.set_stringn(left, 0, divvy_play::words::name(game), wide, self.theme.title);
        for (text, y) in
            layout::wrap(divvy_play::words::summary(game), wide.saturating_sub(2)).iter().zip(1..3)
        {
            buffer.set_stringn(left, y, text, wide, self.theme.text);
        }
        let mut below = 0;
        for line in &lines {
            let selected = line.index == form.selected;
            let y = line.area.y;
            below = y + 2;
            let style = if selected { self.theme.legal } else { self.theme.text };
            if selected {
                buffer.set_string(line.area.x - 2, y, self.glyphs.cursor, style);
            }
            buffer.set_string(line.area.x, y, &line.label, style);
            let value = if selected { self.theme.cursor } else { self.theme.text };
            let arrows = if selected { self.theme.key } else { self.theme.dim };
            buffer.set_string(line.less.x, y, self.glyphs.less, arrows);
            buffer.set_string(line.less.x + 2, y, &line.value, value);
            buffer.set_string(line.more.x, y, self.glyphs.more, arrows);
        }
        let (text, style) = match form.problem() {
            Some(problem) => (app.look.text(&problem), self.theme.refusal),
            None => (app.look.text(&form.remark()), self.theme.dim),
        };
        let room = wide.saturating_sub(2).min(76);
        let end = area.height.saturating_sub(1);
        for (text, y) in layout::wrap(&text, room).iter().zip(below..end) {
            buffer.set_stringn(left, y, text, room, style);
        }
    }

    fn table(&self, buffer: &mut Buffer, app: &App, table: &Table, replay: Option<&Replay>) {
        let Some(parts) = layout::board(app) else { return };
        let (title, score) = layout::header(app, table);
        let wide = buffer.area.width;
        buffer.set_string(1, 0, title, self.theme.title);
        let at = wide.saturating_sub(layout::width(&score) as u16 + 1);
        buffer.set_string(at, 0, score, self.theme.text);

        self.cells(buffer, table, replay, &parts);

        let side = Block::new().borders(Borders::LEFT).border_style(self.theme.dim);
        let side = match app.look.ascii {
            true => side.border_set(self.glyphs.legal),
            false => side,
        };
        let inner = Rect { x: parts.side.x + 2, width: parts.side.width - 2, ..parts.side };
        side.render(parts.side, buffer);
        self.lines(buffer, inner, &layout::side_lines(app, table, parts.side));

        if parts.focus.height > 0 {
            self.lines(buffer, parts.focus, &layout::focus_lines(app, table));
        }
        if let (Some(strip), Some(replay)) = (parts.strip, replay) {
            self.strip(buffer, app, table, replay, strip);
        }
        self.lines(buffer, parts.foot, &layout::foot(app));
    }

    fn cells(
        &self,
        buffer: &mut Buffer,
        table: &Table,
        replay: Option<&Replay>,
        parts: &layout::BoardLayout,
    ) {
        let record = replay.map_or_else(|| table.record(), Replay::record);
        let legal = replay.map_or_else(|| table.legal(), Replay::legal);
        let board = table.board();
        for (value, area) in parts.grid.cells(table.top) {
            let Ok(number) = board.number(value) else { continue };
            let state = match record.position() {
                Position::Removal(position) => match () {
                    () if position.last() == Some(number) => State::Last,
                    () if !position.free().contains(number) => State::Taken,
                    () if legal.contains(number) => State::Legal,
                    () => State::Free,
                },
                Position::Race(race) => match () {
                    () if race.token(race.to_move()).at == number => State::Last,
                    () if legal.contains(number) => State::Legal,
                    () => State::Free,
                },
            };
            let cursor = replay.is_none() && table.cursor() == number;
            let tag = self.tag(table, record, replay.is_some(), number);
            match parts.grid.shape {
                Shape::Tile => self.tile(buffer, area, number, state, cursor, tag),
                Shape::Word { .. } => {
                    self.word(buffer, area, parts.grid.digits, number, state, cursor, tag);
                }
            }
        }
    }

    /// The sign after a number.
    fn tag(
        &self,
        table: &Table,
        record: &Record,
        review: bool,
        number: Number,
    ) -> Option<(String, Style)> {
        let (theme, glyphs) = (&self.theme, self.glyphs);
        let sign = |sign: &str, style: Style| Some((sign.to_owned(), style));
        if let Position::Race(race) = record.position() {
            let round = table.game().round();
            let here: Vec<Seat> = divvy_rules::Player::BOTH
                .into_iter()
                .filter(|player| race.token(*player).at == number)
                .map(|player| round.seat_of(player))
                .collect();
            match here.as_slice() {
                [seat] => {
                    return sign(glyphs.tokens[seat.index()], theme.seats[seat.index()]);
                }
                [_, _] => return sign(glyphs.both, theme.title),
                _ => {}
            }
            if race.rules().target() == number {
                return sign(glyphs.target, theme.target);
            }
            if race.token(race.to_move()).banned == Some(number) {
                return sign(glyphs.banned, theme.banned);
            }
        }
        if let Some(tip) = table.tip.as_ref().filter(|tip| tip.whole && !review) {
            if tip.advice.best == Some(number) {
                return sign(glyphs.best, theme.best);
            }
            let pairs = tip.advice.pairs();
            if pairs.len() > layout::LETTERS {
                let paired = pairs.iter().any(|&(a, b)| a == number || b == number);
                return paired.then(|| (glyphs.pair.to_owned(), theme.pair));
            }
            let index = pairs.iter().position(|&(a, b)| a == number || b == number);
            return index.and_then(layout::letter).map(|letter| (letter.to_string(), theme.pair));
        }
        if review {
            return None;
        }
        let focus = table.focus();
        if focus.factors.binary_search(&number).is_ok() {
            return sign(glyphs.factor, theme.factor);
        }
        if focus.multiples.binary_search(&number).is_ok() {
            return sign(glyphs.multiple, theme.multiple);
        }
        None
    }

    fn state_style(&self, state: State) -> Style {
        match state {
            State::Free => self.theme.free,
            State::Legal => self.theme.legal,
            State::Last => self.theme.last,
            State::Taken => self.theme.taken,
        }
    }

    fn tile(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        number: Number,
        state: State,
        cursor: bool,
        tag: Option<(String, Style)>,
    ) {
        let style = self.state_style(state);
        let set = match state {
            State::Free => Some(self.glyphs.free),
            State::Legal => Some(self.glyphs.legal),
            State::Last => Some(self.glyphs.last),
            State::Taken => None,
        };
        // A line under a line is no help.
        let border = match state {
            State::Free => self.theme.dim,
            _ => style.remove_modifier(Modifier::UNDERLINED),
        };
        if let Some(set) = set {
            self.block(set, border).render(area, buffer);
        }
        let inside = area.width.saturating_sub(2);
        let digits = usize::from(inside.saturating_sub(2));
        let text = match state {
            State::Taken => format!("{:>digits$}", self.glyphs.taken),
            _ => format!("{number:>digits$}"),
        };
        let y = area.y + 1;
        let mark = if cursor { self.glyphs.cursor } else { " " };
        buffer.set_string(area.x + 1, y, format!("{mark}{text} "), style);
        if let Some((tag, style)) = tag {
            buffer.set_string(area.x + area.width - 2, y, tag, style);
        }
        if cursor {
            buffer
                .set_style(Rect { x: area.x + 1, y, width: inside, height: 1 }, self.theme.cursor);
        }
    }

    fn word(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        digits: u16,
        number: Number,
        state: State,
        cursor: bool,
        tag: Option<(String, Style)>,
    ) {
        let style = self.state_style(state);
        let digits = usize::from(digits);
        let text = match state {
            State::Taken => format!(" {:>digits$} ", self.glyphs.taken),
            State::Free => format!(" {number:>digits$} "),
            State::Legal => bracketed('[', number, ']', digits),
            State::Last => bracketed('(', number, ')', digits),
        };
        buffer.set_string(area.x, area.y, &text, style);
        if cursor {
            let wide = text.chars().count() as u16;
            if matches!(state, State::Free | State::Taken) {
                buffer.set_string(area.x, area.y, self.glyphs.cursor, style);
            }
            buffer.set_style(Rect { width: wide, height: 1, ..area }, self.theme.cursor);
        }
        if let Some((tag, style)) = tag {
            buffer.set_string(area.x + digits as u16 + 2, area.y, tag, style);
        }
    }

    /// Who stood to win after every move, and the slips.
    fn strip(&self, buffer: &mut Buffer, app: &App, table: &Table, replay: &Replay, area: Rect) {
        let (from, count) = layout::strip_window(replay.length(), replay.ply(), area);
        let label = layout::STRIP_LABEL;
        let round = table.game().round();
        let left = area.x + label as u16;
        for (player, y) in divvy_rules::Player::BOTH.into_iter().zip(area.y..) {
            let seat = round.seat_of(player);
            let name = app.look.text(table.game().name(seat));
            let name = layout::cut(&name, label - 1, self.glyphs.ellipsis);
            buffer.set_string(area.x, y, name, self.theme.seats[seat.index()]);
            for (ply, x) in (from..from + count).zip(left..) {
                let stands = replay.standing(ply) == Some(player.number());
                let (sign, style) = match stands {
                    true => (self.glyphs.bar, self.theme.seats[seat.index()]),
                    false => (self.glyphs.no_bar, self.theme.dim),
                };
                buffer.set_string(x, y, sign, style);
            }
        }
        buffer.set_string(area.x, area.y + 2, "Slips", self.theme.text);
        for reviewed in &replay.review.moves {
            if reviewed.slip && (from..from + count).contains(&reviewed.ply) {
                let x = left + (reviewed.ply - from) as u16;
                buffer.set_string(x, area.y + 2, self.glyphs.slip, self.theme.refusal);
            }
        }
        let place = format!("Move {} / {}", replay.ply(), replay.length());
        let place = layout::cut(&place, label - 1, self.glyphs.ellipsis);
        buffer.set_string(area.x, area.y + 3, place, self.theme.text);
        let x = left + (replay.ply().saturating_sub(from)) as u16;
        buffer.set_string(x, area.y + 3, self.glyphs.here, self.theme.key);
    }

    fn help(&self, buffer: &mut Buffer, app: &App, top: usize) {
        let area = buffer.area;
        let wide = area.width.min(90);
        let x = (area.width - wide) / 2;
        let page = Rect { x, y: 0, width: wide, height: area.height.saturating_sub(1) };
        Clear.render(Rect { height: area.height, ..area }, buffer);
        buffer.set_style(area, self.theme.text);
        let lines = layout::help_lines(app);
        let visible = layout::help_height(app);
        let more = lines.len() > top + visible;
        let title = Span::styled(" Help ", self.theme.title);
        let mut block = self.block(self.glyphs.legal, self.theme.dim).title(title);
        if more {
            let below = format!(" {} more lines ", lines.len() - top - visible);
            block = block.title_bottom(Span::styled(below, self.theme.key));
        }
        block.render(page, buffer);
        let inside = Rect {
            x: page.x + 3,
            y: page.y + 2,
            width: page.width.saturating_sub(6),
            height: visible as u16,
        };
        let shown = lines.get(top..(top + visible).min(lines.len())).unwrap_or_default();
        self.lines(buffer, inside, shown);
    }
}

/// A number in brackets, right in a space of so many digits.
fn bracketed(open: char, number: Number, close: char, digits: usize) -> String {
    let text = format!("{open}{number}");
    format!("{text:>wide$}{close}", wide = digits + 1)
}

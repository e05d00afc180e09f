//! Paints the state. Nothing here changes anything, decides anything or computes more than places.

mod board;

use divvy_play::words;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Clear, Paragraph, Widget};

use crate::app::{App, Page, Screen};
use crate::form::Form;
use crate::layout::{self, Ink, Runs};
use crate::start::Start;
use crate::table::Tone;
use crate::theme::{Glyphs, Theme};

/// Draws the whole screen.
pub fn draw(frame: &mut Frame<'_>, app: &App) {
    let brush = Brush { theme: app.look.styles(), glyphs: app.look.glyphs() };
    let area = frame.area();
    let buffer = frame.buffer_mut();
    buffer.set_style(area, brush.theme.text);
    // The window may have shrunk since the state heard of its size; the next screen will fit.
    let shrunk = area.width < app.size.width || area.height < app.size.height;
    if app.is_cramped() || shrunk {
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
        // Nothing is left out without a sign.
        if lines.len() > usize::from(area.height) && area.height > 0 {
            let rest = Rect { y: area.bottom() - 1, height: 1, ..area };
            Clear.render(rest, buffer);
            buffer.set_style(rest, self.theme.text);
            buffer.set_string(area.x, rest.y, self.glyphs.ellipsis, self.theme.key);
        }
    }

    fn cramped(&self, buffer: &mut Buffer, area: Rect) {
        let least = layout::LEAST;
        let text = format!(
            "This window is {} x {}. divvy needs {} x {}: make it larger, or leave with ctrl-c and use \
             divvy play.",
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
        let cards = layout::cards(app, start);
        for card in cards.clone() {
            let selected = card.index == start.selected;
            let set = if selected { self.glyphs.legal } else { self.glyphs.free };
            let style = if selected { self.theme.legal } else { self.theme.dim };
            let mark = if selected { self.glyphs.cursor } else { " " };
            let Some(title) = card.title else {
                let text = card.lines.join(" ");
                buffer.set_string(card.area.x, card.area.y, mark, style);
                let ink = if selected { self.theme.legal } else { self.theme.good };
                buffer.set_string(card.area.x + 2, card.area.y, text, ink);
                continue;
            };
            let title = Span::styled(format!("{mark}{title} "), self.theme.title);
            self.block(set, style).title(title).render(card.area, buffer);
            for (text, y) in card.lines.iter().zip(card.area.y + 1..) {
                let wide = card.area.width.saturating_sub(4);
                buffer.set_stringn(card.area.x + 2, y, text, usize::from(wide), self.theme.text);
            }
        }
        // What does not fit is there all the same.
        let last = cards.last().map_or(0, |card| card.index + 1);
        let first = cards.first().map_or(0, |card| card.index);
        let hidden = match (first, start.entries.len() - last) {
            (0, 0) => String::new(),
            (above, 0) => format!("{above} above"),
            (0, below) => format!("{below} below"),
            (above, below) => format!("{above} above, {below} below"),
        };
        let x = area.width.saturating_sub(hidden.len() as u16 + 1);
        buffer.set_string(x, 1, hidden, self.theme.key);
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
        buffer.set_stringn(left, 0, words::name(game), wide, self.theme.title);
        for (text, y) in layout::wrap(words::summary(game), wide.saturating_sub(2)).iter().zip(1..3)
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
            Some(problem) => (app.look.text(problem), self.theme.refusal),
            None => (app.look.text(&form.remark()), self.theme.dim),
        };
        let room = wide.saturating_sub(2).min(76);
        let end = area.height.saturating_sub(1);
        for (text, y) in layout::wrap(&text, room).iter().zip(below..end) {
            buffer.set_stringn(left, y, text, room, style);
        }
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
            let below = match lines.len() - top - visible {
                1 => " 1 more line ".to_owned(),
                more => format!(" {more} more lines "),
            };
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

//! The board, what stands around it, and the strip of a review.

use divvy_play::Seat;
use divvy_rules::{Number, Player, Position, RacePosition, Record};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Block, Borders, Widget};

use super::Brush;
use crate::app::App;
use crate::grid::Shape;
use crate::layout;
use crate::replay::Replay;
use crate::table::Table;

/// How a cell of the board is to be seen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Free,
    Legal,
    Last,
    Taken,
}

/// A number as it is to be seen.
struct Cell {
    number: Number,
    /// Columns for the number.
    digits: usize,
    state: State,
    cursor: bool,
    /// A sign after it.
    tag: Option<(String, Style)>,
}

impl Cell {
    /// The number, with a sign before it that it is gone or under the cursor.
    fn text(&self, taken: &str, cursor: &str) -> String {
        let digits = self.digits;
        match self.state {
            State::Taken => {
                format!("{:>wide$}", format!("{taken}{}", self.number), wide = digits + 1)
            }
            _ if self.cursor => {
                format!("{:>wide$}", format!("{cursor}{}", self.number), wide = digits + 1)
            }
            _ => format!(" {:>digits$}", self.number),
        }
    }
}

impl Brush {
    pub(super) fn table(
        &self,
        buffer: &mut Buffer,
        app: &App,
        table: &Table,
        replay: Option<&Replay>,
    ) {
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
                    () if race.token(centre(race)).at == number => State::Last,
                    () if legal.contains(number) => State::Legal,
                    () => State::Free,
                },
            };
            let cell = Cell {
                number,
                digits: usize::from(parts.grid.digits),
                state,
                cursor: replay.is_none() && table.cursor() == number,
                tag: self.tag(table, record, replay, number),
            };
            match parts.grid.shape {
                Shape::Tile { .. } => self.tile(buffer, area, cell),
                Shape::Word { .. } => self.word(buffer, area, cell),
            }
        }
    }

    /// The sign after a number.
    fn tag(
        &self,
        table: &Table,
        record: &Record,
        replay: Option<&Replay>,
        number: Number,
    ) -> Option<(String, Style)> {
        let (theme, glyphs) = (&self.theme, self.glyphs);
        let sign = |sign: &str, style: Style| Some((sign.to_owned(), style));
        if let Position::Race(race) = record.position() {
            let round = table.game().round();
            let here: Vec<Seat> = Player::BOTH
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
            let banned = race.token(race.to_move()).banned;
            if banned == Some(number) && !record.position().is_over() {
                return sign(glyphs.banned, theme.banned);
            }
        }
        if let Some(tip) = table.tip.as_ref().filter(|tip| tip.whole && replay.is_none()) {
            if tip.advice.best == Some(number) {
                return sign(glyphs.best, theme.best);
            }
            let letters = tip.advice.pairs().len() <= layout::LETTERS;
            return tip.pair(number).map(|index| match layout::letter(index) {
                Some(letter) if letters => (letter.to_string(), theme.pair),
                _ => (glyphs.pair.to_owned(), theme.pair),
            });
        }
        if let Some(replay) = replay {
            let missed = replay.last().is_some_and(|last| last.winning.contains(&number));
            return missed.then(|| (glyphs.best.to_owned(), theme.best));
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

    /// In a box.
    fn tile(&self, buffer: &mut Buffer, area: Rect, cell: Cell) {
        let style = self.state_style(cell.state);
        let set = match cell.state {
            State::Free => Some(self.glyphs.free),
            State::Legal => Some(self.glyphs.legal),
            State::Last => Some(self.glyphs.last),
            State::Taken => None,
        };
        // A line under a line is no help.
        let border = match cell.state {
            State::Free => self.theme.dim,
            _ => style.remove_modifier(Modifier::UNDERLINED),
        };
        if let Some(set) = set {
            self.block(set, border).render(area, buffer);
        }
        // A column for the cursor before the number and one for the sign after it.
        let wide = cell.digits as u16 + 2;
        let x = area.x + area.width.saturating_sub(wide) / 2;
        let y = area.y + area.height / 2;
        let text = cell.text(self.glyphs.taken, self.glyphs.cursor);
        buffer.set_string(x, y, format!("{text} "), style);
        // The number is underlined, not the space around it.
        let before = text.chars().take_while(|c| !c.is_ascii_digit()).count() as u16;
        let plain = Style::new().remove_modifier(Modifier::UNDERLINED);
        buffer.set_style(Rect { x, y, width: before, height: 1 }, plain);
        buffer.set_style(Rect { x: x + wide - 1, y, width: 1, height: 1 }, plain);
        if let Some((tag, style)) = cell.tag {
            buffer.set_string(x + wide - 1, y, tag, style);
        }
        if cell.cursor {
            buffer.set_style(Rect { x, y, width: wide, height: 1 }, self.theme.cursor);
        }
    }

    /// In brackets.
    fn word(&self, buffer: &mut Buffer, area: Rect, cell: Cell) {
        let style = self.state_style(cell.state);
        let text = match cell.state {
            State::Taken | State::Free => cell.text(self.glyphs.taken, self.glyphs.cursor) + " ",
            State::Legal => bracketed('[', cell.number, ']', cell.digits),
            State::Last => bracketed('(', cell.number, ')', cell.digits),
        };
        buffer.set_string(area.x, area.y, &text, style);
        let wide = cell.digits as u16 + 2;
        if cell.cursor {
            buffer.set_style(Rect { width: wide, height: 1, ..area }, self.theme.cursor);
        }
        if let Some((tag, style)) = cell.tag {
            buffer.set_string(area.x + wide, area.y, tag, style);
        }
    }

    /// Who stood to win after every move, and the slips.
    fn strip(&self, buffer: &mut Buffer, app: &App, table: &Table, replay: &Replay, area: Rect) {
        let (from, count) = layout::strip_window(replay.length(), replay.ply(), area);
        let label = layout::STRIP_LABEL;
        let round = table.game().round();
        let left = area.x + label as u16;
        for (player, y) in Player::BOTH.into_iter().zip(area.y..) {
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
        let place = format!("{} of {}", replay.ply(), replay.length());
        let place = layout::cut(&place, label - 1, self.glyphs.ellipsis);
        buffer.set_string(area.x, area.y + 3, place, self.theme.text);
        let x = left + (replay.ply().saturating_sub(from)) as u16;
        buffer.set_string(x, area.y + 3, self.glyphs.here, self.theme.key);
    }
}

/// The player of a race that the board is about: the winner, or whoever is to move.
fn centre(race: &RacePosition) -> Player {
    race.winner().unwrap_or_else(|| race.to_move())
}

/// A number in brackets, right in a space of so many digits.
fn bracketed(open: char, number: Number, close: char, digits: usize) -> String {
    let text = format!("{open}{number}");
    format!("{text:>wide$}{close}", wide = digits + 1)
}

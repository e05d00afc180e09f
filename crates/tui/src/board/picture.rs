//! A position as it is drawn: at the board, or at one moment of a review.

use divvy_match::{Match, Plan, Seat};
use divvy_rules::{Number, NumberSet, Player, Position, RacePosition, Record};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Block, Borders, Widget};

use super::focus::Focus;
use super::grid::Shape;
use super::layout::BoardLayout;
use super::notes::Tip;
use super::side::side_lines;
use crate::text::width;
use crate::view::{Brush, View};

/// A position as it is drawn.
pub(crate) struct Picture<'a> {
    pub(crate) game: &'a Match,
    /// The game up to the move that is shown.
    pub(crate) record: &'a Record,
    pub(crate) legal: &'a NumberSet,
    /// The first row of numbers that is shown.
    pub(crate) top: u32,
    /// None in a review.
    pub(crate) cursor: Option<Number>,
    pub(crate) marks: Marks<'a>,
}

/// Which numbers get a sign, beside those that the tokens of a race stand on.
pub(crate) enum Marks<'a> {
    /// Factors and multiples of the number under the cursor.
    Relatives(&'a Focus),
    /// The move of a hint, and partners.
    Tip(&'a Tip),
    /// The moves that would have won.
    Missed(&'a [Number]),
}

/// How a number is to be seen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellKind {
    Free,
    Legal,
    Last,
    Taken,
}

/// A number as it is to be seen.
struct NumberCell {
    number: Number,
    /// Columns for the number.
    digits: usize,
    kind: CellKind,
    cursor: bool,
    /// A sign after it.
    tag: Option<(String, Style)>,
}

impl NumberCell {
    /// The number, with a sign before it that it is gone or under the cursor.
    fn text(&self, taken: &str, cursor: &str) -> String {
        let wide = self.digits + 1;
        match self.kind {
            CellKind::Taken => format!("{:>wide$}", format!("{taken}{}", self.number)),
            _ if self.cursor => format!("{:>wide$}", format!("{cursor}{}", self.number)),
            _ => format!("{:>wide$}", self.number),
        }
    }
}

impl Picture<'_> {
    /// Draws the header, the numbers and the column beside them.
    pub(crate) fn draw(&self, buffer: &mut Buffer, view: &View, layout: &BoardLayout) {
        let brush = view.brush();
        let (title, score) = self.header(view);
        buffer.set_string(1, 0, title, brush.theme.title);
        let x = view.area().width.saturating_sub(width(&score) as u16 + 1);
        buffer.set_string(x, 0, score, brush.theme.text);

        for (value, area) in layout.grid.cells(self.top) {
            let Ok(number) = self.game.rules().board().number(value) else { continue };
            let cell = NumberCell {
                number,
                digits: usize::from(layout.grid.digits),
                kind: self.kind(number),
                cursor: self.cursor == Some(number),
                tag: self.tag(&brush, number),
            };
            match layout.grid.shape {
                Shape::Tile { .. } => brush.tile(buffer, area, cell),
                Shape::Word { .. } => brush.word(buffer, area, cell),
            }
        }

        let side = layout.side;
        let mut frame = Block::new().borders(Borders::LEFT).border_style(brush.theme.dim);
        if view.look.ascii {
            frame = frame.border_set(brush.glyphs.legal);
        }
        frame.render(side, buffer);
        let inner = Rect { x: side.x + 2, width: side.width - 2, ..side };
        brush.lines(buffer, inner, &side_lines(self, view, layout, inner));
    }

    /// The title on the left and the score on the right.
    fn header(&self, view: &View) -> (String, String) {
        let game = self.game;
        let rules = game.rules();
        let mut title = vec![divvy_words::name(rules.game()).to_owned(), rules.board().to_string()];
        title.extend(divvy_words::unusual(rules));
        let title = title.join(&format!(" {} ", view.glyphs().dot));
        let most = usize::from(view.area().width).saturating_sub(2);
        let score = match game.plan() {
            Plan::Single => String::new(),
            plan => {
                let [one, two] = Seat::BOTH.map(|seat| view.text(game.name(seat)));
                let [won, lost] = game.score();
                let kind = if matches!(plan, Plan::BestOf(_)) { "best of" } else { "of" };
                let head = format!("Round {}, {kind} {}", game.round_number(), plan.rounds());
                let whole = format!("{head}   {one} {won} : {lost} {two}");
                // Names that leave no room for the title stand beside the board as well.
                let fits = width(&whole) + width(&title) + 2 <= most;
                if fits { whole } else { format!("{head}   {won} : {lost}") }
            }
        };
        let score = view.cut(&score, most);
        let left = most.saturating_sub(width(&score) + 2);
        (view.cut(&title, left), score)
    }

    fn kind(&self, number: Number) -> CellKind {
        let legal = self.legal.contains(number);
        match self.record.position() {
            Position::Removal(position) if position.last() == Some(number) => CellKind::Last,
            Position::Removal(position) if !position.free().contains(number) => CellKind::Taken,
            Position::Race(race) if race.token(centre(race)).at == number => CellKind::Last,
            _ if legal => CellKind::Legal,
            _ => CellKind::Free,
        }
    }

    /// The sign after a number.
    fn tag(&self, brush: &Brush, number: Number) -> Option<(String, Style)> {
        let Brush { theme, glyphs } = brush;
        let sign = |sign: &str, style: Style| Some((sign.to_owned(), style));
        if let Position::Race(race) = self.record.position()
            && let Some((text, style)) = self.race_tag(brush, race, number)
        {
            return sign(text, style);
        }
        match self.marks {
            Marks::Tip(tip) if tip.advice.best == Some(number) => sign(glyphs.best, theme.best),
            Marks::Tip(tip) => {
                let index = tip.pair(number)?;
                let letter = letter(index).filter(|_| tip.advice.pairs().len() <= LETTERS);
                Some((letter.map_or_else(|| glyphs.pair.to_owned(), String::from), theme.pair))
            }
            Marks::Missed(numbers) if numbers.contains(&number) => sign(glyphs.best, theme.best),
            Marks::Relatives(focus) if focus.factors.binary_search(&number).is_ok() => {
                sign(glyphs.factor, theme.factor)
            }
            Marks::Relatives(focus) if focus.multiples.binary_search(&number).is_ok() => {
                sign(glyphs.multiple, theme.multiple)
            }
            Marks::Missed(_) | Marks::Relatives(_) => None,
        }
    }

    /// A token, the target, or the node that the player to move comes from.
    fn race_tag(
        &self,
        brush: &Brush,
        race: &RacePosition,
        number: Number,
    ) -> Option<(&'static str, Style)> {
        let Brush { theme, glyphs } = brush;
        let here = Player::BOTH.map(|player| race.token(player).at == number);
        let token = |player: Player| {
            let seat = self.game.round().seat_of(player).index();
            Some((glyphs.tokens[seat], theme.seats[seat]))
        };
        match here {
            [true, true] => return Some((glyphs.both, theme.title)),
            [true, false] => return token(Player::First),
            [false, true] => return token(Player::Second),
            [false, false] => {}
        }
        if race.rules().target() == number {
            return Some((glyphs.target, theme.target));
        }
        let banned = race.token(race.to_move()).banned == Some(number);
        (banned && race.winner().is_none()).then_some((glyphs.banned, theme.banned))
    }
}

impl Brush {
    fn cell_style(&self, kind: CellKind) -> Style {
        match kind {
            CellKind::Free => self.theme.free,
            CellKind::Legal => self.theme.legal,
            CellKind::Last => self.theme.last,
            CellKind::Taken => self.theme.taken,
        }
    }

    /// In a box.
    fn tile(&self, buffer: &mut Buffer, area: Rect, cell: NumberCell) {
        let style = self.cell_style(cell.kind);
        let set = match cell.kind {
            CellKind::Free => Some(self.glyphs.free),
            CellKind::Legal => Some(self.glyphs.legal),
            CellKind::Last => Some(self.glyphs.last),
            CellKind::Taken => None,
        };
        // A line under a line is no help.
        let border = match cell.kind {
            CellKind::Free => self.theme.dim,
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
    fn word(&self, buffer: &mut Buffer, area: Rect, cell: NumberCell) {
        let style = self.cell_style(cell.kind);
        let text = match cell.kind {
            CellKind::Legal => bracketed('[', cell.number, ']', cell.digits),
            CellKind::Last => bracketed('(', cell.number, ')', cell.digits),
            _ => cell.text(self.glyphs.taken, self.glyphs.cursor) + " ",
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
}

/// Pairs that have letters of their own.
pub(super) const LETTERS: usize = 52;

/// The letter of a pair: a to z, then A to Z.
fn letter(index: usize) -> Option<char> {
    ('a'..='z').chain('A'..='Z').take(LETTERS).nth(index)
}

/// The player of a race that the board is about: the winner, or the player to move.
fn centre(race: &RacePosition) -> Player {
    race.winner().unwrap_or_else(|| race.to_move())
}

/// A number in brackets, right in a space of so many digits.
fn bracketed(open: char, number: Number, close: char, digits: usize) -> String {
    let text = format!("{open}{number}");
    format!("{text:>wide$}{close}", wide = digits + 1)
}

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
use crate::theme::{Glyphs, Theme};
use crate::view::{View, framed};

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

#[derive(Clone, Copy, PartialEq, Eq)]
enum CellKind {
    Free,
    Legal,
    Last,
    Taken,
}

struct NumberCell {
    number: Number,
    digits: usize,
    kind: CellKind,
    cursor: bool,
    tag: Option<(String, Style)>,
}

impl Picture<'_> {
    /// Draws the header, the numbers and the column beside them.
    pub(crate) fn draw(&self, buffer: &mut Buffer, view: &View, layout: &BoardLayout) {
        let (title, score) = self.header(view);
        buffer.set_string(1, 0, title, view.theme.title);
        let x = view.area().width.saturating_sub(width(&score) as u16 + 1);
        buffer.set_string(x, 0, score, view.theme.text);

        for (value, area) in layout.grid.cells(self.top) {
            let Ok(number) = self.game.rules().board().number(value) else { continue };
            let cell = NumberCell {
                number,
                digits: usize::from(layout.grid.digits),
                kind: self.kind(number),
                cursor: self.cursor == Some(number),
                tag: self.tag(view, number),
            };
            match layout.grid.shape {
                Shape::Tile { .. } => cell.draw_tile(buffer, area, view),
                Shape::Word { .. } => cell.draw_word(buffer, area, view),
            }
        }

        let side = layout.side;
        let mut frame = Block::new().borders(Borders::LEFT).border_style(view.theme.dim);
        if view.look.ascii {
            frame = frame.border_set(view.glyphs.legal);
        }
        frame.render(side, buffer);
        let inner = Rect { x: side.x + 2, width: side.width - 2, ..side };
        view.lines(buffer, inner, &side_lines(self, view, layout, inner));
    }

    /// The title on the left and the score on the right.
    fn header(&self, view: &View) -> (String, String) {
        let game = self.game;
        let rules = game.rules();
        let mut title = vec![divvy_words::name(rules.game()).to_owned(), rules.board().to_string()];
        title.extend(divvy_words::unusual(rules));
        let title = title.join(&format!(" {} ", view.glyphs.dot));
        let most = view.columns();
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

    fn tag(&self, view: &View, number: Number) -> Option<(String, Style)> {
        let View { theme, glyphs, .. } = view;
        let sign = |sign: &str, style: Style| Some((sign.to_owned(), style));
        if let Position::Race(race) = self.record.position()
            && let Some((text, style)) = self.race_tag(view, race, number)
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
        view: &View,
        race: &RacePosition,
        number: Number,
    ) -> Option<(&'static str, Style)> {
        let View { theme, glyphs, .. } = view;
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

impl NumberCell {
    const fn style(&self, theme: &Theme) -> Style {
        match self.kind {
            CellKind::Free => theme.free,
            CellKind::Legal => theme.legal,
            CellKind::Last => theme.last,
            CellKind::Taken => theme.taken,
        }
    }

    /// The sign before a number that is gone or under the cursor.
    const fn sign(&self, glyphs: &Glyphs) -> &'static str {
        match self.kind {
            CellKind::Taken => glyphs.taken,
            _ if self.cursor => glyphs.cursor,
            _ => "",
        }
    }

    /// The number with something before it, right in its space, and something after it.
    fn text(&self, before: &str, after: &str) -> String {
        let text = format!("{before}{}", self.number);
        format!("{text:>wide$}{after}", wide = self.digits + 1)
    }

    fn draw_tile(&self, buffer: &mut Buffer, area: Rect, view: &View) {
        let View { theme, glyphs, .. } = view;
        let style = self.style(theme);
        // A line under a line is no help.
        let line = style.remove_modifier(Modifier::UNDERLINED);
        let frame = match self.kind {
            CellKind::Free => Some(framed(glyphs.free, theme.dim)),
            CellKind::Legal => Some(framed(glyphs.legal, line)),
            CellKind::Last => Some(framed(glyphs.last, line)),
            CellKind::Taken => None,
        };
        frame.render(area, buffer);
        // A column for the cursor before the number and one for the sign after it.
        let wide = self.digits as u16 + 2;
        let x = area.x + area.width.saturating_sub(wide) / 2;
        let y = area.y + area.height / 2;
        let text = self.text(self.sign(glyphs), " ");
        buffer.set_string(x, y, &text, style);
        // The number is underlined, not the space around it.
        let before = text.chars().take_while(|c| !c.is_ascii_digit()).count() as u16;
        let plain = Style::new().remove_modifier(Modifier::UNDERLINED);
        buffer.set_style(Rect { x, y, width: before, height: 1 }, plain);
        buffer.set_style(Rect { x: x + wide - 1, y, width: 1, height: 1 }, plain);
        if let Some((tag, style)) = &self.tag {
            buffer.set_string(x + wide - 1, y, tag, *style);
        }
        if self.cursor {
            buffer.set_style(Rect { x, y, width: wide, height: 1 }, theme.cursor);
        }
    }

    fn draw_word(&self, buffer: &mut Buffer, area: Rect, view: &View) {
        let text = match self.kind {
            CellKind::Legal => self.text("[", "]"),
            CellKind::Last => self.text("(", ")"),
            CellKind::Free | CellKind::Taken => self.text(self.sign(view.glyphs), " "),
        };
        buffer.set_string(area.x, area.y, &text, self.style(&view.theme));
        let wide = self.digits as u16 + 2;
        if self.cursor {
            buffer.set_style(Rect { width: wide, height: 1, ..area }, view.theme.cursor);
        }
        if let Some((tag, style)) = &self.tag {
            buffer.set_string(area.x + wide, area.y, tag, *style);
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

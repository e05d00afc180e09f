//! The cursor on a board, what can be played and what is in sight, the number that is being typed, and what is said.

use divvy_rules::{Board, Number, NumberSet, Position, Record};
use ratatui::style::Style;

use super::layout::Grid;
use crate::command::Command;
use crate::component::Input;
use crate::theme::Theme;

#[derive(Debug)]
pub(crate) struct Pointer {
    board: Board,
    /// What can be played. To find it takes time on the largest boards, so it is not done for every picture.
    pub(crate) legal: NumberSet,
    pub(crate) cursor: Number,
    /// The number that must be in sight, and the first row of numbers that is shown.
    pub(crate) in_sight: Number,
    pub(crate) top: u32,
    pub(crate) typed: String,
    pub(crate) note: Option<Note>,
}

#[derive(Clone, Debug)]
pub(crate) struct Note {
    pub(crate) text: String,
    /// It says what was wrong with this number under the cursor.
    pub(crate) refusal: Option<Number>,
}

impl Note {
    pub(crate) fn style(&self, theme: &Theme) -> Style {
        if self.refusal.is_some() { theme.refusal } else { theme.ink() }
    }
}

impl Pointer {
    pub(crate) fn new(record: &Record) -> Self {
        let board = record.rules().board();
        let Some(first) = board.numbers().next() else { unreachable!("a board has a number") };
        let (legal, typed) = (record.legal(), String::new());
        let (cursor, in_sight, top, note) = (first, first, 0, None);
        let mut pointer = Self { board, legal, cursor, in_sight, top, typed, note };
        pointer.point_near(record, first);
        pointer
    }

    /// The position has changed.
    pub(crate) fn change(&mut self, record: &Record) {
        self.legal = record.legal();
        self.typed.clear();
    }

    pub(crate) const fn point(&mut self, number: Number) {
        (self.cursor, self.in_sight) = (number, number);
    }

    /// Points at the number that can be played next to this one, else to where the player to move stands.
    pub(crate) fn point_near(&mut self, record: &Record, before: Number) {
        let near = |number: &Number| number.get().abs_diff(before.get());
        let standing = match record.position() {
            Position::Removal(position) => position.last(),
            Position::Race(race) => Some(race.token(race.to_move()).at),
        };
        let number = self.legal.iter().min_by_key(near).or(standing);
        self.point(number.unwrap_or(before));
    }

    /// Says something, often why a command is refused: what was typed for it is forgotten.
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.typed.clear();
        self.note = Some(Note { text: text.into(), refusal: None });
    }

    pub(crate) fn fail(&mut self, text: impl Into<String>) {
        self.note = Some(Note { text: text.into(), refusal: Some(self.cursor) });
    }

    /// What a letter, the mouse or the wheel does to it.
    pub(crate) fn input(&mut self, input: &Input, grid: &Grid) {
        match *input {
            Input::Text(digit) => {
                // A digit after as many as the board has begins another number.
                if self.typed.len() >= self.board.size().to_string().len() {
                    self.typed.clear();
                }
                self.typed.push(digit);
                self.point_at(self.typed.parse().ok());
            }
            Input::Erase => {
                self.typed.pop();
                self.point_at(self.typed.parse().ok());
            }
            Input::Hover(at) => self.point_at(grid.number_at(self.top, at)),
            Input::Scroll(rows) if grid.scrolls() => {
                self.step(rows as i64 * i64::from(grid.columns));
            }
            _ => {}
        }
    }

    fn point_at(&mut self, value: Option<u32>) {
        let number = value.and_then(|value| self.board.number(value).ok());
        number.into_iter().for_each(|number| self.point(number));
    }

    /// Moves by so many numbers, as far as the board goes.
    fn step(&mut self, by: i64) {
        self.typed.clear();
        let target = i64::from(self.cursor.get()).saturating_add(by);
        let value = target.clamp(i64::from(self.board.first()), i64::from(self.board.size()));
        self.point_at(u32::try_from(value).ok());
    }

    /// Moves a row up or down, if there is one.
    fn step_row(&mut self, by: i64) {
        let target = u32::try_from(i64::from(self.cursor.get()) + by).ok();
        if target.is_some_and(|value| self.board.number(value).is_ok()) {
            self.step(by);
        }
    }

    /// Moves to the next number that can be played, round and round.
    fn next_legal(&mut self, forward: bool) {
        self.typed.clear();
        let (cursor, legal) = (self.cursor, &self.legal);
        let next = match forward {
            true => legal.iter().find(|&number| number > cursor).or_else(|| legal.iter().next()),
            false => {
                let before = legal.iter().take_while(|&number| number < cursor).last();
                before.or_else(|| legal.iter().last())
            }
        };
        next.into_iter().for_each(|number| self.point(number));
    }

    pub(crate) fn command(&mut self, command: Command, grid: &Grid) {
        let (columns, rows) = (i64::from(grid.columns), i64::from(grid.visible()));
        match command {
            Command::NextLegal | Command::PreviousLegal => {
                self.next_legal(command == Command::NextLegal);
            }
            Command::Left => self.step(-1),
            Command::Right => self.step(1),
            Command::Up => self.step_row(-columns),
            Command::Down => self.step_row(columns),
            Command::PageUp => self.step(-columns * rows),
            Command::PageDown => self.step(columns * rows),
            Command::Home => self.step(i64::MIN),
            Command::End => self.step(i64::MAX),
            _ => {}
        }
    }

    /// What is to be played: the number typed, or else the one under the cursor.
    pub(crate) fn take(&mut self) -> u32 {
        std::mem::take(&mut self.typed).parse().unwrap_or(self.cursor.get())
    }

    /// Keeps what must be in sight there. What was wrong with another number is of no interest any more.
    pub(crate) fn settle(&mut self, grid: &Grid) {
        self.top = grid.top_for(self.top, self.in_sight.get());
        self.note = self.note.take().filter(|note| note.refusal.is_none_or(|at| at == self.cursor));
    }
}

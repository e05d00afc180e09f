//! The cursor on the board, and the number that is being typed.

use divvy_rules::{Number, NumberSet, Position, Record};

use super::BoardScreen;
use crate::command::Command;
use crate::view::View;

impl BoardScreen {
    pub(super) fn point(&mut self, number: Number) {
        self.in_sight = number;
        if self.cursor != number {
            self.cursor = number;
            // What was wrong with another number is of no interest here.
            self.note = self.note.take().filter(|note| !note.refusal);
        }
    }

    pub(super) fn point_near(&mut self, before: u32) {
        let number = cursor_of(self.record(), &self.choices.legal, before);
        number.into_iter().for_each(|number| self.point(number));
    }

    /// Moves the cursor by so many numbers, as far as the board goes.
    pub(super) fn step(&mut self, by: i64) {
        self.typed.clear();
        let board = self.board();
        let target = i64::from(self.cursor.get()).saturating_add(by);
        let value = target.clamp(i64::from(board.first()), i64::from(board.size()));
        if let Ok(number) = board.number(u32::try_from(value).unwrap_or_default()) {
            self.point(number);
        }
    }

    /// Moves the cursor a row up or down, if there is one.
    fn step_row(&mut self, by: i64) {
        let target = u32::try_from(i64::from(self.cursor.get()) + by);
        if target.is_ok_and(|value| self.board().number(value).is_ok()) {
            self.step(by);
        }
    }

    /// Moves the cursor to the next number that can be played, round and round.
    pub(super) fn next_legal(&mut self, forward: bool) {
        self.typed.clear();
        let cursor = self.cursor;
        let legal = || self.choices.legal.iter();
        let next = match forward {
            true => legal().find(|&number| number > cursor).or_else(|| legal().next()),
            false => {
                legal().take_while(|&number| number < cursor).last().or_else(|| legal().last())
            }
        };
        next.into_iter().for_each(|number| self.point(number));
    }

    pub(super) fn follow_typed(&mut self) {
        let number = self.typed.parse().ok().and_then(|value| self.board().number(value).ok());
        number.into_iter().for_each(|number| self.point(number));
    }

    /// Forgets what was typed, or the hint, or the message: what is most in the way.
    pub(super) fn dismiss(&mut self) {
        if !self.typed.is_empty() {
            self.typed.clear();
        } else if self.hint.take().is_none() {
            self.note = None;
        }
    }

    pub(super) fn move_cursor(&mut self, command: Command, view: &View) {
        let grid = self.layout(view).grid;
        let (columns, rows) = (i64::from(grid.columns), i64::from(grid.visible()));
        match command {
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
}

/// Where the cursor is put when the position has changed: on the number that can be played next to where it was, else
/// where the player to move stands.
pub(super) fn cursor_of(record: &Record, legal: &NumberSet, before: u32) -> Option<Number> {
    let near = |number: &Number| number.get().abs_diff(before);
    let standing = match record.position() {
        Position::Removal(position) => position.last(),
        Position::Race(race) => Some(race.token(race.to_move()).at),
    };
    let first = || record.rules().board().numbers().next();
    legal.iter().min_by_key(near).or(standing).or_else(first)
}

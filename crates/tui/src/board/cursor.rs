//! The cursor on the board, and the number that is being typed.

use divvy_rules::{Number, NumberSet, Position, Record};

use super::BoardScreen;
use super::picture::audience;
use crate::command::Command;
use crate::theme::Tone;
use crate::view::View;

impl BoardScreen {
    pub(super) fn point(&mut self, number: Number) {
        self.in_sight = number;
        if self.cursor != number {
            self.cursor = number;
            self.look_ahead();
            // What was wrong with another number is of no interest here.
            self.note = self.note.take().filter(|note| note.tone != Tone::Refusal);
        }
    }

    /// Works out what would follow from playing the number under the cursor.
    pub(super) fn look_ahead(&mut self) {
        let wanted = self.preview && self.is_persons_turn();
        let game = self.game();
        self.prospect = match wanted {
            true => [false, true]
                .map(|brief| audience(game).if_played(game.round(), self.cursor, brief)),
            false => Default::default(),
        };
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
        let target = i64::from(self.cursor.get()) + by;
        let board = self.board();
        if (i64::from(board.first())..=i64::from(board.size())).contains(&target) {
            self.step(by);
        }
    }

    /// Moves the cursor to the next number that can be played, round and round.
    pub(super) fn next_legal(&mut self, forward: bool) {
        self.typed.clear();
        let cursor = self.cursor;
        let next = if forward {
            self.legal.iter().find(|&number| number > cursor).or_else(|| self.legal.iter().next())
        } else {
            let before = self.legal.iter().take_while(|&number| number < cursor).last();
            before.or_else(|| self.legal.iter().last())
        };
        if let Some(number) = next {
            self.point(number);
        }
    }

    /// Moves the cursor to the number that is being typed, if there is such a number.
    pub(super) fn follow_typed(&mut self) {
        let number = self.typed.parse().ok().and_then(|value| self.board().number(value).ok());
        if let Some(number) = number {
            self.point(number);
        }
    }

    /// Forgets what was typed, or the hint, or the message: what is most in the way.
    pub(super) fn dismiss(&mut self) {
        if !self.typed.is_empty() {
            self.typed.clear();
        } else if self.tip.take().is_none() {
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
pub(super) fn cursor_of(record: &Record, legal: &NumberSet, before: Number) -> Number {
    let near = |number: &Number| number.get().abs_diff(before.get());
    let standing = match record.position() {
        Position::Removal(position) => position.last(),
        Position::Race(race) => Some(race.token(race.to_move()).at),
    };
    legal.iter().min_by_key(near).or(standing).unwrap_or(before)
}

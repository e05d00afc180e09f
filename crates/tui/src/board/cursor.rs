//! The cursor on a board, what is in sight, and the number that is being typed.

use divvy_rules::{Board, Number, NumberSet, Position, Record};

use super::layout::Grid;
use crate::command::Command;
use crate::component::Input;

#[derive(Debug)]
pub(crate) struct Pointer {
    pub(crate) cursor: Number,
    /// The number that must be in sight, and the first row of numbers that is shown.
    pub(crate) in_sight: Number,
    pub(crate) top: u32,
    pub(crate) typed: String,
}

impl Pointer {
    pub(crate) const fn new(cursor: Number) -> Self {
        Self { cursor, in_sight: cursor, top: 0, typed: String::new() }
    }

    /// Points at a number, and tells whether it pointed at another before.
    pub(crate) fn point(&mut self, number: Number) -> bool {
        self.in_sight = number;
        std::mem::replace(&mut self.cursor, number) != number
    }

    /// What a letter, the mouse or the wheel does to it. Tells whether it points at another number then.
    pub(crate) fn input(&mut self, input: &Input, board: Board, grid: &Grid) -> bool {
        match *input {
            Input::Text(digit) => {
                // One digit more than any board has is enough to be refused.
                if self.typed.len() < 8 {
                    self.typed.push(digit);
                }
                self.follow_typed(board)
            }
            Input::Erase => {
                self.typed.pop();
                self.follow_typed(board)
            }
            Input::Hover(at) => {
                let number = grid.number_at(self.top, at);
                number.and_then(|value| board.number(value).ok()).is_some_and(|at| self.point(at))
            }
            Input::Scroll(rows) if grid.scrolls() => {
                self.step(rows as i64 * i64::from(grid.columns), board)
            }
            _ => false,
        }
    }

    /// Moves by so many numbers, as far as the board goes.
    fn step(&mut self, by: i64, board: Board) -> bool {
        self.typed.clear();
        let target = i64::from(self.cursor.get()).saturating_add(by);
        let value = target.clamp(i64::from(board.first()), i64::from(board.size()));
        let number = board.number(u32::try_from(value).unwrap_or_default());
        number.is_ok_and(|number| self.point(number))
    }

    /// Moves a row up or down, if there is one.
    fn step_row(&mut self, by: i64, board: Board) -> bool {
        let target = u32::try_from(i64::from(self.cursor.get()) + by);
        target.is_ok_and(|value| board.number(value).is_ok()) && self.step(by, board)
    }

    /// Moves to the next number that can be played, round and round.
    pub(crate) fn next_legal(&mut self, forward: bool, legal: &NumberSet) -> bool {
        self.typed.clear();
        let cursor = self.cursor;
        let next = match forward {
            true => legal.iter().find(|&number| number > cursor).or_else(|| legal.iter().next()),
            false => {
                let before = legal.iter().take_while(|&number| number < cursor).last();
                before.or_else(|| legal.iter().last())
            }
        };
        next.is_some_and(|number| self.point(number))
    }

    fn follow_typed(&mut self, board: Board) -> bool {
        let number = self.typed.parse().ok().and_then(|value| board.number(value).ok());
        number.is_some_and(|number| self.point(number))
    }

    pub(crate) fn command(&mut self, command: Command, board: Board, grid: &Grid) -> bool {
        let (columns, rows) = (i64::from(grid.columns), i64::from(grid.visible()));
        match command {
            Command::Left => self.step(-1, board),
            Command::Right => self.step(1, board),
            Command::Up => self.step_row(-columns, board),
            Command::Down => self.step_row(columns, board),
            Command::PageUp => self.step(-columns * rows, board),
            Command::PageDown => self.step(columns * rows, board),
            Command::Home => self.step(i64::MIN, board),
            Command::End => self.step(i64::MAX, board),
            _ => false,
        }
    }

    /// What is to be played: the number typed, or else the one under the cursor.
    pub(crate) fn take(&mut self) -> u32 {
        std::mem::take(&mut self.typed).parse().unwrap_or(self.cursor.get())
    }

    /// Keeps what must be in sight there.
    pub(crate) fn settle(&mut self, grid: &Grid) {
        self.top = grid.top_for(self.top, self.in_sight.get());
    }
}

/// Where the cursor is put when the position has changed: on the number that can be played next to where it was, else
/// where the player to move stands.
pub(crate) fn cursor_of(record: &Record, legal: &NumberSet, before: u32) -> Option<Number> {
    let near = |number: &Number| number.get().abs_diff(before);
    let standing = match record.position() {
        Position::Removal(position) => position.last(),
        Position::Race(race) => Some(race.token(race.to_move()).at),
    };
    let first = || record.rules().board().numbers().next();
    legal.iter().min_by_key(near).or(standing).or_else(first)
}

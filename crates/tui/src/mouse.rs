//! What the mouse means, by the places of the layout.

use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

use crate::action::Action;
use crate::app::{App, Screen};
use crate::command::Command;
use crate::layout::{STRIP_LABEL, board, cards, form_lines, help_line, strip_window};

impl App {
    /// What the mouse means now.
    #[must_use]
    pub fn mouse(&self, event: MouseEvent) -> Option<Action> {
        if self.is_cramped() {
            return None;
        }
        let (x, y) = (event.column, event.row);
        let inside = |area: Rect| area.contains((x, y).into());
        let pressed = match event.kind {
            MouseEventKind::Down(MouseButton::Left) => true,
            MouseEventKind::Moved => false,
            MouseEventKind::ScrollUp => return Some(Action::Scroll(-1)),
            MouseEventKind::ScrollDown => return Some(Action::Scroll(1)),
            _ => return None,
        };
        if let Some(item) = help_line(self).into_iter().find(|item| inside(item.area)) {
            return pressed.then_some(Action::Do(item.command));
        }
        if self.page.is_some() {
            return pressed.then_some(Action::Do(Command::Back));
        }
        match &self.screen {
            Screen::Start(start) => {
                let card = cards(self, start).into_iter().find(|card| inside(card.area))?;
                let index = card.index;
                Some(if pressed { Action::Pick(index) } else { Action::Select(index) })
            }
            Screen::Setup(form) => {
                let line = form_lines(self, form).into_iter().find(|line| inside(line.area))?;
                let field = line.index;
                Some(match pressed {
                    true if inside(line.less) => Action::Change { field, forward: false },
                    true => Action::Change { field, forward: true },
                    false => Action::Select(field),
                })
            }
            Screen::Table(table) => {
                let value = board(self)?.grid.number_at(table.top, x, y)?;
                let number = table.board().number(value).ok()?;
                Some(if pressed { Action::Play(number) } else { Action::Point(number) })
            }
            Screen::Review(_, replay) => {
                let strip = board(self)?.strip.filter(|strip| pressed && inside(*strip))?;
                let (from, count) = strip_window(replay.length(), replay.ply(), strip);
                let place = usize::from(x - strip.x).checked_sub(STRIP_LABEL)?;
                (place < count).then_some(Action::GoTo(from + place))
            }
            Screen::Nothing => None,
        }
    }
}

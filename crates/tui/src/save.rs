//! The line that asks for the name of a copy, below the board.

use std::path::Path;

use divvy_match::is_unprintable;
use divvy_rules::Game;
use divvy_store::expanded;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::command::{Command, Screen};
use crate::component::{Component, Effect, Input};
use crate::view::{View, wrapped};

#[derive(Clone, Debug)]
pub(crate) struct SavePage {
    file: String,
}

const LONGEST_FILE: usize = 1_000;

impl SavePage {
    /// With a name that no file has yet.
    pub(crate) fn new(game: Game) -> Self {
        let mut names = std::iter::once(format!("{game}.divvy"))
            .chain((2..1_000).map(|number| format!("{game}-{number}.divvy")));
        Self { file: names.find(|name| !Path::new(name).exists()).unwrap_or_default() }
    }
}

impl Component for SavePage {
    fn screen(&self) -> Screen {
        Screen::Saving
    }

    fn takes(&self, _c: char) -> bool {
        true
    }

    fn handle(&mut self, input: Input, _view: &mut View) -> Option<Effect> {
        match input {
            Input::Text(c) if !is_unprintable(c) && self.file.chars().count() < LONGEST_FILE => {
                self.file.push(c);
            }
            Input::Erase => drop(self.file.pop()),
            Input::Command(Command::Choose) if !self.file.trim().is_empty() => {
                return Some(Effect::SaveCopy(expanded(self.file.trim())));
            }
            Input::Command(_) | Input::Press(_) => return Some(Effect::Close),
            _ => {}
        }
        None
    }

    fn draw(&self, buffer: &mut Buffer, view: &View) {
        let area = view.area();
        let text = view.text(&format!("Save a copy as: {}_", self.file));
        let mut lines = wrapped(view.theme.text, &text, view.columns());
        // The end of a long name is what is being typed.
        let most = usize::from(area.height / 2).max(1);
        lines.drain(..lines.len().saturating_sub(most));
        let height = lines.len() as u16;
        let place = Rect { y: area.bottom() - height, height, ..area };
        view.clear(buffer, place);
        view.lines(buffer, Rect { x: 1, width: area.width.saturating_sub(2), ..place }, &lines);
    }
}

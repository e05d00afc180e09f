//! The whole screen: the component on top, and the help line.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::App;
use crate::command::Screen;
use crate::view::help_items;

/// Draws the whole screen.
pub fn draw(frame: &mut Frame<'_>, app: &App) {
    let view = &app.view;
    let area = frame.area();
    let buffer = frame.buffer_mut();
    // An empty buffer has the terminal's own colours. This is faster than `set_style`.
    if let Style { fg: Some(ink), bg: Some(paper), .. } = view.theme.text {
        buffer.content.iter_mut().for_each(|cell| (cell.fg, cell.bg) = (ink, paper));
    }
    // The window may have shrunk since the state was told of its size; the next screen will fit.
    let shrunk = area.width < view.window.width || area.height < view.window.height;
    if view.is_cramped() || shrunk {
        return view.cramped(buffer, area);
    }
    let Some(top) = app.top() else { return };
    // The line that asks for a name stands below the board.
    let from = app.layers.len() - if top.screen() == Screen::Saving { 2 } else { 1 };
    app.layers[from..].iter().for_each(|layer| layer.draw(buffer, view));
    buffer.set_style(Rect { y: view.area().bottom(), height: 1, ..area }, view.theme.bar);
    for (_, area, line) in help_items(top, view) {
        buffer.set_line(area.x, area.y, &line, area.width);
    }
}

//! The lines of the form.

use ratatui::layout::Rect;

use super::{cut, width};
use crate::app::App;
use crate::form::Form;

/// The lines of the form: for each its area, and the areas of the arrows around the choice.
#[derive(Clone, Debug)]
pub(crate) struct FormLine {
    pub(crate) area: Rect,
    pub(crate) index: usize,
    pub(crate) label: String,
    pub(crate) value: String,
    pub(crate) less: Rect,
    pub(crate) more: Rect,
}

/// The lines of the form.
pub(crate) fn form_lines(app: &App, form: &Form) -> Vec<FormLine> {
    let wide = app.size.width.min(80);
    let left = (app.size.width - wide) / 2 + 2;
    let top = 4 + u16::from(app.size.height > 24);
    let lines = form.fields.iter().enumerate();
    lines
        .map(|(index, field)| {
            let y = top + index as u16;
            let value = cut(&app.look.text(&form.value(index)), 30, app.look.glyphs().ellipsis);
            let value_x = left + 20;
            let more_x = value_x + 3 + width(&value) as u16;
            FormLine {
                area: Rect { x: left, y, width: wide - 4, height: 1 },
                index,
                label: Form::label(*field),
                less: Rect { x: value_x, y, width: 2, height: 1 },
                more: Rect { x: more_x, y, width: 2, height: 1 },
                value,
            }
        })
        .collect()
}

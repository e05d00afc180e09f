//! What is where on the screen, and what it says. Drawing and the mouse both go by it, so that a press always
//! meets what is seen.

mod board;
mod form;
mod help;
mod side;
mod start;
mod text;

use divvy_play::Seat;
use ratatui::layout::Size;

pub(crate) use self::board::{
    BoardLayout, LETTERS, STRIP_LABEL, board, focus_lines, foot, header, letter, strip_window,
};
pub(crate) use self::form::form_lines;
pub(crate) use self::help::{help_height, help_line, help_lines};
pub(crate) use self::side::side_lines;
pub(crate) use self::start::{cards, start_foot};
pub(crate) use self::text::{cut, width, wrap};
use crate::table::Tone;

/// The smallest window that can be drawn in.
pub(crate) const LEAST: Size = Size { width: 60, height: 20 };

/// The width of the column beside the board.
const SIDE: std::ops::RangeInclusive<u16> = 19..=36;

/// How a piece of text is meant; the theme knows how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    Text,
    Dim,
    Title,
    Factor,
    Multiple,
    Last,
    Target,
    Banned,
    Seat(Seat),
    Note(Tone),
}

/// Text that stands in one line.
pub(crate) type Runs = Vec<(Ink, String)>;

fn plain(text: impl Into<String>) -> Runs {
    vec![(Ink::Text, text.into())]
}

//! Colours, where the terminal has them. The words say the same without.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};

/// Numbers that may be chosen now.
pub(crate) const LEGAL: Style = AnsiColor::Green.on_default().bold();
/// The number that decides what is legal.
pub(crate) const LAST: Style = AnsiColor::Magenta.on_default().bold();
/// Numbers that are forbidden now.
pub(crate) const TRAP: Style = AnsiColor::Red.on_default();

/// A text in a style. Whether the codes reach the reader is decided where output is written.
pub(crate) fn painted(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

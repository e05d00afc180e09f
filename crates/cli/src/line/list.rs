//! Lists of numbers, one by one or as ranges (ruling T5), in colours where the terminal has them; the words say the same
//! without.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};
use divvy_rules::{Board, Number, NumberSet};
use divvy_words::list::{self, LARGEST_LISTED_BOARD, run};

use crate::terminal::{self, columns, text_width};

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

/// Of a long list, how many parts stand before and after the gap.
const SHOWN: (usize, usize) = (8, 4);

/// `1 2 3 12 18`, or `none`; the legal ones in their colour. Ranges on large boards.
pub(crate) fn spaced(board: Board, numbers: &NumberSet, legal: &NumberSet) -> String {
    let paint = |number: Number| match legal.contains(number) {
        true => painted(LEGAL, number),
        false => number.to_string(),
    };
    let parts: Vec<String> = if board.size() <= LARGEST_LISTED_BOARD {
        numbers.iter().map(paint).collect()
    } else if numbers == legal {
        ranges(numbers).map(|range| painted(LEGAL, range)).collect()
    } else {
        ranges(numbers).collect()
    };
    finish(board, &parts, " ")
}

/// Numbers behind a label. On a terminal each keeps its place, with a point for one that is gone; in a pipe the list that
/// the spec has.
pub(crate) fn placed(
    label: &str,
    board: Board,
    (numbers, legal): (&NumberSet, &NumberSet),
    in_spec: &str,
) -> String {
    let columns = columns().filter(|_| terminal::is_one() && board.size() <= LARGEST_LISTED_BOARD);
    let Some(columns) = columns.filter(|_| !numbers.is_empty()) else {
        return format!("{label}{in_spec}\n");
    };
    let width = board.size().to_string().len();
    let cell = |number: Number| {
        let text = if numbers.contains(number) { number.to_string() } else { ".".to_owned() };
        let text = format!("{text:>width$}");
        if legal.contains(number) { painted(LEGAL, text) } else { text }
    };
    let cells: Vec<String> = board.numbers().map(cell).collect();
    let fit = (columns.saturating_sub(label.len()) + 1) / (width + 1);
    let row = [20, 10, 5].into_iter().find(|row| *row <= fit).unwrap_or(1);
    let rows: Vec<String> = cells.chunks(row).map(|row| row.join(" ")).collect();
    format!("{label}{}\n", rows.join(&format!("\n{:1$}", "", label.len())))
}

/// `2-6, 8, 10-17, 19, 20`, or `none`: runs of three or more become ranges.
pub(crate) fn ranged(board: Board, numbers: &NumberSet, style: Style) -> String {
    let parts: Vec<String> = ranges(numbers).map(|range| painted(style, range)).collect();
    finish(board, &parts, ", ")
}

/// The same for an ascending list.
pub(crate) fn ranged_numbers(board: Board, numbers: &[Number], style: Style) -> String {
    let parts = list::runs(numbers).into_iter().flat_map(run);
    let parts: Vec<String> = parts.map(|range| painted(style, range)).collect();
    finish(board, &parts, ", ")
}

fn ranges(numbers: &NumberSet) -> impl Iterator<Item = String> {
    numbers.runs().flat_map(run)
}

fn finish(board: Board, parts: &[String], separator: &str) -> String {
    if parts.is_empty() {
        "none".to_owned()
    } else if board.size() <= LARGEST_LISTED_BOARD {
        parts.join(separator)
    } else {
        shortened(parts, separator)
    }
}

/// A long sentence in lines that fit the window, broken between words.
pub(crate) fn wrapped(text: &str) -> String {
    list::wrapped(text, text_width()).join("\n")
}

/// Lines that programs may read: on a terminal broken between words where the window ends, in a pipe whole.
pub(crate) fn fitted(text: &str) -> String {
    wrapped_to(columns(), text)
}

/// The same for a stream with so many columns, if it is a terminal.
pub(crate) fn wrapped_to(columns: Option<usize>, text: &str) -> String {
    columns.map_or_else(|| text.to_owned(), |columns| list::wrapped(text, columns).join("\n"))
}

/// A sentence behind something, its further lines below its beginning.
pub(crate) fn wrapped_after(head: &str, text: &str) -> String {
    let indent = head.chars().count();
    let lines = list::wrapped(text, text_width().saturating_sub(indent).max(10));
    format!("{head}{}", lines.join(&format!("\n{:indent$}", "")))
}

/// The parts, those in the middle left out where there are too many.
pub(super) fn shortened(parts: &[String], separator: &str) -> String {
    list::shortened(parts, separator, SHOWN)
}

//! Lists of numbers in words.

use divvy_rules::{Board, Number, NumberSet};

/// Boards up to this size are listed whole.
const LISTED: u32 = 200;
/// Of a longer list, how many parts stand before and after the gap.
const HEAD: usize = 24;
const TAIL: usize = 12;

/// `2-6, 8, 10-17, 19, 20`, or `none`: runs of three or more become ranges (ruling T5).
pub(super) fn ranged(board: Board, numbers: &NumberSet) -> String {
    let parts: Vec<String> = numbers
        .runs()
        .flat_map(|(first, last)| match last.get() - first.get() {
            0 => vec![first.to_string()],
            1 => vec![first.to_string(), last.to_string()],
            _ => vec![format!("{first}-{last}")],
        })
        .collect();
    shortened(board, &parts)
}

/// The numbers in the order in which they were played, or `none`.
pub(super) fn in_order(board: Board, numbers: &[Number]) -> String {
    let parts: Vec<String> = numbers.iter().map(Number::to_string).collect();
    shortened(board, &parts)
}

/// The parts, on large boards without those in the middle where there are too many to read.
fn shortened(board: Board, parts: &[String]) -> String {
    match parts.len() {
        0 => "none".to_owned(),
        count if board.size() <= LISTED || count <= HEAD + TAIL + 1 => parts.join(", "),
        count => {
            let (head, tail) = (&parts[..HEAD], &parts[count - TAIL..]);
            format!("{}, ..., {}", head.join(", "), tail.join(", "))
        }
    }
}

/// A text in lines of so many characters, broken between words.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

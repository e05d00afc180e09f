//! Lists of numbers in words.

use divvy_play::words::list;
use divvy_rules::{Board, Number, NumberSet};

/// Of a long list, how many parts stand before and after the gap.
const SHOWN: (usize, usize) = (24, 12);

/// `2-6, 8, 10-17, 19, 20`, or `none`: runs of three or more become ranges (ruling T5).
pub(super) fn ranged(board: Board, numbers: &NumberSet) -> String {
    let parts: Vec<String> = numbers.runs().flat_map(list::run).collect();
    shortened(board, &parts)
}

/// The numbers in the order in which they were played, or `none`.
pub(super) fn in_order(board: Board, numbers: &[Number]) -> String {
    let parts: Vec<String> = numbers.iter().map(Number::to_string).collect();
    shortened(board, &parts)
}

/// The parts, on large boards without those in the middle where there are too many to read.
fn shortened(board: Board, parts: &[String]) -> String {
    match parts {
        [] => "none".to_owned(),
        parts if board.size() <= list::LISTED => parts.join(", "),
        parts => list::shortened(parts, ", ", SHOWN),
    }
}

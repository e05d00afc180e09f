//! Lists and sentences that every front end writes in the same way.

use divvy_rules::Number;

/// Boards up to this size are listed whole.
pub const LISTED: u32 = 200;

/// A run of consecutive numbers: a range if there are three or more (ruling T5).
#[must_use]
pub fn run((first, last): (Number, Number)) -> Vec<String> {
    match last.get() - first.get() {
        0 => vec![first.to_string()],
        1 => vec![first.to_string(), last.to_string()],
        _ => vec![format!("{first}-{last}")],
    }
}

/// The parts of a list, with only so many before and after a gap where there are too many.
#[must_use]
pub fn shortened(parts: &[String], separator: &str, (head, tail): (usize, usize)) -> String {
    if parts.len() <= head + tail + 1 {
        return parts.join(separator);
    }
    let (head, tail) = (&parts[..head], &parts[parts.len() - tail..]);
    [&head.join(separator), "...", &tail.join(separator)].join(separator)
}

/// A text in lines of at most so many characters, broken between words.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
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

//! Lists and sentences that every front end writes in the same way.

use divvy_rules::Number;

/// Numbers of larger boards are listed as ranges, with a gap where there are many.
pub const LARGEST_LISTED_BOARD: u32 = 200;

/// A run of consecutive numbers: a range if there are three or more (ruling T5).
pub fn run((first, last): (Number, Number)) -> Vec<String> {
    match last.get() - first.get() {
        0 => vec![first.to_string()],
        1 => vec![first.to_string(), last.to_string()],
        _ => vec![format!("{first}-{last}")],
    }
}

/// The parts of a list, with only `head` before and `tail` after a gap where there are too many.
pub fn elided<T: ToString>(parts: &[T], (head, tail): (usize, usize)) -> Vec<String> {
    let shown = |parts: &[T]| parts.iter().map(T::to_string).collect::<Vec<_>>();
    if parts.len() <= head + tail + 1 {
        return shown(parts);
    }
    [shown(&parts[..head]), vec!["...".to_owned()], shown(&parts[parts.len() - tail..])].concat()
}

/// The same with a separator between the parts.
pub fn shortened(parts: &[String], separator: &str, ends: (usize, usize)) -> String {
    elided(parts, ends).join(separator)
}

/// The numbers of a list with "or" before the last: `2, 4 or 8 to 12`, long lists shortened in the middle.
pub fn either(numbers: &[Number]) -> String {
    // A dash joins partners.
    let parts = runs(numbers).into_iter().flat_map(run).map(|part| part.replace('-', " to "));
    or(&elided(&parts.collect::<Vec<_>>(), ENDS))
}

/// How many parts of a long list in a sentence stand before and after the gap.
pub(crate) const ENDS: (usize, usize) = (8, 8);

/// Ascending numbers as runs of consecutive ones.
pub fn runs(numbers: &[Number]) -> Vec<(Number, Number)> {
    let mut runs: Vec<(Number, Number)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if last.get() + 1 == number.get() => *last = number,
            _ => runs.push((number, number)),
        }
    }
    runs
}

/// A count that stands beside numbers of a board and must not be taken for one of them: in words up to twelve.
pub(crate) fn in_words(count: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(count).map_or_else(|| count.to_string(), |&word| word.to_owned())
}

/// Numbers one by one: `1, 2, 3`.
pub(crate) fn listed(numbers: &[Number]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Parts of a list with "or" before the last.
pub fn or(parts: &[impl AsRef<str>]) -> String {
    joined(parts, "or")
}

/// Parts of a list with "and" before the last.
pub fn and(parts: &[impl AsRef<str>]) -> String {
    joined(parts, "and")
}

/// Numbers one by one, with "or" before the last.
pub(crate) fn or_of(numbers: impl Iterator<Item = Number>) -> String {
    or(&numbers.map(|number| number.to_string()).collect::<Vec<_>>())
}

fn joined(parts: &[impl AsRef<str>], word: &str) -> String {
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    match parts.split_last() {
        None => String::new(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} {word} {last}", rest.join(", ")),
    }
}

/// How many columns a text takes on a terminal; codes that only choose a style take none.
pub fn columns(text: &str) -> usize {
    textwrap::core::display_width(text)
}

/// A text in lines of at most `width` columns, broken between words.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let options = textwrap::Options::new(width)
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(std::borrow::Cow::into_owned).collect()
}

//! The width of a text, and a text broken into lines.

use ratatui::text::Span;

pub(crate) fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// A text in lines of this width, broken between words; a word that is too long is broken too.
pub(crate) fn wrap(text: &str, most: usize) -> Vec<String> {
    let options =
        textwrap::Options::new(most.max(1)).word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(std::borrow::Cow::into_owned).collect()
}

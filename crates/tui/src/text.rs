//! Text that fits: its width, broken into lines, cut off with a sign.

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

/// A text cut to a width, with a sign that something is missing.
pub(crate) fn cut(text: &str, most: usize, ellipsis: &str) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut short = String::new();
    for c in text.chars() {
        short.push(c);
        if width(&short) + width(ellipsis) > most {
            short.pop();
            break;
        }
    }
    if width(&short) + width(ellipsis) <= most { short + ellipsis } else { short }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_broken_between_words_and_never_lost() {
        assert_eq!(wrap("数数数 数", 4), ["数数", "数", "数"]);
        assert_eq!(cut("abcdef", 4, "…"), "abc…");
        assert_eq!(cut("abcdef", 6, "…"), "abcdef");
        assert_eq!(cut("abcdef", 5, "..."), "ab...");
    }
}

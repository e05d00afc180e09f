//! What was typed at a prompt.

use std::path::Path;

use divvy_match::is_unprintable;

/// A line at the prompt, understood as far as that is possible without knowing the game.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// A whole number; one too large for any board is `u32::MAX`, which no board has.
    Number { value: u32, typed: String },
    /// One of the words.
    Word(Word),
    /// Anything else.
    NotANumber { typed: String },
}

/// A word that means something at every prompt.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Word {
    Help,
    /// `hint`, or `hint move` for the whole of it.
    Hint {
        whole: bool,
    },
    Undo,
    Resign,
    Save(String),
    Quit,
}

impl Word {
    /// The words and what they do, as `help` lists them.
    pub(super) const ALL: [(&'static str, &'static str); 7] = [
        ("help", "this list and the rules in brief"),
        ("hint", "whether you can win from here"),
        ("hint move", "what to do, and why"),
        ("undo", "take the last move back"),
        ("resign", "give the game up"),
        ("save FILE", "write a copy of the game to a file"),
        ("quit", "leave; the game is kept"),
    ];

    fn parse(text: &str) -> Option<Word> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        match word.to_ascii_lowercase().as_str() {
            "save" => Some(Word::Save(rest.to_owned())),
            "hint" if rest.eq_ignore_ascii_case("move") => Some(Word::Hint { whole: true }),
            _ if !rest.is_empty() => None,
            "help" => Some(Word::Help),
            "hint" => Some(Word::Hint { whole: false }),
            "undo" => Some(Word::Undo),
            "resign" => Some(Word::Resign),
            "quit" => Some(Word::Quit),
            _ => None,
        }
    }
}

impl Entry {
    pub(super) fn parse(line: &str) -> Entry {
        let text = line.trim();
        let typed = if text.is_empty() { "an empty line".to_owned() } else { shown(text) };
        if let Some(word) = Word::parse(text) {
            return Entry::Word(word);
        }
        let (negative, digits) = match text.as_bytes().first() {
            Some(b'+') => (false, &text[1..]),
            Some(b'-') => (true, &text[1..]),
            _ => (false, text),
        };
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Entry::NotANumber { typed };
        }
        // Below every board and above every board: both are refused as out of range.
        let value = if negative { 0 } else { digits.parse().unwrap_or(u32::MAX) };
        Entry::Number { value, typed }
    }
}

/// A text that was typed, fit to be shown in a message: nothing that moves the cursor, and not
/// longer than a line.
pub(crate) fn shown(text: &str) -> String {
    clean(text, 40)
}

/// The same for the echo of piped input, which may be as long as any line a person would type.
pub(super) fn echoed(text: &str) -> String {
    clean(text, 200)
}

fn clean(text: &str, longest: usize) -> String {
    let mut clean = String::new();
    for (count, c) in text.chars().enumerate() {
        if count == longest {
            clean.push_str("...");
            break;
        }
        if is_unprintable(c) { clean.extend(c.escape_default()) } else { clean.push(c) }
    }
    clean
}

/// A path as it can be pasted into a shell.
pub(crate) fn quoted(path: &Path) -> String {
    let path = echoed(&path.to_string_lossy());
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+@%:,".contains(c);
    if path.chars().all(plain) { path } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(line: &str) -> Option<u32> {
        match Entry::parse(line) {
            Entry::Number { value, .. } => Some(value),
            _ => None,
        }
    }

    #[test]
    fn numbers_as_people_type_them() {
        for line in ["7", " 7 ", "+7", "7\r", "\t7", "007"] {
            assert_eq!(number(line), Some(7), "{line:?}");
        }
        assert_eq!(number("-7"), Some(0));
        assert_eq!(number(&"9".repeat(10_000)), Some(u32::MAX));
        for line in
            ["7.0", "seven", "", "+", "-", "--7", "+ 7", "7 8", "7\0", "٧", "0x7", "\u{fffd}"]
        {
            assert_eq!(number(line), None, "{line:?}");
        }
    }

    #[test]
    fn words_in_any_case() {
        assert_eq!(Entry::parse(" QUIT "), Entry::Word(Word::Quit));
        assert_eq!(Entry::parse("save a b.divvy"), Entry::Word(Word::Save("a b.divvy".to_owned())));
        assert_eq!(Entry::parse("save"), Entry::Word(Word::Save(String::new())));
        assert_eq!(Entry::parse("undo 3"), Entry::NotANumber { typed: "undo 3".to_owned() });
        for (word, _) in Word::ALL {
            assert!(matches!(Entry::parse(word), Entry::Word(_)), "{word}");
        }
    }

    #[test]
    fn what_is_shown_cannot_harm_a_terminal() {
        assert_eq!(shown("\x1b[2J"), "\\u{1b}[2J");
        assert_eq!(shown("a\0b"), "a\\u{0}b");
        assert_eq!(shown("7\u{202e}8"), "7\\u{202e}8");
        assert_eq!(shown(&"9".repeat(10_000)), format!("{}...", "9".repeat(40)));
    }
}

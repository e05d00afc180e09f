//! What was typed at a prompt.

use std::path::Path;

use divvy_match::is_unprintable;

use crate::usage::nearest;

/// A line at the prompt, understood as far as that is possible without knowing the game.
pub(super) enum Entry {
    /// A whole number; one too large for any board is `u32::MAX`, which no board has.
    Number {
        value: u32,
        typed: String,
    },
    Help,
    /// `hint`, or `hint move`.
    Hint {
        with_move: bool,
    },
    Undo,
    Resign,
    Save(String),
    /// The board that is proposed, in the place of this one.
    Recommended,
    Quit,
    /// Anything else.
    NotANumber {
        typed: String,
    },
}

/// The words that mean something at every prompt, as `help` lists them.
const WORDS: [(&str, &str); 7] = [
    ("help", "this list and the rules in brief"),
    ("hint", "whether you can win from here"),
    ("hint move", "what to do, and why"),
    ("undo", "take the last move back"),
    ("resign", "give the game up"),
    ("save FILE", "write a copy of the game to a file"),
    ("quit", "leave; the game is kept"),
];

/// The words and what they do. To a person hints come in steps, and help has short names.
pub(super) fn explained(is_person: bool) -> [(&'static str, &'static str); 7] {
    WORDS.map(|(word, meaning)| match word {
        "help" if is_person => ("help, h, ?", meaning),
        "hint" if is_person => (word, "a question; again: the move; again: the reason"),
        "hint move" if is_person => (word, "all of that at once"),
        _ => (word, meaning),
    })
}

impl Entry {
    pub(super) fn parse(line: &str, is_person: bool) -> Self {
        let text = line.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        match (&*word.to_ascii_lowercase(), &*rest.to_ascii_lowercase()) {
            ("save", _) => Entry::Save(rest.to_owned()),
            ("hint", "move") => Entry::Hint { with_move: true },
            ("hint", "") => Entry::Hint { with_move: false },
            ("help", "") => Entry::Help,
            ("h" | "?", "") if is_person => Entry::Help,
            ("r" | "recommended", "") if is_person => Entry::Recommended,
            ("undo", "") => Entry::Undo,
            ("resign", "") => Entry::Resign,
            ("quit", "") => Entry::Quit,
            _ => Self::number(text),
        }
    }

    fn number(text: &str) -> Self {
        let typed = if text.is_empty() { "an empty line".to_owned() } else { shown(text) };
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Entry::NotANumber { typed };
        }
        // Below every board and above every board: both are refused as out of range.
        let value = if text.starts_with('-') { 0 } else { digits.parse().unwrap_or(u32::MAX) };
        Entry::Number { value, typed }
    }
}

/// The word that a misspelt one stands for.
pub(super) fn meant(typed: &str) -> Option<&'static str> {
    nearest(typed, WORDS.map(|(word, _)| word.trim_end_matches(" FILE")))
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

//! Keys by name, and which command they stand for.

use std::fmt;
use std::str::FromStr;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::command::{Command, Commands, SCREENS};

/// A key as it is named in the settings file and shown in the help line: `u`, `ctrl-z`, `pageup`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    code: KeyCode,
    control: bool,
    alt: bool,
}

const NAMED: [(&str, KeyCode); 15] = [
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("pageup", KeyCode::PageUp),
    ("pagedown", KeyCode::PageDown),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("tab", KeyCode::Tab),
    ("backtab", KeyCode::BackTab),
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("space", KeyCode::Char(' ')),
    ("delete", KeyCode::Delete),
    ("insert", KeyCode::Insert),
];

/// A text that names no key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a key: use a letter or sign, f1 to f12, {names}, with ctrl- or alt- in front",
    names = NAMED.map(|(name, _)| name).join(", ")
)]
pub struct NoKey(String);

impl FromStr for Key {
    type Err = NoKey;

    fn from_str(text: &str) -> Result<Self, NoKey> {
        let (mut rest, mut control, mut alt) = (text, false, false);
        loop {
            match (rest.strip_prefix("ctrl-"), rest.strip_prefix("alt-")) {
                (Some(after), _) => (rest, control) = (after, true),
                (_, Some(after)) => (rest, alt) = (after, true),
                _ => break,
            }
        }
        let function = rest.strip_prefix('f').and_then(|number| number.parse().ok());
        let mut chars = rest.chars();
        let code = match (chars.next(), chars.next()) {
            // With ctrl there are no capitals.
            (Some(c), None) if control && c.is_ascii_alphabetic() => {
                Some(KeyCode::Char(c.to_ascii_lowercase()))
            }
            // Digits are for numbers.
            (Some(c), None) if !c.is_control() && !c.is_ascii_digit() && c != ' ' => {
                Some(KeyCode::Char(c))
            }
            _ => match NAMED.into_iter().find(|(name, _)| *name == rest) {
                Some((_, code)) => Some(code),
                None => function.filter(|number| (1..=12).contains(number)).map(KeyCode::F),
            },
        };
        code.map(|code| Key { code, control, alt }).ok_or_else(|| NoKey(text.to_owned()))
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.control {
            f.write_str("ctrl-")?;
        }
        if self.alt {
            f.write_str("alt-")?;
        }
        match (NAMED.into_iter().find(|(_, code)| *code == self.code), self.code) {
            (Some((name, _)), _) => f.write_str(name),
            (None, KeyCode::Char(c)) => write!(f, "{c}"),
            (None, KeyCode::F(number)) => write!(f, "f{number}"),
            (None, _) => Ok(()),
        }
    }
}

impl From<KeyEvent> for Key {
    fn from(event: KeyEvent) -> Self {
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        // With ctrl some terminals send the capital letter.
        let code = match event.code {
            KeyCode::Char(c) if control => KeyCode::Char(c.to_ascii_lowercase()),
            code => code,
        };
        Key { code, control, alt: event.modifiers.contains(KeyModifiers::ALT) }
    }
}

impl Key {
    /// The key as screens show it: arrows as arrows where signs are not only ASCII.
    pub(crate) fn shown(self, ascii: bool) -> String {
        let sign = match self.code {
            KeyCode::BackTab => "shift+tab",
            KeyCode::Up if !ascii => "↑",
            KeyCode::Down if !ascii => "↓",
            KeyCode::Left if !ascii => "←",
            KeyCode::Right if !ascii => "→",
            _ => return self.to_string(),
        };
        let [control, alt] = [(self.control, "ctrl-"), (self.alt, "alt-")]
            .map(|(held, name)| if held { name } else { "" });
        format!("{control}{alt}{sign}")
    }

    const fn is_arrow(self) -> bool {
        matches!(self.code, KeyCode::Up | KeyCode::Down | KeyCode::Left | KeyCode::Right)
            && !self.control
            && !self.alt
    }

    /// Several keys of one entry, as screens show them: `←→`, `tab/x`.
    pub(crate) fn shown_together(keys: &[Key], ascii: bool) -> String {
        let arrows = keys.iter().all(|key| key.is_arrow());
        if ascii && arrows && keys.len() == 4 {
            return "arrows".to_owned();
        }
        let names: Vec<String> = keys.iter().map(|key| key.shown(ascii)).collect();
        names.join(if arrows && !ascii { "" } else { "/" })
    }

    /// The letter or sign that it writes where text is typed.
    pub(crate) const fn text(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if !self.control && !self.alt => Some(c),
            _ => None,
        }
    }

    pub(crate) fn is_backspace(self) -> bool {
        self.code == KeyCode::Backspace || (self.control && self.code == KeyCode::Char('h'))
    }

    /// Ctrl-C means the same everywhere.
    pub(crate) fn is_interrupt(self) -> bool {
        self.control && self.code == KeyCode::Char('c')
    }
}

/// Which key stands for which command.
#[derive(Clone, Debug)]
pub struct KeyMap {
    keys: Vec<(Command, Vec<Key>)>,
}

/// Why keys cannot be given out like that.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyMapError {
    /// No such command.
    #[error("there is no command '{0}'; the commands are {names}", names = Command::ALL.iter().map(|command| command.name()).collect::<Vec<_>>().join(", "))]
    NoCommand(String),
    /// No such key.
    #[error("{0}: {1}")]
    NoKey(&'static str, NoKey),
    /// A command that could not be reached any more.
    #[error("{0} needs at least one key")]
    Empty(&'static str),
    /// One key for two commands of one screen.
    #[error("{key} stands for both {one} and {other}")]
    Twice {
        /// The key.
        key: String,
        /// A command.
        one: &'static str,
        /// Another.
        other: &'static str,
    },
    /// Only keys that write something, for a command that is needed where text is typed.
    #[error("{0} needs a key that is no letter, sign or space: names are typed too")]
    Text(&'static str),
    /// A key that cannot be given away.
    #[error("{0}: ctrl-c always leaves the program")]
    Interrupt(&'static str),
}

impl KeyMapError {
    /// Whether the fault lies with what this command is given.
    pub(crate) fn is_about(&self, name: &str) -> bool {
        match self {
            Self::NoCommand(unknown) => unknown == name,
            Self::NoKey(command, _)
            | Self::Empty(command)
            | Self::Text(command)
            | Self::Interrupt(command) => *command == name,
            Self::Twice { one, other, .. } => *one == name || *other == name,
        }
    }
}

impl Default for KeyMap {
    fn default() -> Self {
        let usual = |&command: &Command| {
            // Every one of these names is a key; a test sees to it.
            let keys = command.usual_keys().iter().filter_map(|key| key.parse().ok());
            (command, keys.collect())
        };
        Self { keys: Command::ALL.iter().map(usual).collect() }
    }
}

impl KeyMap {
    /// The usual keys with these changes: command names and the keys they get instead.
    ///
    /// # Errors
    /// The first thing that does not work out.
    pub fn with<'a>(
        changes: impl IntoIterator<Item = (&'a str, &'a [String])>,
    ) -> Result<Self, KeyMapError> {
        let mut map = Self::default();
        for (name, keys) in changes {
            let entry = map.keys.iter_mut().find(|(command, _)| command.name() == name);
            let (command, entry) = entry.ok_or_else(|| KeyMapError::NoCommand(name.to_owned()))?;
            let name = command.name();
            let keys: Result<Vec<Key>, NoKey> = keys.iter().map(|key| key.parse()).collect();
            let keys = keys.map_err(|error| KeyMapError::NoKey(name, error))?;
            if keys.is_empty() {
                return Err(KeyMapError::Empty(name));
            }
            let typing = matches!(command, Command::Choose | Command::Back);
            if typing && keys.iter().all(|key| key.text().is_some()) {
                return Err(KeyMapError::Text(name));
            }
            if keys.iter().any(|key| key.is_interrupt()) {
                return Err(KeyMapError::Interrupt(name));
            }
            *entry = keys;
        }
        map.check()?;
        Ok(map)
    }

    fn check(&self) -> Result<(), KeyMapError> {
        for screen in SCREENS {
            let specs = screen.concat();
            for (index, one) in specs.iter().enumerate() {
                for other in &specs[index + 1..] {
                    let keys = self.of(other.command);
                    if let Some(key) = self.of(one.command).iter().find(|key| keys.contains(key)) {
                        return Err(KeyMapError::Twice {
                            key: key.to_string(),
                            one: one.command.name(),
                            other: other.command.name(),
                        });
                    }
                }
            }
        }
        Ok(())
    }

    pub(crate) fn of(&self, command: Command) -> &[Key] {
        self.keys.iter().find(|(known, _)| *known == command).map_or(&[], |(_, keys)| keys)
    }

    /// The command that a key stands for among these.
    pub(crate) fn command(&self, commands: Commands, key: Key) -> Option<Command> {
        let mut specs = commands.iter().copied().flatten();
        specs.find(|spec| self.of(spec.command).contains(&key)).map(|spec| spec.command)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn keys_have_names_and_names_have_keys() {
        for command in Command::ALL {
            for name in command.usual_keys() {
                assert_eq!(name.parse::<Key>().unwrap().to_string(), *name);
            }
            assert_eq!(KeyMap::default().of(*command).len(), command.usual_keys().len());
        }
        for name in ["ctrl-alt-x", "f12", "?", "-", "ctrl--", "É"] {
            assert_eq!(name.parse::<Key>().unwrap().to_string(), *name);
        }
        for name in ["", "f0", "f13", "7", "ctrl-", "shift-a", "ab", " "] {
            assert!(name.parse::<Key>().is_err(), "{name:?}");
        }
        assert_eq!(KeyMap::default().check(), Ok(()));
    }

    #[test]
    fn changed_keys_work_and_clashes_are_named() {
        let map = KeyMap::with([("hint", &["?".to_owned()][..]), ("help", &["f1".to_owned()][..])]);
        let key = "?".parse().unwrap();
        assert_eq!(map.unwrap().command(crate::board::PLAYING, key), Some(Command::Hint));
        let error = |name: &str, keys: &[&str]| {
            let keys: Vec<String> = keys.iter().map(|&key| key.to_owned()).collect();
            KeyMap::with([(name, &keys[..])]).unwrap_err().to_string()
        };
        assert_eq!(error("hint", &["u"]), "u stands for both hint and undo");
        assert_eq!(error("hint", &[]), "hint needs at least one key");
        let needed = "back needs a key that is no letter, sign or space: names are typed too";
        assert_eq!(error("back", &["b"]), needed);
        assert_eq!("ctrl-A".parse::<Key>(), "ctrl-a".parse::<Key>());
        assert_eq!(error("hint", &["ctrl-c"]), "hint: ctrl-c always leaves the program");
        assert!(
            error("hint", &["banana"]).starts_with("hint: 'banana' is not a key: use a letter")
        );
        assert!(
            error("fly", &["f"]).starts_with("there is no command 'fly'; the commands are up,")
        );
    }
}

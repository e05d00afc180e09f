//! Keys by name, and which command they stand for.

use std::fmt;
use std::str::FromStr;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::command::{Command, Screen};

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

impl FromStr for Key {
    /// What would be a key.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (mut rest, mut control, mut alt) = (text, false, false);
        loop {
            match (rest.strip_prefix("ctrl-"), rest.strip_prefix("alt-")) {
                (Some(after), _) => (rest, control) = (after, true),
                (_, Some(after)) => (rest, alt) = (after, true),
                _ => break,
            }
        }
        let named = NAMED.into_iter().find(|(name, _)| *name == rest);
        let function = (1..=12).find(|number| rest == format!("f{number}")).map(KeyCode::F);
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
            _ => named.map(|(_, code)| code).or(function),
        };
        code.map(|code| Key { code, control, alt }).ok_or_else(|| {
            let names = NAMED.map(|(name, _)| name).join(", ");
            format!(
                "'{text}' is not a key: use a letter or sign, f1 to f12, {names}, with ctrl- or alt- in front"
            )
        })
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.modifiers())?;
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
        format!("{}{sign}", self.modifiers())
    }

    const fn modifiers(self) -> &'static str {
        match (self.control, self.alt) {
            (true, true) => "ctrl-alt-",
            (true, false) => "ctrl-",
            (false, true) => "alt-",
            (false, false) => "",
        }
    }

    const fn is_arrow(self) -> bool {
        matches!(self.code, KeyCode::Up | KeyCode::Down | KeyCode::Left | KeyCode::Right)
            && self.modifiers().is_empty()
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
            KeyCode::Char(c) if self.modifiers().is_empty() => Some(c),
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

    /// So does Ctrl-L: the screen is drawn anew.
    pub(crate) fn is_redraw(self) -> bool {
        self.control && self.code == KeyCode::Char('l')
    }
}

/// Which key stands for which command.
#[derive(Clone, Debug)]
pub struct KeyMap {
    keys: Vec<(Command, Vec<Key>)>,
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
    /// Gives a command these keys instead of its own, or says why not.
    pub(crate) fn set(&mut self, name: &str, keys: &[String]) -> Result<(), String> {
        let Some((command, own)) = self.keys.iter_mut().find(|(one, _)| one.name() == name) else {
            let names: Vec<_> = Command::ALL.iter().map(|command| command.name()).collect();
            let names = names.join(", ");
            return Err(format!("there is no command '{name}'; the commands are {names}"));
        };
        let keys: Result<Vec<Key>, String> = keys.iter().map(|key| key.parse()).collect();
        let keys = keys.map_err(|error| format!("{name}: {error}"))?;
        let typing = matches!(command, Command::Choose | Command::Back);
        let problem = if keys.is_empty() {
            " needs at least one key"
        } else if typing && keys.iter().all(|key| key.text().is_some()) {
            " needs a key that is no letter, sign or space: names are typed too"
        } else if keys.iter().any(|key| key.is_interrupt()) {
            ": ctrl-c always leaves the program"
        } else if keys.iter().any(|key| key.is_redraw()) {
            ": ctrl-l always draws the screen anew"
        } else {
            *own = keys;
            return Ok(());
        };
        Err(format!("{name}{problem}"))
    }

    /// A key that stands for two commands of one screen.
    pub(crate) fn clash(&self) -> Option<(Key, [Command; 2])> {
        Screen::ALL.into_iter().find_map(|screen| {
            let commands = screen.commands().flat_map(|spec| spec.commands);
            let mut keys =
                commands.flat_map(|one| self.of(*one).iter().map(move |key| (*key, *one)));
            keys.find_map(|(key, command)| {
                let first = self.command(screen, key).filter(|first| *first != command)?;
                Some((key, [first, command]))
            })
        })
    }

    pub(crate) fn of(&self, command: Command) -> &[Key] {
        self.keys.iter().find(|(known, _)| *known == command).map_or(&[], |(_, keys)| keys)
    }

    /// The command that a key stands for on this screen.
    pub(crate) fn command(&self, screen: Screen, key: Key) -> Option<Command> {
        let mut commands = screen.commands().flat_map(|spec| spec.commands).copied();
        commands.find(|&command| self.of(command).contains(&key))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn keys_have_names_and_names_have_keys() {
        let map = KeyMap::default();
        for &command in Command::ALL {
            for name in command.usual_keys() {
                let key = name.parse::<Key>().unwrap();
                assert_eq!(key.to_string(), *name);
                let on = |screen: Screen| map.command(screen, key) == Some(command);
                assert!(Screen::ALL.into_iter().any(on), "{command:?} is on some screen");
            }
        }
        for name in ["ctrl-alt-x", "f12", "?", "-", "ctrl--", "É"] {
            assert_eq!(name.parse::<Key>().unwrap().to_string(), *name);
        }
        for name in ["", "f0", "f13", "7", "ctrl-", "shift-a", "ab", " "] {
            assert!(name.parse::<Key>().is_err(), "{name:?}");
        }
        assert_eq!("ctrl-A".parse::<Key>(), "ctrl-a".parse::<Key>());
        assert_eq!(map.clash(), None);
    }
}

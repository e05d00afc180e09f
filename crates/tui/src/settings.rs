//! The settings file: what a person wants to have otherwise. `docs/settings.md` explains it.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use divvy_match::{Bot, Occupant};
use etcetera::BaseStrategy;
use serde::Deserialize;

use crate::keys::KeyMap;
use crate::theme::ThemeName;

/// What can be set.
#[derive(Clone, Debug)]
pub struct BoardSettings {
    /// The colours; none to let the terminal decide.
    pub theme: Option<ThemeName>,
    /// Whether to draw with ASCII characters only; none to let the locale decide.
    pub ascii: Option<bool>,
    /// The least time that a bot takes for a move, so that one can see it happen.
    pub pause: Duration,
    /// Who sits where in a game that no players were chosen for yet.
    pub seats: [Occupant; 2],
    /// Which key does what.
    pub keys: KeyMap,
}

impl Default for BoardSettings {
    fn default() -> Self {
        Self {
            theme: None,
            ascii: None,
            pause: Duration::from_millis(400),
            seats: [Occupant::Human, Occupant::Bot(Bot::Easy)],
            keys: KeyMap::default(),
        }
    }
}

/// Why settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file could not be read.
    #[error("cannot read the settings in {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file says something that means nothing.
    #[error("the settings in {}{line} do not work: {message}", path.display(), line = line.map_or_else(String::new, |line| format!(", line {line},")))]
    Contents {
        /// The file.
        path: PathBuf,
        /// Where in the file, if that is known.
        line: Option<usize>,
        /// What is wrong, and what would be right.
        message: String,
    },
}

/// The most that a bot can be told to take.
const LONGEST_PAUSE: u64 = 10_000;

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct SettingsFile {
    theme: Option<ThemeName>,
    ascii: Option<bool>,
    pause: Option<u64>,
    seats: SeatSettings,
    keys: BTreeMap<String, OneOrMore>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct SeatSettings {
    one: Option<Occupant>,
    two: Option<Occupant>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a key or a list of keys, each in quotes")]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl BoardSettings {
    /// The file of the person at the keyboard: `divvy/settings.toml` in the XDG config folder.
    pub fn path() -> Option<PathBuf> {
        let strategy = etcetera::choose_base_strategy().ok()?;
        Some(strategy.config_dir().join("divvy").join("settings.toml"))
    }

    /// The settings of the person at the keyboard; without a file, the usual ones.
    ///
    /// # Errors
    /// When there is a file that cannot be read or does not work.
    pub fn of_user() -> Result<Self, SettingsError> {
        Self::path().map_or_else(|| Ok(Self::default()), |path| Self::read(&path))
    }

    /// The settings in a file; without one, the usual ones.
    ///
    /// # Errors
    /// When the file cannot be read or does not work.
    pub fn read(path: &Path) -> Result<Self, SettingsError> {
        match std::fs::read_to_string(path) {
            Ok(text) => Self::parse(&text).map_err(|(line, message)| SettingsError::Contents {
                path: path.to_owned(),
                line,
                message,
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(source) => Err(SettingsError::Read { path: path.to_owned(), source }),
        }
    }

    fn parse(text: &str) -> Result<Self, (Option<usize>, String)> {
        let file: SettingsFile = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
            (line, error.message().trim().to_owned())
        })?;
        let usual = Self::default();
        let pause = file.pause.map_or(usual.pause, Duration::from_millis);
        if pause > Duration::from_millis(LONGEST_PAUSE) {
            return Err((None, format!("pause takes 0 to {LONGEST_PAUSE} milliseconds")));
        }
        let changes = file.keys.iter().map(|(command, keys)| match keys {
            OneOrMore::One(key) => (command.as_str(), std::slice::from_ref(key)),
            OneOrMore::More(keys) => (command.as_str(), keys.as_slice()),
        });
        let keys = KeyMap::with(changes).map_err(|error| (None, format!("[keys]: {error}")))?;
        let [one, two] = usual.seats;
        let seats = [file.seats.one.unwrap_or(one), file.seats.two.unwrap_or(two)];
        Ok(Self { theme: file.theme, ascii: file.ascii, pause, seats, keys })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::board::PLAYING;
    use crate::command::Command;

    #[test]
    fn the_example_in_the_documentation_works() {
        let document = include_str!("../../../docs/settings.md");
        let example = document.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
        let settings = BoardSettings::parse(example).unwrap();
        assert_eq!(settings.theme, Some(ThemeName::HighContrast));
        assert_eq!(settings.ascii, Some(false));
        assert_eq!(settings.pause, Duration::from_millis(800));
        assert_eq!(settings.seats, [Occupant::Human, Occupant::Human]);
        let key = "ctrl-y".parse().unwrap();
        assert_eq!(settings.keys.command(PLAYING, key), Some(Command::Redo));
    }

    #[test]
    fn every_command_is_in_the_documentation() {
        let document = include_str!("../../../docs/settings.md");
        for command in Command::ALL {
            let keys: Vec<String> =
                command.usual_keys().iter().map(|key| format!("`{key}`")).collect();
            let row = format!("| `{}` | {} |", command.name(), keys.join(" "));
            assert!(document.contains(&row), "{row}");
        }
    }

    #[test]
    fn what_does_not_work_is_named_with_its_line() {
        let error = |text: &str| BoardSettings::parse(text).unwrap_err();
        let (line, message) = error("pause = 100\ntheme = \"pink\"\n");
        assert_eq!(line, Some(2));
        assert!(message.contains("pink") && message.contains("high-contrast"), "{message}");
        let (line, message) = error("\n\ncolour = 1\n");
        assert_eq!(line, Some(3));
        assert!(message.contains("colour") && message.contains("theme"), "{message}");
        let (line, message) = error("[seats]\none = \"nobody\"\n");
        assert_eq!(line, Some(2));
        assert!(message.contains("takes human, random, greedy"), "{message}");
        let (_, message) = error("[keys]\nundo = \"i\"\n");
        assert_eq!(message, "[keys]: i stands for both undo and hint");
        let (line, message) = error("[keys]\nundo = 7\n");
        assert_eq!((line, message.as_str()), (Some(2), "a key or a list of keys, each in quotes"));
        let (_, message) = error("pause = 60000\n");
        assert_eq!(message, "pause takes 0 to 10000 milliseconds");
        assert!(error("theme = \n").0.is_some());
    }
}

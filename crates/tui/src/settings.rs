//! The settings file: what a person wants to have otherwise. `docs/settings.md` explains it.

use std::io;
use std::ops::Range;
use std::time::Duration;

use divvy_match::{Bot, Occupant};
use etcetera::BaseStrategy;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::command::Command;
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
    /// Whether what would follow from the number under the cursor is told; none for what was chosen on the screen.
    pub preview: Option<bool>,
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
            pause: Duration::from_millis(600),
            preview: None,
            seats: [Occupant::Human, Occupant::Bot(Bot::Easy)],
            keys: KeyMap::default(),
        }
    }
}

/// The most that a bot can be told to take.
const LONGEST_PAUSE: u64 = 10_000;

const NAMES: &str = "theme, ascii, pause, preview, [seats] and [keys]";

/// Where in the text something is wrong, and what.
type Problem = (Range<usize>, String);

type Entry<'a> = (&'a Spanned<DeString<'a>>, &'a Spanned<DeValue<'a>>);

/// The value of an entry by what it may be; what else it is, is told as it is written in the text.
fn value<T>(
    text: &str,
    (name, value): Entry<'_>,
    takes: &str,
    read: impl FnOnce(&DeValue<'_>) -> Option<T>,
) -> Result<T, Problem> {
    read(value.get_ref()).ok_or_else(|| {
        let given = text.get(value.span()).unwrap_or_default().trim();
        (value.span(), format!("{} takes {takes}, not {given}", name.get_ref()))
    })
}

fn unknown((name, _): Entry<'_>, what: &str) -> Problem {
    (name.span(), format!("there is no {what}"))
}

fn entries<'a>(text: &str, entry: Entry<'a>) -> Result<Vec<Entry<'a>>, Problem> {
    let (_, table) = entry;
    let found = table.get_ref().as_table().map(|table| table.iter().collect());
    found.map_or_else(|| value(text, entry, "lines below it in brackets", |_| None), Ok)
}

fn pause(value: &DeValue<'_>) -> Option<Duration> {
    let number: u64 = value.as_integer()?.as_str().parse().ok()?;
    (number <= LONGEST_PAUSE).then(|| Duration::from_millis(number))
}

/// A key or a list of keys.
fn keys(value: &DeValue<'_>) -> Option<Vec<String>> {
    let word = |value: &DeValue<'_>| value.as_str().map(str::to_owned);
    match value.as_array() {
        Some(list) => list.iter().map(|one| word(one.get_ref())).collect(),
        None => word(value).map(|key| vec![key]),
    }
}

impl BoardSettings {
    /// The settings of the person at the keyboard, in `divvy/settings.toml` in the XDG config folder; without a file, the
    /// usual ones.
    ///
    /// # Errors
    /// When there is a file that cannot be read or does not work.
    pub fn of_user() -> Result<Self, String> {
        let Ok(strategy) = etcetera::choose_base_strategy() else { return Ok(Self::default()) };
        let path = strategy.config_dir().join("divvy").join("settings.toml");
        let shown = path.display();
        match std::fs::read_to_string(&path) {
            Ok(text) => Self::parse(&text).map_err(|(line, message)| {
                let line = line.map_or_else(String::new, |line| format!(", line {line},"));
                format!("the settings in {shown}{line} do not work: {message}")
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(format!("cannot read the settings in {shown}: {error}")),
        }
    }

    fn parse(text: &str) -> Result<Self, (Option<usize>, String)> {
        let line = |at: usize| text.get(..at).map(|before| before.matches('\n').count() + 1);
        let table = DeTable::parse(text).map_err(|error| {
            let at = error.span().map(|span| span.start.min(text.len()));
            let number = at.and_then(line);
            let written = number.and_then(|line| text.lines().nth(line - 1)).unwrap_or_default();
            let right = "a line is NAME = VALUE, with text in quotes, and not:";
            (number, format!("{right} {}", written.trim()))
        })?;
        Self::read_table(text, table.get_ref())
            .map_err(|(span, message)| (line(span.start), message))
    }

    fn read_table(text: &str, table: &DeTable<'_>) -> Result<Self, Problem> {
        let mut settings = Self::default();
        for entry in table {
            let flag = |value: &DeValue<'_>| value.as_bool();
            match entry.0.get_ref().as_ref() {
                "theme" => {
                    let names = divvy_words::list::or(ThemeName::NAMES);
                    let named = |value: &DeValue<'_>| value.as_str().and_then(ThemeName::named);
                    settings.theme = Some(value(text, entry, &names, named)?);
                }
                "ascii" => settings.ascii = Some(value(text, entry, "true or false", flag)?),
                "preview" => settings.preview = Some(value(text, entry, "true or false", flag)?),
                "pause" => {
                    let takes = format!("0 to {LONGEST_PAUSE} milliseconds");
                    settings.pause = value(text, entry, &takes, pause)?;
                }
                "seats" => settings.read_seats(text, entries(text, entry)?)?,
                "keys" => settings.read_keys(text, &entries(text, entry)?)?,
                other => {
                    return Err(unknown(entry, &format!("setting {other}; there are {NAMES}")));
                }
            }
        }
        Ok(settings)
    }

    fn read_seats(&mut self, text: &str, entries: Vec<Entry<'_>>) -> Result<(), Problem> {
        for entry in entries {
            let seat = match entry.0.get_ref().as_ref() {
                "one" => &mut self.seats[0],
                "two" => &mut self.seats[1],
                other => {
                    return Err(unknown(entry, &format!("seat {other}; there are one and two")));
                }
            };
            let takes = format!("human, {}, or cmd:PROGRAM ARGS", Bot::NAMES.join(", "));
            *seat = value(text, entry, &takes, |value| value.as_str()?.parse().ok())?;
        }
        Ok(())
    }

    fn read_keys(&mut self, text: &str, entries: &[Entry<'_>]) -> Result<(), Problem> {
        for entry in entries {
            let given = value(text, *entry, "a key or a list of keys, each in quotes", keys)?;
            let set = self.keys.set(entry.0.get_ref(), &given);
            set.map_err(|message| (entry.0.span(), message))?;
        }
        let Some((key, commands)) = self.keys.clash() else { return Ok(()) };
        let both = commands.map(Command::name);
        let at = entries.iter().find(|(name, _)| both.contains(&name.get_ref().as_ref()));
        let message = format!("{key} stands for both {} and {}", both[0], both[1]);
        Err((at.map_or(0..0, |(name, _)| name.span()), message))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::command::Screen;

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
        assert_eq!(settings.keys.command(Screen::Playing, key), Some(Command::Redo));
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
    fn what_does_not_work_is_named_with_its_line_and_value() {
        for (text, line, message) in [
            (
                "\ntheme = \"pink\"",
                2,
                "theme takes dark, light, high-contrast or mono, not \"pink\"",
            ),
            ("\n\ncolour = 1\n", 3, "there is no setting colour; there are theme, ascii, pause, "),
            ("ascii = 3\n", 1, "ascii takes true or false, not 3"),
            ("preview = \"no\"", 1, "preview takes true or false, not \"no\""),
            ("\npause = 60000\n", 2, "pause takes 0 to 10000 milliseconds, not 60000"),
            ("pause = \"long\"\n", 1, "pause takes 0 to 10000 milliseconds, not \"long\""),
            ("pause = -1\n", 1, "pause takes 0 to 10000 milliseconds, not -1"),
            ("[seats]\none = \"nobody\"\n", 2, "one takes human, random, greedy, easy, medium, "),
            ("[seats]\nthree = \"human\"\n", 2, "there is no seat three; there are one and two"),
            ("keys = 7\n", 1, "keys takes lines below it in brackets, not 7"),
            ("[keys]\nredo = \"r\"\nundo = \"i\"\n", 3, "i stands for both hint and undo"),
            ("[keys]\nundo = 7\n", 2, "undo takes a key or a list of keys, each in quotes, not 7"),
            ("[keys]\n\nundo = \"shift-q\"\n", 3, "undo: 'shift-q' is not a key: use a letter"),
            ("[keys]\nhint = []\n", 2, "hint needs at least one key"),
            ("[keys]\nback = \"b\"\n", 2, "back needs a key that is no letter, sign or space:"),
            ("[keys]\nhint = \"ctrl-c\"\n", 2, "hint: ctrl-c always leaves the program"),
            ("[keys]\nfly = \"f\"\n", 2, "there is no command 'fly'; the commands are up,"),
            ("\ntheme = \n", 2, "a line is NAME = VALUE, with text in quotes, and not: theme ="),
            (
                "theme = dark",
                1,
                "a line is NAME = VALUE, with text in quotes, and not: theme = dark",
            ),
        ] {
            let (at, said) = BoardSettings::parse(text).unwrap_err();
            assert_eq!(at, Some(line), "{text}: {said}");
            assert!(said.starts_with(message), "{text}: {said}");
        }
    }
}

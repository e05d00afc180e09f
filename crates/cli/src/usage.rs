//! Wrong command lines, each in one sentence of the program's own: clap says what is wrong, this says it in words.

use std::error::Error as _;
use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use divvy_rules::{Game, UnknownGame};
use divvy_words::{list, uncapitalized};

use crate::line::shown;

/// The command that a line is about, as far as its words name one, and what it is called: `divvy admin list`.
pub(crate) fn command_of(program: &Command, arguments: &[OsString]) -> (Command, String) {
    let (mut command, mut name) = (program, program.get_name().to_owned());
    let mut words = arguments.iter().skip(1).map(|word| word.to_string_lossy());
    while let Some(word) = words.next().filter(|word| word != "--") {
        if let Some(option) = word.strip_prefix('-') {
            let is_it =
                |arg: &&Arg| arg.get_long().is_some() && arg.get_long() == option.strip_prefix('-');
            if command
                .get_arguments()
                .find(is_it)
                .is_some_and(|arg| arg.get_action().takes_values())
            {
                words.next();
            }
            continue;
        }
        match command.find_subcommand(&*word).filter(|_| word != "help") {
            Some(found) => command = found,
            None => break,
        }
        name = format!("{name} {word}");
    }
    (command.clone(), name)
}

/// `divvy help --help` and `divvy help play --help` ask for what the line without its last word gives.
pub(crate) fn without_help_of_help(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.get(1).is_some_and(|word| word == "help") {
        arguments.retain(|word| word != "--help" && word != "-h");
    }
    arguments
}

/// The name that is meant, if one of them is near enough to what was typed: no more than a letter in three is another, or
/// it is the only one that begins like this.
pub(crate) fn nearest<'a>(
    typed: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let names: Vec<&str> = names.into_iter().collect();
    let distance = |name: &&str| strsim::osa_distance(&typed, name);
    let near = names.iter().copied().min_by_key(distance).filter(|name| {
        let letters = name.trim_start_matches('-').len();
        distance(name) <= (letters / 3).max(1) && distance(name) < letters
    });
    let mut beginning =
        names.into_iter().filter(|name| typed.len() > 2 && name.starts_with(&typed));
    near.or(beginning.next().filter(|_| beginning.next().is_none()))
}

/// What is wrong with the line of a command, without a full stop.
pub(crate) fn sentence(error: &Error, command: &Command) -> String {
    let argument = text(error, ContextKind::InvalidArg);
    let value = text(error, ContextKind::InvalidValue);
    let (option, value) = (bare(&argument), quoted(&value));
    match error.kind() {
        ErrorKind::InvalidValue => invalid_value(error, &argument, &value),
        ErrorKind::ValueValidation if error.source().is_some_and(|why| why.is::<UnknownGame>()) => {
            format!("{value} is {UnknownGame}{}", meant(&value, Game::NAMES.iter().copied()))
        }
        ErrorKind::ValueValidation => match error.source().map(ToString::to_string) {
            Some(why) if why.starts_with("takes") => format!("{option} {why}, not {value}"),
            Some(why) => format!("{option}: {why}"),
            None => format!("{option} does not take {value}"),
        },
        ErrorKind::UnknownArgument => unknown(&argument, command),
        ErrorKind::InvalidSubcommand => {
            no_command(&text(error, ContextKind::InvalidSubcommand), command)
        }
        ErrorKind::TooManyValues => format!("{option} takes no value, not {value}"),
        ErrorKind::ArgumentConflict => match text(error, ContextKind::PriorArg) {
            prior if prior == argument => format!("{option} is given twice"),
            prior => format!("{option} and {} do not go together", listed(&prior)),
        },
        ErrorKind::MissingRequiredArgument => missing(&argument, command),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let names: Vec<&str> = commands(command).collect();
            format!("a command is missing: {}", list::or(&names))
        }
        ErrorKind::InvalidUtf8 => "an argument is not UTF-8 text".to_owned(),
        // No argument of divvy can be wrong in another way.
        kind => kind.to_string(),
    }
}

/// A part of what clap knows about an error, as text.
fn text(error: &Error, kind: ContextKind) -> String {
    error.get(kind).map_or_else(String::new, |value: &ContextValue| value.to_string())
}

/// An argument as clap shows it, without the placeholder of its value: `--size`, `GAME`.
fn bare(argument: &str) -> String {
    let words = argument.trim_matches(['<', '>', '[', ']', '.']);
    let option = words.split([' ', '=']).next().unwrap_or_default();
    if words.starts_with('-') { option.to_owned() } else { words.to_owned() }
}

/// Arguments that clap names, without their values.
fn listed(arguments: &str) -> String {
    let names: Vec<String> = arguments.split(", ").map(bare).collect();
    list::and(&names)
}

/// What was typed, as it can stand in a sentence.
pub(crate) fn quoted(value: &str) -> String {
    if value.trim().is_empty() { format!("{value:?}") } else { shown(value) }
}

fn invalid_value(error: &Error, argument: &str, value: &str) -> String {
    let option = bare(argument);
    let valid = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(valid)) => valid.as_slice(),
        _ => &[],
    };
    let none_given = option.starts_with('-') && text(error, ContextKind::InvalidValue).is_empty();
    match valid {
        [] => {
            let placeholder = argument.split_once(' ').map_or("", |(_, after)| after);
            let placeholder = placeholder.trim_matches(['<', '>', '[', ']']);
            format!("{option} takes a value, and none is given: {option} {placeholder}")
        }
        valid if none_given => format!("{option} takes {}, and none is given", list::or(valid)),
        valid => {
            let nearest = meant(value, valid.iter().map(String::as_str));
            format!("{option} takes {}, not {value}{nearest}", list::or(valid))
        }
    }
}

/// The question that ends a sentence about a misspelt name.
fn meant<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    nearest(typed, names).map_or_else(String::new, |name| format!("; did you mean {name}?"))
}

fn unknown(argument: &str, command: &Command) -> String {
    let options = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let options: Vec<String> =
        options.filter_map(Arg::get_long).map(|long| format!("--{long}")).collect();
    let option = quoted(&bare(argument));
    // An option is known here if it stands behind `--`.
    if !argument.starts_with('-') || argument == "-" || options.contains(&option) {
        return format!("{} is a word too many", quoted(argument));
    }
    let has_it = |sub: &&Command| {
        let mut longs = sub.get_arguments().filter_map(Arg::get_long);
        sub.get_name() != "help" && longs.any(|long| option.strip_prefix("--") == Some(long))
    };
    match command.get_subcommands().find(has_it).map(Command::get_name) {
        Some(owner) => format!("{option} goes behind a command, such as divvy {owner}"),
        None => {
            let nearest = meant(&option, options.iter().map(String::as_str));
            format!("{option} is not an option of {}{nearest}", command.get_name())
        }
    }
}

fn commands(command: &Command) -> impl Iterator<Item = &str> {
    command.get_subcommands().map(Command::get_name).filter(|name| *name != "help")
}

pub(crate) fn no_command(typed: &str, command: &Command) -> String {
    let name = quoted(typed);
    match Game::meant(typed) {
        Some(_) if command.get_name() == "divvy" => {
            format!("there is no command {name}; did you mean divvy play {name}?")
        }
        _ => format!("there is no command {name}{}", meant(typed, commands(command))),
    }
}

/// Arguments that have to be given, the first with what it is.
fn missing(arguments: &str, command: &Command) -> String {
    // To go on with a game takes no GAME.
    let mut names = arguments
        .split(", ")
        .filter(|name| !arguments.starts_with("--resume") || name.starts_with("--"));
    let first = names.next().unwrap_or_default();
    let is_it = |arg: &&Arg| bare(&arg.to_string()) == bare(first);
    let help = command.get_arguments().find(is_it).and_then(Arg::get_help).map(ToString::to_string);
    let about = help.map(|help| format!(": {}", uncapitalized(help.trim_end_matches('.'))));
    let first = first.replace(['<', '>', '[', ']'], "").replace("...", "");
    match names.next() {
        None => format!("{first} is missing{}", about.unwrap_or_default()),
        Some(_) => format!("{} are missing", listed(arguments)),
    }
}

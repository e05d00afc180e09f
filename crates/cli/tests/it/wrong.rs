//! Wrong command lines, and what the program says about each: in its own words, in one line, with the right exit code and a
//! pointer to the help that answers it.
//!
//! `fixtures/wrong.txt` has the lines and the answers; `DIVVY_BLESS=1 cargo test -p divvy --test it wrong` writes the answers anew.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::{World, is_blessing};

/// Words of libraries and of the system, and pointers that lead nowhere.
const NEVER: [&str; 10] = [
    "os error",
    "unexpected argument",
    "For more information",
    "tip:",
    "error:",
    "Usage:",
    "invalid value",
    "subcommand",
    ".divvy-",
    "'--",
];

#[test]
fn every_wrong_line_is_answered_in_the_program_s_words() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/wrong.txt");
    let kept = std::fs::read_to_string(&path).unwrap();
    let world = World::new();
    std::fs::write(world.path().join("notes.txt"), "not a game\n").unwrap();
    std::fs::create_dir(world.path().join("folder")).unwrap();
    let (mut answered, mut pointers) = (String::new(), BTreeSet::new());
    for line in kept.lines().filter_map(|line| line.strip_prefix("$ ")) {
        let run = world.shell(&format!("{line} </dev/null"));
        let (code, said) = (run.code.unwrap(), run.stderr.trim_end());
        answered += &format!("$ {line}\n{code} {said}\n");
        let (command, _) = said.split_once(": ").unwrap_or_default();
        let pointer = said.ends_with(&format!(" See {command} --help"));
        let is_right = match code {
            1 => !pointer,
            2 => pointer && run.stdout.is_empty(),
            _ => false,
        };
        let one_line = command.starts_with("divvy") && said.lines().count() == 1;
        let own_words = !NEVER.iter().any(|words| said.contains(words));
        assert!(is_right && one_line && own_words, "{line}\n{code} {said}");
        pointers.insert(command.to_owned());
    }
    assert!(!world.games().exists(), "nothing was started");
    for command in pointers {
        let help = world.shell(&format!("{command} --help"));
        assert!(help.stdout.contains(&format!("Usage: {command}")), "{command}: {}", help.stderr);
    }
    assert!(answered.lines().count() >= 240, "at least 120 lines");
    if is_blessing() {
        return std::fs::write(path, answered).unwrap();
    }
    for (now, kept) in answered.lines().zip(kept.lines()) {
        assert_eq!(now, kept);
    }
}

#[test]
fn the_help_of_every_command_fits_80_columns() {
    let world = World::new();
    let page = |command: &str| world.shell(&format!("divvy {command} --help")).stdout;
    let commands = |help: &str| -> Vec<String> {
        let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
        let names = lines
            .take_while(|line| !line.is_empty())
            .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
    };
    let admin = commands(&page("admin")).into_iter().map(|name| format!("admin {name}"));
    let names = commands(&page("")).into_iter().chain(admin).chain([String::new()]);
    for name in names.filter(|name| !name.ends_with("help")) {
        let help = page(&name);
        assert!(help.contains("Usage: divvy"), "{name}");
        assert!(!help.contains("see below"), "{name}");
        for line in help.lines() {
            assert!(line.chars().count() <= 80, "{name}: {line}");
        }
    }
    assert_eq!(page("help"), page(""));
    assert_eq!(page("help play"), page("play"));
}

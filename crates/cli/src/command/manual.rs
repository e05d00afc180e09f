//! `divvy completions` and `divvy man`

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::{Command as Process, Stdio};

use clap::builder::StyledStr;
use clap::{Arg, Command};
use clap_complete::Shell;
use divvy_store::plain;

use crate::args;
use crate::failure::Failure;
use crate::usage;

pub(crate) fn completions(shell: Shell, out: &mut dyn Write) -> Result<(), Failure> {
    // The generator panics when its output fails, so it gets one that cannot.
    let mut script = Vec::new();
    let mut program = args::program();
    clap_complete::generate(shell, &mut program, "divvy", &mut script);
    out.write_all(&script)?;
    if shell == Shell::Fish {
        write_fish_values(&program, out)?;
    }
    Ok(())
}

/// The values of arguments without a name, such as games, which the generator leaves out for fish.
fn write_fish_values(program: &Command, out: &mut dyn Write) -> Result<(), Failure> {
    for command in program.get_subcommands() {
        let values = command.get_positionals().flat_map(Arg::get_possible_values);
        for value in values.filter(|value| !value.is_hide_set()) {
            let (command, name) = (command.get_name(), value.get_name());
            let quoted = |help: &StyledStr| help.to_string().replace('\'', "\\'");
            let help = value.get_help().map(quoted).map(|help| format!("\\t'{help}'"));
            let help = help.unwrap_or_default();
            let condition = format!("__fish_divvy_using_subcommand {command}");
            writeln!(out, "complete -c divvy -n \"{condition}\" -f -a \"{name}{help}\"")?;
        }
    }
    Ok(())
}

pub(crate) fn man(command: Option<&str>, out: &mut dyn Write) -> Result<(), Failure> {
    let mut program = args::program();
    // Fills in what only the whole program knows: names of commands, global options.
    program.build();
    if let Some(name) = command {
        let found = program.find_subcommand(name).cloned();
        program = found.ok_or_else(|| Failure::Usage(usage::no_command(name, &program)))?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(program.clone()).render(&mut page)?;
    if !io::stdout().is_terminal() {
        return Ok(out.write_all(&page)?);
    }
    match show(&page) {
        true => Ok(()),
        // Where there is no `man` that reads a page from a pipe, the help says the same.
        false => Ok(write!(out, "{}", program.render_help().ansi())?),
    }
}

/// Shows a page as `man` does; whether that was possible.
fn show(page: &[u8]) -> bool {
    let man =
        Process::new("man").args(["-l", "-"]).stdin(Stdio::piped()).stderr(Stdio::null()).spawn();
    man.is_ok_and(|mut man| {
        // A reader who leaves before the end closes the pipe.
        let _ = man.stdin.take().map(|mut pipe| pipe.write_all(page));
        man.wait().is_ok_and(|ended| ended.success())
    })
}

/// Writes a page for the program and one for each command, as packages need them.
pub(crate) fn write_pages(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(args::program(), folder))
        .map_err(|error| {
            let (folder, why) = (folder.display(), plain(&error));
            Failure::Running(format!("the manual pages cannot be written to {folder}: {why}"))
        })
}

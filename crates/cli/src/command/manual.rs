//! `divvy completions` and `divvy man`

use std::fs;
use std::io::Write;
use std::path::Path;

use clap::builder::StyledStr;
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;

use crate::args::Args;
use crate::failure::Failure;

pub(crate) fn completions(shell: Shell, out: &mut dyn Write) -> Result<(), Failure> {
    // The generator panics when its output fails, so it gets one that cannot.
    let mut script = Vec::new();
    let mut program = Args::command();
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
    let mut program = Args::command();
    // Fills in what only the whole program knows: names of commands, global options.
    program.build();
    if let Some(name) = command {
        program = program.find_subcommand(name).cloned().ok_or_else(|| {
            let names: Vec<&str> = program.get_subcommands().map(|c| c.get_name()).collect();
            Failure::Usage(format!("man takes one of {}, not '{name}'", names.join(", ")))
        })?;
    }
    Ok(clap_mangen::Man::new(program).render(&mut *out)?)
}

/// Writes a page for the program and one for each command, as packages need them.
pub(crate) fn write_pages(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Args::command(), folder))
        .map_err(|error| {
            Failure::Running(format!(
                "the manual pages cannot be written to {}: {error}",
                folder.display()
            ))
        })
}
